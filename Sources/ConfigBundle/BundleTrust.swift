/// Whose bundles are believed.
public enum BundleTrust: Hashable, Sendable {
    /// Bundles that one of these keys has signed. Of no key: none.
    case signed(by: [BundleKey])
    /// Bundles of anyone, signed or not: whoever stands between client and server can switch everything. For servers
    /// without keys, on a developer's machine.
    case unsigned
}
