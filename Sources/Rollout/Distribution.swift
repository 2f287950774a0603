/// How the app came onto the device.
public enum Distribution: String, CaseIterable, Hashable, Sendable {
    case appStore, testFlight
}
