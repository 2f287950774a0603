public import ConfigBundle
import ConfigPolling
import Foundation
public import Rollout
public import WidgetGating

/// What went wrong for a client: while doing what, with what, and why.
///
/// Nothing of it takes away what is in force, and the client tries again by itself.
public struct ConfigProblem: Error, Equatable, Sendable, CustomStringConvertible {
    /// What was being done.
    public enum Operation: String, Sendable {
        /// Asking the server.
        case fetch
        /// Using the bundle that came with the app.
        case use
        /// Reading or writing what the App Group keeps.
        case keep
    }

    /// Why it could not be done.
    public enum Cause: Equatable, Sendable {
        /// No connection, or one that ended early; in the system's words.
        case noAnswer(String)
        /// The answer was not whole in time.
        case tooSlow(after: Duration)
        /// The answer is larger than anything of its kind may be, in bytes.
        case tooLarge(limit: Int)
        /// The server, or somebody before it, refused; nil: it did not say why.
        case refused(status: Int, detail: String?)
        /// The answer makes no sense; why.
        case unusable(String)
        /// The bundle is not to be believed, or cannot be read.
        case notBelieved(BundleError)
        /// The manifest of wallpapers is another one than the bundle names: older or newer, or none at all.
        case otherManifest(found: ManifestHash, wanted: ManifestHash)
        /// The server has asked to be left alone for so long from now on.
        case askedToWait(Duration)
        /// The client was stopped.
        case stopped
        /// The App Group.
        case file(AppGroupError)
    }

    /// What was being done.
    public let operation: Operation
    /// With what: an address, or the name of something.
    public let subject: String
    /// Why it could not be done.
    public let cause: Cause

    init(_ operation: Operation, _ subject: String, _ cause: Cause) {
        self.operation = operation
        self.subject = subject
        self.cause = cause
    }

    init(fetching address: URL, _ cause: Cause) { self.init(.fetch, address.absoluteString, cause) }

    init(fetching address: URL, _ failure: PollFailure) {
        switch failure {
        case .refused(let status, let detail):
            self.init(fetching: address, Cause.refused(status: status, detail: detail))
        case .bundle(let error), .delta(let error): self.init(fetching: address, .notBelieved(error))
        case .unasked, .otherCopy, .damaged, .pointer:
            self.init(fetching: address, .unusable(failure.description))
        }
    }

    init(_ error: AppGroupError) { self.init(.keep, error.path, .file(error)) }

    /// What happened and what to do about it, in one line.
    public var description: String {
        if case .file(let error) = cause { return error.description }
        return "cannot \(operation.rawValue) \(subject): \(cause)"
    }
}

extension ConfigProblem.Cause: CustomStringConvertible {
    /// Why, and what to do about it, in one line.
    public var description: String {
        switch self {
        case .noAnswer(let reason): "no answer: \(reason)"
        case .tooSlow(let duration): "no whole answer within \(duration)"
        case .tooLarge(let limit): "the answer is larger than \(limit) bytes"
        case .refused(let status, let detail):
            "the server answers \(status)\(detail.map { ": \($0)" } ?? Self.advice(status))"
        case .unusable(let reason): reason
        case .notBelieved(let error): "\(error)\(Self.advice(error))"
        case .otherManifest(let found, let wanted):
            "its hash is \(found), and the bundle names \(wanted); asked for again with a later poll"
        case .askedToWait(let duration): "the server asks to be left alone for another \(duration)"
        case .stopped: "the client was stopped"
        case .file(let error): error.description
        }
    }

    private static func advice(_ status: Int) -> String {
        switch status {
        case 300...399:
            "; redirects to another scheme, host or port are not followed: give the address itself"
        case 400...499 where status != 429: "; check the server's address and the app's name"
        default: ""
        }
    }

    private static func advice(_ error: BundleError) -> String {
        switch error {
        case .unknownKey: "; update the app to one that carries the server's key (`widgetctl keys list`)"
        case .noSignature:
            "; give the server a key (`widgetctl keys create`), or trust `.unsigned` while developing"
        case .unknownFormat: "; update the app"
        default: ""
        }
    }
}
