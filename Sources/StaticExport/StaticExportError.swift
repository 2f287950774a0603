package import Files

/// Why nothing, or not all, could be published.
package enum StaticExportError: Error, Equatable, Sendable {
    /// The system refused something.
    case files(FileError)
    /// The directory holds what this did not make, the name of one such thing, and nothing has been published to it.
    case foreign(directory: String, name: String)
    /// A newer program has published to the directory; the file that says so.
    case newerFormat(path: String)
    /// An app's revision in the store is older than the one that is published, which clients have seen.
    case olderRevision(app: String, found: Int64, published: Int64)
}

extension StaticExportError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .files(let error) where error.isOfWriting: "\(error); what was published before stays whole"
        case .files(let error): "\(error)"
        case .foreign(let directory, let name):
            "\(directory): holds \"\(name)\", and nothing has been published to it yet: name a directory that is "
                + "empty, or that does not exist, or that was published to before"
        case .newerFormat(let path): "\(path): a newer version has published here: use the newer version"
        case .olderRevision(let app, let found, let published):
            "\(app): revision \(found) is in the store, and revision \(published) is published, so that clients would "
                + "refuse it: name the right store, or raise the revision as \"The store fails\" in "
                + "Documentation/operating.md says, or publish to an empty directory"
        }
    }
}
