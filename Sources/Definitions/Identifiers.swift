import Rollout

/// A reverse-domain name: letters, digits and hyphens in at least two parts joined by dots, at most 155 bytes
/// (Apple, "CFBundleIdentifier").
func bundleIdentifier(_ text: String) throws(InvalidValue) -> String {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count >= 2, text.utf8.count <= 155, parts.allSatisfy(isIdentifierPart) else {
        throw InvalidValue(
            "\"\(text)\" is not a bundle ID; write letters, digits and '-' in parts joined by dots, "
                + "such as com.example.wallpapers"
        )
    }
    return text
}

/// `group.` and a reverse-domain name (Apple, "Configuring app groups").
func appGroupIdentifier(_ text: String) throws(InvalidValue) -> String {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.first == "group", parts.count >= 3, parts.allSatisfy(isIdentifierPart) else {
        throw InvalidValue(
            "\"\(text)\" is not an App Group; it starts with \"group.\", as in group.com.example.app"
        )
    }
    return text
}

/// A URL scheme (RFC 3986 section 3.1), in lower case, since schemes are compared without case.
func scheme(_ text: String) throws(InvalidValue) -> String {
    let isScheme = text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"),
            UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }
    guard isScheme, let first = text.utf8.first, first >= UInt8(ascii: "a"), first <= UInt8(ascii: "z") else {
        throw InvalidValue(
            "\"\(text)\" is not a URL scheme; write lower-case letters, digits, '+', '-' and '.', "
                + "starting with a letter, without \"://\""
        )
    }
    return text
}

private func isIdentifierPart(_ part: Substring) -> Bool {
    !part.isEmpty
        && part.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                true
            default: false
            }
        }
}
