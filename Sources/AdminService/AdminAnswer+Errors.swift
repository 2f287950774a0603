import AccessTokens
import HTTPServer
import ReleaseDesk
import RolloutStore

extension AdminAnswer {
    /// The table from errors to answers.
    init(for error: any Error) {
        switch error {
        case let refusal as Refusal: self = refusal.answer
        case let error as DeskError:
            self.init(problem: Self.status(of: error.sort), error.description, deskError: error)
        case let error as TokenError:
            switch error {
            case .unknownToken: self.init(problem: .notFound, error.description)
            case .unreadable: self.init(problem: .forbidden, error.description)
            case .invalid, .unknownApp: self.init(problem: .badRequest, error.description)
            }
        case let error as RevisionConflict:
            self.init(
                problem: .preconditionFailed,
                "The store is at revision \(error.found), and not at \(error.expected): someone was quicker. See what "
                    + "they changed, and send it again if it is still meant.",
                headers: [("ETag", EntityTag.text(error.found))]
            )
        case let error as StoreError:
            let isPassing = if case .locked = error.problem { true } else { error.problem == .putAside }
            self.init(
                problem: .serviceUnavailable,
                error.descriptionInUse,
                headers: [("Retry-After", isPassing ? "1" : "60")]
            )
        default: self.init(problem: .internalServerError, "The server failed: \(error)")
        }
    }

    private static func status(of sort: DeskError.Sort) -> Status {
        switch sort {
        case .badInput: .badRequest
        case .notFound: .notFound
        case .refused, .needsLeave: .conflict
        }
    }
}
