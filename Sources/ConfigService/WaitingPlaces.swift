import Synchronization

/// How many clients may be held at once, so that those who wait leave connections for those who do not.
final class WaitingPlaces: Sendable {
    private let limit: Int
    private let count = Atomic(0)

    init(limit: Int) { self.limit = limit }

    /// Clients that are held now.
    var taken: Int { count.load(ordering: .relaxed) }

    /// Takes a place; false when none is free.
    func take() -> Bool {
        guard count.add(1, ordering: .relaxed).newValue > limit else { return true }
        give(back: 1)
        return false
    }

    func give(back places: Int) { count.subtract(places, ordering: .relaxed) }
}
