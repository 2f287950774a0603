import BundleSamples
import ConfigBundle
import Cryptography
import Rollout
import Testing

@Suite("A bundle that was tampered with")
struct BundleTamperingTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let field: String
        /// nil: the field is left out.
        let change: @Sendable (String) -> String?
        let error: @Sendable (SignedSample) -> BundleError

        init(
            _ description: String,
            _ field: String,
            _ change: @escaping @Sendable (String) -> String?,
            _ error: @escaping @Sendable (SignedSample) -> BundleError
        ) {
            testDescription = description
            self.field = field
            self.change = change
            self.error = error
        }

        static func malformed(
            _ field: String,
            _ reason: String,
            _ change: @escaping @Sendable (String) -> String?
        )
            -> Case
        {
            Case("\(field): \(reason)", field, change) { _ in .malformedHeader(name: field, reason: reason) }
        }
    }

    private static let keyID = "34750f98bd59fcfc"
    private static let wrongSignature: @Sendable (SignedSample) -> BundleError = { _ in
        .wrongSignature(keyID: keyID)
    }
    private static let otherDigest = "sha-256=:\(Base64.encode([UInt8](repeating: 0, count: 32))):"

    static let cases: [Case] = [
        Case("no digest", "Unencoded-Digest", { _ in nil }) { _ in
            .malformedHeader(name: "Unencoded-Digest", reason: "missing")
        },
        Case("another digest", "Unencoded-Digest", { _ in otherDigest }, wrongSignature),
        Case(
            "a digest of another algorithm added",
            "Unencoded-Digest",
            { "\($0), sha-512=:AAAA:" },
            wrongSignature
        ),
        .malformed("Widget-App", "missing") { _ in nil },
        Case("another app", "Widget-App", { _ in "other-app" }, wrongSignature),
        Case("the app twice", "Widget-App", { "\($0), \($0)" }, wrongSignature),
        .malformed("Widget-Revision", "missing") { _ in nil },
        Case("a newer revision", "Widget-Revision", { _ in "51" }, wrongSignature),
        Case("the revision with a zero before it", "Widget-Revision", { "0\($0)" }, wrongSignature),
        Case("no signature input", "Signature-Input", { _ in nil }) { _ in .noSignature },
        Case("an empty signature input", "Signature-Input", { _ in "" }) { _ in .noSignature },
        Case(
            "only the signature of another purpose",
            "Signature-Input",
            { $0.replacing("widget-rollout", with: "other") }
        ) {
            _ in .noSignature
        },
        Case("the key ID of a stranger", "Signature-Input", { $0.replacing("keyid=\"3", with: "keyid=\"4") })
        { _ in
            .unknownKey(["44750f98bd59fcfc"])
        },
        .malformed("Signature-Input", "k\(keyID) does not sign what a bundle's signature must") {
            $0.replacing(" \"widget-app\"", with: "")
        },
        .malformed("Signature-Input", "k\(keyID) does not sign what a bundle's signature must") {
            $0.replacing("\"widget-app\"", with: "\"widget-app\";req")
        },
        .malformed("Signature-Input", "k\(keyID) does not sign what a bundle's signature must") {
            $0.replacing("ed25519", with: "hmac-sha256")
        },
        .malformed("Signature-Input", "k\(keyID) does not sign what a bundle's signature must") {
            $0 + ";created=1618884473"
        },
        .malformed("Signature-Input", "k\(keyID) does not sign what a bundle's signature must") {
            $0.replacing(
                "alg=\"ed25519\";tag=\"widget-rollout\"",
                with: "tag=\"widget-rollout\";alg=\"ed25519\""
            )
        },
        .malformed("Signature-Input", "k\(keyID) stands twice at byte 148") { "\($0), \($0)" },
        .malformed("Signature-Input", "k\(keyID) is not a list of what is signed") { _ in "k\(keyID)=1" },
        .malformed("Signature", "missing") { _ in nil },
        .malformed("Signature", "no signature with the label k\(keyID)") { _ in "" },
        .malformed("Signature", "no signature with the label k\(keyID)") { "x\($0)" },
        .malformed("Signature", "no signature with the label k\(keyID)") { "\($0);a" },
        .malformed("Signature", "no signature with the label k\(keyID)") { _ in "k\(keyID)=\"text\"" },
        .malformed("Signature", "bytes that are not canonical base 64 at byte 19") {
            $0.replacing("==:", with: ":")
        },
        Case("an empty signature", "Signature", { _ in "k\(keyID)=::" }, wrongSignature),
        Case(
            "a signature of zeros",
            "Signature",
            { _ in "k\(keyID)=:\(Base64.encode([UInt8](repeating: 0, count: 64))):" },
            wrongSignature
        ),
        .malformed("Signature", "longer than 8192 bytes") { _ in String(repeating: "a", count: 8_193) },
    ]

    @Test("in one header field is refused, and what was wrong is said", arguments: cases)
    func field(_ tampering: Case) throws {
        let sample = try SignedSample()
        try #require(sample.verify().revision == 50)
        let fields = sample.fields(changing: tampering.field, tampering.change)
        #expect(throws: tampering.error(sample)) { try sample.verify(fields: fields) }
    }

    @Test("at any byte of any header field is refused, whatever the byte became")
    func everyHeaderByte() throws {
        let sample = try SignedSample()
        for (name, value) in sample.fields.list {
            let bytes = Array(value.utf8)
            for place in bytes.indices {
                var changes = Array("aZ0=;\"\0".utf8).map {
                    Array(bytes[..<place]) + [$0] + bytes[(place + 1)...]
                }
                changes += Array(",:\u{7F}".utf8 + [0xFF]).map {
                    Array(bytes[..<place]) + [$0] + bytes[place...]
                }
                changes.append(Array(bytes[..<place] + bytes[(place + 1)...]))
                for changed in changes where changed != bytes {
                    let text = String(decoding: changed, as: UTF8.self)
                    #expect(throws: BundleError.self, "\(name): \(text)") {
                        try sample.verify(fields: sample.fields(changing: name) { _ in text })
                    }
                }
            }
        }
    }

    @Test("at any byte of the bundle is refused for its digest")
    func everyBundleByte() throws {
        let sample = try SignedSample()
        for place in stride(from: 0, to: sample.bundle.count, by: 5) {
            var changed = sample.bundle
            changed[place] ^= 0x20
            #expect(throws: BundleError.wrongDigest, "byte \(place)") { try sample.verify(changed) }
        }
        for changed in [[], sample.bundle.dropLast(), sample.bundle + [0x0A]] as [[UInt8]] {
            #expect(throws: BundleError.wrongDigest) { try sample.verify(changed) }
        }
    }

    @Test("with random changes to its header is never accepted", arguments: [21, 22] as [UInt64])
    func randomHeaders(seed: UInt64) throws {
        let sample = try SignedSample()
        var mutation = Mutation(seed: seed)
        for round in 0..<1_500 {
            var list = sample.fields.list
            let place = mutation.number(list.count)
            list[place].value = String(
                decoding: mutation.apply(to: Array(list[place].value.utf8)),
                as: UTF8.self
            )
            let fields = BundleFields(list)
            guard fields != sample.fields else { continue }
            // A blank more where the RFC allows one, or a label of no use, changes nothing.
            guard (try? sample.verify(fields: fields)) == nil else {
                #expect(
                    Self.meansTheSame(fields, as: sample.fields),
                    "seed \(seed), round \(round): \(list[place])"
                )
                continue
            }
        }
    }

    /// Whether all that is signed is the same, and the two fields of the signature are but for blanks and members
    /// that nobody asked for.
    private static func meansTheSame(_ fields: BundleFields, as original: BundleFields) -> Bool {
        zip(fields.list, original.list).allSatisfy { changed, original in
            changed.name == original.name
                && (changed == original
                    || (original.name.hasPrefix("Signature")
                        && changed.value.filter { $0 != " " && $0 != "\t" }.contains(
                            original.value.filter { $0 != " " }
                        )))
        }
    }

    @Test("with random changes to it is never accepted", arguments: [31, 32] as [UInt64])
    func randomBundles(seed: UInt64) throws {
        let sample = try SignedSample()
        var mutation = Mutation(seed: seed)
        for round in 0..<500 {
            let changed = mutation.apply(to: sample.bundle)
            #expect(throws: BundleError.wrongDigest, "seed \(seed), round \(round)") {
                try sample.verify(changed)
            }
            // Whether or not it is still a bundle, reading it ends.
            _ = try? AppConfiguration(bundle: changed)
        }
    }
}

@Suite("A bundle that is genuine but not the right one")
struct BundleReplayTests {
    @Test("is refused when it is older than what was seen")
    func olderRevision() throws {
        let sample = try SignedSample()
        #expect(throws: BundleError.olderRevision(50, newestSeen: 51)) {
            try sample.verify(newestRevision: 51)
        }
    }

    @Test("is refused when it is that of another app, or says so inside only")
    func otherApp() throws {
        let bundle = try SampleConfiguration.make(flags: 6).bundleBytes
        let other = try SignedSample(bundle: bundle, revision: 50, app: "other-app")
        #expect(throws: BundleError.wrongApp(found: "other-app", expected: other.verifier.app)) {
            try other.verify()
        }
        let text = String(decoding: bundle, as: UTF8.self)
            .replacing(#""app":"minimal-wallpapers""#, with: #""app":"other-app""#)
        let inside = try SignedSample(bundle: Array(text.utf8), revision: 50)
        #expect(throws: BundleError.wrongApp(found: "other-app", expected: other.verifier.app)) {
            try inside.verify()
        }
    }

    @Test("is refused when its header has another revision")
    func otherRevision() throws {
        let sample = try SignedSample(bundle: SampleConfiguration.make(flags: 6).bundleBytes, revision: 51)
        #expect(throws: BundleError.differentRevisions(header: 51, bundle: 50)) { try sample.verify() }
        #expect(throws: BundleError.olderRevision(50, newestSeen: 51)) {
            try sample.verify(newestRevision: 51)
        }
    }

    @Test("is refused when no key is trusted, or only others")
    func otherKeys() throws {
        let sample = try SignedSample(keys: [.sample(1), .sample(2)])
        for trusted in [[], [try BundleKey.sample(3)]] as [[BundleKey]] {
            let verifier = BundleVerifier(app: sample.verifier.app, trust: .signed(by: trusted))
            #expect(
                throws: BundleError.unknownKey(
                    try [1, 2].map { try BundleKey.sample($0).id }
                )
            ) {
                try verifier.configuration(bundle: sample.bundle, fields: sample.fields, newestRevision: nil)
            }
        }
    }

    @Test("is refused when one of two trusted keys has not signed it")
    func halfSigned() throws {
        let sample = try SignedSample(keys: [.sample(1), .sample(2)])
        let fields = sample.fields(changing: "Signature") { value in
            let parts = value.split(separator: ", ")
            let label = parts[1].prefix { $0 != "=" }
            return "\(parts[0]), \(label)\(parts[0].dropFirst(label.count))"
        }
        #expect(throws: BundleError.wrongSignature(keyID: try BundleKey.sample(2).id)) {
            try sample.verify(fields: fields)
        }
    }

    @Test("is refused when it is larger than the limit, before anything else is looked at")
    func tooLarge() throws {
        let sample = try SignedSample()
        let limit = sample.bundle.count - 1
        let verifier = BundleVerifier(
            app: sample.verifier.app,
            trust: sample.verifier.trust,
            byteLimit: limit
        )
        #expect(throws: BundleError.tooLarge(limit: limit)) {
            try verifier.configuration(bundle: sample.bundle, fields: BundleFields([]), newestRevision: nil)
        }
    }

    @Test("is refused when it is no bundle, however genuine")
    func noBundle() throws {
        let sample = try SignedSample(bundle: Array("{".utf8), revision: 50)
        #expect(throws: BundleError.self) { try sample.verify() }
        let newer = try SignedSample(
            bundle: Array(#"{"app":"minimal-wallpapers","format":2,"revision":50}"#.utf8),
            revision: 50
        )
        #expect(throws: BundleError.unknownFormat(2)) { try newer.verify() }
    }
}

@Suite("A public key")
struct BundleKeyTests {
    @Test("is read from the text that it is written as")
    func roundTrip() throws {
        let key = try BundleKey.sample(1)
        #expect(key.base64.utf8.count == 44)
        #expect(try BundleKey(base64: key.base64) == key)
        #expect(key.description == "key \(key.id)")
    }

    @Test(
        "is refused when it is not 32 bytes in base 64",
        arguments: [
            ("", "an Ed25519 key has 32 bytes, and this has 0"),
            ("AAAA", "an Ed25519 key has 32 bytes, and this has 3"),
            ("not a key", "it is not base 64"),
        ]
    )
    func refusals(text: String, reason: String) {
        #expect(throws: BundleError.malformedKey(reason)) { try BundleKey(base64: text) }
    }
}
