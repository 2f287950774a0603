import Cryptography
import WallpaperManifest

/// The name of a picture, which is that of its file: the SHA-256 of its bytes and its format.
struct PictureName: Hashable, Sendable {
    let hash: SHA256Digest
    let format: ImageFormat

    /// Reads `<64 lower-case hexadecimal digits>.<format>`; nil for anything else, so that no name leads to another
    /// folder.
    init?(_ text: Span<UInt8>) {
        guard text.count > 65, text[64] == UInt8(ascii: "."),
            let hash = SHA256Digest(hexadecimal: text.extracting(0..<64))
        else { return nil }
        let ending = text.extracting(65..<text.count)
        guard let format = ImageFormat.allCases.first(where: { ending.equals(Array($0.rawValue.utf8)) })
        else {
            return nil
        }
        self.hash = hash
        self.format = format
    }

    init?(_ text: String) {
        let bytes = Array(text.utf8)
        self.init(bytes.span)
    }

    var text: String { "\(hash.hexadecimal).\(format.rawValue)" }

    /// With its quotes.
    var entityTag: String { "\"\(hash.hexadecimal)\"" }

    var mediaType: String {
        switch format {
        case .jpg: "image/jpeg"
        case .png: "image/png"
        }
    }
}
