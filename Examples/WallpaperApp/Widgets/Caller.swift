import DeviceContext
import Rollout
import WidgetGating

extension Rollout.Context {
    /// What is known of this extension and its device: the same facts as in the app, so that both decide alike.
    static func `extension`(in directory: AppGroupDirectory) -> Context {
        var context = Context.device()
        // nil before the first unlock after a restart: the widget is in no partial rollout then.
        context.installation = try? InstallationIdentity(in: directory, app: Wallpapers.app).id
        return context
    }
}
