import Rollout
import StrictJSON

/// One file of definitions, opened: as much of it as could be had, and what is wrong with it.
struct DefinitionSource<ID: Name> {
    let path: String
    /// The file's name without `.json`, right or wrong.
    let name: String
    /// nil when the file's name breaks the rule for names.
    let id: ID?
    /// nil when the file is no JSON.
    let root: JSON?
    let findings = Findings(unknownKeys: .refuse)

    init(_ file: DefinitionFile) {
        path = file.path
        name = file.name ?? file.fileName
        do throws(InvalidValue) {
            id = try file.name.map(ID.init)
        } catch {
            id = nil
            findings.add("the file's name: \(error)", at: .root)
        }
        root = Self.open(file.content, findings)
    }

    /// Makes the text into JSON.
    ///
    /// Duplicate keys are findings beside all others; what is no JSON at all leaves nothing to find.
    private static func open(_ content: DefinitionFile.Content, _ findings: Findings) -> JSON? {
        switch content {
        case .unusable(let reason):
            findings.add(reason, at: .root)
            return nil
        case .bytes(let bytes):
            do throws(JSONError) {
                let (value, duplicates) = try JSON.parse(bytes)
                for path in duplicates { findings.add("stands twice", at: path) }
                return value
            } catch {
                findings.add(error.description, at: .root)
                return nil
            }
        }
    }

    /// The document as a field; nil when there is none.
    var field: JSONField? { root.map { JSONField($0, findings: findings) } }

    /// What stands under a key of the document, read without any finding; nil when nothing does.
    func member(_ key: String) -> JSON? { root?.member(key) }
}
