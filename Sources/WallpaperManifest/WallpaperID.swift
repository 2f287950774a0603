public import Rollout

/// The name of a wallpaper within its app: that of its file, without what follows the last dot.
///
/// 1 to 128 bytes of text without control characters and slashes, which does not begin with a dot.
public struct WallpaperID: Name {
    /// The name as written.
    public let text: String

    /// - Throws: `InvalidValue` when the text breaks the rule.
    public init(_ text: String) throws(InvalidValue) {
        guard !text.isEmpty, text.utf8.count <= 128 else {
            throw InvalidValue("a wallpaper's name has 1 to 128 bytes, and this one has \(text.utf8.count)")
        }
        let isPlain = text.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: false
            default: scalar != "/"
            }
        }
        guard isPlain, !text.hasPrefix(".") else {
            throw InvalidValue(
                "a wallpaper's name has no control characters and does not begin with a dot; rename the file"
            )
        }
        self.text = text
    }
}

/// A kind of wallpapers, such as `nature`, from which the daily pick can draw: lower-case words joined by hyphens, at
/// most 64 characters.
public struct WallpaperCategory: Name {
    /// The name as written.
    public let text: String

    /// - Throws: `InvalidValue` when the text breaks the rule.
    public init(_ text: String) throws(InvalidValue) {
        guard isHyphenated(text) else {
            throw InvalidValue(
                "\"\(text)\" is not a category: lower-case letters and digits in words joined by '-', "
                    + "at most 64 characters"
            )
        }
        self.text = text
    }
}

/// Whether a text is lower-case letters and digits in words joined by `-`, at most 64 characters.
package func isHyphenated(_ text: String) -> Bool {
    let words = text.split(separator: "-", omittingEmptySubsequences: false)
    return text.utf8.count <= 64
        && words.allSatisfy { word in
            !word.isEmpty && word.utf8.allSatisfy { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 }
        }
}
