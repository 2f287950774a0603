import Rollout
import SwiftUI
import WidgetConfig

/// The app's only screen: whether home widgets are on, by which revision.
struct WallpaperScreen: View {
    let config: ConfigClient
    @State private var revision: Int64?
    @State private var hasHomeWidget = false

    var body: some View {
        VStack {
            Image(systemName: "photo")
            Text(hasHomeWidget ? "Add the widget to your Home Screen" : "Widgets are taking a break")
            Text(revision.map { "Configuration \($0)" } ?? "No configuration yet")
        }
        .task {
            let updates = config.updates
            await look()
            for await _ in updates { await look() }
        }
    }

    private func look() async {
        hasHomeWidget = config.boolean(Wallpapers.name("home_widget_enabled"))
        revision = await config.freshness.revision
    }
}
