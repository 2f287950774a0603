/// One demand that a rule makes of the context.
///
/// An attribute that the context lacks never meets it.
public enum Condition: Hashable, Sendable {
    case locale([LocaleTag])
    /// Upper-case ISO 3166-1 codes or UN M49 digits.
    case region([String])
    indirect case appVersion(VersionRange)
    indirect case build(VersionRange)
    indirect case osVersion(VersionRange)
    case device([DevicePattern])
    case family([WidgetFamily])
    case distribution([Distribution])
    case installation([String])
    /// An attribute of the app's own that has one of the values.
    indirect case attribute(name: String, values: [AttributeValue])
    /// A demand of a newer program that this one cannot read. Met by nobody.
    case unreadable

    /// Whether the context has the attribute and the attribute is one of those wanted.
    public func isMet(by context: Context) -> Bool {
        switch self {
        case .locale(let tags):
            guard let locale = context.locale else { return false }
            return tags.contains { $0.matches(locale) }
        case .region(let regions):
            guard let region = context.region else { return false }
            return regions.contains(region)
        case .appVersion(let range):
            guard let version = context.appVersion else { return false }
            return range.contains(version)
        case .build(let range):
            guard let build = context.build else { return false }
            return range.contains(build)
        case .osVersion(let range):
            guard let version = context.osVersion else { return false }
            return range.contains(version)
        case .device(let patterns):
            guard let device = context.device else { return false }
            return patterns.contains { $0.matches(device) }
        case .family(let families):
            guard let family = context.family else { return false }
            return families.contains(family)
        case .distribution(let ways):
            guard let way = context.distribution else { return false }
            return ways.contains(way)
        case .installation(let ids):
            guard let id = context.installation else { return false }
            return ids.contains(id)
        case .attribute(let name, let values):
            guard let value = context.attributes[name] else { return false }
            return values.contains(value)
        case .unreadable: return false
        }
    }

    /// Whether every context that meets `other` meets this condition.
    ///
    /// Conditions on different attributes never do.
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
    /// As it was written.
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

    /// Whether a device is that model, or begins like it.
    public func matches(_ device: String) -> Bool {
        isPrefix ? device.hasPrefix(stem) : device == stem
    }

    /// Whether every device that `other` matches is matched by this pattern too.
    func contains(_ other: DevicePattern) -> Bool {
        isPrefix ? other.stem.hasPrefix(stem) : !other.isPrefix && other.stem == stem
    }
}
