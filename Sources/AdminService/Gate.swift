import AccessTokens
import AdminProtocol
import ConfigService
import Definitions
import HTTPServer
import Rollout
import StrictJSON

/// Lets in whoever has a token that is good for what is asked, by the headers alone.
struct Gate: Sendable {
    let store: OpenStore
    let isBehindProxy: Bool
    let clock: @Sendable () -> Instant
    let failures: FailureLimit
    let events: EventLog
    /// Called with the ID of a token whose use should be noted.
    let noteUse: @Sendable (String) -> Void

    /// Bytes of what is posted, but by an admin, who may post all definitions.
    static let usualBodyLimit = 1 << 20
    static let adminBodyLimit = 16 << 20

    /// What is asked for, and by whom; nil for what needs no token.
    func pass(_ request: borrowing Request) throws -> (AdminRequest.Match, TokenHolder?) {
        let match = try match(request)
        guard match.route != .description else { return (match, nil) }
        let holder = try holder(request)
        let needed = Self.role(for: match)
        guard holder.role.includes(needed) else {
            throw Refusal(
                .forbidden,
                "This needs the role \(needed.rawValue), and the token of \(holder.name) has \(holder.role.rawValue)."
            )
        }
        return (match, holder)
    }

    /// The least role that a route needs; what an operation needs besides is decided when it has been read.
    private static func role(for match: AdminRequest.Match) -> Role {
        switch match.route {
        case .tokens, .token: .admin
        case .description, .holder, .revision, .apps, .documents, .changes, .liveState, .operations: .viewer
        }
    }

    private func match(_ request: borrowing Request) throws -> AdminRequest.Match {
        guard let (route, id) = AdminRoute.match(request.path) else {
            throw Refusal(
                .notFound,
                "Nothing is at this path. \(AdminRoute.description.pattern) says what there is."
            )
        }
        guard let method = AdminRoute.Method(rawValue: request.methodName), route.methods.contains(method)
        else {
            let methods = route.methods.map(\.rawValue).joined(separator: ", ")
            throw Refusal(
                .methodNotAllowed,
                "Only \(methods) is allowed here.",
                headers: [("Allow", methods)]
            )
        }
        return AdminRequest.Match(route: route, method: method, id: id)
    }

    // MARK: - Tokens

    private func holder(_ request: borrowing Request) throws -> TokenHolder {
        guard let field = request.header("Authorization") else {
            throw Refusal(
                .unauthorized,
                "Send a token: Authorization: Bearer TOKEN. `widgetctl token create` makes one.",
                headers: [("WWW-Authenticate", "Bearer realm=\"widget-rollout\"")]
            )
        }
        do {
            let check = TokenCheck(store: try store.current(), clock: clock)
            let (holder, isUseNews) = try check.holder(of: Self.token(in: field))
            if isUseNews { noteUse(holder.id) }
            return holder
        } catch let refusal as TokenRefusal {
            throw refused(refusal, caller(of: request))
        }
    }

    /// The token of `Bearer TOKEN` (RFC 6750 section 2.1).
    private static func token(in field: String) throws(TokenRefusal) -> String {
        let words = field.split(separator: " ")
        guard words.count == 2, words[0].lowercased() == "bearer" else {
            throw .malformed("the header is not \"Bearer\" and a token")
        }
        return String(words[1])
    }

    private func refused(_ refusal: TokenRefusal, _ caller: String) -> any Error {
        let seconds = failures.note(caller, at: clock())
        // One line when it begins; those that follow would say the same.
        if seconds == nil {
            events.report(
                Event(
                    "token-refused",
                    "refused \(caller.isEmpty ? "a caller" : caller): \(refusal)",
                    ["caller": .string(caller), "reason": .string("\(refusal)")]
                )
            )
        }
        guard let seconds else {
            return Refusal(
                .unauthorized,
                "\(refusal).".capitalisedFirst,
                headers: [("WWW-Authenticate", "Bearer realm=\"widget-rollout\", error=\"invalid_token\"")]
            )
        }
        return TurnedAway(
            answer: AdminAnswer(
                problem: .tooManyRequests,
                "Too many wrong tokens; come back in \(seconds) seconds.",
                headers: [("Retry-After", "\(seconds)")]
            )
        )
    }

    /// Who asks; empty when nobody can say.
    private func caller(of request: borrowing Request) -> String {
        guard isBehindProxy, let list = request.header("X-Forwarded-For"),
            let last = list.split(separator: ",").last
        else { return request.peer }
        // The last is what the proxy itself saw; those before it are the caller's words.
        return String(String(last).filter { !$0.isWhitespace }.prefix(64))
    }
}

/// A caller whose connection ends with the answer.
struct TurnedAway: Error {
    let answer: AdminAnswer
}

extension String {
    fileprivate var capitalisedFirst: String { prefix(1).uppercased() + dropFirst() }
}

extension Gate {
    /// Decides by the headers, before any of the body is read.
    func admit(_ request: borrowing Request) throws -> Admission {
        do {
            let (match, holder) = try pass(request)
            guard match.method == .post else { return .admitted(maximumBodySize: 0) }
            try Self.checkContentType(request.header("Content-Type"))
            let isAdmin = holder?.role.includes(.admin) ?? false
            return .admitted(maximumBodySize: isAdmin ? Self.adminBodyLimit : Self.usualBodyLimit)
        } catch let refusal as TurnedAway {
            return .turnedAway(try refusal.answer.response(acceptsGzip: false))
        } catch {
            return .refused(try AdminAnswer(for: error).response(acceptsGzip: false))
        }
    }

    private static func checkContentType(_ field: String?) throws {
        let type = field?.split(separator: ";").first.map { $0.filter { !$0.isWhitespace }.lowercased() }
        guard type == "application/json" else {
            throw Refusal(
                .unsupportedMediaType,
                "Send Content-Type: application/json" + (field == nil ? "; there was none." : "."),
                headers: [("Accept", "application/json")]
            )
        }
    }
}
