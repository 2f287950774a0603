package import HTTPClient

/// Why a server did not do what was asked.
package struct RemoteError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The server's address.
    package let server: String
    package let problem: Problem

    package enum Problem: Equatable, Sendable {
        /// There was no answer.
        case unanswered(HTTPClientError)
        /// It refused: the status, and its words.
        case refused(status: Int, String)
        /// What it answered is not what such a server answers.
        case notUnderstood(String)
    }

    init(_ server: ServerAddress, _ problem: Problem) {
        self.server = server.description
        self.problem = problem
    }

    package var description: String {
        switch problem {
        // The whole address.
        case .unanswered(let error): "\(error.url): \(explanation)"
        case .refused, .notUnderstood: "\(server): \(explanation)"
        }
    }

    /// Without the address.
    var explanation: String {
        switch problem {
        case .unanswered(let error):
            if case .notTrusted = error.problem {
                "\(error.reason); if its certificate is of an authority of your own, name that with --ca"
            } else {
                error.reason
            }
        case .refused(_, let detail): detail
        case .notUnderstood(let what):
            "\(what); is this the address of `widgetd --admin-listen`, and of the same version?"
        }
    }
}
