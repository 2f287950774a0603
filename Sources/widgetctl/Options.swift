import CommandLineKit
import Rollout

/// The options that more than one command has.
extension Option {
    static let store = Option(
        "store",
        value: "PATH",
        help: "The store.",
        default: "var/rollout.sqlite",
        environment: "WIDGET_STORE",
        completion: .file
    )
    static let definitions = Option(
        "definitions",
        value: "DIR",
        help: "The folder that holds Apps/, Flags/ and Thumbnails/.",
        default: ".",
        environment: "WIDGET_DEFINITIONS",
        completion: .directory
    )
    static let actor = Option(
        "actor",
        value: "NAME",
        help: "Who is acting, for the log. Otherwise the user and host name.",
        environment: "WIDGET_ACTOR"
    )
    static let keys = Option(
        "keys",
        value: "DIR",
        help: "The directory of the keys.",
        default: "var/keys",
        environment: "WIDGET_KEYS",
        completion: .directory
    )
    static let thumbnails = Option(
        "thumbnails",
        value: "DIR",
        help: "The folder to which `thumbnailer run` publishes.",
        default: "var/thumbnails",
        environment: "WIDGET_THUMBNAILS",
        completion: .directory
    )
    static let json = Option.flag("json", help: "Print JSON instead of text.")

    static let reason = Option("reason", value: "TEXT", help: "Why, for the log.")
    static let requiredReason = Option(
        "reason",
        value: "TEXT",
        help: "Why, for the log and for whoever is woken next.",
        isRequired: true
    )
    static let time = Option(
        "at",
        value: "TIME",
        help:
            "Do it at this time, such as 2026-12-01T22:00:00Z; widgetd or `widgetctl tick` does. Otherwise now."
    )
    static let dryRun = Option.flag("dry-run", help: "Say what would change, and change nothing.")
    static let acceptFindings = Option.flag(
        "accept-findings",
        help: "Go ahead even if more people see wrong dates by it; they are not checked then."
    )
    static let allowRemoval = Option.flag(
        "allow-removal",
        help: "Go ahead even if installations lose what they have by it."
    )
    static let app = Option(
        "app",
        value: "APP|all",
        help: "For which app.",
        isRequired: true,
        repeats: .list(separator: ","),
        completion: .appsAndAll
    )
    static let optionalApp = Option(
        "app",
        value: "APP|all",
        help: "Only of this app.",
        default: "all",
        repeats: .list(separator: ","),
        completion: .appsAndAll
    )

    // The attributes of callers.
    static let locale = Option(
        "locale",
        value: "LOCALE",
        help: "Only for this locale, such as ja or zh-Hant.",
        repeats: .list(separator: ","),
        completion: .locales
    )
    static let appVersion = Option(
        "app-version",
        value: "RANGE",
        help: "Only for these app versions, such as \"2.4.1\" or \">=2.4 <2.6\"."
    )
    static let osVersion = Option(
        "os-version",
        value: "RANGE",
        help: "Only for these OS versions, such as \">=18\"."
    )
    static let family = Option(
        "family",
        value: "FAMILY",
        help: "Only in this family.",
        repeats: .list(separator: ","),
        completion: .values(WidgetFamily.allCases.map(\.rawValue))
    )
    static let flag = Option("flag", value: "FLAG", help: "A flag instead of a widget.", completion: .flags)
}

extension Argument {
    static let app = Argument("APP", help: "The app, or \"all\".", completion: .appsAndAll)
    static let oneApp = Argument("APP", help: "The app.", completion: .apps)
    static let optionalWidget = Argument(
        "WIDGET",
        help: "The kind of the widget.",
        isOptional: true,
        completion: .widgets
    )
    static let flag = Argument("FLAG", help: "The key of the flag.", completion: .flags)
}
