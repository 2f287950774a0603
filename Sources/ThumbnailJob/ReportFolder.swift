import Rollout
import Thumbnails

/// The last run as a page for people, `report/index.html`, with its own small pictures beside it.
final class ReportFolder: Sendable {
    private let folder: Folder

    init(in output: String) throws(JobError) {
        folder = try Folder(creating: "\(output)/report")
        try folder.clearTemporaries()
    }

    /// Keeps a picture of a whole wallpaper; its name in the folder.
    func store(_ bytes: [UInt8], key: String) throws(JobError) -> String {
        let name = "\(key.prefix(16)).jpg"
        try folder.write(bytes, to: name)
        return name
    }

    /// Puts the page in place, and takes away pictures of earlier runs.
    func write(_ summary: Summary) throws(JobError) {
        try folder.write(Array(ReportPage(summary).html.utf8), to: "index.html")
        let shown = Set(summary.made.compactMap(\.before))
        for name in try folder.names() where name.hasSuffix(".jpg") && !shown.contains(name) {
            try folder.remove(name)
        }
    }
}
