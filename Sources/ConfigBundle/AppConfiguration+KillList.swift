import Rollout
import StrictJSON

extension AppConfiguration {
    /// The kills alone, in the form that they have in the bundle, for a widget extension that has one request to
    /// spend: `{"app", "format", "kills", "revision"}` in canonical JSON.
    package var killListBytes: [UInt8] {
        let list: JSON = [
            "format": .integer(Self.bundleFormat), "app": .string(app.text), "revision": .integer(revision),
            "kills": .array(kills.map(\.json)),
        ]
        return list.canonicalBytes
    }
}
