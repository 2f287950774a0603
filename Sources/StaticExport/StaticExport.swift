import ConfigBundle
import Files
import LiveState
package import Publishing
package import Rollout
package import RolloutStore

/// Publishes a store as files, which any web server or bucket can serve (`Documentation/wire-format.md`).
///
/// What a pointer leads to is written before the pointer, and stays for a time after it, so that whoever reads a pointer
/// finds its files, at whichever moment this is ended.
package struct StaticExport: Sendable {
    private let directory: String
    private let signer: Signer
    private let pruneAfter: Int64
    private let clock: @Sendable () -> Instant
    private let holder: String

    /// - Parameters:
    ///   - directory: Where to; made when there is none in the directory above.
    ///   - pruneAfter: For how many seconds files that are out of use are kept, for those who have read an older pointer.
    ///   - holder: Who publishes, for those who try meanwhile.
    package init(
        directory: String,
        signer: Signer,
        pruneAfter: Int64,
        holder: String,
        clock: @escaping @Sendable () -> Instant
    ) {
        self.directory = directory
        self.signer = signer
        self.pruneAfter = pruneAfter
        self.holder = holder
        self.clock = clock
    }

    /// Brings the directory up to date with the store.
    ///
    /// An app whose state cannot be read is reported, and stays as it is published.
    ///
    /// - Throws: ``StaticExportError``, `StoreError`, `CompressionError`, `CryptographyError`; then what was published
    ///   stays, or a part of the apps is newer, each of them whole.
    package func publish(_ store: any Store) throws -> ExportReport {
        try withoutFileErrors {
            let tree = try ExportTree(publishingTo: directory, holder: holder)
            let (plans, list, report) = try plan(store, tree)
            for part in plans.parts(of: Self.appsAtOnce) { try writeContent(part, tree) }
            for part in plans.parts(of: Self.appsAtOnce) { try replaceFront(part, tree) }
            // Whoever reads the list finds each app that is on it.
            try tree.replaceList(list)
            for (app, plan) in plans { try withdraw(app, plan, tree) }
            return report
        }
    }

    /// What ``publish(_:)`` would do now; nothing is changed.
    package func preview(_ store: any Store) throws -> ExportReport {
        try withoutFileErrors { try plan(store, ExportTree(lookingAt: directory)).report }
    }

    /// So many apps are written together, each with a few open folders.
    private static let appsAtOnce = 100

    /// Writes what pointers are to lead to; it lasts.
    private func writeContent(_ plans: Plans.SubSequence, _ tree: ExportTree) throws(FileError) {
        let batch = FileBatch()
        for (app, plan) in plans {
            let folder = try tree.folder(of: app)
            try folder.clearUp()
            try folder.stage(plan.content, in: batch)
        }
        try batch.commit()
    }

    /// Replaces what is in front, the last of it, which is the pointer, only when the rest lasts.
    private func replaceFront(_ plans: Plans.SubSequence, _ tree: ExportTree) throws(FileError) {
        let (rest, last) = (FileBatch(), FileBatch())
        for (app, plan) in plans where !plan.front.isEmpty {
            let folder = try tree.folder(of: app)
            try folder.touch(plan.dropped, now: now)
            try folder.stage(plan.front.dropLast(), in: rest)
            try folder.stage(plan.front.suffix(1), in: last)
        }
        try rest.commit()
        try last.commit()
    }

    /// Takes an app that is gone out of sight, and deletes what has been out of use for long enough.
    private func withdraw(_ app: String, _ plan: AppPlan, _ tree: ExportTree) throws(FileError) {
        let folder = try tree.folder(of: app)
        if !plan.withdrawn.isEmpty {
            try folder.touch(plan.dropped, now: now)
            try folder.withdraw(plan.withdrawn)
        }
        try folder.delete(plan.outdated)
        try folder.removeEmptyFolders()
        try tree.removeFolderIfEmpty(of: app)
    }

    private var now: Int64 { clock().millisecondsSince1970 / 1000 }

    private func withoutFileErrors<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as FileError {
            throw StaticExportError.files(error)
        }
    }
}

// MARK: - Planning

extension StaticExport {
    private typealias Plans = [(app: String, plan: AppPlan)]

    /// What is to be done for each app and for the list, and what it comes to.
    private func plan(_ store: any Store, _ tree: ExportTree) throws
        -> (plans: Plans, list: [AppPlan.File], report: ExportReport)
    {
        let reading = try StoreReading(of: store)
        try checkRevisions(reading, tree)
        var plans: Plans = []
        var report = ExportReport(revision: reading.revision)
        for (name, state) in reading.apps {
            let snapshot = try tree.snapshot(of: name)
            let plan: AppPlan
            do {
                let app = try SignedApp(state.get(), signer: signer)
                plan = try AppPlan(app, over: snapshot, now: now, pruneAfter: pruneAfter) {
                    try tree.bundle($0, of: name)
                }
                report.add(name, app.revision, plan.changesAnything ? .published : .unchanged)
            } catch  where error is StoreReading.Unreadable || error is InvalidValue {
                plan = AppPlan(keeping: snapshot, now: now, pruneAfter: pruneAfter)
                report.add(name, snapshot.pointer?.revision, .unreadable, fault: String(describing: error))
            }
            plans.append((name, plan))
            report.count(plan)
        }
        let list = try planList(&report, tree)
        try planWithdrawals(reading, tree, &plans, &report)
        return (plans, list, report)
    }

    /// The list has each app of which something is published.
    private func planList(_ report: inout ExportReport, _ tree: ExportTree) throws -> [AppPlan.File] {
        let apps = report.apps.compactMap { app in app.revision.map { (name: app.name, revision: $0) } }
        let list = try Representation(AppList.bytes(apps, revision: report.revision))
        let files = try tree.planList(list, now: now)
        report.count(files)
        report.keptFiles += 2 - files.count
        return files
    }

    private func planWithdrawals(
        _ reading: StoreReading,
        _ tree: ExportTree,
        _ plans: inout Plans,
        _ report: inout ExportReport
    ) throws {
        let present = Set(reading.apps.map(\.name))
        for name in try tree.appNames() where !present.contains(name) {
            // What is not called like an app was put there by others.
            guard (try? AppID(name)) != nil else { continue }
            let plan = AppPlan(
                withdrawing: try tree.snapshot(of: name),
                now: now,
                pruneAfter: pruneAfter
            )
            plans.append((name, plan))
            if !plan.withdrawn.isEmpty { report.add(name, nil, .withdrawn) }
            report.count(plan)
        }
    }

    /// Clients refuse older revisions than they have seen, so that publishing one would cut them off.
    private func checkRevisions(_ reading: StoreReading, _ tree: ExportTree) throws {
        for (name, state) in reading.apps {
            guard let found = try? state.get().revision, let published = try tree.pointer(of: name)?.revision,
                found < published
            else { continue }
            throw StaticExportError.olderRevision(app: name, found: found, published: published)
        }
    }
}

extension Array {
    /// In parts of so many.
    fileprivate func parts(of count: Int) -> [SubSequence] {
        stride(from: 0, to: self.count, by: count).map { self[$0..<Swift.min($0 + count, self.count)] }
    }
}

extension ExportReport {
    fileprivate mutating func add(
        _ name: String,
        _ revision: Int64?,
        _ state: App.State,
        fault: String? = nil
    ) {
        apps.append(App(name: name, revision: revision, state: state, fault: fault))
    }
}
