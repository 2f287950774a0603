import CommandLineKit
import Cryptography
import Rollout
import SigningKeys
import StrictJSON
import SystemClock

private let ifNone = Option.flag("if-none", help: "Do nothing when a key is active.")
private let last = Option.flag("last", help: "Retire it even if it is the only one that signs.")
private let id = Argument(
    "ID",
    help: "The ID of the key.",
    completion: .computed { call in try call.keyRing().keys().filter { $0.state == .active }.map(\.id) }
)

let keysCommand = Command(
    "keys",
    summary: "Manage the keys that sign bundles.",
    discussion: """
        widgetd signs with every active key, two at most, and takes up changes by itself. To change over: give the apps \
        the public part of a new key, create the key once they have arrived, and retire the old one when no app knows it \
        alone any more.

        Only the user who runs widgetd may read the directory, so run this as that user.
        """,
    subcommands: [
        Command(
            "create",
            summary: "Make a key, which signs from now on.",
            examples: [
                .init("Make the first key", "widgetctl keys create"),
                .init("Make one in a script that may run again", "widgetctl keys create --if-none"),
            ],
            options: [.keys, ifNone]
        ) { call in
            let ring = try call.keyRing()
            let active = try ring.keys().filter { $0.state == .active }
            if call.isSet(ifNone), let key = active.last {
                _ = try ring.signingKeys()
                try call.show(key, "is active already")
            } else {
                try call.show(try ring.create(at: .now()), "is active")
            }
            return .success
        },
        Command(
            "list",
            summary: "List all keys, the oldest first.",
            examples: [.init("For the apps that carry the public parts", "widgetctl keys list --json")],
            options: [.keys]
        ) { call in
            let ring = try call.keyRing()
            let keys = try ring.keys()
            if call.wantsJSON {
                try call.print(JSON.array(keys.map(\.document)))
            } else if keys.isEmpty {
                try call.print("no keys yet")
            } else {
                var table = Table(
                    columns: [.init("ID"), .init("STATE"), .init("CREATED"), .init("PUBLIC KEY")]
                )
                for key in keys { table.add([key.id, key.state.rawValue, "\(key.created)", key.publicKey]) }
                try call.write(table)
            }
            // One that is active and cannot sign keeps widgetd from starting.
            _ = try ring.signingKeys()
            return .success
        },
        Command(
            "retire",
            summary: "Delete the private part of a key, so that it signs no more.",
            discussion:
                """
                The public part stays. Apps that know no other active key refuse every bundle from then on. Without any \
                active key a widgetd that is running signs on with the one that it had, and the next does not start.
                """,
            examples: [.init("Retire a key", "widgetctl keys retire 1a2b3c4d5e6f7081")],
            arguments: [id],
            options: [.keys, last]
        ) { call in
            let ring = try call.keyRing()
            let id = try call.argument(id)
            let active = try ring.keys().filter { $0.state == .active }.map(\.id)
            guard active != [id] || call.isSet(last) else {
                throw LastKey(id: id)
            }
            try call.show(try ring.retire(id, mayBeLast: call.isSet(last)), "is retired")
            return .success
        },
    ]
)

/// Without it nothing would be signed, and clients would believe no kill.
private struct LastKey: Error, CustomStringConvertible {
    let id: String

    var description: String {
        "\(id) is the only key that signs: `widgetctl keys create` another one first, or say --last"
    }
}

extension Invocation {
    /// The keys that the command line names.
    func keyRing() throws -> KeyRing {
        try requireThisMachine()
        return KeyRing(directory: try requiredValue(of: .keys))
    }

    fileprivate func show(_ key: KeyRecord, _ state: String) throws {
        if wantsJSON { return try print(key.document) }
        try print("key \(key.id) \(state)")
        try print("public key \(key.publicKey)")
    }
}

extension KeyRecord {
    fileprivate var publicKey: String { Base64.encode(verifyingKey.rawRepresentation) }

    fileprivate var document: JSON {
        [
            "id": .string(id), "state": .string(state.rawValue), "created": .string("\(created)"),
            "publicKey": .string(publicKey),
        ]
    }
}
