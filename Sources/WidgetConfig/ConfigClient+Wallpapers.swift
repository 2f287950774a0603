import ConfigPolling
import Rollout
import WidgetGating

extension ConfigClient {
    /// How long it may take until a client asks that was told of a new manifest at the same moment as all others.
    static let spread: Duration = .seconds(10)

    /// After what pauses to ask once more when the manifest that comes is not the one that is named: bundles travel
    /// faster, and caches last longer.
    private static let pauses: [Duration] = [.seconds(2), .seconds(8)]

    /// Begins to fetch the manifest that the bundle in force names, unless the App Group has it or it was asked for too
    /// lately; of no effect while it is being fetched.
    ///
    /// A poll does not wait for it, since a kill must not.
    ///
    /// - Parameter spread: Whether the server has told everybody at once.
    func followWallpapers(spread: Bool) {
        guard wallpaperFetch == nil, missingManifest != nil else { return }
        wallpaperFetch = Task {
            let update = await fetchWallpapers(spread: spread)
            wallpaperFetch = nil
            return update
        }
    }

    private var missingManifest: ManifestHash? {
        wallpapers.missing(inForce.copy?.configuration.wallpapers, surroundings.deviceTime().uptime)
    }

    /// - Returns: What consumers were told; nil when there is nothing new.
    private func fetchWallpapers(spread: Bool) async -> ConfigUpdate? {
        if !wallpapers.isKnown { wallpapers.note(kept: await wallpaperKeeper.hash()) }
        if spread {
            var generator = surroundings.generator
            let milliseconds = Int.random(in: 0...Int(Self.spread.milliseconds), using: &generator)
            guard await pause(.milliseconds(milliseconds)) else { return nil }
        }
        var pauses = Self.pauses[...]
        // Meanwhile another bundle may have come, so that each time it is asked anew what is wanted.
        while let wanted = missingManifest {
            var retryAfter: Duration?
            do throws(ConfigProblem) {
                let manifest = try await manifests.fetch(wanted, &retryAfter)
                return try await keep(manifest, wanted)
            } catch {
                // By ourselves, which says nothing about the server.
                guard error.cause != .stopped else { return nil }
                note(error)
                if case .otherManifest = error.cause, let next = pauses.popFirst() {
                    guard await pause(next) else { return nil }
                } else {
                    wallpapers.noteFailure(surroundings.deviceTime().uptime, retryAfter)
                }
            }
        }
        return nil
    }

    private func keep(_ manifest: [UInt8], _ hash: ManifestHash) async throws(ConfigProblem) -> ConfigUpdate {
        do throws(AppGroupError) {
            try await wallpaperKeeper.write(manifest).get()
        } catch {
            throw ConfigProblem(error)
        }
        wallpapers.note(kept: hash)
        return publish(wallpapers: hash)
    }

    /// - Returns: Whether it is over, rather than the client stopped.
    private func pause(_ duration: Duration) async -> Bool {
        do {
            try await surroundings.sleep(duration)
            return true
        } catch {
            return false
        }
    }
}
