import LiveState
import RolloutStore

/// The apps of a store at one revision.
struct StoreReading {
    let revision: Int64
    /// In the order of their names.
    let apps: [(name: String, state: Result<AppState, Unreadable>)]

    /// Why an app's state cannot be read.
    struct Unreadable: Error, CustomStringConvertible {
        let description: String
    }

    /// - Throws: `StoreError` when the store fails as a whole.
    init(of store: any Store) throws {
        self = try store.read { reader in
            var apps: [(name: String, state: Result<AppState, Unreadable>)] = []
            for name in try AppState.apps(in: reader) {
                do {
                    guard let state = try AppState(of: name, from: reader) else { continue }
                    apps.append((name, .success(state)))
                } catch let error as StoreError {
                    throw error
                } catch {
                    apps.append((name, .failure(Unreadable(description: String(describing: error)))))
                }
            }
            return StoreReading(revision: try reader.revision(), apps: apps)
        }
    }

    private init(revision: Int64, apps: [(name: String, state: Result<AppState, Unreadable>)]) {
        self.revision = revision
        self.apps = apps
    }
}
