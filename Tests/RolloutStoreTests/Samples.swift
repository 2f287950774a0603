import RolloutStore

extension StateKey {
    static func flag(_ name: String, app: String = "aurora") -> StateKey {
        StateKey(app: app, kind: "flag", name: name)
    }

    static func kill(_ name: String, app: String = "aurora") -> StateKey {
        StateKey(app: app, kind: "kill", name: name)
    }
}

extension Author {
    static func sample(
        _ actor: String = "mika",
        action: String = "flag set",
        at time: Int64 = 1_800_000_000_000
    )
        -> Author
    {
        Author(actor: actor, millisecondsSince1970: time, action: action, reason: "because")
    }
}

extension Store {
    /// One command that sets one document.
    @discardableResult
    func set(_ key: StateKey, to text: String?, by author: Author = .sample()) throws -> [Change] {
        try change(by: author) { try $0.set(key, to: text) }.changes
    }
}

extension StoredToken {
    static func sample(_ id: String = "a", created: Int64 = 1) -> StoredToken {
        StoredToken(
            id: id,
            hash: [UInt8](repeating: 7, count: 32),
            name: "mika",
            role: "operator",
            apps: nil,
            created: created,
            createdBy: "noor",
            expires: nil
        )
    }
}
