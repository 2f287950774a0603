public import ConfigBundle
public import Rollout

/// What a widget extension asks before it shows or reloads anything.
///
/// Opened once for each process or timeline: reads the App Group file, verifies it and notes where its parts are, in
/// well under a millisecond. Then it answers without waiting for anything, reading only what each question needs. It
/// never touches the network.
public struct WidgetGate: Sendable {
    /// What the answers are made of.
    public enum Source: Hashable, Sendable {
        /// The newest bundle that the app was sent, or the one before it.
        case kept
        /// The one that came with the app, which is older than any.
        case embedded
        /// Nothing: there is no bundle that can be read. Every question is answered with ``WidgetAnswer/Reason/unknown``
        /// or nil.
        case none
    }

    /// What the answers are made of.
    public let source: Source
    /// What was wrong with bundles that would have been preferred, for the app's log.
    public let faults: [AppGroupError]
    /// When the server last said that this bundle is in force, by its own clock; nil unless it is a kept one.
    public let confirmedAt: Instant?
    /// The server's time, as far as it is known.
    public let clock: ServerClock
    /// What is known of the caller whatever it asks.
    public let caller: Context
    /// Whose questions it answers.
    let app: AppID
    private let outline: BundleOutline?
    private let wallpaperFile: WallpaperFile

    /// - Parameters:
    ///   - trust: Who must have signed a kept bundle.
    ///   - embedded: The bundle that came with the app, which its own signature vouches for; asked for only when there
    ///     is no kept one. nil: there is none.
    ///   - caller: What is known of the caller. ``Rollout/Context/installation`` is ``InstallationIdentity/id``, so that
    ///     app and extension decide alike.
    public init(
        in directory: AppGroupDirectory,
        app: AppID,
        trust: BundleTrust,
        embedded: () -> [UInt8]?,
        caller: Context
    ) {
        let file = BundleFile(in: directory, verifier: BundleVerifier(app: app, trust: trust))
        var outline: BundleOutline?
        let found = file.read { bundle throws(BundleError) in
            outline = try BundleOutline(bundle: bundle.bytes, of: app, revision: bundle.revision)
        }
        var faults = found.faults
        var source = Source.kept
        if outline == nil {
            do throws(BundleError) {
                outline = try embedded().map { bytes throws(BundleError) in
                    try BundleOutline(bundle: bytes, of: app, revision: nil)
                }
            } catch {
                faults.append(
                    AppGroupError(operation: .read, path: "the embedded bundle", cause: .refused(error))
                )
            }
            source = outline == nil ? .none : .embedded
        }
        self.source = source
        self.faults = faults
        self.app = app
        self.outline = outline
        wallpaperFile = WallpaperFile(in: directory, app: app)
        self.caller = caller
        confirmedAt = found.bundle?.confirmedAt
        clock = found.bundle?.clock ?? .unknown
    }

    /// The number of the last change that the answers know of; nil when there is no bundle.
    public var revision: Int64? { outline?.revision }

    /// The manifest of the app's wallpapers, by whose hash a copy of it is known to be the right one; nil when there is
    /// none.
    public var manifest: ManifestHash? { outline?.wallpapers }

    /// Reads the manifest of the wallpapers that the bundle names, for questions about which to show.
    public func openWallpapers() -> WallpaperGate { WallpaperGate(self, wallpaperFile) }

    /// How long ago the server last said that this bundle is in force; nil unless it is a kept one.
    ///
    /// - Parameter device: What the device's clock says now.
    public func age(at device: Instant) -> Duration? {
        confirmedAt.map {
            .milliseconds(clock.now(device: device).millisecondsSince1970 - $0.millisecondsSince1970)
        }
    }

    /// What a flag gives; nil when there is no such flag.
    ///
    /// - Parameters:
    ///   - family: In which the widget is about to show; nil: no condition on families is met.
    ///   - locale: That the widget renders in; nil: that of ``caller``.
    ///   - device: What the device's clock says then.
    /// - Throws: ``BundleError`` when the server has written a flag that cannot be read. No other flag suffers by it.
    public func decide(
        _ flag: FlagKey,
        family: WidgetFamily? = nil,
        locale: LocaleTag? = nil,
        at device: Instant
    ) throws(BundleError) -> Decision? {
        let configuration = try outline?.configuration(for: flag)
        return configuration?.decide(flag, for: context(family, locale), at: clock.now(device: device))
    }

    /// Whether a widget may show its content and be reloaded, and how, or what it shows instead.
    ///
    /// - Parameters:
    ///   - family: In which it is about to show.
    ///   - locale: That it renders in; nil: that of ``caller``.
    ///   - device: What the device's clock says then: now, or when an entry is to be shown.
    public func widget(
        _ kind: WidgetKind,
        family: WidgetFamily,
        locale: LocaleTag? = nil,
        at device: Instant
    ) -> WidgetAnswer {
        do throws(BundleError) {
            guard let configuration = try outline?.configuration(for: kind),
                let widget = configuration.widget(kind),
                let decision = configuration.decide(
                    kind,
                    for: context(family, locale),
                    at: clock.now(device: device)
                )
            else { return .unknown }
            return WidgetAnswer(decision, widget.timeline)
        } catch {
            return .unreadable(error)
        }
    }

    private func context(_ family: WidgetFamily?, _ locale: LocaleTag?) -> Context {
        var context = caller
        context.family = family
        if let locale { context.locale = locale }
        return context
    }
}
