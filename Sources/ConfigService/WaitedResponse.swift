import HTTPServer
import Synchronization

/// A response for those who did not wait for it, and for those who did: they are told (`Preference-Applied`).
final class WaitedResponse: Sendable {
    let unwaited: Response
    /// By seconds, each made when it is first wanted; the body is shared.
    private let waited = Mutex<[Int: Response]>([:])

    init(_ response: Response) { unwaited = response }

    /// The response for a client whose wait was limited to so many seconds.
    func after(wait seconds: Int) -> Response {
        waited.withLock { waited in
            if let known = waited[seconds] { return known }
            // Without memory for it the client is only not told.
            guard let made = try? unwaited.adding([("Preference-Applied", "wait=\(seconds)")]) else {
                return unwaited
            }
            waited[seconds] = made
            return made
        }
    }
}
