import Rollout
import Thumbnails

/// The last run and what was made last as a page for people, `report/index.html`, with its own small pictures beside it.
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

    /// Puts the page of a run in place, with what was made last, in this run or in an earlier one; takes away pictures
    /// that it does not show.
    func write(_ summary: Summary) throws(JobError) {
        let page = ReportPage(summary)
        if let made = page.made { try folder.write(Array(made.utf8), to: Self.madeName) }
        let made = try folder.read(Self.madeName, upTo: Self.madeLimit) ?? []
        let text = page.html(withMade: String(decoding: made, as: UTF8.self))
        try folder.write(Array(text.utf8), to: "index.html")
        let shown = Set(text.split(separator: "\"").filter { $0.hasSuffix(".jpg") })
        for name in try folder.names() where name.hasSuffix(".jpg") && !shown.contains(name[...]) {
            try folder.remove(name)
        }
    }

    /// The part of the page that shows what was made last, by itself.
    private static let madeName = "made.html"
    /// In bytes; some hundred thousand wallpapers.
    private static let madeLimit = 256 << 20
}
