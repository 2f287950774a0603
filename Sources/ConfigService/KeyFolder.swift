import Glibc
import Publishing
import SigningKeys

/// The directory of keys, read again whenever something in it has changed.
struct KeyFolder {
    /// What is done about the directory.
    enum Reading {
        /// Nothing has changed.
        case same
        /// Other keys are active now.
        case changed(Signer)
        /// There is no key that could be used; why.
        case failed(String)
    }

    private let ring: KeyRing
    private var seen: Stamp?
    /// With the last keys that could be used.
    private(set) var signer: Signer
    /// Why the keys could not be used when they were last read; nil: they could.
    private(set) var fault: String?

    private struct Stamp: Equatable {
        let node: ino_t
        let seconds: Int
        let nanoseconds: Int
    }

    /// Reads the active keys.
    ///
    /// - Throws: `KeyRingError`, also when there is none.
    init(directory: String) throws(KeyRingError) {
        ring = KeyRing(directory: directory)
        seen = Self.stamp(directory)
        signer = Signer(try ring.requiredSigningKeys())
    }

    /// Looks whether the keys have changed; the last ones that could be used stay in use.
    mutating func refresh() -> Reading {
        let stamp = Self.stamp(ring.directory)
        guard stamp != seen || stamp == nil else { return .same }
        // A stamp is only as fine as the system's clock ticks: what is done in the same tick does not change it.
        seen = stamp.flatMap { Self.isSettled($0) ? $0 : nil }
        do throws(KeyRingError) {
            let keys = try ring.signingKeys()
            fault =
                keys.isEmpty ? "\(ring.directory): no key is active; `widgetctl keys create` makes one" : nil
            if let fault { return .failed(fault) }
            let signer = Signer(keys)
            guard signer.keyIDs != self.signer.keyIDs else { return .same }
            self.signer = signer
            return .changed(signer)
        } catch {
            fault = error.description
            return .failed(error.description)
        }
    }

    /// nil when there is no directory.
    private static func stamp(_ directory: String) -> Stamp? {
        var status = stat()
        guard stat(directory, &status) == 0 else { return nil }
        return Stamp(
            node: status.st_ino,
            seconds: status.st_mtim.tv_sec,
            nanoseconds: status.st_mtim.tv_nsec
        )
    }

    private static func isSettled(_ stamp: Stamp) -> Bool {
        var now = timespec()
        // Cannot fail: every Linux has the clock, and the pointer is valid.
        clock_gettime(CLOCK_REALTIME, &now)
        return now.tv_sec > stamp.seconds + 1
    }
}
