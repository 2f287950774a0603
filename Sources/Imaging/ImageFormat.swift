/// The formats that are read, told apart by a file's first bytes and never by its name.
package enum ImageFormat: String, Sendable {
    case jpeg = "JPEG"
    case png = "PNG"
    case webp = "WebP"
    case heic = "HEIC"

    /// How many bytes from the first on it takes to tell.
    static let signatureSize = 12

    /// nil: none of them.
    init?(signature: [UInt8]) {
        func has(_ bytes: [UInt8], at offset: Int = 0) -> Bool {
            signature.dropFirst(offset).starts(with: bytes)
        }
        if has([0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if has([0x89] + Array("PNG\r\n".utf8) + [0x1A, 0x0A]) {
            self = .png
        } else if has(Array("RIFF".utf8)), has(Array("WEBP".utf8), at: 8) {
            self = .webp
        } else if has(Array("ftyp".utf8), at: 4),
            ["heic", "heix", "heim", "heis", "mif1", "msf1"].contains(where: { has(Array($0.utf8), at: 8) })
        {
            self = .heic
        } else {
            return nil
        }
    }
}
