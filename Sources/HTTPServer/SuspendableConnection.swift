import CMicroHTTPD
import Synchronization
import Threads

/// A connection that its thread may leave alone for a while.
///
/// Suspending is for the connection's own thread, in one of the library's callbacks; resuming is for any thread, once
/// for each suspension. The library frees no connection that is suspended, so the handle is valid until then.
struct SuspendableConnection: @unchecked Sendable {
    // Safe to share: the library takes a lock of its own for both calls, and keeps the handle as said above.
    private let handle: OpaquePointer
    let connection: Connection

    init(_ connection: Connection, _ handle: OpaquePointer) {
        self.connection = connection
        self.handle = handle
    }

    func suspend() {
        connection.activity.store(.waiting, ordering: .relaxed)
        MHD_suspend_connection(handle)
    }

    func resume() {
        connection.activity.store(.busy(since: .now), ordering: .relaxed)
        MHD_resume_connection(handle)
        connection.wakeUp.raise()
    }

    /// Has the connection's thread look at it again, for a callback that returns the end of a body.
    ///
    /// A connection that ends in such a callback right after it was resumed is in none of the library's lists of what to
    /// look at (0.9.75): it would stay, closed, until it happens to be the one that was idle longest.
    func lookAgain() {
        MHD_suspend_connection(handle)
        MHD_resume_connection(handle)
        connection.wakeUp.raise()
    }
}
