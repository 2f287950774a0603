import ConfigBundle
import Files
import LiveState
import Publishing
import Rollout
import RolloutStore

extension StaticExport {
    typealias Plans = [(app: String, plan: AppPlan)]

    /// What is to be done for each app and for the list, and what it comes to.
    func plan(_ store: any Store, _ tree: ExportTree) throws
        -> (plans: Plans, list: [AppPlan.File], report: ExportReport)
    {
        let reading = try StoreReading(of: store)
        var plans: Plans = []
        var report = ExportReport(revision: reading.revision)
        for (name, state) in reading.apps {
            try isolating(name, &report) { report in
                let plan = try plan(name, state, tree, &report)
                plans.append((name, plan))
                report.count(plan)
            }
        }
        let list = try planList(&report, tree)
        try planWithdrawals(reading, tree, &plans, &report)
        return (plans, list, report)
    }

    /// Plans for an app; when something else than this program has put there is in its folder, says so and leaves it
    /// alone: the others are not to wait until somebody has looked.
    private func isolating(
        _ name: String,
        _ report: inout ExportReport,
        _ plan: (inout ExportReport) throws -> Void
    ) throws {
        do {
            try plan(&report)
        } catch let error as FileError {
            report.add(name, nil, .unreadable, fault: error.description)
        }
    }

    private func plan(
        _ name: String,
        _ state: Result<AppState, StoreReading.Unreadable>,
        _ tree: ExportTree,
        _ report: inout ExportReport
    ) throws -> AppPlan {
        var snapshot = try tree.snapshot(of: name)
        if readsPictures { try tree.leaveOutDamagedPictures(of: name, from: &snapshot) }
        do {
            let app = try SignedApp(state.get(), signer: signer)
            try check(app, over: snapshot)
            let (published, fault) = wallpapers.read(app.wallpapers, of: app.app, over: snapshot)
            let plan = try AppPlan(
                app,
                over: snapshot,
                now: now,
                pruneAfter: pruneAfter,
                wallpapers: published
            ) { try tree.content($0, of: name) }
            let state: ExportReport.App.State = plan.changesAnything ? .published : .unchanged
            let hasWallpapers = published.map { $0.manifest != nil } ?? snapshot.hasWallpapers
            report.add(name, app.revision, state, wallpapers: (hasWallpapers, fault))
            return plan
        } catch  where error is StoreReading.Unreadable || error is InvalidValue {
            report.add(
                name,
                snapshot.pointer?.revision,
                .unreadable,
                fault: String(describing: error),
                wallpapers: (snapshot.hasWallpapers, nil)
            )
            return AppPlan(keeping: snapshot, now: now, pruneAfter: pruneAfter)
        }
    }

    /// Clients refuse older revisions than they have seen, so that publishing one would cut them off.
    private func check(_ app: SignedApp, over snapshot: AppSnapshot) throws(StaticExportError) {
        guard let published = snapshot.pointer?.revision, app.revision < published else { return }
        throw .olderRevision(app: app.app.text, found: app.revision, published: published)
    }

    /// The list has each app of which something is published; what cannot be read stays as it is on it.
    private func planList(_ report: inout ExportReport, _ tree: ExportTree) throws -> [AppPlan.File] {
        let published = report.apps.contains { $0.revision == nil } ? try tree.publishedList() : []
        let apps = report.apps.compactMap { app in
            app.revision.map { AppList.Item(name: app.name, revision: $0, hasWallpapers: app.hasWallpapers) }
                ?? published.first { $0.name == app.name }
        }
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
            // What is not called like an app, or is no folder, was put there by others.
            guard (try? AppID(name)) != nil, try tree.isFolder(name) else { continue }
            try isolating(name, &report) { report in
                let snapshot = try tree.snapshot(of: name)
                let plan = AppPlan(withdrawing: snapshot, now: now, pruneAfter: pruneAfter)
                plans.append((name, plan))
                if !plan.withdrawn.isEmpty { report.add(name, nil, .withdrawn) }
                report.count(plan)
            }
        }
    }
}

extension ExportReport {
    fileprivate mutating func add(
        _ name: String,
        _ revision: Int64?,
        _ state: App.State,
        fault: String? = nil,
        wallpapers: (isThere: Bool, fault: String?) = (false, nil)
    ) {
        apps.append(
            App(
                name: name,
                revision: revision,
                state: state,
                fault: fault,
                wallpaperFault: wallpapers.fault,
                hasWallpapers: wallpapers.isThere
            )
        )
    }
}
