import CommandLineKit
import StrictJSON
import ThumbnailJob

extension Invocation {
    var wantsJSON: Bool { isSet(.json) }

    var recipeFiles: RecipeFiles {
        get throws { RecipeFiles(directory: try requiredValue(of: .recipes)) }
    }

    func print(_ line: String = "") throws { try output.standardOutput.print(line) }

    func print(_ json: JSON) throws { try print(json.indentedText) }

    /// Text with its line end already there.
    func write(_ table: Table) throws {
        try output.standardOutput.write(table.text(for: output.standardOutput.terminal))
    }
}
