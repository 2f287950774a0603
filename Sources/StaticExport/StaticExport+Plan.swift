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
        try checkRevisions(reading, tree)
        var plans: Plans = []
        var report = ExportReport(revision: reading.revision)
        for (name, state) in reading.apps {
            var snapshot = try tree.snapshot(of: name)
            if readsPictures { try tree.leaveOutDamagedPictures(of: name, from: &snapshot) }
            let plan: AppPlan
            do {
                let app = try SignedApp(state.get(), signer: signer)
                let (published, fault) = wallpapers.read(app.wallpapers, of: app.app, over: snapshot)
                plan = try AppPlan(
                    app,
                    over: snapshot,
                    now: now,
                    pruneAfter: pruneAfter,
                    wallpapers: published
                ) { try tree.content($0, of: name) }
                let state: ExportReport.App.State = plan.changesAnything ? .published : .unchanged
                let hasWallpapers = published.map { $0.manifest != nil } ?? snapshot.hasWallpapers
                report.add(name, app.revision, state, wallpapers: (hasWallpapers, fault))
            } catch  where error is StoreReading.Unreadable || error is InvalidValue {
                plan = AppPlan(keeping: snapshot, now: now, pruneAfter: pruneAfter)
                report.add(
                    name,
                    snapshot.pointer?.revision,
                    .unreadable,
                    fault: String(describing: error),
                    wallpapers: (snapshot.hasWallpapers, nil)
                )
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
        let apps = report.apps.compactMap { app in
            app.revision.map { AppList.Item(name: app.name, revision: $0, hasWallpapers: app.hasWallpapers) }
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
