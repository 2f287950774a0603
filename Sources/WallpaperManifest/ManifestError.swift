import StrictJSON

/// Everything that is wrong with one manifest, and where.
public struct ManifestError: Error, Equatable, Sendable {
    /// The name of the file that holds it, or of what it came from.
    public let file: String
    /// Each with its place in the file, such as `wallpapers.dunes.title: missing`; never empty.
    public let faults: [String]

    init(_ file: String, _ findings: Findings) {
        self.file = file
        faults = findings.all.map { finding in
            finding.path == .root ? finding.message : "\(finding.path): \(finding.message)"
        }
    }
}

extension ManifestError: CustomStringConvertible {
    /// A line a fault, whatever the file holds: control characters are written as escapes.
    public var description: String {
        faults.map { fault in
            "\(file): \(fault)".unicodeScalars.reduce(into: "") { text, scalar in
                switch scalar.properties.generalCategory {
                case .control, .lineSeparator, .paragraphSeparator: text += scalar.escaped(asASCII: true)
                default: text.unicodeScalars.append(scalar)
                }
            }
        }.joined(separator: "\n")
    }
}
