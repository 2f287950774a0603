import CMicroHTTPD
import Synchronization

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
    }
}
