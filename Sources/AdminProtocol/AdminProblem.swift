package import ReleaseDesk
package import StrictJSON

/// Why a request was not answered as it wanted (RFC 9457).
package struct AdminProblem: Equatable, Sendable {
    package let status: Int
    package let title: String
    /// What is wrong and what to do.
    package let detail: String
    /// What the desk said, where it was the desk that refused; nil: it was not asked.
    package let deskError: DeskError?

    package init(status: Int, title: String, detail: String, deskError: DeskError? = nil) {
        self.status = status
        self.title = title
        self.detail = detail
        self.deskError = deskError
    }

    /// `{"type", "title", "status", "detail", "deskError"?}`.
    package var json: JSON {
        var object: [String: JSON] = [
            "type": "about:blank", "title": .string(title), "status": .integer(Int64(status)),
            "detail": .string(detail),
        ]
        object["deskError"] = deskError?.json
        return .object(object)
    }

    package init?(_ field: JSONField) {
        guard let object = field.object(["type", "title", "status", "detail", "deskError"]),
            let status = object.required("status")?.integer(in: 400...599),
            let title = object.required("title")?.string()
        else { return nil }
        self.init(
            status: Int(status),
            title: title,
            detail: object.optional("detail")?.string() ?? "",
            deskError: object.optional("deskError").flatMap { DeskError($0) }
        )
    }
}
