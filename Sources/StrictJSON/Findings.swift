/// Something wrong with one value of a document.
package struct Finding: Hashable, Sendable {
    /// Where; ``JSONPath/root`` when it concerns the document as a whole.
    package let path: JSONPath
    /// What is wrong and what would be right.
    package let message: String

    package init(path: JSONPath, message: String) {
        self.path = path
        self.message = message
    }
}

/// Collects everything that is wrong with a document, so that one run reports it all.
package final class Findings {
    /// What to do with a key that the reader does not know.
    package enum UnknownKeys {
        /// For what people write: a finding with the nearest right name.
        case refuse
        /// For what a newer program wrote: passed over.
        case ignore
    }

    package let unknownKeys: UnknownKeys
    /// In the order in which they were met, each once.
    package private(set) var all: [Finding] = []
    private var known: Set<Finding> = []

    package init(unknownKeys: UnknownKeys) { self.unknownKeys = unknownKeys }

    /// Adds a finding, unless the same was met before: a value may be read more than once.
    package func add(_ message: String, at path: JSONPath) {
        let finding = Finding(path: path, message: message)
        if known.insert(finding).inserted { all.append(finding) }
    }

    /// Whether that very finding was added before.
    package func contains(_ finding: Finding) -> Bool { known.contains(finding) }
}
