import AdminProtocol
import Definitions
import ReleaseDesk
import StrictJSON

/// The description of the API (OpenAPI 3.1), made of the table of routes.
enum OpenAPI {
    static let document: JSON = [
        "openapi": "3.1.0",
        "info": [
            "title": "Widget Rollout, administration", "version": "1",
            "description": .string(
                """
                Everything that widgetctl does, from another machine. Send `Authorization: Bearer TOKEN`, with a token of \
                `widgetctl token create`. A token that is for some apps sees and changes those alone, and what waits for \
                those alone. Errors are problem documents (RFC 9457); more than ten wrong tokens a minute get 429. A \
                body may have 1 MiB, or 16 MiB with the token of an admin.
                """
            ),
        ],
        "security": [["token": []]],
        "paths": .object(paths),
        "components": [
            "securitySchemes": ["token": ["type": "http", "scheme": "bearer"]], "schemas": .object(schemas),
        ],
    ]

    private static var paths: [String: JSON] {
        var paths: [String: JSON] = [:]
        for route in AdminRoute.allCases {
            let methods = route.methods.map { ($0.rawValue.lowercased(), route.operation($0)) }
            var path = Dictionary(methods) { first, _ in first }
            if route == .token {
                path["parameters"] = [
                    ["name": "id", "in": "path", "required": true, "schema": ["type": "string"]]
                ]
            }
            paths[route.pattern] = .object(path)
        }
        return paths
    }
}

// MARK: - Operations

extension AdminRoute {
    fileprivate func operation(_ method: Method) -> JSON {
        var object: [String: JSON] = [
            "operationId": .string(method == .get ? rawValue : "\(method.rawValue.lowercased())-\(rawValue)"),
            "summary": .string(summary(method)),
            "responses": [
                (method == .post && self == .tokens ? "201" : "200"): answer(method),
                "default": [
                    "description": "What is wrong, and what to do.",
                    "content": ["application/problem+json": ["schema": Self.reference("Problem")]],
                ],
            ],
        ]
        if self == .description { object["security"] = [] }
        let parameters = parameters(method)
        if !parameters.isEmpty { object["parameters"] = .array(parameters) }
        if method == .post {
            let schema = Self.reference(self == .operations ? "OperationRequest" : "TokenRequest")
            object["requestBody"] = ["required": true, "content": ["application/json": ["schema": schema]]]
        }
        return .object(object)
    }

    private func summary(_ method: Method) -> String {
        switch (self, method) {
        case (.description, _): "This description; needs no token."
        case (.holder, _): "Who the token says that you are."
        case (.revision, _): "The revision of the last change, which is also the entity tag."
        case (.apps, _): "The apps of a state, each with its revision."
        case (.documents, _): "The documents of one app, or of whole apps from one on, a page at a time."
        case (.changes, _):
            "The log, a page at a time; `next` is the `before` (oldest first: `after`) of the next page, null on the last."
        case (.liveState, _):
            "Whether the live state is the sum of the changes; reads all of the log; for tokens that are for all apps."
        case (.traffic, _):
            "How much the clients of all apps ask for, since the server was started and now; for tokens that are for all apps."
        case (.operations, _): "Performs one operation, whole or not at all; or says what it would do."
        case (.tokens, .post): "Makes a token, and shows it this once; for admins."
        case (.tokens, _): "All tokens that there ever were, without their secrets; for admins."
        case (.token, _): "Takes a token back, at once and for ever; for admins."
        }
    }

    private func parameters(_ method: Method) -> [JSON] {
        func query(_ name: String, _ type: String, _ description: String) -> JSON {
            [
                "name": .string(name), "in": "query", "description": .string(description),
                "schema": ["type": .string(type)],
            ]
        }
        func header(_ name: String, _ description: String) -> JSON {
            [
                "name": .string(name), "in": "header", "description": .string(description),
                "schema": ["type": "string"],
            ]
        }
        let revision = query(
            "revision",
            "integer",
            "The state as it was at this revision; otherwise the live one."
        )
        return switch self {
        case .apps: [revision]
        case .documents:
            [
                revision, query("app", "string", "The documents of this app."),
                query(
                    "from",
                    "string",
                    "Those of this app and, as far as a page goes, of those after it by name."
                ),
                query("kind", "string", "Only documents of this kind."),
            ]
        case .changes:
            [
                query("app", "string", "Only of this app."),
                query("kind", "string", "Only of this kind of document."),
                query("name", "string", "Only of documents of this name."),
                query("actor", "string", "Only by this actor."),
                query("action", "string", "Only by this command."),
                query("since", "integer", "Only from this moment on, in milliseconds since 1970."),
                query("until", "integer", "Only before this moment, in milliseconds since 1970."),
                query("after", "integer", "Only after this revision."),
                query("before", "integer", "Only before this revision."),
                query("limit", "integer", "At most so many."),
                query("order", "string", "`newest` or `oldest` first; otherwise the newest."),
            ]
        case .operations:
            [
                header(
                    "Idempotency-Key",
                    "1 to 128 visible characters of your choice, such as a UUID. For a day the same key gets the same "
                        + "answer, and the operation is performed once; with another operation it is 422."
                ),
                header(
                    "If-Match",
                    "The entity tag of the revision that was looked at: 412 when there is another one by now."
                ),
            ]
        case .description, .holder, .revision, .liveState, .traffic, .tokens, .token: []
        }
    }

    private func answer(_ method: Method) -> JSON {
        let schema: JSON =
            switch (self, method) {
            case (.description, _): ["type": "object"]
            case (.holder, _): Self.reference("Holder")
            case (.revision, _): Self.reference("Revision")
            case (.apps, _): Self.reference("Apps")
            case (.documents, _): Self.reference("DocumentPage")
            case (.changes, _): Self.reference("ChangePage")
            case (.liveState, _): Self.reference("LiveState")
            case (.traffic, _): Self.reference("Traffic")
            case (.operations, _): Self.reference("Outcome")
            case (.tokens, .post): Self.reference("NewToken")
            case (.tokens, _): ["type": "array", "items": Self.reference("Token")]
            case (.token, _): Self.reference("Token")
            }
        var answer: [String: JSON] = [
            "description": "As asked for.", "content": ["application/json": ["schema": schema]],
        ]
        if self == .revision || self == .operations {
            answer["headers"] = [
                "ETag": ["description": "The store's revision, in quotes.", "schema": ["type": "string"]]
            ]
        }
        return .object(answer)
    }

    private static func reference(_ name: String) -> JSON {
        ["$ref": .string("#/components/schemas/\(name)")]
    }
}
