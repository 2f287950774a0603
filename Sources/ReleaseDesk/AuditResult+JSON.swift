package import RolloutStore
package import StrictJSON

extension AuditResult {
    /// `{"whole", "changes", "head", "break"}`: the last two are null where there is none.
    package var json: JSON {
        [
            "whole": .bool(firstBreak == nil), "changes": .integer(Int64(count)),
            "head": head.map { .string($0.description) } ?? .null,
            "break": firstBreak.map { .string($0.description) } ?? .null,
        ]
    }
}
