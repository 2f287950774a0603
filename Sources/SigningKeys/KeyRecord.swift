package import Cryptography
package import Rollout
import StrictJSON

/// A key as it may be shown to anyone.
package struct KeyRecord: Equatable, Sendable {
    package enum State: String, Sendable {
        /// Signs every bundle.
        case active
        /// Signs no more; its private part is gone.
        case retired
    }

    package let verifyingKey: Ed25519.VerifyingKey
    /// To the second.
    package let created: Instant
    package let state: State

    /// 16 lower-case hexadecimal digits, by which people, files and signatures name the key.
    package var id: String { verifyingKey.id }
}

/// Why bytes are not the public part of a key.
struct InvalidKeyRecord: Error {
    let reason: String
}

extension KeyRecord {
    /// The public part's file.
    ///
    /// The state is not in it: it is whether there is a private part.
    var json: [UInt8] {
        let record: JSON = [
            "id": .string(id), "created": .string(created.description),
            "publicKey": .string(Base64.encode(verifyingKey.rawRepresentation)),
        ]
        return Array((record.indentedText + "\n").utf8)
    }

    /// - Parameter id: What the file's name says.
    init(json bytes: [UInt8], id: String, state: State) throws(InvalidKeyRecord) {
        let findings = Findings(unknownKeys: .refuse)
        let document: JSON
        do throws(JSONError) {
            document = try JSON(parsing: bytes)
        } catch {
            throw InvalidKeyRecord(reason: error.description)
        }
        let object = JSONField(document, findings: findings).object(["id", "created", "publicKey"])
        let named = object?.required("id")?.string()
        let created = object?.required("created")?.parsed(Instant.init(parsing:))
        let key = object?.required("publicKey")?.string().flatMap(Base64.decode).flatMap {
            // The length alone can be wrong, and the finding says what it should be.
            try? Ed25519.VerifyingKey(rawRepresentation: $0)
        }
        guard findings.all.isEmpty, let created else {
            throw InvalidKeyRecord(
                reason: findings.all.map { "\($0.path): \($0.message)" }.joined(separator: "; ")
            )
        }
        guard let key else { throw InvalidKeyRecord(reason: "publicKey: not 32 bytes in base 64") }
        guard named == id, key.id == id else {
            throw InvalidKeyRecord(reason: "it is the key \(key.id), which the file's name and id should say")
        }
        self.init(verifyingKey: key, created: created, state: state)
    }
}
