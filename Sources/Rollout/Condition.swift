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
    func isImplied(by other: Condition) -> Bool {
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

extension Condition: CustomStringConvertible {
    /// As people would say it: "locale ja, ko", "app version >=2.4".
    public var description: String {
        switch self {
        case .locale(let tags): "locale \(Self.list(tags))"
        case .region(let regions): "region \(Self.list(regions))"
        case .appVersion(let range): "app version \(range)"
        case .build(let range): "build \(range)"
        case .osVersion(let range): "OS version \(range)"
        case .device(let patterns): "device \(Self.list(patterns))"
        case .family(let families): "family \(Self.list(families.map(\.rawValue)))"
        case .distribution(let ways): "distribution \(Self.list(ways.map(\.rawValue)))"
        case .installation(let ids): "installation \(Self.list(ids))"
        case .attribute(let name, let values): "attribute \(name) \(Self.list(values))"
        case .unreadable: "something that this version cannot read"
        }
    }

    private static func list(_ items: [some CustomStringConvertible]) -> String {
        items.map(\.description).joined(separator: ", ")
    }
}
