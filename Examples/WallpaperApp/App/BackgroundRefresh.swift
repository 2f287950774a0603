import BackgroundTasks
import Foundation

/// Asks the system to wake the app now and then, so that a kill reaches widgets of an app that nobody opens.
enum BackgroundRefresh {
    /// Also in the Info key `BGTaskSchedulerPermittedIdentifiers`.
    static let identifier = "com.example.minimalwallpapers.config"

    /// One time, an hour from now at the earliest; the system decides when, and whether at all.
    static func schedule() {
        let request = BGAppRefreshTaskRequest(identifier: identifier)
        request.earliestBeginDate = Date(timeIntervalSinceNow: 3600)
        do {
            try BGTaskScheduler.shared.submit(request)
        } catch {
            // As in a simulator, or when a person has switched background refresh off.
            print("no background refresh: \(error)")
        }
    }
}
