import Foundation

/// Does something during which the system is not to suspend the app, for it ends one that it finds with a lock in an App
/// Group (`0xdead10cc`).
func withoutSuspension<Result>(_ body: () -> Result) -> Result {
    #if os(iOS)
        let done = DispatchSemaphore(value: 0)
        defer { done.signal() }
        ProcessInfo.processInfo.performExpiringActivity(withReason: "keeping a configuration") { isExpiring in
            if !isExpiring { done.wait() }
        }
    #endif
    return body()
}
