import Testing
import TestSupport

/// Commands that several suites have given before they look at something.
extension WidgetctlProcess {
    /// Silences the lock-screen widget of one app for Japanese users.
    @discardableResult
    func killLockWidget(reason: String) throws -> RunningProgram.End {
        try succeed(["kill"] + Self.lockWidget + ["--reason", reason])
    }

    /// Lifts that kill.
    @discardableResult
    func restoreLockWidget(reason: String, at time: String? = nil) throws -> RunningProgram.End {
        try succeed(
            ["restore"] + Self.lockWidget + ["--reason", reason] + (time.map { ["--at", $0] } ?? [])
        )
    }

    private static let lockWidget = ["minimal-wallpapers", "WallpaperLockWidget", "--locale", "ja"]

    /// A widget is silenced in all apps, a flag in one of them with a reason that would set off a terminal, and a rollout
    /// is under way.
    ///
    /// - Parameters:
    ///   - reason: Of the widget's kill.
    ///   - scope: Options that narrow it.
    func haveIncident(reason: String, scope: [String] = []) throws {
        try succeed(["kill", "all", "WallpaperHomeWidget", "--reason", reason] + scope)
        try succeed(
            "kill",
            "aurora-wallpapers",
            "--flag",
            "widget_enabled",
            "--reason",
            "\u{1B}[31mred\r\nnext\u{202E}"
        )
        try succeed("rollout", "start", "widget_enabled", "--app", "all", "--accept-findings")
    }
}
