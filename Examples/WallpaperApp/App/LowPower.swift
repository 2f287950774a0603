import Foundation

/// Whether the system asks apps to save energy: at once, and whenever that changes.
func lowPowerChanges() -> AsyncStream<Bool> {
    AsyncStream { continuation in
        let center = NotificationCenter.default
        _ = center.addObserver(forName: .NSProcessInfoPowerStateDidChange, object: nil, queue: nil) { _ in
            continuation.yield(ProcessInfo.processInfo.isLowPowerModeEnabled)
        }
        continuation.yield(ProcessInfo.processInfo.isLowPowerModeEnabled)
    }
}
