package import Rollout

extension Instant {
    /// Reads the date of a header field in the form that senders must use, such as `Tue, 01 Dec 2026 00:00:00 GMT`
    /// (RFC 9110 section 5.6.7).
    ///
    /// nil for another form: the two obsolete ones have not been sent for decades, and a client that lacks a date does
    /// without. The day of the week is not held against the date.
    package init?(httpDate text: String) {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 6, parts[0].utf8.count == 4, parts[0].hasSuffix(","), parts[5] == "GMT",
            let month = Self.months.firstIndex(of: String(parts[2]))
        else { return nil }
        let number = String(month + 1)
        let twoDigits = number.utf8.count == 1 ? "0\(number)" : number
        // Whether the day exists, and the time, is for the reader of RFC 3339 to say.
        guard let instant = try? Instant(parsing: "\(parts[3])-\(twoDigits)-\(parts[1])T\(parts[4])Z") else {
            return nil
        }
        self = instant
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}
