import CommandLineKit
import ReleaseDesk
import Rollout

private let wholeApp = Option.flag("whole-app", help: "Every widget and flag of the app.")
private let everyScope = Option.flag(
    "every-scope",
    help: "Lift all kills of the target, whatever their families, locales and versions."
)

let killCommand = Command(
    "kill",
    summary: "Silence an app, a widget, some of its families, or a flag.",
    discussion: """
        A kill beats every rule and rollout and is live within a second. Without --locale, --app-version and \
        --os-version it holds for everyone; with more than one of them, for those who meet all. Killing what is killed \
        already changes nothing.

        With "all", apps that lack the widget, family or flag are passed over with a warning: a kill hits what it can. \
        Only if no app has it is the command refused.
        """,
    examples: [
        .init(
            "Silence the lock-screen widget for Japanese users",
            "widgetctl kill minimal-wallpapers WallpaperLockWidget --locale ja --reason \"wrong date\""
        ),
        .init(
            "Silence one family of it in the builds that are wrong",
            "widgetctl kill all WallpaperLockWidget --family accessoryCircular --app-version \">=2.4 <2.4.2\" "
                + "--reason \"emblem cut off\""
        ),
        .init(
            "Turn a feature off everywhere",
            "widgetctl kill all --flag widget_enabled --reason \"memory crashes\""
        ),
    ],
    arguments: [.app, .optionalWidget],
    options: [
        .family, .flag, wholeApp, .locale, .appVersion, .osVersion, .requiredReason, .dryRun,
    ]
) { call in
    guard try !call.requiredValue(of: .requiredReason).allSatisfy(\.isWhitespace) else {
        throw UsageError("--reason must not be empty: whoever is woken next will ask")
    }
    let order = try call.killOrder()
    return try call.print(
        call.changingDesk().perform(
            .kill(order, in: AppSelection([call.argument(.app)])),
            call.order(reason: .requiredReason)
        )
    )
}

let restoreCommand = Command(
    "restore",
    summary: "Lift a kill.",
    discussion: """
        Name the kill as it was made: the same target, families, locales and versions. When other kills keep it silent, \
        each is named with the command that lifts it. `widgetctl status` lists all kills.
        """,
    examples: [
        .init(
            "Bring the widget back",
            "widgetctl restore minimal-wallpapers WallpaperLockWidget --locale ja"
        ),
        .init(
            "Lift every kill of a widget, whatever its scope",
            "widgetctl restore all WallpaperLockWidget --every-scope --reason \"fixed in 2.4.2\""
        ),
    ],
    arguments: [.app, .optionalWidget],
    options: [
        .family, .flag, wholeApp, .locale, .appVersion, .osVersion, everyScope, .reason, .dryRun,
    ]
) { call in
    let order = try call.killOrder()
    if call.isSet(everyScope) && (order.scope != .everyone || order.families != nil) {
        throw UsageError("--every-scope goes without --family, --locale, --app-version and --os-version")
    }
    return try call.print(
        call.changingDesk().perform(
            .restore(
                order,
                everyScope: call.isSet(everyScope),
                in: AppSelection([call.argument(.app)])
            ),
            call.order(reason: .reason)
        )
    )
}

extension Invocation {
    fileprivate func killOrder() throws -> KillOrder {
        let widget = optionalArgument(.optionalWidget)
        let flag = value(of: .flag)
        let families = try values(of: .family) { WidgetFamily(rawValue: $0) }
        let locales = try values(of: .locale) { try LocaleTag(parsing: $0) }
        if [widget != nil, flag != nil, isSet(wholeApp)].count(where: \.self) != 1 {
            throw UsageError("say what: a WIDGET, --flag FLAG, or --whole-app, and only one of them")
        }
        if !families.isEmpty && widget == nil { throw UsageError("--family needs a WIDGET") }
        return KillOrder(
            widget: widget,
            families: families.isEmpty ? nil : families,
            flag: flag,
            scope: Kill.Scope(
                locales: locales.isEmpty ? nil : locales,
                appVersions: try value(of: .appVersion) { try VersionRange(parsing: $0) },
                osVersions: try value(of: .osVersion) { try VersionRange(parsing: $0) }
            )
        )
    }
}
