import HTTPServer
import Synchronization

/// The clients that wait for a change, by what they wait for.
///
/// On a change all that wait for it get one and the same prebuilt response.
final class WaitingRoom: Sendable {
    /// What is waited for.
    struct Subject: Hashable {
        let app: String
        /// ``Route/config`` or ``Route/kills``.
        let route: Route
    }

    private struct Client {
        let answer: PendingAnswer
        let taste: Resource.Taste
        let seconds: Int
    }

    /// Those who wait for one thing, all with the same copy of it.
    private struct Group {
        let known: Resource
        var clients: [ObjectIdentifier: Client] = [:]
    }

    private let groups = Mutex<[Subject: Group]>([:])
    private let places: WaitingPlaces
    private let publisher: Publisher
    private let gone: Response

    /// - Throws: `HTTPServerError` when memory is out.
    init(_ publisher: Publisher, _ places: WaitingPlaces) throws(HTTPServerError) {
        self.publisher = publisher
        self.places = places
        gone = try .problem(
            .notFound,
            detail: "The app has been taken out; /v1/apps lists those that there are."
        )
    }

    /// Lets a client wait, whose taste is not asked for again.
    ///
    /// - Parameter known: What it has, in force a moment ago.
    /// - Returns: nil when there is no place, or the news is being told this very moment.
    func wait(
        for subject: Subject,
        knowing known: Resource,
        _ taste: Resource.Taste,
        seconds: Int
    ) -> PendingAnswer? {
        guard places.take() else { return nil }
        let answer = PendingAnswer(atMost: .seconds(seconds)) { [self] answer in
            leave(subject, ObjectIdentifier(answer))
            // Asked anew: the maximum age may be another by now.
            return response(to: taste, knowing: known, after: seconds, publisher.current.resource(subject))
        }
        let isIn = groups.withLock { groups in
            guard groups[subject, default: Group(known: known)].known.isSame(as: known) else { return false }
            groups[subject, default: Group(known: known)].clients[ObjectIdentifier(answer)] =
                Client(answer: answer, taste: taste, seconds: seconds)
            return true
        }
        guard isIn else {
            places.give(back: 1)
            return nil
        }
        // What has been published since the client was compared may have been announced before it was in.
        announce(subject)
        return answer
    }

    private func response(
        to taste: Resource.Taste,
        knowing known: Resource,
        after seconds: Int,
        _ current: Resource?
    ) -> Response {
        guard let current else { return gone }
        let response = current.isSame(as: known) ? current.unchanged : current.response(taste)
        return response.after(wait: seconds)
    }

    /// A client's time is over, or it has gone.
    private func leave(_ subject: Subject, _ client: ObjectIdentifier) {
        let wasIn = groups.withLock { groups in
            guard groups[subject]?.clients.removeValue(forKey: client) != nil else { return false }
            if groups[subject]?.clients.isEmpty == true { groups[subject] = nil }
            return true
        }
        if wasIn { places.give(back: 1) }
    }

    /// Answers those for whom there is something new in what is published.
    func announce() {
        let subjects = groups.withLock { Array($0.keys) }
        for subject in subjects { announce(subject) }
    }

    private func announce(_ subject: Subject) {
        let (group, current) = groups.withLock { groups -> (Group?, Resource?) in
            // Looked up within the lock, so that nobody announces what is older than what another has announced.
            let current = publisher.current.resource(subject)
            guard let group = groups[subject], current?.isSame(as: group.known) != true else {
                return (nil, nil)
            }
            groups[subject] = nil
            return (group, current)
        }
        guard let group else { return }
        places.give(back: group.clients.count)
        for client in group.clients.values {
            client.answer.resume(
                with: response(to: client.taste, knowing: group.known, after: client.seconds, current)
            )
        }
    }
}

extension Publication {
    /// What clients of a subject get; nil: there is no such app any more.
    func resource(_ subject: WaitingRoom.Subject) -> Resource? {
        guard let content = app(Array(subject.app.utf8).span)?.content else { return nil }
        return subject.route == .kills ? content.kills : content.config
    }
}
