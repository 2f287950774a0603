import CommandLineKit
import ReleaseDesk
import Rollout
import StrictJSON

private let widget = Option("widget", value: "WIDGET", help: "Explain this widget.", completion: .widgets)
private let flag = Option("flag", value: "FLAG", help: "Explain this flag.", completion: .flags)
private let installation = Option("installation", value: "ID", help: "The installation's identifier.")
private let locale = Option(
    "locale",
    value: "LOCALE",
    help: "The locale, such as ja_JP.",
    completion: .locales
)
private let region = Option("region", value: "CODE", help: "The region set on the device, such as JP.")
private let appVersion = Option("app-version", value: "VERSION", help: "The app's version.")
private let build = Option("build", value: "VERSION", help: "The app's build number.")
private let osVersion = Option("os-version", value: "VERSION", help: "The version of iOS.")
private let device = Option("device", value: "MODEL", help: "The model identifier, such as iPhone15,2.")
private let family = Option(
    "family",
    value: "FAMILY",
    help: "The widget's family.",
    completion: .values(WidgetFamily.allCases.map(\.rawValue))
)
private let distribution = Option(
    "distribution",
    value: "WAY",
    help: "appStore or testFlight.",
    completion: .values(Distribution.allCases.map(\.rawValue))
)
private let attribute = Option(
    "attribute",
    value: "NAME=VALUE",
    help: "An attribute of the app's own; may be given more than once.",
    repeats: .anyTimes
)
private let moment = Option(
    "at",
    value: "TIME",
    help: "As of this time, such as 2026-12-04T00:00:00Z. Otherwise now."
)

let explainCommand = Command(
    "explain",
    summary: "Say what one installation gets, and why.",
    discussion: """
        Shows every layer that was asked, in order: kills, status, prerequisites, rules, rollout, default. Without \
        --widget and --flag it explains everything of the app. What is not given is unknown, and matches no \
        condition; without --family, families that fare differently are explained too.
        """,
    examples: [
        .init(
            "Why a Japanese user sees no lock-screen widget",
            "widgetctl explain minimal-wallpapers --widget WallpaperLockWidget "
                + "--installation 6F9619FF-8B86-D011-B42D-00C04FC964FF --locale ja_JP --app-version 2.4.1"
        ),
        .init(
            "Who will have it on day 4",
            "widgetctl explain aurora-wallpapers --flag widget_enabled --installation 6F96 --at 2026-12-04T00:00:00Z"
        ),
    ],
    arguments: [.oneApp],
    options: [
        widget, flag, installation, locale, region, appVersion, build, osVersion, device, family,
        distribution,
        attribute, moment,
    ]
) { call in
    let explanations = try call.readingDesk().explain(
        app: call.argument(.oneApp),
        widget: call.value(of: widget),
        flag: call.value(of: flag),
        for: call.context(),
        at: call.value(of: moment) { try Instant(parsing: $0) }
    )
    if call.wantsJSON {
        try call.print(JSON.array(explanations.map(\.json)))
        return .success
    }
    for (index, explanation) in explanations.enumerated() {
        if index > 0 { try call.print() }
        try call.heading("\(explanation.title): \(explanation.verdict)")
        try call.write(Table(explanation.steps))
    }
    return .success
}

extension Invocation {
    fileprivate func context() throws -> Context {
        var attributes: [String: AttributeValue] = [:]
        for (name, value) in try values(of: attribute, as: parseAttribute) { attributes[name] = value }
        return Context(
            installation: value(of: installation),
            appVersion: try value(of: appVersion) { try Version(parsing: $0) },
            build: try value(of: build) { try Version(parsing: $0) },
            osVersion: try value(of: osVersion) { try Version(parsing: $0) },
            locale: try value(of: locale) { try LocaleTag(parsing: $0) },
            region: value(of: region)?.uppercased(),
            device: value(of: device),
            family: try value(of: family) { WidgetFamily(rawValue: $0) },
            distribution: try value(of: distribution) { Distribution(rawValue: $0) },
            attributes: attributes
        )
    }
}

/// `plan=pro`, `beta=true`, `level=3`; nil without a name.
private func parseAttribute(_ text: String) -> (String, AttributeValue)? {
    let halves = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard halves.count == 2, !halves[0].isEmpty else { return nil }
    let value: AttributeValue =
        switch halves[1] {
        case "true": .boolean(true)
        case "false": .boolean(false)
        default: Double(halves[1]).map(AttributeValue.number) ?? .string(halves[1])
        }
    return (halves[0], value)
}

extension Table {
    fileprivate init(_ steps: [TraceStep]) {
        self.init(columns: [
            Column(""), Column("ASKED"), Column("LAYER"), Column("ANSWER", whenNarrow: .wraps),
        ])
        for step in steps {
            add([
                Cell(step.answered ? "=>" : "", .green), Cell(step.subject), Cell(step.layer.rawValue),
                step.answered ? Cell(step.detail, .bold) : Cell(step.detail),
            ])
        }
    }
}
