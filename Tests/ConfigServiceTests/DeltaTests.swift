import Compression
import ConfigBundle
import Cryptography
import Definitions
import HTTPServer
import ReleaseDesk
import Rollout
import RolloutStore
import SigningKeys
import StrictJSON
import Testing
import TestSupport

@testable import ConfigService

@Suite struct DeltaTests {
    private let apps = AppSelection([Fixture.app])
    private let order = KillOrder(widget: "WallpaperLockWidget")

    private func tag(_ reply: RawClient.Reply) throws -> String { try #require(reply.header("ETag")) }

    /// Kills and restores in turns; returns the bundles of all revisions, the oldest first.
    private func changes(_ count: Int, _ fixture: Fixture) throws -> [RawClient.Reply] {
        var replies = [try fixture.request("GET", Fixture.config)]
        for number in 0..<count {
            let how = ReleaseDesk.Order(reason: "test")
            _ =
                number.isMultiple(of: 2)
                ? try fixture.desk.perform(.kill(order, in: apps), how)
                : try fixture.desk.perform(.restore(order, everyScope: false, in: apps), how)
            let last = try tag(#require(replies.last))
            replies.append(try #require(try fixture.poll(Fixture.config) { $0.header("ETag") != last }))
        }
        return replies
    }

    @Test(
        "A client with the last copy gets a kill in at most 200 bytes, which make the whole bundle, genuine"
    )
    func kill() throws {
        let fixture = try Fixture()
        let replies = try changes(1, fixture)
        for coding in ["gzip", "identity"] {
            let reply = try fixture.request(
                "GET",
                Fixture.config,
                ["If-None-Match": tag(replies[0]), "A-IM": "zdict", "Accept-Encoding": coding]
            )
            #expect(reply.status == 226)
            #expect(reply.body.count <= 200)
            #expect(reply.header("IM") == "zdict")
            #expect(try reply.header("Delta-Base") == tag(replies[0]))
            #expect(try tag(reply) == tag(replies[1]))
            #expect(reply.header("Vary") == "Accept-Encoding, A-IM")
            #expect(reply.header("Cache-Control") == "no-store, max-age=60")
            #expect(reply.header("Content-Encoding") == nil)
            #expect(reply.header("Repr-Digest") == replies[1].header("Unencoded-Digest"))
            let bundle = try BundleDelta.apply(reply.body, to: replies[0].body)
            #expect(bundle == replies[1].body)
            let configuration = try fixture.verifier().configuration(
                bundle: bundle,
                fields: BundleFields(reply.headers),
                newestRevision: nil
            )
            #expect(configuration.kills.count == 1)
        }
    }

    @Test("Python's zlib unpacks it with the client's copy as dictionary")
    func python() throws {
        let fixture = try Fixture()
        let replies = try changes(1, fixture)
        let reply = try fixture.request(
            "GET",
            Fixture.config,
            ["If-None-Match": tag(replies[0]), "A-IM": "zdict"]
        )
        let answer = try Python.answer(
            to: ["delta": .bytes(reply.body), "base": .bytes(replies[0].body)],
            """
            import zlib
            stream = zlib.decompressobj(zdict=base64.b64decode(request["base"])[:32768])
            result = stream.decompress(base64.b64decode(request["delta"]))
            assert stream.eof and not stream.unused_data
            answer = base64.b64encode(result).decode()
            """
        )
        #expect(answer == .bytes(replies[1].body))
    }

    @Test("Each of the last eight revisions is a base, the ninth is not")
    func history() throws {
        let fixture = try Fixture()
        let replies = try changes(9, fixture)
        let last = try #require(replies.last)
        for (index, base) in replies.dropLast().enumerated() {
            let reply = try fixture.request(
                "GET",
                Fixture.config,
                ["If-None-Match": tag(base), "A-IM": "zdict"]
            )
            #expect(reply.status == (index == 0 ? 200 : 226))
            let bundle = index == 0 ? reply.body : try BundleDelta.apply(reply.body, to: base.body)
            #expect(bundle == last.body)
        }
        let metrics = try fixture.request("GET", "/metrics").text
        let size = try #require(try /widgetd_delta_base_bytes (\d+)/.firstMatch(in: metrics))
        #expect(try Int(size.1) == replies[1...8].reduce(0) { try $0 + Gzip.compress($1.body).count })
    }

    @Test("Of several copies the newest is the base")
    func severalCopies() throws {
        let fixture = try Fixture()
        let replies = try changes(3, fixture)
        let tags = try replies.dropLast().map { try tag($0) }
        let field = "\"other\", " + tags.map { "W/\($0)" }.joined(separator: ", ")
        let reply = try fixture.request("GET", Fixture.config, ["If-None-Match": field, "A-IM": "zdict"])
        #expect(reply.status == 226 && reply.header("Delta-Base") == tags.last)
    }

    @Test("Without a base that is known, without the wish, and where there are no deltas, the whole is sent")
    func whole() throws {
        let fixture = try Fixture()
        let known = try tag(changes(1, fixture)[0])
        for headers in [
            ["A-IM": "zdict"], ["If-None-Match": known], ["A-IM": "zdict", "If-None-Match": "\"other\""],
            ["A-IM": "vcdiff", "If-None-Match": known], ["A-IM": "zdict;q=0", "If-None-Match": known],
            ["A-IM": String(repeating: "zdict;", count: 100), "If-None-Match": known],
            ["A-IM": "zdict", "If-None-Match": String(known.dropLast())],
        ] {
            let reply = try fixture.request("GET", Fixture.config, headers)
            #expect(reply.status == 200, "\(headers)")
            #expect(reply.header("IM") == nil && reply.header("Vary") == "Accept-Encoding, A-IM")
        }
        let kills = try fixture.request("GET", Fixture.kills, ["A-IM": "zdict", "If-None-Match": known])
        #expect(kills.status == 200 && kills.header("Vary") == "Accept-Encoding")
        let star = try fixture.request("GET", Fixture.config, ["A-IM": "zdict", "If-None-Match": "*"])
        #expect(star.status == 304)
    }

    @Test("Who waits and takes deltas gets one; who waits with * gets the whole; who has it all gets 304")
    func waiting() throws {
        let fixture = try Fixture()
        let before = try fixture.request("GET", Fixture.config)
        let delta = try fixture.waitingClient("GET", Fixture.config, ["A-IM": "zdict"])
        let whole = try fixture.waitingClient("GET", Fixture.config)
        let star = try fixture.waitingClient("GET", Fixture.config, ["A-IM": "zdict", "If-None-Match": "*"])
        let head = try fixture.waitingClient("HEAD", Fixture.config, ["A-IM": "zdict"])
        let unchanged = try fixture.waitingClient("GET", Fixture.config, ["A-IM": "zdict"], seconds: 1)
        #expect(try unchanged.reply()?.status == 304)
        try fixture.kill()
        let reply = try #require(try delta.reply())
        #expect(reply.status == 226 && reply.header("Preference-Applied") == "wait=50")
        let full = try #require(try whole.reply())
        #expect(full.status == 200)
        #expect(try BundleDelta.apply(reply.body, to: before.body) == full.body)
        #expect(try star.reply()?.status == 200)
        #expect(try head.reply(toHead: true)?.status == 226)
        #expect(try head.request("GET", "/healthz").status == 200)
    }

    @Test("A new key signs deltas too")
    func changeOfKeys() throws {
        let fixture = try Fixture()
        let replies = try changes(1, fixture)
        let headers = ["If-None-Match": try tag(replies[0]), "A-IM": "zdict"]
        #expect(try fixture.request("GET", Fixture.config, headers).status == 226)
        let key = try fixture.keys.create(at: fixture.clock.now.adding(seconds: 1))
        let reply = try fixture.poll(Fixture.config, headers) {
            $0.status == 226 && $0.header("Signature")?.contains("k\(key.id)=") == true
        }
        #expect(reply != nil)
    }

    @Test("Eight threads that ask for the same delta at once each get it or the whole, never anything else")
    func racing() throws {
        let fixture = try Fixture()
        let replies = try changes(1, fixture)
        let head = try Fixture.head(
            "GET",
            Fixture.config,
            ["If-None-Match": tag(replies[0]), "A-IM": "zdict"]
        )
        let clients = try (1...200).map { _ in try fixture.client() }
        for client in clients { try client.send(head) }
        for client in clients {
            let reply = try #require(try client.reply())
            let bundle =
                reply.status == 226 ? try BundleDelta.apply(reply.body, to: replies[0].body) : reply.body
            #expect(bundle == replies[1].body)
        }
    }
}

@Suite struct DeltaBasesTests {
    private func representation(_ number: Int, size: Int = 2_000) throws -> Representation {
        var generator = SeededGenerator(seed: UInt64(number))
        return try Representation((0..<size).map { _ in UInt8.random(in: 0...255, using: &generator) })
    }

    private func bases(_ count: Int, byteLimit: Int) throws -> DeltaBases {
        var last = try representation(0)
        var bases = DeltaBases(to: last, after: nil, byteLimit: byteLimit)
        for number in 1...count {
            let next = try representation(number)
            bases = DeltaBases(to: next, after: (last, bases), byteLimit: byteLimit)
            last = next
        }
        return bases
    }

    @Test(
        "At most eight are kept, within the limit of bytes, the newest first",
        arguments: [
            (100_000, 8), (2_200 * 3, 3), (2_200, 1), (1_000, 0),
        ]
    )
    func limits(_ byteLimit: Int, _ count: Int) throws {
        let bases = try bases(12, byteLimit: byteLimit)
        let tags = try (0..<count).map { Array(try representation(11 - $0).entityTag.utf8) }
        #expect(bases.bases.map(\.entityTag) == tags)
        #expect(bases.byteCount <= byteLimit)
    }

    @Test("A delta gives the result, also when it is asked for again")
    func made() throws {
        let (a, b) = (try representation(1), try representation(2))
        let bases = DeltaBases(
            to: b,
            after: (a, DeltaBases(to: a, after: nil, byteLimit: 100_000)),
            byteLimit: 100_000
        )
        for _ in 1...2 {
            let delta = try #require(bases.delta(from: 0))
            #expect(try BundleDelta.apply(delta, to: a.identity) == b.identity)
        }
    }

    @Test("A revision that comes back is not a base of itself")
    func comesBack() throws {
        let (a, b) = (try representation(1), try representation(2))
        let first = DeltaBases(
            to: b,
            after: (a, DeltaBases(to: a, after: nil, byteLimit: 100_000)),
            byteLimit: 100_000
        )
        let second = DeltaBases(to: a, after: (b, first), byteLimit: 100_000)
        #expect(second.bases.map(\.entityTag) == [Array(b.entityTag.utf8)])
    }
}
