import ConfigBundle
import Foundation
import HTTPServer
import ReleaseDesk
import StrictJSON
import Testing
import TestSupport

@Suite("nginx with the configuration of the documentation")
struct NginxTests {
    private let fixture: Fixture
    private let nginx: Nginx

    private let app = "/v1/apps/\(Fixture.app)"

    init() throws {
        let fixture = try Fixture()
        try fixture.publish()
        self.fixture = fixture
        nginx = try Nginx { address in
            try Repository.text("Documentation/nginx/widgets.conf").replacing(
                "listen 8080;",
                with: "listen \(address);"
            ).replacing("root /srv/widgets;", with: "root \(fixture.directory);")
        }
    }

    @Test("serves what is in force as it is and compressed, with types and maximum ages, to GET and HEAD")
    func inForce() throws {
        for (path, file) in [
            ("\(app)/config", "config"), ("\(app)/kills", "kills"), ("\(app)/pointer.json", "pointer.json"),
            ("/v1/apps", "../../apps.json"),
        ] {
            for (coding, suffix) in [("identity", ""), ("gzip", ".gz")] {
                let reply = try nginx.request("GET", path, ["Accept-Encoding": coding])
                #expect(reply.status == 200)
                #expect(try reply.body == fixture.bytes(file + suffix), "\(path) \(coding)")
                #expect(reply.header("Content-Encoding") == (coding == "gzip" ? "gzip" : nil))
                #expect(reply.header("Content-Type") == "application/json")
                #expect(reply.header("Vary") == "Accept-Encoding")
                #expect(
                    reply.header("Cache-Control")
                        == "public, max-age=60, stale-while-revalidate=60, stale-if-error=86400"
                )
                let head = try nginx.request("HEAD", path, ["Accept-Encoding": coding])
                #expect(head.status == 200 && head.body.isEmpty)
                #expect(head.headers.map(\.name) == reply.headers.map(\.name))
                #expect(head.header("Content-Length") == "\(reply.body.count)")
            }
        }
    }

    @Test(
        "answers 304 to those who have it, by tag or by time, and anew after each change, within one second too"
    )
    func conditions() throws {
        var known: [String: (tag: String, time: String)] = [:]
        for locale in ["ja", "ko", "de"] {
            for path in ["\(app)/config", "\(app)/pointer.json"] {
                let old = known[path] ?? ("", "")
                let reply = try nginx.request(
                    "GET",
                    path,
                    ["If-None-Match": old.tag, "If-Modified-Since": old.time]
                )
                #expect(reply.status == 200)
                #expect(try nginx.request("GET", path, ["If-Modified-Since": old.time]).status == 200)
                let tag = try #require(reply.header("ETag"))
                let time = try #require(reply.header("Last-Modified"))
                known[path] = (tag, time)
                let byTag = try nginx.request("GET", path, ["If-None-Match": tag])
                #expect(byTag.status == 304 && byTag.body.isEmpty)
                #expect(byTag.header("Cache-Control") == reply.header("Cache-Control"))
                #expect(try nginx.request("GET", path, ["If-Modified-Since": time]).status == 304)
            }
            try fixture.kill(locale)
            try fixture.publish()
        }
    }

    @Test("serves what a pointer leads to for ever, and nothing of it to be kept of what is not there")
    func content() throws {
        try fixture.kill("ja")
        try fixture.publish()
        let pointer = try BundlePointer(parsing: nginx.request("GET", "\(app)/pointer.json").body)
        for path in pointer.paths {
            let reply = try nginx.request("GET", "\(app)/\(path)")
            #expect(reply.status == 200)
            #expect(try reply.body == fixture.bytes(path), "\(path)")
            #expect(reply.header("Cache-Control") == "public, max-age=31536000, immutable")
            #expect(reply.header("Content-Encoding") == nil)
            let type =
                path.hasSuffix(".gz")
                ? "application/gzip"
                : path.hasSuffix(".zdict") ? "application/octet-stream" : "application/json"
            #expect(reply.header("Content-Type") == type)
        }
        let packed = try nginx.request("GET", "\(app)/\(pointer.bundlePath)", ["Accept-Encoding": "gzip"])
        #expect(packed.header("Content-Encoding") == "gzip")
        #expect(try packed.body == fixture.bytes(BundlePointer.compressed(pointer.bundlePath)))
    }

    @Test(
        "answers with problem documents for what is not there or not for others",
        arguments: [
            "/", "/v1/apps/", "/v1/apps.json", "/v1/apps/none/config", "/v1/apps/minimal-wallpapers",
            "/v1/apps/minimal-wallpapers/", "/v1/apps/minimal-wallpapers/config.gz",
            "/v1/apps/minimal-wallpapers/bundles/", "/.widget-rollout", "/.widget-rollout.lock",
            "/v1/apps/minimal-wallpapers/bundles/\(String(repeating: "0", count: 64)).json",
            "/v1/apps/../../out/.widget-rollout", "/v1/apps/minimal-wallpapers/notes.txt",
        ]
    )
    func missing(_ path: String) throws {
        try Data("private".utf8).write(to: URL(filePath: fixture.path("notes.txt")))
        let reply = try nginx.request("GET", path, ["Accept-Encoding": "gzip"])
        #expect(reply.status == 404)
        #expect(reply.header("Content-Type") == "application/problem+json")
        #expect(reply.header("Cache-Control") == "no-store")
        #expect(try JSON(parsing: reply.body).member("status") == 404)
    }

    @Test("refuses other methods, ranges of what is compressed, and links out of the directory")
    func refusals() throws {
        let reply = try nginx.request("POST", "\(app)/config")
        #expect(reply.status == 405 && reply.header("Allow") == "GET, HEAD")
        #expect(reply.header("Content-Type") == "application/problem+json")
        #expect(try JSON(parsing: reply.body).member("status") == 405)
        #expect(try nginx.request("GET", "\(app)/config", ["Range": "bytes=0-9"]).status == 200)
        let path = fixture.path("kills")
        #expect(unlink(path) == 0 && symlink("/etc/passwd", path) == 0)
        #expect(try nginx.request("GET", "\(app)/kills").status != 200)
    }

    @Test("serves wallpapers as widgetd does, the manifest compressed and pictures for ever")
    func wallpapers() throws {
        #expect(try nginx.request("GET", "\(app)/wallpapers").status == 404)
        let picture = [UInt8](repeating: 7, count: 5000)
        let names = try fixture.publishWallpapers(["dunes": picture])
        try fixture.publish()
        for (coding, suffix) in [("identity", ""), ("gzip", ".gz")] {
            let reply = try nginx.request("GET", "\(app)/wallpapers", ["Accept-Encoding": coding])
            #expect(try reply.status == 200 && reply.body == fixture.bytes("wallpapers" + suffix))
            #expect(reply.header("Content-Type") == "application/json")
            #expect(
                reply.header("Cache-Control")
                    == "public, max-age=60, stale-while-revalidate=60, stale-if-error=86400"
            )
        }
        let path = try "\(app)/thumbnails/\(#require(names["dunes"]))"
        let reply = try nginx.request("GET", path, ["Accept-Encoding": "gzip"])
        #expect(reply.status == 200 && reply.body == picture)
        #expect(reply.header("Content-Type") == "image/jpeg")
        #expect(reply.header("Cache-Control") == "public, max-age=31536000, immutable")
        let other = path.replacing(".jpg", with: ".png")
        #expect(try nginx.request("GET", other).status == 404)
        #expect(try nginx.request("GET", "\(app)/thumbnails/").status == 404)
    }

    @Test("shows a change at once, without being told")
    func change() throws {
        let client = try RawClient(nginx.address)
        let before = try client.request("GET", "\(app)/config")
        try fixture.kill("ja")
        try fixture.publish()
        let after = try client.request(
            "GET",
            "\(app)/config",
            ["If-None-Match": before.header("ETag") ?? ""]
        )
        #expect(after.status == 200)
        #expect(try after.body == fixture.bytes("config"))
        #expect(after.text.contains("\"ja\""))
    }
}
