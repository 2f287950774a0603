/// One demand that a rule makes of the context. An attribute that the context lacks never meets it.
public enum Condition: Hashable, Sendable {
    case locale([LocaleTag])
    /// Upper-case ISO 3166-1 codes or UN M49 digits.
    case region([String])
    case appVersion(VersionRange)
    case build(VersionRange)
    case osVersion(VersionRange)
    case device([DevicePattern])
    case family([WidgetFamily])
    case distribution([Distribution])
    case installation([String])
    /// An attribute of the app's own that has one of the values.
    case attribute(name: String, values: [AttributeValue])
    /// A demand of a newer program that this one cannot read. Met by nobody.
    case unreadable

    public func isMet(by context: Context) -> Bool {
        switch self {
        case .locale(let tags):
            guard let locale = context.locale else { return false }
            return tags.contains { $0.matches(locale) }
        case .region(let regions): return context.region.map(regions.contains) ?? false
        case .appVersion(let range): return context.appVersion.map(range.contains) ?? false
        case .build(let range): return context.build.map(range.contains) ?? false
        case .osVersion(let range): return context.osVersion.map(range.contains) ?? false
        case .device(let patterns):
            guard let device = context.device else { return false }
            return patterns.contains { $0.matches(device) }
        case .family(let families): return context.family.map(families.contains) ?? false
        case .distribution(let ways): return context.distribution.map(ways.contains) ?? false
        case .installation(let ids): return context.installation.map(ids.contains) ?? false
        case .attribute(let name, let values): return context.attributes[name].map(values.contains) ?? false
        case .unreadable: return false
        }
    }

    /// Whether every context that meets `other` meets this condition. Conditions on different attributes never do.
    package func isImplied(by other: Condition) -> Bool {
        switch (self, other) {
        case (.locale(let mine), .locale(let theirs)):
            theirs.allSatisfy { their in mine.contains { $0.contains(their) } }
        case (.region(let mine), .region(let theirs)): theirs.allSatisfy(mine.contains)
        case (.appVersion(let mine), .appVersion(let theirs)), (.build(let mine), .build(let theirs)),
            (.osVersion(let mine), .osVersion(let theirs)):
            mine.contains(theirs)
        case (.device(let mine), .device(let theirs)):
            theirs.allSatisfy { their in mine.contains { $0.contains(their) } }
        case (.family(let mine), .family(let theirs)): theirs.allSatisfy(mine.contains)
        case (.distribution(let mine), .distribution(let theirs)): theirs.allSatisfy(mine.contains)
        case (.installation(let mine), .installation(let theirs)): theirs.allSatisfy(mine.contains)
        case (.attribute(let myName, let mine), .attribute(let theirName, let theirs)):
            myName == theirName && theirs.allSatisfy(mine.contains)
        default: false
        }
    }
}

/// A model identifier such as `iPhone15,2`, or the start of several followed by `*`: `iPad*`.
public struct DevicePattern: Hashable, Sendable, CustomStringConvertible {
    public let description: String
    private let stem: String
    private let isPrefix: Bool

    /// - Throws: ``InvalidValue`` when empty or with a `*` elsewhere than at the end.
    public init(parsing text: String) throws(InvalidValue) {
        let stem = text.hasSuffix("*") ? String(text.dropLast()) : text
        guard !text.isEmpty, !stem.contains("*") else {
            throw InvalidValue("\"\(text)\" is not a device; write it like iPhone15,2 or iPad*")
        }
        description = text
        self.stem = stem
        isPrefix = text.hasSuffix("*")
    }

    public func matches(_ device: String) -> Bool {
        isPrefix ? device.utf8.starts(with: stem.utf8) : device == stem
    }

    /// Whether every device that `other` matches is matched by this pattern too.
    func contains(_ other: DevicePattern) -> Bool {
        isPrefix ? other.stem.utf8.starts(with: stem.utf8) : !other.isPrefix && other.stem == stem
    }
}
