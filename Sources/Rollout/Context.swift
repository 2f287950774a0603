/// What is known of the caller that a decision is made for.
///
/// Everything is optional. What is nil matches no condition, so a missing attribute never lets anyone into a rule
/// or a kill by accident.
public struct Context: Sendable {
    /// A random identifier of the installation, shared by app and extension; never an identifier of the device.
    ///
    /// nil: never enrolled in a rollout below 100 percent. Empty becomes nil, lest all that have none be enrolled
    /// together.
    public var installation: String? {
        didSet { if installation == "" { installation = nil } }
    }
    /// `CFBundleShortVersionString`.
    public var appVersion: Version?
    /// `CFBundleVersion`.
    public var build: Version?
    /// The version of the operating system.
    public var osVersion: Version?
    /// The locale that the widget renders in.
    public var locale: LocaleTag?
    /// The region set on the device, as an upper-case ISO 3166-1 code.
    ///
    /// Neither the locale's region nor the country of an address, either of which may differ from it.
    public var region: String?
    /// The model identifier, such as `iPhone15,2`.
    public var device: String?
    /// The family in which the widget is about to show.
    public var family: WidgetFamily?
    /// How the app came onto the device.
    public var distribution: Distribution?
    /// Attributes of the app's own, by name.
    public var attributes: [String: AttributeValue]

    /// A context of what is known.
    public init(
        installation: String? = nil,
        appVersion: Version? = nil,
        build: Version? = nil,
        osVersion: Version? = nil,
        locale: LocaleTag? = nil,
        region: String? = nil,
        device: String? = nil,
        family: WidgetFamily? = nil,
        distribution: Distribution? = nil,
        attributes: [String: AttributeValue] = [:]
    ) {
        self.installation = installation == "" ? nil : installation
        self.appVersion = appVersion
        self.build = build
        self.osVersion = osVersion
        self.locale = locale
        self.region = region
        self.device = device
        self.family = family
        self.distribution = distribution
        self.attributes = attributes
    }
}
