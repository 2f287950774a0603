import Rollout

// Names of what the six apps have; one that is not valid stops the run.

extension FlagKey {
    static let widgets = known("widget_enabled", FlagKey.init)
    static let homeWidget = known("home_widget_enabled", FlagKey.init)
    static let lockWidget = known("lock_widget_enabled", FlagKey.init)
    static let spacing = known("refresh_spacing_minutes", FlagKey.init)
    static let tapTarget = known("tap_target", FlagKey.init)
}

extension WidgetKind {
    static let lock = known("WallpaperLockWidget", WidgetKind.init)
    static let home = known("WallpaperHomeWidget", WidgetKind.init)
}

private func known<Name>(_ text: String, _ make: (String) throws(InvalidValue) -> Name) -> Name {
    do throws(InvalidValue) { return try make(text) } catch { preconditionFailure(error.description) }
}
