/// Base 64 with the URL and file name safe alphabet and no padding (RFC 4648 section 5).
package enum Base64URL {
    /// The text of `bytes`: 4 characters for every 3 bytes, 2 or 3 for the rest.
    package static func encode(_ bytes: [UInt8]) -> String {
        String(decoding: Base64Alphabet.urlSafe.encode(bytes), as: UTF8.self)
    }
}
