import Testing

@testable import ConfigService

@Suite struct ContentCodingTests {
    private func preferred(_ field: String?) -> ContentCoding {
        guard let field else { return .preferred(by: nil) }
        let bytes = Array(field.utf8)
        return .preferred(by: bytes.span)
    }

    @Test(
        "A client that says nothing about codings gets identity",
        arguments: [nil, "", " ", ","] as [String?]
    )
    func silence(_ field: String?) {
        #expect(preferred(field) == .identity)
    }

    @Test(
        "Who accepts gzip gets it",
        arguments: [
            "gzip", "gzip, deflate", "gzip, deflate, br", "gzip, deflate, br, zstd", "br, gzip", "GZip",
            "x-gzip",
            "*", "br;q=1, *;q=0.5", "gzip;q=0.001", "gzip;q=1.000", "gzip ; q=0.5", "gzip;Q=1",
            "\tgzip\t,deflate",
            "deflate;q=0.5,gzip;q=1.0", "gzip;q=0.5, identity;q=0.5", "identity;q=0, gzip", ",,gzip,,",
            "gzip;q=0.8, identity;q=0.799", "gzip;q=1.", "*;q=0, gzip", "nonsense;level=9, gzip",
        ]
    )
    func gzip(_ field: String) {
        #expect(preferred(field) == .gzip)
    }

    @Test(
        "Who refuses gzip, or likes identity better, gets identity",
        arguments: [
            "identity", "br", "deflate", "gzip;q=0", "gzip;q=0.000", "*;q=0", "gzip;q=0, *",
            "gzip;q=0, *;q=1",
            "identity, gzip;q=0.5", "gzip;q=0.5, *;q=0.6", "gzipped", "gzi", "gzip-x",
        ]
    )
    func identity(_ field: String) {
        #expect(preferred(field) == .identity)
    }

    @Test(
        "Who refuses everything that there is gets identity all the same",
        arguments: ["identity;q=0", "*;q=0", "br, identity;q=0"]
    )
    func nothingAcceptable(_ field: String) {
        #expect(preferred(field) == .identity)
    }

    @Test(
        "An element that cannot be read is passed over",
        arguments: [
            "gzip;q=2", "gzip;q=1.001", "gzip;q=", "gzip;q=x", "gzip;q=-1", "gzip;q=0.1234", "gzip;q=.5",
            "gzip;q=0,5",
            "gzip;", "gzip;q=0.5;q=1", "gzip;level=1", "g zip", "gzip q=1", "\"gzip\"",
        ]
    )
    func malformed(_ field: String) {
        #expect(preferred(field) == .identity)
        #expect(preferred(field + ", gzip") == .gzip)
    }
}
