/// Whose bundles are believed.
public enum BundleTrust: Hashable, Sendable {
    /// Bundles that one of these keys has signed; with no key, none.
    case signed(by: [BundleKey])
    /// Bundles of anyone, signed or not, for servers without keys on a developer's machine.
    ///
    /// Whoever stands between client and server can switch everything.
    case unsigned
}
