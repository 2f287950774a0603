import SwiftUI
import WidgetConfig

@main
struct WallpaperApp: App {
    @Environment(\.scenePhase) private var scenePhase
    /// One for the whole life of the process.
    private let config: ConfigClient

    init() {
        let config = ConfigClient(.wallpapers)
        self.config = config
        // Not a view's task: the system may launch the app in the background, where no view appears.
        let updates = config.updates
        Task {
            await config.start()
            for await update in updates {
                reloadWidgets(update)
                if update.wallpapers != nil { await renewPictures(config.settings) }
            }
        }
        Task {
            for await isLowPower in lowPowerChanges() { await config.setLowPower(isLowPower) }
        }
    }

    var body: some Scene {
        WindowGroup {
            WallpaperScreen(config: config)
                // By its ID a phase's task is over before that of the next begins.
                .task(id: scenePhase) { await follow(scenePhase) }
        }
        .backgroundTask(.appRefresh(BackgroundRefresh.identifier)) { [config] in
            BackgroundRefresh.schedule()
            await config.enterBackground()
            // The process may be suspended when this returns, before those who follow the updates have run.
            if case .changed(let update) = await config.refresh() { reloadWidgets(update) }
            await renewPictures(config.settings)
        }
    }

    private func follow(_ phase: ScenePhase) async {
        switch phase {
        case .active:
            await config.enterForeground()
            // There may be new widgets, and a new day.
            await renewPictures(config.settings)
        case .background:
            BackgroundRefresh.schedule()
            await config.enterBackground()
        default:
            // Inactive: a call or the app switcher, which is soon over.
            break
        }
    }
}
