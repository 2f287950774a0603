import DeviceContext
import Rollout
import WidgetGating

extension WidgetGate {
    /// The gate of this installation, in the app as in the extension: both ask in the name of the same caller, so that
    /// they are answered alike.
    static var wallpapers: WidgetGate {
        let directory = Wallpapers.directory
        var context = Rollout.Context.device()
        // nil before the first unlock after a restart: the widget is in no partial rollout then.
        context.installation = try? InstallationIdentity(in: directory, app: Wallpapers.app).id
        return WidgetGate(
            in: directory,
            app: Wallpapers.app,
            trust: Wallpapers.trust,
            embedded: Wallpapers.embedded,
            caller: context
        )
    }
}
