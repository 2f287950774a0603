/// What changes, as it changes, for one consumer.
///
/// Begins when it is made, not when it is first asked, so that nothing is missed in between. A consumer that is slow
/// gets several changes as one. Ends with the client.
public struct ConfigUpdates: AsyncSequence, Sendable {
    /// One change, or several that came meanwhile as one.
    public typealias Element = ConfigUpdate

    private let doorbell: AsyncStream<Void>
    private let take: @Sendable () -> ConfigUpdate?

    /// - Parameters:
    ///   - doorbell: Rings when there is something.
    ///   - take: Gives what there is, and forgets it.
    init(doorbell: AsyncStream<Void>, take: @escaping @Sendable () -> ConfigUpdate?) {
        self.doorbell = doorbell
        self.take = take
    }

    /// For use by one task.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var doorbell: AsyncStream<Void>.Iterator
        fileprivate let take: @Sendable () -> ConfigUpdate?

        /// The next change, when there is one; nil when the client is gone or the task was cancelled.
        public mutating func next() async -> ConfigUpdate? {
            while await doorbell.next() != nil {
                if let update = take() { return update }
            }
            return nil
        }
    }

    /// To be asked for once.
    public func makeAsyncIterator() -> Iterator {
        Iterator(doorbell: doorbell.makeAsyncIterator(), take: take)
    }
}
