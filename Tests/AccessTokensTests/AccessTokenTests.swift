import Cryptography
import StrictJSON
import Testing
import TestSupport

@testable import AccessTokens

@Suite("A token")
struct AccessTokenTests {
    private static func token(_ seed: UInt64) -> AccessToken {
        var random = SeededGenerator(seed: seed)
        return AccessToken(using: &random)
    }

    @Test("has a prefix, an ID, 32 bytes of secret and a checksum, as another program takes it apart")
    func parts() throws {
        let token = Self.token(1)
        let answer = try Python.answer(
            to: .string(token.secretText),
            """
            import hashlib, re
            prefix, id, secret, sum = re.fullmatch("(wrt_)([0-9a-f]{12})_([A-Za-z0-9_-]{43})([A-Za-z0-9_-]{6})", request).groups()
            expected = base64.urlsafe_b64encode(hashlib.sha256(request[:-6].encode()).digest()[:4]).decode().rstrip("=")
            answer = {"id": id, "bytes": len(base64.urlsafe_b64decode(secret + "=")), "sum": sum == expected,
                      "hash": hashlib.sha256(request.encode()).hexdigest()}
            """
        )
        #expect(answer.member("id") == .string(token.id))
        #expect(answer.member("bytes") == 32)
        #expect(answer.member("sum") == true)
        #expect(answer.member("hash") == .string(token.hash.hexadecimal))
        #expect(try AccessToken(parsing: token.secretText) == token)
    }

    @Test("is another one each time")
    func different() {
        var random = SystemRandomNumberGenerator()
        let tokens = (0..<100).map { _ in AccessToken(using: &random) }
        #expect(Set(tokens.map(\.id)).count == 100)
        #expect(Set(tokens.map(\.secretText)).count == 100)
    }

    @Test("that was copied by half, or with a letter wrong, is told from a whole one at once")
    func half() throws {
        let text = Self.token(2).secretText
        for length in 0..<text.utf8.count {
            #expect(throws: TokenRefusal.self, "\(length)") {
                try AccessToken(parsing: String(text.prefix(length)))
            }
        }
        for index in text.indices {
            var wrong = text
            wrong.replaceSubrange(index...index, with: text[index] == "0" ? "1" : "0")
            #expect(throws: TokenRefusal.self, "\(wrong)") { try AccessToken(parsing: wrong) }
        }
        #expect(throws: TokenRefusal.self) { try AccessToken(parsing: text + "a") }
        #expect(throws: TokenRefusal.self) { try AccessToken(parsing: text + "\n") }
        #expect(throws: TokenRefusal.self) { try AccessToken(parsing: String(repeating: "宽", count: 22)) }
    }

    @Test("shows its ID alone, however it is printed")
    func hidden() {
        let token = Self.token(3)
        let secret = token.secretText.suffix(49)
        var dumped = ""
        dump(token, to: &dumped)
        let optional: AccessToken? = token
        for text in [
            "\(token)", String(reflecting: token), String(describing: optional), "\([token])", dumped,
        ] {
            #expect(!text.contains(secret))
            #expect(text.contains(token.id))
        }
    }

    @Test("says what is wrong with it, and nothing of what it is")
    func complaint() throws {
        let text = Self.token(4).secretText
        let error = #expect(throws: TokenRefusal.self) { try AccessToken(parsing: String(text.dropLast(10))) }
        #expect(
            error?.description
                == "this is not a whole token: it has 56 characters of 66: it was not copied whole"
        )
    }
}
