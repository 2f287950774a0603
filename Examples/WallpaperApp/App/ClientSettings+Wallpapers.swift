import DeviceContext
import Foundation
import Rollout
import WidgetConfig

extension ClientSettings {
    /// Where this app asks, and whom it believes.
    static var wallpapers: ClientSettings {
        guard let server = URL(string: "https://config.example.com") else { fatalError("no URL") }
        return ClientSettings(
            app: Wallpapers.app,
            source: .server(server),
            trust: Wallpapers.trust,
            directory: Wallpapers.directory,
            embedded: Wallpapers.embedded(),
            context: .device()
        )
    }
}
