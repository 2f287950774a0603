import RolloutStore
import Testing
import TestSupport

/// One kind of store, for the tests that every kind must pass.
struct StoreEngine: Sendable, CustomTestStringConvertible {
    let testDescription: String

    /// Makes room for one empty store.
    let makePlace: @Sendable () throws -> any StorePlace

    static let all = [
        StoreEngine(testDescription: "SQLite") { try SQLitePlace() }
    ]
}

/// Where one store is; goes away with its last reference.
protocol StorePlace: AnyObject, Sendable {
    /// Opens the store, making it at the first time. Each time gives another connection.
    func open() throws -> any Store
}

private final class SQLitePlace: StorePlace {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    func open() throws -> any Store {
        try SQLiteStore(path: directory.file("rollout.sqlite"), access: .create, busyTimeout: .seconds(30))
    }
}
