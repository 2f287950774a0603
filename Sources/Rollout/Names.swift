/// A name that follows one rule and is written as plain text.
///
/// Two names are the same when their text is; none is a prefix, path or pattern of another.
public protocol Name: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The name as written.
    var text: String { get }
    /// - Throws: ``InvalidValue`` when the text breaks the rule.
    init(_ text: String) throws(InvalidValue)
}

extension Name {
    /// The name as written.
    public var description: String { text }

    /// Whether it comes first, by bytes.
    public static func < (a: Self, b: Self) -> Bool { a.text < b.text }
}

/// The name of an app in files, commands and addresses, such as `minimal-wallpapers`.
///
/// Lower-case words joined by hyphens, at most 64 characters. It is not the bundle ID. `all` stands for every app in
/// commands.
public struct AppID: Name {
    /// The name as written.
    public let text: String

    /// - Throws: ``InvalidValue`` when the text breaks the rule.
    public init(_ text: String) throws(InvalidValue) {
        guard isWords(text, joinedBy: UInt8(ascii: "-")), text != "all" else {
            throw InvalidValue(
                "\"\(text)\" is not an app name: lower-case letters and digits in words joined by '-', "
                    + "starting with a letter, at most 64 characters, not \"all\""
            )
        }
        self.text = text
    }
}

/// The key of a flag, such as `widget_enabled`: lower-case words joined by underscores, at most 64 characters.
public struct FlagKey: Name {
    /// The name as written.
    public let text: String

    /// - Throws: ``InvalidValue`` when the text breaks the rule.
    public init(_ text: String) throws(InvalidValue) {
        guard isWords(text, joinedBy: UInt8(ascii: "_")) else {
            throw InvalidValue(
                "\"\(text)\" is not a flag key: lower-case letters and digits in words joined by '_', "
                    + "starting with a letter, at most 64 characters"
            )
        }
        self.text = text
    }
}

/// The `kind` of a widget as its Swift code spells it, such as `WallpaperLockWidget`.
///
/// Letters, digits, `.`, `_` and `-`, starting with a letter, at most 128 characters.
public struct WidgetKind: Name {
    /// The name as written.
    public let text: String

    /// - Throws: ``InvalidValue`` when the text breaks the rule.
    public init(_ text: String) throws(InvalidValue) {
        let rest = text.utf8.dropFirst()
        guard let first = text.utf8.first, isLetter(first), text.utf8.count <= 128,
            rest.allSatisfy({ isLetter($0) || isDigit($0) || $0 == 0x2E || $0 == 0x5F || $0 == 0x2D })
        else {
            throw InvalidValue(
                "\"\(text)\" is not a widget kind: letters, digits, '.', '_' and '-', starting with a letter, "
                    + "at most 128 characters"
            )
        }
        self.text = text
    }
}

private func isWords(_ text: String, joinedBy joint: UInt8) -> Bool {
    guard let first = text.utf8.first, isLower(first), text.utf8.last != joint, text.utf8.count <= 64 else {
        return false
    }
    var last: UInt8 = 0
    for byte in text.utf8 {
        guard isLower(byte) || isDigit(byte) || (byte == joint && last != joint) else { return false }
        last = byte
    }
    return true
}
