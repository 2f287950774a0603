package import Cryptography
package import Rollout

/// The keys that sign bundles: a directory of files that belongs to the server's user alone.
///
/// Two files a key. `<id>.json` is the public part with the date of its making. `<id>.der` is the private part (PKCS #8,
/// RFC 8410, as `openssl pkey -inform DER` reads it), which only an active key has. Nothing is read from a directory or
/// private file that others may look into.
package struct KeyRing: Sendable {
    /// The most keys that are active at once: the one in use, and during a change-over the one that follows it.
    package static let activeLimit = 2

    /// The directory's path.
    package let directory: String

    package init(directory: String) { self.directory = directory }

    /// All keys, the oldest first; none when the directory does not exist.
    ///
    /// - Throws: ``KeyRingError``, also when any file in the directory is not what it should be.
    package func keys() throws(KeyRingError) -> [KeyRecord] {
        guard let directory = try KeyDirectory(existing: directory) else { return [] }
        return try keys(in: directory)
    }

    /// The private parts of the active keys, the oldest first; none when there are none.
    ///
    /// - Throws: ``KeyRingError``, also when a private part is not that of the key whose name it has.
    package func signingKeys() throws(KeyRingError) -> [Ed25519.SigningKey] {
        guard let directory = try KeyDirectory(existing: directory) else { return [] }
        var signingKeys: [Ed25519.SigningKey] = []
        for key in try keys(in: directory) where key.state == .active {
            signingKeys.append(try privatePart(of: key, in: directory))
        }
        return signingKeys
    }

    /// The private parts of the active keys, the oldest first; at least one.
    ///
    /// - Throws: ``KeyRingError``, with ``KeyRingError/Problem/noneActive`` when there is none.
    package func requiredSigningKeys() throws(KeyRingError) -> [Ed25519.SigningKey] {
        let keys = try signingKeys()
        guard !keys.isEmpty else { throw KeyRingError(path: directory, problem: .noneActive) }
        return keys
    }

    /// Makes a key, which is active from now on; makes the directory when there is none.
    ///
    /// - Parameter now: When it is said to have been made; kept to the second.
    /// - Throws: ``KeyRingError``, with ``KeyRingError/Problem/tooManyActive(_:)`` when two are active already.
    package func create(at now: Instant) throws(KeyRingError) -> KeyRecord {
        let directory = try KeyDirectory(creating: directory)
        try directory.lock()
        try directory.removeLeftOvers()
        let active = try keys(in: directory).filter { $0.state == .active }
        guard active.count < Self.activeLimit else {
            throw directory.error(.tooManyActive(active.map(\.id)))
        }
        do {
            return try Ed25519.withNewSeed { seed in
                let key = try Ed25519.SigningKey(seed: seed).verifyingKey
                let record = KeyRecord(verifyingKey: key, created: now.wholeSecond, state: .active)
                // Should the machine stop between the two, there is a key that never signed anything.
                try record.json.withUnsafeBytes {
                    try directory.write($0, to: KeyFile.publicPart.name(of: key.id), mode: 0o644)
                }
                try PrivateKeyInfo.withBytes(of: seed) {
                    try directory.write($0, to: KeyFile.privatePart.name(of: key.id), mode: 0o600)
                }
                return record
            }
        } catch let error as KeyRingError {
            throw error
        } catch {
            throw directory.error(.system("cannot make a key", "\(error)"))
        }
    }

    /// Deletes the private part of an active key, and those that nobody finished writing.
    ///
    /// The public part stays, for clients that still have to be told of it.
    ///
    /// - Parameter mayBeLast: Even if a key that stays active cannot sign.
    /// - Throws: ``KeyRingError``, with ``KeyRingError/Problem/unknownKey(_:known:)``,
    ///   ``KeyRingError/Problem/alreadyRetired(_:)``, or ``KeyRingError/Problem/othersUnable(_:other:_:)``.
    package func retire(_ id: String, mayBeLast: Bool = false) throws(KeyRingError) -> KeyRecord {
        guard let directory = try KeyDirectory(existing: directory) else {
            throw KeyRingError(path: directory, problem: .unknownKey(id, known: []))
        }
        try directory.lock()
        let keys = try keys(in: directory)
        guard let key = keys.first(where: { $0.id == id }) else {
            throw directory.error(.unknownKey(id, known: keys.map(\.id)))
        }
        guard key.state == .active else { throw directory.error(.alreadyRetired(id)) }
        for other in keys where other.state == .active && other.id != id && !mayBeLast {
            do throws(KeyRingError) {
                _ = try privatePart(of: other, in: directory)
            } catch {
                throw directory.error(.othersUnable(id, other: other.id, "\(error)"))
            }
        }
        try directory.removeLeftOvers()
        try directory.remove(KeyFile.privatePart.name(of: id))
        return KeyRecord(verifyingKey: key.verifyingKey, created: key.created, state: .retired)
    }

    private func keys(in directory: borrowing KeyDirectory) throws(KeyRingError) -> [KeyRecord] {
        let names = try directory.names()
        var keys: [KeyRecord] = []
        for name in names.sorted() {
            guard let id = KeyFile.publicPart.id(in: name) else {
                try checkIsExpected(name, among: names, in: directory)
                continue
            }
            let bytes = try directory.read(name, upTo: 4096)
            let state: KeyRecord.State = names.contains(KeyFile.privatePart.name(of: id)) ? .active : .retired
            do throws(InvalidKeyRecord) {
                keys.append(try KeyRecord(json: bytes, id: id, state: state))
            } catch {
                throw directory.error(.damaged(error.reason), name)
            }
        }
        return keys.sorted { ($0.created, $0.id) < ($1.created, $1.id) }
    }

    private func privatePart(
        of key: KeyRecord,
        in directory: borrowing KeyDirectory
    ) throws(KeyRingError) -> Ed25519.SigningKey {
        let name = KeyFile.privatePart.name(of: key.id)
        let signingKey = try directory.readSecret(name, upTo: PrivateKeyInfo.byteCount + 1) { bytes in
            PrivateKeyInfo.key(bytes)
        }
        guard let signingKey else {
            throw directory.error(.damaged("it is no Ed25519 private key in PKCS #8"), name)
        }
        guard signingKey.verifyingKey == key.verifyingKey else {
            throw directory.error(.damaged("it is the private part of another key"), name)
        }
        return signingKey
    }

    /// A private part without its public part would be passed over in silence, and so is refused.
    private func checkIsExpected(
        _ name: String,
        among names: Set<String>,
        in directory: borrowing KeyDirectory
    ) throws(KeyRingError) {
        guard let id = KeyFile.privatePart.id(in: name) else { return }
        guard names.contains(KeyFile.publicPart.name(of: id)) else {
            throw directory.error(
                .damaged("\(KeyFile.publicPart.name(of: id)) is missing beside it; put it back"),
                name
            )
        }
    }
}

/// The two files of a key.
enum KeyFile: String {
    case publicPart = ".json"
    case privatePart = ".der"

    func name(of id: String) -> String { id + rawValue }

    /// nil for another file.
    func id(in name: String) -> String? {
        name.hasSuffix(rawValue) && !name.hasPrefix(".") ? String(name.dropLast(rawValue.count)) : nil
    }
}
