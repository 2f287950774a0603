/// What publishing has done, or a dry run would do.
package struct ExportReport: Equatable, Sendable {
    /// An app and what has become of it.
    package struct App: Equatable, Sendable {
        package enum State: String, Sendable {
            /// Something of it is new.
            case published
            /// It was up to date.
            case unchanged
            /// It is gone from the store, and now from what is published.
            case withdrawn
            /// Its state cannot be read, and what was published stays.
            case unreadable
        }

        package let name: String
        /// That is published now; nil: nothing is.
        package let revision: Int64?
        package let state: State
        /// Why it cannot be read; nil: it can.
        package let fault: String?
        /// Why its wallpapers cannot be published, so that those before stay; nil: they can.
        package let wallpaperFault: String?
        /// Whether a manifest of wallpapers is published.
        package let hasWallpapers: Bool
    }

    /// The store's revision.
    package let revision: Int64
    /// In the order of their names.
    package var apps: [App] = []
    package var madeFiles = 0
    package var madeBytes = 0
    package var keptFiles = 0
    package var deletedFiles = 0

    init(revision: Int64) { self.revision = revision }

    /// Counts what a plan for one app comes to.
    mutating func count(_ plan: AppPlan) {
        count(plan.content)
        count(plan.front)
        keptFiles += plan.kept
        deletedFiles += plan.withdrawn.count + plan.outdated.count
    }

    mutating func count(_ files: [AppPlan.File]) {
        madeFiles += files.count
        madeBytes += files.reduce(0) { $0 + $1.content.byteCount }
    }
}
