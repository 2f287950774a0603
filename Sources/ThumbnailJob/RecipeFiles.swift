package import Thumbnails

/// The files in `Thumbnails/` that say what is made for which devices.
package struct RecipeFiles: Sendable {
    private let directory: String

    /// - Parameter directory: The folder that holds `devices.json` and `recipes.json`.
    package init(directory: String) { self.directory = directory }

    private var recipesPath: String { "\(directory)/recipes.json" }

    /// - Throws: ``JobError``, or `ThumbnailsError` with every fault of the file.
    package func devices() throws -> DeviceTable {
        try DeviceTable(parsing: read("\(directory)/devices.json"))
    }

    /// - Throws: ``JobError``, or `ThumbnailsError` with every fault of the file.
    package func recipes() throws -> RecipeBook { try RecipeBook(parsing: read(recipesPath)) }

    /// Whether the file of recipes is, to the byte, what would be written for these.
    package func holds(_ book: RecipeBook) throws -> Bool { try read(recipesPath) == Array(book.text.utf8) }

    /// Puts the recipes in the place of those in the file.
    package func write(_ book: RecipeBook) throws {
        let folder = try Folder(path: directory)
        try folder.write(Array(book.text.utf8), to: "recipes.json")
    }

    private func read(_ path: String) throws(JobError) -> [UInt8] {
        let folder = try Folder(path: directory)
        let name = path.split(separator: "/").last.map(String.init) ?? path
        guard let bytes = try folder.read(name, upTo: 1 << 20) else {
            throw JobError(.read, path, reason: "it is not there; name its folder with --recipes")
        }
        return bytes
    }
}
