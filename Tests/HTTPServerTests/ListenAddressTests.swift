import Testing

@testable import HTTPServer

@Suite struct ListenAddressTests {
    @Test(
        "HOST:PORT is read, an IPv6 address in brackets",
        arguments: [
            ("127.0.0.1:8080", "127.0.0.1", 8080), ("localhost:0", "localhost", 0),
            ("[::1]:65535", "::1", 65535),
        ] as [(String, String, UInt16)]
    )
    func parses(text: String, host: String, port: UInt16) throws {
        let address = try ListenAddress(parsing: text)
        #expect(address == ListenAddress(host: host, port: port))
        #expect(address.description == text)
    }

    @Test(
        "What is not HOST:PORT is refused with the reason",
        arguments: [
            ("", "it has no port"), ("localhost", "it has no port"), ("localhost:", "it has no port"),
            (":8080", "it has no host"), ("[]:8080", "it has no host"),
            ("::1:8080", "an IPv6 address belongs in brackets, before a colon and the port"),
            ("[::1]", "an IPv6 address belongs in brackets, before a colon and the port"),
            ("a:65536", "the port 65536 is above 65535"),
            ("a:99999999999999999999", "the port 99999999999999999999 is above 65535"),
            ("a:http", "the port \"http\" is not a number"), ("a:+80", "the port \"+80\" is not a number"),
            ("a:-1", "the port \"-1\" is not a number"),
        ]
    )
    func refuses(text: String, cause: String) {
        let error = #expect(throws: HTTPServerError.self) { try ListenAddress(parsing: text) }
        #expect(
            error?.description
                == "cannot parse the address \"\(text)\": \(cause); write HOST:PORT, such as 127.0.0.1:8080 or [::1]:8080"
        )
    }
}
