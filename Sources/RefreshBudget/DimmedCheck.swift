package import Definitions
import Rollout

/// What a widget shows while luminance is reduced: in StandBy and on an always-on Lock Screen.
package struct DimmedCheck: Equatable, Sendable {
    /// Whether the profile says what it drops.
    package let isDeclared: Bool
    /// The IDs of dates and images that stay lit, in the order of the profile.
    package let staysLit: [String]
    /// Those that it drops.
    package let drops: [String]
    /// Images that stay as bright as they are, for want of a dimmed variant.
    package let withoutDimmedVariant: [String]
    /// Dates that stay lit and count seconds, which are not shown then.
    package let countsSeconds: [String]

    package init(_ profile: WidgetProfile) {
        let isInStandBy = profile.standBy?.isShown ?? true
        let places = profile.widget.families.filter { family in
            switch family {
            case .accessoryCircular, .accessoryRectangular, .accessoryInline: true
            case .systemSmall: isInStandBy
            // Not in StandBy, not on the Lock Screen of a phone.
            case .systemMedium, .systemLarge, .systemExtraLarge, .accessoryCorner: false
            }
        }
        let dropped = Set(profile.standBy?.drops ?? [])
        let dates = profile.dates.filter { places.contains($0.family) }
        let images = profile.images.filter { places.contains($0.family) }
        let ids = dates.map(\.id) + images.map(\.id)
        isDeclared = profile.standBy != nil
        staysLit = ids.filter { !dropped.contains($0) }
        drops = ids.filter(dropped.contains)
        // On the Lock Screen the system renders pictures without colour and dims them itself.
        withoutDimmedVariant = images.filter {
            $0.family == .systemSmall && !$0.isDimmable && !dropped.contains($0.id)
        }.map(\.id)
        countsSeconds = dates.filter { $0.format.countsSeconds && !dropped.contains($0.id) }.map(\.id)
    }
}

extension DateDeclaration.Format {
    /// Whether its text changes each second.
    var countsSeconds: Bool {
        switch self {
        case .template(let letters): letters.contains { "sSA".contains($0) }
        case .pattern(let pattern): Self.unquoted(pattern).contains { "sSA".contains($0) }
        // Of SwiftUI's styles these count seconds; "relative" does within the last hour.
        case .style(let name): ["timer", "relative", "stopwatch"].contains(name.lowercased())
        }
    }

    /// The letters of a pattern that stand for fields (UTS 35, "Date Format Patterns").
    private static func unquoted(_ pattern: String) -> String {
        pattern.split(separator: "'", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset % 2 == 0 }.map { String($0.element) }.joined()
    }
}
