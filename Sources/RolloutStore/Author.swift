/// Who issues a command, when and why.
///
/// Every change that the command makes carries it.
package struct Author: Equatable, Sendable {
    /// A person's name, or a program's.
    package let actor: String
    /// The author's clock, in milliseconds since 1970 without leap seconds.
    package let millisecondsSince1970: Int64
    /// The command, such as `kill`.
    package let action: String
    /// Why, in the author's words; may be empty.
    package let reason: String

    package init(actor: String, millisecondsSince1970: Int64, action: String, reason: String) {
        self.actor = actor
        self.millisecondsSince1970 = millisecondsSince1970
        self.action = action
        self.reason = reason
    }
}
