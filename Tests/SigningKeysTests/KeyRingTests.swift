import Cryptography
import Foundation
import Rollout
import Testing
import TestSupport

@testable import SigningKeys

@Suite("A key ring")
struct KeyRingTests {
    private let root: TemporaryDirectory
    private let ring: KeyRing

    init() throws {
        root = try TemporaryDirectory()
        ring = KeyRing(directory: root.file("keys"))
    }

    private static let day = Instant(millisecondsSince1970: 1_796_083_200_500)

    private func path(_ name: String) -> String { ring.directory + "/" + name }

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    private func files() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: ring.directory).sorted()
    }

    @Test("without a directory has no keys")
    func none() throws {
        #expect(try ring.keys().isEmpty)
        #expect(try ring.signingKeys().isEmpty)
        #expect(!FileManager.default.fileExists(atPath: ring.directory))
        let id = "0123456789abcdef"
        #expect(throws: KeyRingError(path: ring.directory, problem: .unknownKey(id, known: []))) {
            try ring.retire(id)
        }
    }

    @Test("makes a key, which another reader of the directory finds and signs with")
    func create() throws {
        let key = try ring.create(at: Self.day)
        #expect(key.created == Self.day.wholeSecond)
        #expect(key.state == .active)
        let other = KeyRing(directory: ring.directory)
        #expect(try other.keys() == [key])
        let signingKey = try #require(try other.signingKeys().first)
        #expect(signingKey.verifyingKey == key.verifyingKey)
        let message = Array("a kill".utf8)
        #expect(key.verifyingKey.isValid(try signingKey.signature(for: message), for: message))
        let (first, second) = (key.id, try ring.create(at: Self.day.adding(seconds: 1)).id)
        #expect(first != second)
    }

    @Test("lets the server's user alone read private parts, and holds nothing else")
    func permissions() throws {
        let key = try ring.create(at: Self.day)
        #expect(try mode(ring.directory) == 0o700)
        #expect(try mode(path("\(key.id).der")) == 0o600)
        #expect(try mode(path("\(key.id).json")) == 0o644)
        #expect(try files() == ["\(key.id).der", "\(key.id).json"])
    }

    @Test("has private parts that OpenSSL reads, and public parts that say what belongs to them")
    func formats() throws {
        let key = try ring.create(at: Self.day)
        let publicDER = try run(
            "/usr/bin/openssl",
            ["pkey", "-inform", "DER", "-in", path("\(key.id).der"), "-pubout", "-outform", "DER"]
        )
        #expect(Array(publicDER.suffix(32)) == key.verifyingKey.rawRepresentation)
        let text = try String(contentsOfFile: path("\(key.id).json"), encoding: .utf8)
        #expect(
            text == """
                {
                  "created": "2026-12-01T00:00:00Z",
                  "id": "\(key.id)",
                  "publicKey": "\(Data(key.verifyingKey.rawRepresentation).base64EncodedString())"
                }

                """
        )
    }

    @Test("has at most two active keys, and a third when one is retired")
    func changeOver() throws {
        let old = try ring.create(at: Self.day)
        let new = try ring.create(at: Self.day.adding(seconds: 86_400))
        #expect(
            throws: KeyRingError(path: ring.directory, problem: .tooManyActive([old.id, new.id]))
        ) { try ring.create(at: Self.day) }
        #expect(try ring.signingKeys().map(\.verifyingKey) == [old.verifyingKey, new.verifyingKey])

        let retired = try ring.retire(old.id)
        #expect(retired.state == .retired)
        #expect(retired.verifyingKey == old.verifyingKey)
        #expect(try ring.keys() == [retired, new])
        #expect(try ring.signingKeys().map(\.verifyingKey) == [new.verifyingKey])
        #expect(try files() == ["\(old.id).json", "\(new.id).der", "\(new.id).json"].sorted())
        #expect(throws: KeyRingError(path: ring.directory, problem: .alreadyRetired(old.id))) {
            try ring.retire(old.id)
        }
        let next = try ring.create(at: Self.day.adding(seconds: 172_800))
        #expect(try ring.keys().map(\.id) == [old.id, new.id, next.id])
    }

    @Test("retires only a key that it has", arguments: ["0123456789abcdef", "../keys/x", ""])
    func unknown(id: String) throws {
        let key = try ring.create(at: Self.day)
        #expect(
            throws: KeyRingError(path: ring.directory, problem: .unknownKey(id, known: [key.id]))
        ) { try ring.retire(id) }
        #expect(try ring.keys() == [key])
    }

    @Test(
        "is refused when others may look into its directory or a private part",
        arguments: [0o040, 0o001, 0o070]
    )
    func openToOthers(bits: Int) throws {
        let key = try ring.create(at: Self.day)
        for (path, wanted) in [(path("\(key.id).der"), 0o600), (ring.directory, 0o700)] {
            try FileManager.default.setAttributes([.posixPermissions: wanted | bits], ofItemAtPath: path)
            let problem = KeyRingError.Problem.openToOthers(
                mode: String(wanted | bits, radix: 8),
                wanted: String(wanted, radix: 8)
            )
            let error = #expect(throws: KeyRingError.self) { try ring.signingKeys() }
            #expect(error == KeyRingError(path: path, problem: problem))
            #expect(error?.description.hasSuffix(": chmod \(String(wanted, radix: 8)) \(path)") == true)
            if path == ring.directory {
                #expect(throws: KeyRingError.self) { try ring.create(at: Self.day) }
                #expect(throws: KeyRingError.self) { try ring.retire(key.id) }
                #expect(throws: KeyRingError.self) { try ring.keys() }
            }
            try FileManager.default.setAttributes([.posixPermissions: wanted], ofItemAtPath: path)
        }
        #expect(try ring.signingKeys().count == 1)
    }

    @Test("is refused when it belongs to another user")
    func foreign() throws {
        // Only root can give a directory away; to everyone else, that of the system's programs is another's.
        let (path, owner): (String, UInt32) = geteuid() == 0 ? (ring.directory, 12_345) : ("/usr", 0)
        if owner != 0 { #expect(mkdir(path, 0o700) == 0 && chown(path, owner, owner) == 0) }
        #expect(throws: KeyRingError(path: path, problem: .foreign(owner: owner))) {
            try KeyRing(directory: path).keys()
        }
    }

    @Test("is refused when a file in it is not what it should be")
    func damaged() throws {
        let key = try ring.create(at: Self.day)
        let (secret, record) = (path("\(key.id).der"), path("\(key.id).json"))
        let whole = (
            secret: try Data(contentsOf: URL(filePath: secret)),
            record: try Data(contentsOf: URL(filePath: record))
        )
        func expect(
            _ reason: String,
            at path: String,
            secret newSecret: Data? = nil,
            record newRecord: String? = nil
        ) throws {
            // In place, so that the permissions stay.
            try newSecret?.write(to: URL(filePath: secret))
            try newRecord.map { Data($0.utf8) }?.write(to: URL(filePath: record))
            let error = #expect(throws: KeyRingError.self) { try ring.signingKeys() }
            #expect(error == KeyRingError(path: path, problem: .damaged(reason)))
            try whole.secret.write(to: URL(filePath: secret))
            try whole.record.write(to: URL(filePath: record))
        }
        let text = String(decoding: whole.record, as: UTF8.self)
        let noKey = "it is no Ed25519 private key in PKCS #8"
        try expect(noKey, at: secret, secret: Data())
        try expect(noKey, at: secret, secret: whole.secret.dropLast())
        try expect(noKey, at: secret, secret: whole.secret + [0])
        var other = whole.secret
        other[0] ^= 1
        try expect(noKey, at: secret, secret: other)
        other = whole.secret
        other[20] ^= 1
        try expect("it is the private part of another key", at: secret, secret: other)
        try expect(
            "created: missing",
            at: record,
            record: text.replacing("created", with: "id").replacing(
                "\"id\": \"2026-12-01T00:00:00Z\",",
                with: ""
            )
        )
        try expect(
            "publicKey: not 32 bytes in base 64",
            at: record,
            record: text.replacing("=\"", with: "\"")
        )
        try expect(
            "it is the key \(key.id), which the file's name and id should say",
            at: record,
            record: text.replacing(key.id, with: "0123456789abcdef")
        )
        try expect("it is too long for a key", at: record, record: String(repeating: " ", count: 5_000))
        try FileManager.default.removeItem(atPath: record)
        let error = #expect(throws: KeyRingError.self) { try ring.keys() }
        #expect(
            error
                == KeyRingError(
                    path: secret,
                    problem: .damaged("\(key.id).json is missing beside it; put it back")
                )
        )
    }

    @Test("does not follow links, nor wait for pipes, in the place of its files")
    func notFiles() throws {
        let key = try ring.create(at: Self.day)
        let (secret, copy) = (path("\(key.id).der"), root.file("copy"))
        try FileManager.default.moveItem(atPath: secret, toPath: copy)
        try FileManager.default.createSymbolicLink(atPath: secret, withDestinationPath: copy)
        let error = #expect(throws: KeyRingError.self) { try ring.signingKeys() }
        #expect(error?.path == secret)
        try FileManager.default.removeItem(atPath: secret)
        #expect(mkfifo(secret, 0o600) == 0)
        #expect(throws: KeyRingError.self) { try ring.signingKeys() }
    }

    @Test("keeps a key that signs when the other one cannot")
    func onlyOneThatSigns() throws {
        let (good, bad) = (try ring.create(at: Self.day), try ring.create(at: Self.day.adding(seconds: 1)))
        try Data("no key".utf8).write(to: URL(filePath: path("\(bad.id).der")))
        let error = #expect(throws: KeyRingError.self) { try ring.retire(good.id) }
        #expect(
            error?.description
                == "\(ring.directory): the key \(good.id) was not retired, since \(bad.id), which would be left, cannot sign: "
                + "retire \(bad.id) first, or say --last if neither signs (\(path("\(bad.id).der")): it is no Ed25519 private "
                + "key in PKCS #8)"
        )
        #expect(try files().contains("\(good.id).der"))
        #expect(try ring.retire(bad.id).state == .retired)
        #expect(try ring.signingKeys().map(\.verifyingKey) == [good.verifyingKey])
    }

    @Test("lets go of keys of which none can sign, the first when that is meant")
    func noneThatSigns() throws {
        let keys = [try ring.create(at: Self.day), try ring.create(at: Self.day.adding(seconds: 1))]
        for key in keys { try Data("no key".utf8).write(to: URL(filePath: path("\(key.id).der"))) }
        #expect(throws: KeyRingError.self) { try ring.retire(keys[0].id) }
        #expect(throws: KeyRingError.self) { try ring.retire(keys[1].id) }
        #expect(try ring.retire(keys[0].id, mayBeLast: true).state == .retired)
        #expect(try ring.retire(keys[1].id).state == .retired)
    }

    @Test("passes over what a process that was stopped has left, makes the next key, and then deletes it")
    func leftOvers() throws {
        let key = try ring.create(at: Self.day)
        #expect(FileManager.default.createFile(atPath: path(".\(key.id).der.new"), contents: Data("x".utf8)))
        // The public part alone, as after a stop between the two files, is a key that never signed.
        try FileManager.default.removeItem(atPath: path("\(key.id).der"))
        #expect(try ring.keys().map(\.state) == [.retired])
        let next = try ring.create(at: Self.day)
        #expect(next.state == .active)
        #expect(!FileManager.default.fileExists(atPath: path(".\(key.id).der.new")))
        #expect(FileManager.default.createFile(atPath: path(".\(key.id).json.new"), contents: Data("x".utf8)))
        _ = try ring.retire(next.id)
        #expect(!FileManager.default.fileExists(atPath: path(".\(key.id).json.new")))
    }

    @Test("is changed by one process at a time")
    func busy() throws {
        let key = try ring.create(at: Self.day)
        let holder = open(ring.directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        try #require(holder >= 0 && flock(holder, LOCK_EX | LOCK_NB) == 0)
        let error = KeyRingError(path: ring.directory, problem: .busy)
        #expect(throws: error) { try ring.create(at: Self.day) }
        #expect(throws: error) { try ring.retire(key.id) }
        #expect(try ring.keys() == [key])
        // Closing alone would not do while another test starts a program, which inherits the lock for a moment.
        #expect(flock(holder, LOCK_UN) == 0 && close(holder) == 0)
        #expect(try ring.retire(key.id).state == .retired)
    }

    @Test("is free after a change, though a program that is being started has inherited the lock")
    func inheritedLock() throws {
        _ = try ring.create(at: Self.day)
        func inherited() throws -> Int32 {
            let directory = try KeyDirectory(creating: ring.directory)
            try directory.lock()
            let descriptor = try #require(
                (Int32(0)..<1024).first {
                    let path = try? FileManager.default.destinationOfSymbolicLink(
                        atPath: "/proc/self/fd/\($0)"
                    )
                    return path == ring.directory
                }
            )
            // What a program has from its start until it closes it.
            return dup(descriptor)
        }
        let copy = try inherited()
        defer { close(copy) }
        try #require(copy >= 0)
        #expect(throws: Never.self) { try ring.create(at: Self.day.adding(seconds: 1)) }
    }

    @Test("has two keys, and not one more, when many make one at once")
    func together() async throws {
        let ring = ring
        // Those that come too late are refused, as too many or while another has the lock.
        let made = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<16 {
                group.addTask { (try? ring.create(at: Self.day)) == nil ? 0 : 1 }
            }
            return await group.reduce(0, +)
        }
        #expect((1...2).contains(made))
        #expect(try ring.signingKeys().count == made)
    }

    @Test("says why when there is no place for its directory")
    func noPlace() throws {
        #expect(FileManager.default.createFile(atPath: root.file("keys"), contents: nil))
        #expect(
            throws: KeyRingError(
                path: ring.directory,
                problem: .system("cannot open the directory of the keys", "Not a directory")
            )
        ) { try ring.create(at: Self.day) }
        let beside = KeyRing(directory: root.file("keys/b"))
        #expect(
            throws: KeyRingError(
                path: beside.directory,
                problem: .system("cannot make the directory of the keys", "Not a directory")
            )
        ) { try beside.create(at: Self.day) }
    }

    @Test("makes the directories above its own")
    func above() throws {
        let deep = KeyRing(directory: root.file("a/b//c"))
        _ = try deep.create(at: Self.day)
        #expect(try deep.keys().count == 1)
    }

    private func run(_ program: String, _ arguments: [String]) throws -> Data {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "\(program) failed")
        return data
    }
}
