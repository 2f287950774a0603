import Synchronization

/// A number that a test sets and a server's thread reads.
final class Counter: Sendable {
    private let number: Atomic<Int>

    init(_ number: Int) { self.number = Atomic(number) }

    var value: Int { number.load(ordering: .sequentiallyConsistent) }

    func set(_ value: Int) { number.store(value, ordering: .sequentiallyConsistent) }
}
