/// Why there is no answer.
package struct HTTPClientError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The address that was asked, without its query.
    package let url: String
    package let problem: Problem

    package init(url: String, problem: Problem) {
        self.url = url
        self.problem = problem
    }

    package enum Problem: Equatable, Sendable {
        /// The library is not there, or too little memory is; the system's words.
        case library(String)
        /// The host is unknown, or nobody answers there.
        case unreachable(String)
        /// The server's certificate is not believed, or there is no agreement on TLS.
        case notTrusted(String)
        /// It took longer than it may; whether what was asked may have been carried out all the same.
        case tooSlow(String, mayBeDone: Bool)
        /// The answer has more bytes than it may.
        case tooLarge(limit: Int)
        /// The request cannot be made, or the connection ended before the answer was there.
        case broken(String)
    }

    package var description: String { "\(url): \(reason)" }

    /// What went wrong and what to do, without the address.
    package var reason: String {
        switch problem {
        case .library(let reason): "cannot speak HTTP: \(reason); install libcurl4"
        case .unreachable(let reason): "\(reason); is the address right, and does the server run there?"
        case .notTrusted(let reason): "the server is not trusted: \(reason)"
        case .tooSlow(let reason, let mayBeDone):
            reason + (mayBeDone ? "; whether it was carried out is not known" : "")
        case .tooLarge(let limit):
            "the answer is longer than \(limit) bytes: this is not the server that it should be"
        case .broken(let reason): reason
        }
    }
}
