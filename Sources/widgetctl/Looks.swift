import Glibc
import Synchronization
import Threads

/// Looks that are taken on a thread of their own, so that keys and signals never wait for a store or a server.
final class Looks: Sendable {
    /// What the thread leaves for others.
    private final class Tray: Sendable {
        let sight = Mutex<Sight?>(nil)
        let news: WakeUp
        init(_ news: WakeUp) { self.news = news }
    }

    /// The system gives no thread, or no descriptors.
    private struct Failure: Error, CustomStringConvertible {
        let operation: String
        let code: Int32
        var description: String { "cannot \(operation): \(String(cString: strerror(code)))" }
    }

    private let tray: Tray
    private let thread: RepeatingThread

    /// Takes the first look at once.
    ///
    /// - Throws: When the system gives no thread, or no descriptors.
    init(_ watcher: Watcher, every interval: Duration) throws {
        guard let news = WakeUp() else {
            throw Failure(operation: "make a pipe for what is seen", code: errno)
        }
        let tray = Tray(news)
        let watcher = Mutex(watcher)
        let thread = RepeatingThread {
            let sight = watcher.withLock { $0.look() }
            tray.sight.withLock { $0 = sight }
            tray.news.raise()
            return interval
        }
        guard let thread else { throw Failure(operation: "start a thread to look with", code: errno) }
        self.tray = tray
        self.thread = thread
    }

    /// Can be read from when there has been a look since the last ``take()``.
    var descriptor: Int32 { tray.news.descriptor }

    /// What was seen last; nil: the first look is not over.
    func take() -> Sight? {
        tray.news.lower()
        return tray.sight.withLock(\.self)
    }
}
