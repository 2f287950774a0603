import Foundation

/// A value that one thread at a time may touch.
///
/// `Mutex` of the standard library would do, were it there before iOS 18.
final class Locked<Value>: @unchecked Sendable {
    // Safe to share: the value is touched under the lock alone, and what is not Sendable cannot leave it.
    private let lock = NSLock()
    private var value: Value

    init(_ value: sending Value) { self.value = value }

    /// Does something short with the value.
    func withLock<Result: Sendable>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
