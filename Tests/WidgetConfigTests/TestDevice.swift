import ConfigBundle
import Foundation
import Rollout
import Synchronization
import Testing
import TestSupport
import WallpaperManifest
import WidgetGating

@testable import WidgetConfig

/// A device with the app on it: what lasts from one launch to the next, and its time.
struct TestDevice {
    let directory: TemporaryDirectory
    let time = ManualTime()
    var settings: ClientSettings

    init(_ url: String, trust: BundleTrust) throws {
        try self.init(.server(#require(URL(string: url))), trust: trust)
    }

    init(_ source: BundleSource, trust: BundleTrust, app: String = LiveServer.app) throws {
        directory = try TemporaryDirectory()
        var context = Context()
        context.locale = try LocaleTag(parsing: "ja_JP")
        context.appVersion = try Version(parsing: "2.4.1")
        settings = ClientSettings(
            app: try AppID(app),
            source: source,
            trust: trust,
            directory: AppGroupDirectory(path: directory.path),
            context: context
        )
    }

    init(_ server: LiveServer) throws { try self.init(server.url, trust: server.trust()) }

    /// The same device with an installation that is in no rollout's first hundredth.
    var lateInstallation: TestDevice {
        var device = self
        device.settings.context.installation = "late"
        return device
    }

    /// The app launched anew.
    func launch(_ adjust: (inout ClientSettings) -> Void = { _ in }) -> ConfigClient {
        var settings = settings
        adjust(&settings)
        return ConfigClient(
            settings,
            Surroundings(
                deviceTime: { [time] in time.device },
                sleep: { [time] in try await time.sleep($0) },
                generator: SeededGenerator(),
                transport: URLSessionTransport()
            )
        )
    }

    /// What a widget would show today in a place of 338 pixels.
    func wallpaper() throws -> WallpaperAnswer {
        let now = LiveServer.now
        let gate = WidgetGate(
            in: settings.directory,
            app: settings.app,
            trust: settings.trust,
            embedded: { nil },
            caller: settings.context
        )
        return gate.openWallpapers().wallpaper(
            for: WallpaperPlace(recipe: "small", width: 169, height: 169, scale: 2),
            on: CivilDate(daysSince1970: now.millisecondsSince1970 / 86_400_000),
            at: now
        )
    }

    /// What a widget would find.
    func kept(trust: BundleTrust? = nil) -> BundleFile.Reading {
        let verifier = BundleVerifier(app: settings.app, trust: trust ?? settings.trust)
        return BundleFile(in: settings.directory, verifier: verifier).read()
    }
}

/// Takes a client's updates as they come.
final class UpdateRecorder: Sendable {
    private let all = Mutex<[ConfigUpdate]>([])

    init(_ client: ConfigClient) {
        let updates = client.updates
        Task { [weak self] in
            for await update in updates { self?.all.withLock { $0.append(update) } }
        }
    }

    var updates: [ConfigUpdate] { all.withLock { $0 } }
}

extension RefreshOutcome {
    /// nil: nothing was new, or it failed.
    var update: ConfigUpdate? { if case .changed(let update) = self { update } else { nil } }

    /// nil: it did not fail.
    var problem: ConfigProblem? { if case .failed(let problem) = self { problem } else { nil } }
}
