import LiveState
import Publishing
package import Rollout
import RolloutStore
import StrictJSON
import Synchronization

/// Keeps a publication that follows the store.
///
/// Requests take the publication and never touch the store; one thread looks at the store. Whatever happens to the
/// store, the last publication stays in force.
package final class Publisher: Sendable {
    private let policy: CachePolicy
    private let clock: @Sendable () -> Instant
    private let events: EventLog
    /// Held for the copy of one reference.
    private let published: Mutex<Publication>
    private let watch: Mutex<Watch>
    private let storeHealth = Mutex(StoreHealth())

    /// What only the thread that looks at the store touches.
    private struct Watch {
        var file: StoreFile
        /// nil: nothing is signed.
        var keys: KeyFolder?
        /// What is wrong with the keys, as it was reported.
        var keyFault: String?
        /// Who signs what is published from now on.
        var signer: Signer
        /// What is wrong with the store, as it was reported.
        var fault: String?
    }

    /// How the last looks at the store went.
    package struct StoreHealth: Equatable, Sendable {
        /// Since when the store cannot be read; nil: it can.
        package var failingSince: Instant?
        /// Looks at the store that failed since the start.
        package var failures = 0
        /// Changes of an app that could not be read since the start.
        package var unreadableChanges = 0
    }

    /// Opens the store and publishes what is in it.
    ///
    /// - Parameter keyDirectory: Where the signing keys are; nil: nothing is signed.
    /// - Throws: `KeyRingError` when there is no key that can be used, `StoreError` when the store cannot be opened or
    ///   read. An app that cannot be read does not count: it is reported, and answered with 503 until a change mends it.
    package init(
        storePath: String,
        keyDirectory: String?,
        policy: CachePolicy,
        clock: @escaping @Sendable () -> Instant,
        events: EventLog
    ) throws {
        self.policy = policy
        self.clock = clock
        self.events = events
        let keys = try keyDirectory.map { try KeyFolder(directory: $0) }
        let signer = keys?.signer ?? Signer([])
        var file = StoreFile(path: storePath)
        let reading = try Reading(
            of: file.current().store,
            as: Self.presentation(policy, signer),
            now: clock(),
            after: nil
        )
        published = Mutex(reading.publication)
        watch = Mutex(Watch(file: file, keys: keys, signer: signer))
        report(reading.faults)
    }

    var current: Publication { published.withLock { $0 } }

    /// How the store is doing.
    package var health: StoreHealth { storeHealth.withLock { $0 } }

    /// Looks at the store once, publishes what has changed in it, and renews what is about to be kept by caches for
    /// longer than it may.
    ///
    /// - Returns: Whether what is published is not what it was.
    @discardableResult
    package func refresh() -> Bool {
        let old = current
        watch.withLock { watch in
            do {
                followKeys(&watch)
                try renew(watch.signer)
                try follow(&watch)
                noteRecovery(&watch)
            } catch {
                noteFailure(error, &watch)
            }
        }
        return current !== old
    }

    private func renew(_ signer: Signer) throws {
        let old = current
        let presentation = Self.presentation(policy, signer)(old.apps.count)
        guard let renewed = try old.renewed(presentation, now: clock()) else { return }
        published.withLock { $0 = renewed }
    }

    private static func presentation(_ policy: CachePolicy, _ signer: Signer) -> (Int) -> Presentation {
        { appCount in
            Presentation(
                policy: policy,
                signer: signer,
                deltaByteLimit: min(512 << 10, Presentation.deltaBudget / max(1, appCount))
            )
        }
    }

    private func followKeys(_ watch: inout Watch) {
        switch watch.keys?.refresh() {
        case nil: return
        case .same: reportKeys(fault: watch.keys?.fault, &watch)
        case .changed(let signer):
            watch.signer = signer
            events.report(
                Event(
                    "keys-changed",
                    "signing with \(signer.keyIDs.joined(separator: " and ")) from now on",
                    ["keys": .array(signer.keyIDs.map(JSON.string))]
                )
            )
            reportKeys(fault: nil, &watch)
        case .failed(let fault): reportKeys(fault: fault, &watch)
        }
    }

    /// Reports a fault once, and again when it becomes another.
    private func reportKeys(fault: String?, _ watch: inout Watch) {
        guard watch.keyFault != fault else { return }
        watch.keyFault = fault
        guard let fault else {
            events.report(Event("keys-recovered", "the keys can be used again"))
            return
        }
        let keys = watch.signer.keyIDs.joined(separator: " and ")
        events.report(
            Event(
                "keys-failed",
                "the keys cannot be used, \(keys) goes on signing: \(fault)",
                ["fault": .string(fault)]
            )
        )
    }

    private func follow(_ watch: inout Watch) throws {
        let start = ContinuousClock.now
        let (store, isNew) = try watch.file.current()
        let old = current
        let revision = try store.revision()
        guard isNew || revision != old.revision else { return }
        // An older revision is a backup put in place: nothing that is known holds for it.
        let known = isNew || revision < old.revision ? nil : old
        let reading = try Reading(
            of: store,
            as: Self.presentation(policy, watch.signer),
            now: clock(),
            after: known,
            keeping: old
        )
        published.withLock { $0 = reading.publication }
        report(reading.faults)
        reportPublication(reading, in: ContinuousClock.now - start)
        if reading.publication.revision < old.revision { reportFall(from: old.revision, to: revision) }
    }

    // MARK: - Reports

    private func noteRecovery(_ watch: inout Watch) {
        guard watch.fault != nil else { return }
        watch.fault = nil
        storeHealth.withLock { $0.failingSince = nil }
        events.report(Event("store-recovered", "the store can be read again"))
    }

    /// Reports a failure once, and again when it becomes another.
    private func noteFailure(_ error: any Error, _ watch: inout Watch) {
        let fault = (error as? StoreError)?.descriptionInUse ?? String(describing: error)
        let now = clock()
        storeHealth.withLock { health in
            health.failures += 1
            health.failingSince = health.failingSince ?? now
        }
        // A file that was merely locked is still the right one.
        if case .locked? = (error as? StoreError)?.problem {} else { watch.file.close() }
        guard watch.fault != fault else { return }
        watch.fault = fault
        let revision = current.revision
        events.report(
            Event(
                "store-failed",
                "the store cannot be read, revision \(revision) stays in force: \(fault)",
                ["fault": .string(fault), "revision": .integer(revision)]
            )
        )
    }

    private func report(_ faults: [Reading.Fault]) {
        storeHealth.withLock { $0.unreadableChanges += faults.count }
        for fault in faults {
            events.report(
                Event(
                    "app-unreadable",
                    "\(fault.app) cannot be read, "
                        + (fault.servedRevision.map { "its revision \($0) stays in force" }
                            ?? "it is answered with 503") + ": \(fault.reason)",
                    ["app": .string(fault.app), "fault": .string(fault.reason)]
                )
            )
        }
    }

    /// What is served may lack kills that were in force: the store was replaced by an older or an empty one.
    private func reportFall(from old: Int64, to new: Int64) {
        events.report(
            Event(
                "revision-fell",
                "the store's revision fell from \(old) to \(new): another store is in its place, and what was changed "
                    + "since, kills too, is not in it; see \"The store fails\" in Documentation/operating.md",
                ["from": .integer(old), "to": .integer(new)]
            )
        )
    }

    private func reportPublication(_ reading: Reading, in duration: Duration) {
        let shown = 5
        var names = reading.changed.prefix(shown).joined(separator: ", ")
        if reading.changed.count > shown { names += " and \(reading.changed.count - shown) more" }
        let revision = reading.publication.revision
        let milliseconds = Int64((duration / .milliseconds(1)).rounded(.up))
        events.report(
            Event(
                "published",
                "revision \(revision): \(names.isEmpty ? "no app" : names) "
                    + "(\(milliseconds) ms)",
                [
                    "revision": .integer(revision), "apps": .integer(Int64(reading.changed.count)),
                    "milliseconds": .integer(milliseconds),
                ]
            )
        )
    }
}
