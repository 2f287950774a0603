import Compression
import BundleSamples
import ConfigBundle
import Rollout
import StrictJSON
import Testing
import TestSupport

@Suite("A bundle")
struct BundleTests {
    @Test(
        "is the same configuration again after it travelled, for 500 random ones",
        arguments: [1, 2] as [UInt64]
    )
    func roundTrip(_ seed: UInt64) throws {
        var random = RandomConfiguration(seed: seed)
        for round in 0..<250 {
            let sent = try random.next()
            let received = try AppConfiguration(bundle: sent.bundleBytes)
            let place: Comment = "seed \(seed), round \(round)"
            #expect(received.flags == sent.flags, place)
            #expect(received.widgets == sent.widgets, place)
            #expect(received.kills == sent.kills, place)
            #expect(received.wallpapers == sent.wallpapers, place)
            #expect(received.revision == sent.revision, place)
            #expect(received.bundleBytes == sent.bundleBytes, place)
        }
    }

    @Test("has the same bytes in whatever order its parts were given")
    func order() throws {
        var random = RandomConfiguration(seed: 3)
        for _ in 0..<50 {
            let one = try random.next()
            let other = try AppConfiguration(
                app: one.app,
                revision: one.revision,
                flags: one.flags.reversed(),
                widgets: one.widgets.reversed(),
                kills: one.kills.reversed(),
                wallpapers: one.wallpapers
            )
            #expect(other.bundleBytes == one.bundleBytes)
        }
    }

    /// The frozen bundle with one text put in place of another.
    private func changed(_ old: String, _ new: String) throws -> [UInt8] {
        let text = String(decoding: try FrozenBundle.bytes(), as: UTF8.self)
        let parts = text.split(separator: old, maxSplits: 1, omittingEmptySubsequences: false)
        try #require(parts.count == 2, "the frozen bundle has no \(old)")
        return Array((parts[0] + new + parts[1]).utf8)
    }

    @Test(
        "is read without the keys that this version does not know",
        arguments: [
            (#"{"app":"#, #"{"aura":[1],"app":"#),
            (#""opacity":{"#, #""opacity":{"aura":{"deep":null},"#),
            (#""Home":{"#, #""Home":{"aura":1,"#),
            (#""emblem""#, #""emblem","aura":true"#),
        ]
    )
    func unknownKeys(_ old: String, _ new: String) throws {
        let read = try AppConfiguration(bundle: changed(old, new))
        #expect(read.bundleBytes == (try FrozenBundle.bytes()))
    }

    @Test("lets a rule with a condition that this version does not know match nobody")
    func unknownCondition() throws {
        let bytes = try changed(
            #""distribution":["testFlight"]"#,
            #""distribution":["testFlight"],"mood":["good"]"#
        )
        let decision = try AppConfiguration(bundle: bytes).decide(
            FlagKey("widget_enabled"),
            for: Context(distribution: .testFlight),
            at: Instant(parsing: "2026-12-01T00:00:00Z")
        )
        #expect(decision?.value == .boolean(false))
    }

    @Test("lets a kill with a scope that this version does not know hold without it")
    func unknownScope() throws {
        let bytes = try changed(
            #""locales":["ja"],"revision""#,
            #""locales":["ja"],"moods":["bad"],"revision""#
        )
        let decision = try AppConfiguration(bundle: bytes).decide(
            WidgetKind("Lock"),
            for: Context(locale: LocaleTag(parsing: "ja")),
            at: Instant(parsing: "2026-12-01T00:00:00Z")
        )
        #expect(decision?.reason == .killed(revision: 4000))
    }

    @Test("passes over a kill of something that this version does not know, and keeps the other kills")
    func unknownTarget() throws {
        let whole = try AppConfiguration(bundle: FrozenBundle.bytes())
        let read = try AppConfiguration(bundle: changed(#""target":"flag""#, #""target":"planet""#))
        #expect(read.kills.count == whole.kills.count - 1)
        #expect(
            whole.kills.filter { !read.kills.contains($0) }.map(\.target.description)
                == ["flag refresh_spacing_minutes"]
        )
    }

    @Test(
        "is refused where it is not what it should be, with the place",
        arguments: [
            (#""revision":4711"#, #""revision":-1"#, "revision: -1 is below 0"),
            (#""revision":4711"#, #""revision":1.5"#, "revision: expected an integer"),
            (#""revision":4711"#, #""revision":4711,"revision":1"#, "stands twice"),
            (#""app":"frozen-app""#, #""app":"../etc""#, "app: \"../etc\" is not an app name"),
            (#"{"app":"#, #"{"wallpapers":{"manifest":"5D1C"},"app":"#, "manifest: \"5D1C\" is not a hash"),
            (#"{"app":"#, #"{"wallpapers":{},"app":"#, "wallpapers.manifest: missing"),
            (#"{"app":"#, #"{"wallpapers":null,"app":"#, "wallpapers: expected an object"),
            (#""percent":20"#, #""percent":101"#, "stages[1].percent: 101 is above 100"),
            (#""percent":20"#, #""percent":1e999"#, "beyond the range"),
            (#""default":0.5"#, #""default":"half""#, "flags.opacity.default"),
            (#""type":"integer""#, #""type":"colour""#, "flags.refresh_spacing_minutes.type"),
            (#""widget_enabled","lock"#, #""widget_enabled","luck"#, "luck"),
            (#"{"flag":"widget_enabled","value":true}"#, #"{"flag":"tap_target","value":"x"}"#, "tap_target"),
            (#""target":"flag""#, #""target":7"#, "target: expected a string"),
            (#"">=26""#, #"">=x""#, "osVersions"),
            (#"{"app":"#, #"{"app":["#, "not JSON"),
        ]
    )
    func hostile(_ old: String, _ new: String, _ complaint: String) throws {
        let bytes = try changed(old, new)
        let error = #expect(throws: BundleError.self) { try AppConfiguration(bundle: bytes) }
        #expect(error?.description.contains(complaint) == true, "\(String(describing: error))")
    }

    @Test("names the manifest of the app's wallpapers, whatever else it may come to say of it")
    func wallpapers() throws {
        let hash = String(repeating: "5d1c", count: 16)
        #expect(try AppConfiguration(bundle: FrozenBundle.bytes()).wallpapers == nil)
        let bytes = try changed(#"{"app":"#, #"{"wallpapers":{"manifest":"\#(hash)","aura":1},"app":"#)
        let read = try AppConfiguration(bundle: bytes)
        #expect(read.wallpapers?.text == hash)
        let text = String(decoding: read.bundleBytes, as: UTF8.self)
        #expect(text.contains(#","wallpapers":{"manifest":"\#(hash)"},"widgets":{"#))
        #expect(
            try BundleOutline(bundle: bytes, of: read.app, revision: read.revision).wallpapers?.text == hash
        )
    }

    @Test("of another format is refused as such, whatever else it holds")
    func format() {
        let error = #expect(throws: BundleError.self) {
            try AppConfiguration(bundle: Array(#"{"format":2,"all":"new"}"#.utf8))
        }
        #expect(error == .unknownFormat(2))
        #expect(error?.description == "the bundle has format 2, and this version reads format 1")
    }

    @Test(
        "is refused when it is no bundle at all",
        arguments: [
            "", "null", "[]", "{}", #"{"format":1}"#, "{", "\u{0}",
            Shown(String(repeating: "[", count: 100_000)),
        ] as [Shown<String>]
    )
    func nonsense(_ text: Shown<String>) {
        #expect(throws: BundleError.self) { try AppConfiguration(bundle: Array(text.value.utf8)) }
    }

    @Test("is refused, or read, and never more, wherever a byte of it is broken")
    func brokenBytes() throws {
        let sound = try FrozenBundle.bytes()
        var refused = 0
        for place in sound.indices {
            for byte in [0x22, 0xFF] as [UInt8] {
                var broken = sound
                broken[place] = byte
                do { _ = try AppConfiguration(bundle: broken) } catch { refused += 1 }
            }
            do { _ = try AppConfiguration(bundle: Array(sound[..<place])) } catch { refused += 1 }
        }
        // Every cut is refused, and every byte that is not UTF-8 where it stands.
        #expect(refused >= sound.count * 2)
    }
}

@Suite("A representation")
struct RepresentationTests {
    @Test("has its SHA-256 in base64url as entity tag, in quotes")
    func entityTag() throws {
        // `printf '{}' | openssl dgst -sha256 -binary | basenc --base64url`
        #expect(
            try Representation(Array("{}".utf8)).entityTag
                == "\"RBNvo1WzZ4oRRq0W9-hknpT7T8If536DEMBg9hyq_4o\""
        )
    }

    @Test("unpacks to its identity bytes")
    func gzip() throws {
        let bytes = try FrozenBundle.bytes()
        let representation = try Representation(bytes)
        #expect(representation.identity == bytes)
        #expect(try Gzip.decompress(representation.gzip, limit: 1 << 20) == bytes)
        #expect(representation.gzip.count < bytes.count / 2)
    }

    @Test("of equal bytes is equal to the byte")
    func deterministic() throws {
        #expect(try Representation(FrozenBundle.bytes()) == Representation(FrozenBundle.bytes()))
    }
}
