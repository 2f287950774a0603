package import Rollout

/// What came over the wire in answer to a poll.
package struct PollAnswer: Sendable {
    package let status: Int
    package let fields: HTTPFields
    /// Perhaps with the content coding undone by whoever received it, and perhaps not.
    package let body: [UInt8]

    package init(status: Int, fields: HTTPFields, body: [UInt8]) {
        self.status = status
        self.fields = fields
        self.body = body
    }

    /// Seconds for which the answer stays fresh: `max-age` less the time that it has spent in caches (RFC 9111 section
    /// 4.2), never negative.
    ///
    /// nil when it does not say.
    package var freshSeconds: Int? {
        fields.number("max-age", in: "Cache-Control").map { max(0, $0 - (age ?? 0)) }
    }

    /// For how long the server asks to be left alone (RFC 9110 section 10.2.3), zero or more.
    ///
    /// A moment is taken from the server's own `Date`, so that no clock of ours counts; without that it cannot be used.
    /// nil when there is nothing to use.
    package var retryAfter: Duration? {
        guard let text = fields["Retry-After"] else { return nil }
        if let seconds = wholeNumber(text) { return .seconds(seconds) }
        guard let then = Instant(httpDate: text), let date else { return nil }
        return max(.zero, then.duration(since: date))
    }

    /// How many seconds of waiting the server has granted (RFC 7240 section 3); nil when it has not waited.
    package var grantedWait: Int? { fields.number("wait", in: "Preference-Applied") }

    /// The server's clock when the answer left the last cache, by `Date` and `Age`; cut to whole seconds.
    ///
    /// nil when there is no `Date`.
    package var serverTime: Instant? { date?.adding(.seconds(age ?? 0)) }

    private var date: Instant? { fields["Date"].flatMap { Instant(httpDate: $0) } }

    /// Seconds since the origin made or confirmed the answer (RFC 9111 section 5.1).
    private var age: Int? { fields["Age"].flatMap(wholeNumber) }
}
