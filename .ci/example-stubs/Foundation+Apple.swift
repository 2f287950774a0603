// What the example uses of Apple's Foundation that Linux has not; compiled with the example's own files.

import Foundation

extension FileManager {
    func containerURL(forSecurityApplicationGroupIdentifier group: String) -> URL? { nil }
}

extension ProcessInfo {
    var isLowPowerModeEnabled: Bool { false }
}

extension Notification.Name {
    static let NSProcessInfoPowerStateDidChange = Notification.Name("NSProcessInfoPowerStateDidChange")
}

/// On Linux this is in another module.
final class URLSession: Sendable {
    static let shared = URLSession()
    func data(from url: URL) async throws -> (Data, URLResponse) { throw CocoaError(.featureUnsupported) }
}

final class URLResponse: Sendable {}
