import Definitions
import Rollout
import StrictJSON
import Testing
import TestSupport
import Thumbnails
import WallpaperManifest

@testable import RefreshBudget

extension RefreshPlan {
    /// A plan with a timer, or without one when `every` is nil.
    static func plan(
        entries: Int = 1,
        spacing: Int? = nil,
        every minutes: Int? = nil,
        onTheClock: Bool = false,
        jitter: Int = 0,
        foreground: Int = 0,
        background: Int = 0,
        pushes: Int = 0
    ) -> RefreshPlan {
        RefreshPlan(
            entries: entries,
            spacingMinutes: spacing,
            policy: minutes.map { .after(minutes: $0) } ?? .never,
            isOnTheClock: onTheClock,
            jitterMinutes: jitter,
            foregroundReloadsPerDay: foreground,
            backgroundReloadsPerDay: background,
            pushReloadsPerDay: pushes
        )
    }
}

/// An app with one widget, as its file would have it.
struct Sample {
    var families = #"["systemSmall", "accessoryInline"]"#
    var timeline =
        #"{"pattern": "timer", "entries": 6, "entrySpacingMinutes": 30, "nextTimelineAfterMinutes": 180}"#
    /// Further members of the widget, each with a comma before it.
    var more = ""

    static let app = "aurora"

    var profile: WidgetProfile {
        get throws {
            let text = """
                {"name": "Aurora", "bundleID": "com.example.aurora", "appGroup": "group.com.example.aurora",
                 "minimumOS": "17.0", "urlScheme": "aurora", "locales": ["en"], "widgets": {"HomeWidget":
                 {"families": \(families), "timeline": \(timeline), "whenDisabled": "emblem"\(more)}}}
                """
            let findings = Findings(unknownKeys: .refuse)
            let field = JSONField(try JSON(parsing: Array(text.utf8)), findings: findings)
            let app = AppProfile(field, id: try AppID(Self.app))
            try #require(findings.all.isEmpty, "\(findings.all)")
            return try #require(app?.widgets.first)
        }
    }

    func report(installations: Int = 1_000_000, manifests: [AppID: Manifest] = [:]) throws -> BudgetReport {
        try BudgetReport(
            try profile,
            in: AppID(Self.app),
            Self.gallery(manifests),
            installations: installations
        )
    }

    /// The repository's own devices and recipes.
    static func gallery(_ manifests: [AppID: Manifest] = [:]) throws -> Gallery {
        Gallery(
            devices: try DeviceTable(parsing: Array(Repository.text("Thumbnails/devices.json").utf8)),
            recipes: try RecipeBook(parsing: Array(Repository.text("Thumbnails/recipes.json").utf8)),
            manifests: manifests
        )
    }
}

extension BudgetReport {
    /// `stands-still`, `memory` and so on, in order.
    var rules: [String] { findings.map(\.rule.rawValue) }

    /// What was found by one rule; empty when nothing was.
    func messages(_ rule: BudgetFinding.Rule) -> [String] {
        findings.filter { $0.rule == rule }.map(\.message)
    }
}
