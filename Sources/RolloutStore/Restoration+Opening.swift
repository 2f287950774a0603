import Glibc
import SQLite

extension Restoration {
    static func open(_ path: String) throws(StoreError) -> (SQLiteStore?, StoreError.Problem?) {
        do throws(StoreError) {
            let store = try SQLiteStore(path: path, access: .write)
            // What is damaged often shows only when it is read.
            _ = try store.revision()
            return (store, nil)
        } catch {
            switch error.problem {
            case .missing, .corrupt, .notAStore: return (nil, error.problem)
            default: throw error
            }
        }
    }

    /// Copies a sound backup of any schema and brings the copy up to date.
    static func copy(_ backup: String, to path: String) throws(StoreError) -> SQLiteStore {
        do {
            let source = SQLiteLocation(path: backup, access: .read, busyTimeout: .seconds(10))
            let database = try source.open(schema: .current, acceptingOlder: true)
            try database.copy(over: Database(path: path, access: .readWrite, busyTimeout: .zero))
            let copy = try SQLiteStore(path: path, access: .write)
            try copy.takeTurn { database in
                if let fault = try database.integrityFault() {
                    throw StoreError(location: backup, problem: .corrupt(fault))
                }
                try database.execute(script: dropPutAside)
            }
            return copy
        } catch let error as StoreError {
            throw StoreError(location: backup, problem: problem(ofBackup: error.problem))
        } catch let error as SQLiteError {
            let location = SQLiteLocation(path: backup, access: .read, busyTimeout: .seconds(10))
            throw StoreError(location: backup, problem: problem(ofBackup: location.storeError(error).problem))
        } catch {
            throw StoreError(location: backup, problem: .engine("\(error)"))
        }
    }

    /// What is advice about a store would mislead about a backup.
    private static func problem(ofBackup problem: StoreError.Problem) -> StoreError.Problem {
        switch problem {
        case .missing: .backup("there is no such file")
        case .corrupt(let reason): .backup("the backup is damaged, take another one: \(reason)")
        case .unreachable(let reason): .backup("cannot read the backup: \(reason)")
        default: problem
        }
    }

    static func areSameFile(_ a: String, _ b: String) -> Bool {
        var (first, second) = (stat(), stat())
        guard stat(a, &first) == 0, stat(b, &second) == 0 else { return false }
        return first.st_dev == second.st_dev && first.st_ino == second.st_ino
    }
}
