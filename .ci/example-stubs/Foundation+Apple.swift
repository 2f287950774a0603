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
