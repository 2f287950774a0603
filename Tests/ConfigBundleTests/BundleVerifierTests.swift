import BundleSamples
import ConfigBundle
import Cryptography
import Rollout
import StrictJSON
import Testing
import TestSupport

@Suite("A signed bundle")
struct BundleVerifierTests {
    @Test("has the header fields of RFC 9421, one signature for each key")
    func fields() throws {
        let sample = try SignedSample(keys: [.sample(1), .sample(2)])
        let (one, two) = (
            try BundleKey.sample(1).id, try BundleKey.sample(2).id
        )
        func input(_ id: String) -> String {
            "k\(id)=(\"unencoded-digest\" \"widget-app\" \"widget-revision\")"
                + ";keyid=\"\(id)\";alg=\"ed25519\";tag=\"widget-rollout\""
        }
        let list = sample.fields.list
        #expect(
            list.map(\.name) == [
                "Unencoded-Digest", "Widget-App", "Widget-Revision", "Signature-Input", "Signature",
            ]
        )
        #expect(list[1].value == "minimal-wallpapers")
        #expect(list[2].value == "50")
        #expect(list[3].value == "\(input(one)), \(input(two))")
        #expect(list[4].value.wholeMatch(of: /k[0-9a-f]{16}=:[^:]{88}:, k[0-9a-f]{16}=:[^:]{88}:/) != nil)
        #expect(BundleFields(list) == sample.fields)
    }

    /// Builds the signature base from the values in the header, as RFC 9421 section 2.5 has it, and asks libcrypto.
    private static let verifyInPython = """
        import gzip, hashlib, re
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
        fields = {name.lower(): value for name, value in request["fields"]}
        bundle, packed = (base64.b64decode(request[name]) for name in ("bundle", "gzip"))
        assert gzip.decompress(packed) == bundle
        def digest(content):
            return "sha-256=:" + base64.b64encode(hashlib.sha256(content).digest()).decode() + ":"
        assert fields["unencoded-digest"] == digest(bundle)
        assert request["reprDigests"] == [digest(bundle), digest(packed)]
        keys = {hashlib.sha256(base64.b64decode(key)).hexdigest()[:16]: base64.b64decode(key) for key in request["keys"]}
        inputs = dict(re.findall(r'([a-z0-9]+)=(\\([^)]*\\)(?:;[a-z]+="[^"]*")*)', fields["signature-input"]))
        signatures = dict(re.findall(r"([a-z0-9]+)=:([A-Za-z0-9+/=]+):", fields["signature"]))
        answer = []
        for label, parameters in inputs.items():
            names = re.findall(r'"([^"]*)"', parameters[:parameters.index(")")])
            lines = [f'"{name}": {fields[name]}' for name in names]
            base = "\\n".join(lines + [f'"@signature-params": {parameters}'])
            keyid = re.search(r';keyid="([^"]*)"', parameters)[1]
            Ed25519PublicKey.from_public_bytes(keys[keyid]).verify(base64.b64decode(signatures[label]), base.encode())
            answer.append(keyid)
        """

    @Test("is genuine also for another library that follows the RFCs")
    func independentVerification() throws {
        let signingKeys: [Ed25519.SigningKey] = [try .sample(1), try .sample(2)]
        let sample = try SignedSample(keys: signingKeys)
        let representation = try Representation(sample.bundle)
        let keys = signingKeys.map { BundleKey($0.verifyingKey) }
        let answer = try Python.answer(
            to: [
                "fields": .array(sample.fields.list.map { [.string($0.name), .string($0.value)] }),
                "bundle": .bytes(sample.bundle), "gzip": .bytes(representation.gzip),
                "reprDigests": [
                    .string(representation.identityReprDigest), .string(representation.gzipReprDigest),
                ],
                "keys": .array(keys.map { .string($0.base64) }),
            ],
            Self.verifyInPython
        )
        #expect(answer == .array(keys.map { .string($0.id) }))
    }

    @Test("is accepted when another library signed it")
    func independentSigning() throws {
        let bundle = try SampleConfiguration.make(flags: 6).bundleBytes
        let script = """
            import hashlib
            from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
            from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
            key = Ed25519PrivateKey.from_private_bytes(bytes([7] * 32))
            public = key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
            keyid = hashlib.sha256(public).hexdigest()[:16]
            digest = base64.b64encode(hashlib.sha256(base64.b64decode(request["bundle"])).digest()).decode()
            fields = {"unencoded-digest": f"sha-256=:{digest}:", "widget-app": "minimal-wallpapers", "widget-revision": "50"}
            names = " ".join(f'"{name}"' for name in fields)
            parameters = f'({names});keyid="{keyid}";alg="ed25519";tag="widget-rollout"'
            lines = [f'"{name}": {value}' for name, value in fields.items()] + [f'"@signature-params": {parameters}']
            signature = base64.b64encode(key.sign("\\n".join(lines).encode())).decode()
            fields |= {"signature-input": "sig1=" + parameters, "signature": f"sig1=:{signature}:"}
            answer = [base64.b64encode(public).decode(), *fields.values()]
            """
        let answer = try Python.answer(to: ["bundle": .bytes(bundle)], script)
        guard case .array(let elements) = answer else { throw BundleError.malformed(["\(answer)"]) }
        let texts = elements.compactMap { if case .string(let text) = $0 { text } else { nil } }
        try #require(texts.count == 6)
        let names = [
            "unencoded-digest", "widget-app", "widget-revision", "signature-input", "signature",
        ]
        let verifier = BundleVerifier(
            app: try AppID("minimal-wallpapers"),
            trust: .signed(by: [try BundleKey(base64: texts[0])])
        )
        let fields = BundleFields(zip(names, texts.dropFirst()).map { (name: $0, value: $1) })
        let configuration = try verifier.configuration(bundle: bundle, fields: fields, newestRevision: nil)
        #expect(configuration.revision == 50)
    }

    @Test("is accepted with field names in any case, values joined by a proxy, and other headers around them")
    func acceptedForms() throws {
        let sample = try SignedSample(keys: [.sample(1), .sample(2)])
        let list = sample.fields.list
        #expect(try sample.verify().revision == 50)
        #expect(try sample.verify(newestRevision: 50).revision == 50)
        for spelling in [{ $0.lowercased() }, { $0.uppercased() }] as [(String) -> String] {
            let fields = BundleFields(list.map { (spelling($0.name), " \t\($0.value) ") })
            #expect(try sample.verify(fields: fields).revision == 50)
        }
        var lines: [(name: String, value: String)] = [("Content-Type", "application/json")]
        for (name, value) in list {
            lines += value.split(separator: ", ").map { (name, String($0)) }
        }
        #expect(try sample.verify(fields: BundleFields(lines)).revision == 50)
        lines.insert(
            (
                "Signature-Input",
                #"cdn=("@status" "date";req);created=1618884473;keyid="cdn-key";x=1.5;y=?0;z"#
            ),
            at: 0
        )
        lines.append(("signature", "cdn=:AAAA:"))
        #expect(try sample.verify(fields: BundleFields(lines)).revision == 50)
    }

    @Test("is accepted during a change-over by those who know only one of the two keys")
    func changeOver() throws {
        let sample = try SignedSample(keys: [.sample(1), .sample(2)])
        for byte in [1, 2] as [UInt8] {
            let verifier = BundleVerifier(
                app: sample.verifier.app,
                trust: .signed(by: [
                    try BundleKey.sample(3), try BundleKey.sample(byte),
                ])
            )
            let configuration = try verifier.configuration(
                bundle: sample.bundle,
                fields: sample.fields,
                newestRevision: 49
            )
            #expect(configuration.revision == 50)
        }
    }

    @Test(
        "is accepted without a signature only by those who say so, and its fields must be right where there are any"
    )
    func unsigned() throws {
        let signed = try SignedSample()
        let unsigned = try SignedSample(keys: [])
        #expect(unsigned.fields.list.map(\.name) == ["Unencoded-Digest", "Widget-App", "Widget-Revision"])
        #expect(throws: BundleError.noSignature) { try signed.verify(fields: unsigned.fields) }
        #expect(throws: BundleError.noSignature) { try signed.verify(fields: BundleFields([])) }
        let trusting = BundleVerifier(app: signed.verifier.app, trust: .unsigned)
        func read(_ fields: BundleFields, newest: Int64? = nil) throws(BundleError) -> AppConfiguration {
            try trusting.configuration(bundle: signed.bundle, fields: fields, newestRevision: newest)
        }
        for fields in [signed.fields, unsigned.fields, BundleFields([])] {
            #expect(try read(fields).revision == 50)
            #expect(throws: BundleError.olderRevision(50, newestSeen: 51)) { try read(fields, newest: 51) }
        }
        #expect(throws: BundleError.wrongApp(found: "other-app", expected: trusting.app)) {
            try read(signed.fields(changing: "Widget-App") { _ in "other-app" })
        }
        #expect(throws: BundleError.differentRevisions(header: 51, bundle: 50)) {
            try read(signed.fields(changing: "Widget-Revision") { _ in "51" })
        }
        #expect(throws: BundleError.wrongDigest) {
            try trusting.configuration(
                bundle: signed.bundle + [0x20],
                fields: unsigned.fields,
                newestRevision: nil
            )
        }
    }
}
