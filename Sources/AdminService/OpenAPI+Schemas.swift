import Definitions
import ReleaseDesk
import StrictJSON

extension OpenAPI {
    /// What travels, as JSON Schema (2020-12).
    static let schemas: [String: JSON] = [
        "Holder": object(["id": text, "name": text, "role": role, "apps": orNull(list(text))]),
        "Revision": object(["revision": number]),
        "Apps": object([
            "revision": number, "apps": ["type": "object", "additionalProperties": number],
        ]),
        "DocumentPage": object([
            "documents": list(
                object(["app": text, "kind": text, "name": text, "text": text, "revision": number])
            ),
            "next": orNull(text),
        ]),
        "ChangePage": object([
            "changes": list(
                object([
                    "revision": number, "milliseconds": number, "actor": text, "action": text, "app": text,
                    "kind": text, "name": text, "before": orNull(text), "after": orNull(text), "reason": text,
                    "hash": text,
                ])
            ),
            "next": orNull(number),
        ]),
        "LiveState": object(["break": ["type": ["object", "null"]]]),
        "Traffic": object([
            "polls": number, "notModified": number, "waiting": number, "connections": number,
            "revision": number,
        ]),
        "OperationRequest": [
            "type": "object", "additionalProperties": false, "required": ["operation"],
            "properties": [
                "operation": [
                    "type": "object", "required": ["action"],
                    "properties": [
                        "action": ["enum": .array(Operation.Action.allCases.map { .string($0.rawValue) })]
                    ],
                    "description": .string(
                        "Beside the action it has what goes with it, such as `apps`, `\"all\"` or a list of names, and "
                            + "`flag`; what does not belong there is refused with its name."
                    ),
                ],
                "order": [
                    "type": "object", "additionalProperties": false,
                    "properties": [
                        "reason": text, "dryRun": flag, "allowRemoval": flag, "liftKills": flag, "at": moment,
                    ],
                ],
            ],
        ],
        "Outcome": object([
            "changes": list(
                object([
                    "revision": number, "time": text, "actor": text, "action": text, "app": text,
                    "kind": text,
                    "name": text, "before": true, "after": true, "reason": text, "hash": text,
                ])
            ),
            "notes": list(text), "warnings": list(text), "dryRun": flag, "refusedRemovals": list(text),
            "refusedLifts": list(text), "revision": orNull(number), "waits": orNull(waiting),
        ]),
        "TokenRequest": [
            "type": "object", "additionalProperties": false, "required": ["name", "role"],
            "properties": [
                "name": text, "role": role, "apps": orNull(list(text)), "expires": orNull(moment),
            ],
        ],
        "Token": object(token),
        "NewToken": object(token.merging(["token": text]) { first, _ in first }),
        "Problem": [
            "type": "object", "required": ["type", "title", "status"],
            "properties": [
                "type": text, "title": text, "status": number, "detail": text,
                "deskError": [
                    "type": "object", "required": ["error"],
                    "description": "Why the desk refused, in parts that programs can use.",
                ],
            ],
        ],
    ]

    /// Why an operation is not carried out yet, and the number by which it is called.
    private static let waiting: JSON = [
        "type": "object", "required": ["for", "id"],
        "properties": ["for": ["enum": ["approval", "time"]], "id": number, "at": moment],
    ]
    private static let text: JSON = ["type": "string"]
    private static let moment: JSON = ["type": "string", "format": "date-time"]
    private static let number: JSON = ["type": "integer"]
    private static let flag: JSON = ["type": "boolean"]
    private static let role: JSON = ["enum": .array(Role.allCases.map { .string($0.rawValue) })]

    private static let token: [String: JSON] = [
        "id": text, "name": text, "role": text, "apps": orNull(list(text)), "created": moment,
        "createdBy": text,
        "expires": orNull(moment), "revoked": orNull(moment), "revokedBy": orNull(text),
        "lastUsed": orNull(moment),
        "state": ["enum": ["active", "expired", "revoked"]],
    ]

    private static func list(_ items: JSON) -> JSON { ["type": "array", "items": items] }

    private static func orNull(_ schema: JSON) -> JSON { ["anyOf": [schema, ["type": "null"]]] }

    /// With all of its members, and no other.
    private static func object(_ members: [String: JSON]) -> JSON {
        [
            "type": "object", "additionalProperties": false,
            "required": .array(members.keys.sorted().map(JSON.string)), "properties": .object(members),
        ]
    }
}
