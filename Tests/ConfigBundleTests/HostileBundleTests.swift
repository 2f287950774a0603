import BundleSamples
import ConfigBundle
import Rollout
import StrictJSON
import TestSupport
import Testing

/// What a client must live through: a cache, a proxy or an attacker may send it anything.
@Suite("A bundle that has been tampered with") struct HostileBundleTests {
    /// What stands in the place of a part of a bundle.
    private static let intruders: [JSON] = [
        .null, true, 0, -1, .integer(.max), .integer(.min), .number(0.5), .number(.greatestFiniteMagnitude),
        "", "0",
        "\0",
        "\u{202E}", "e\u{301}", "9999-12-31T23:59:59Z", "0000-01-01T00:00:00Z", "99999999999999999999",
        ">=1 <0", "-",
        "*", [], [:], [[]], [[:]], ["", ""],
    ]

    /// Puts an intruder in the place of one part, takes a part away, or repeats one.
    private func tampered(_ value: JSON, _ random: inout SeededGenerator) -> JSON {
        if Int.random(in: 0..<12, using: &random) == 0,
            let intruder = Self.intruders.randomElement(using: &random)
        {
            return intruder
        }
        switch value {
        case .object(var members):
            guard let key = members.keys.sorted().randomElement(using: &random), let member = members[key]
            else {
                return value
            }
            members[key] = Int.random(in: 0..<12, using: &random) == 0 ? nil : tampered(member, &random)
            return .object(members)
        case .array(var elements):
            guard let index = elements.indices.randomElement(using: &random) else { return value }
            let element = tampered(elements[index], &random)
            if Int.random(in: 0..<6, using: &random) == 0 {
                elements.append(element)
            } else {
                elements[index] = element
            }
            return .array(elements)
        default: return value
        }
    }

    /// Asks everything that a client may ask.
    private func use(_ configuration: AppConfiguration) throws {
        let locale = try LocaleTag(parsing: "zh_TW")
        for milliseconds in [Int64.min, 0, 1_796_083_200_000, .max] {
            let now = Instant(millisecondsSince1970: milliseconds)
            for context in [
                Context(),
                Context(installation: "A", appVersion: try Version(parsing: "2.4"), locale: locale),
            ] {
                for flag in configuration.flags { _ = configuration.decide(flag.key, for: context, at: now) }
                for widget in configuration.widgets {
                    _ = configuration.decide(widget.kind, for: context, at: now)
                }
            }
        }
    }

    @Test("is refused, or is read, used and written like any other", arguments: 1...20)
    func survives(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var damage = Mutation(seed: seed)
        var configurations = RandomConfiguration(seed: seed)
        for _ in 0..<10 {
            let bytes = try configurations.next().bundleBytes
            for _ in 0..<10 {
                var json = try JSON(parsing: bytes)
                for _ in 0..<Int.random(in: 1...5, using: &random) { json = tampered(json, &random) }
                for hostile in [json.canonicalBytes, damage.apply(to: bytes)] {
                    guard let read = try? AppConfiguration(bundle: hostile) else { continue }
                    try use(read)
                    // Families and ways of distribution that this version does not know are not written again, so
                    // it need not be a bundle.
                    _ = try JSON(parsing: read.bundleBytes)
                }
            }
        }
    }
}
