import StrictJSON

/// Everything that is wrong with one file of this module's, such as `Thumbnails/recipes.json`; never empty.
package struct ThumbnailsError: Error, Equatable, Sendable {
    /// Something wrong in one place of the file.
    package struct Fault: Equatable, Sendable {
        /// Such as `recipes.small.quality`; empty for the file as a whole.
        package let path: String
        package let message: String
    }

    /// The name of the file, without its folder where that is known to all.
    package let file: String
    package let faults: [Fault]
}

extension ThumbnailsError: CustomStringConvertible {
    /// A line a fault, whatever the file holds: control characters are written as escapes.
    package var description: String {
        faults.map { fault in
            let line = [file, fault.path, fault.message].filter { !$0.isEmpty }.joined(separator: ": ")
            return line.unicodeScalars.reduce(into: "") { text, scalar in
                switch scalar.properties.generalCategory {
                case .control, .lineSeparator, .paragraphSeparator: text += scalar.escaped(asASCII: true)
                default: text.unicodeScalars.append(scalar)
                }
            }
        }.joined(separator: "\n")
    }
}

extension ThumbnailsError {
    /// What `read` makes of a document, in which a key that stands twice is a fault.
    static func read<Value>(
        _ bytes: [UInt8],
        file: String,
        unknownKeys: Findings.UnknownKeys = .refuse,
        _ read: (JSONField) -> Value?
    ) throws(ThumbnailsError) -> Value {
        let findings = Findings(unknownKeys: unknownKeys)
        var value: Value?
        do throws(JSONError) {
            let (document, duplicates) = try JSON.parse(bytes)
            for path in duplicates { findings.add("stands twice", at: path) }
            value = read(JSONField(document, findings: findings))
        } catch {
            findings.add(error.description, at: .root)
        }
        let faults = findings.all.map { Fault(path: "\($0.path)", message: $0.message) }
        guard faults.isEmpty, let value else { throw ThumbnailsError(file: file, faults: faults) }
        return value
    }
}
