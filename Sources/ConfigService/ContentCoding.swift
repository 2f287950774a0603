/// The forms in which bytes are served.
package enum ContentCoding: String, CaseIterable, Sendable {
    case identity
    case gzip
}

extension ContentCoding {
    /// The form that suits a client best, by its `Accept-Encoding` (RFC 9110 section 12.5.3).
    ///
    /// A client that says nothing gets identity, since some cannot unpack. So does one that refuses both forms:
    /// RFC 9110 section 12.5.3 lets a server pass over such a header, and an app that gets its kills uncompressed
    /// is better off than one that gets an error. Elements that cannot be read are passed over.
    package static func preferred(by field: Span<UInt8>?) -> ContentCoding {
        guard let field else { return .identity }
        // What browsers, URLSession, curl and CDNs send.
        for usual in usualFields where field.equals(usual) { return .gzip }
        return AcceptedCodings(field).preferred
    }

    private static let usualFields = [
        "gzip, deflate, br", "gzip", "gzip, deflate", "gzip, deflate, br, zstd",
    ]
    .map { Array($0.utf8) }
}

/// The weights, in thousandths, that an `Accept-Encoding` gives to what is served here; nil: not named.
private struct AcceptedCodings {
    private var gzip: Int?
    private var identity: Int?
    private var others: Int?

    init(_ field: Span<UInt8>) {
        var start = 0
        while start < field.count {
            let end = field.next(UInt8(ascii: ","), from: start, before: field.count)
            read(field, start..<end)
            start = end + 1
        }
    }

    var preferred: ContentCoding {
        let gzip = gzip ?? others ?? 0
        // Identity is acceptable unless excluded, but one that is not named is what the client likes least.
        let identity = identity ?? others ?? 0
        return gzip > 0 && gzip >= identity ? .gzip : .identity
    }

    private mutating func read(_ field: Span<UInt8>, _ element: Range<Int>) {
        let semicolon = field.next(UInt8(ascii: ";"), from: element.lowerBound, before: element.upperBound)
        guard let weight = Self.weight(field, semicolon..<element.upperBound) else { return }
        let name = field.extracting(field.trimmed(element.lowerBound..<semicolon))
        if name.equalsIgnoringCase("gzip") || name.equalsIgnoringCase("x-gzip") {
            gzip = weight
        } else if name.equalsIgnoringCase("identity") {
            identity = weight
        } else if name.equalsIgnoringCase("*") {
            others = weight
        }
    }

    /// Reads nothing, or `;q=` and a number from 0 to 1 with at most three decimals (RFC 9110 section 12.4.2).
    private static func weight(_ field: Span<UInt8>, _ range: Range<Int>) -> Int? {
        guard !range.isEmpty else { return 1000 }
        let parameter = field.extracting(field.trimmed(range.lowerBound + 1..<range.upperBound))
        guard (3...7).contains(parameter.count), parameter.extracting(0..<2).equalsIgnoringCase("q=") else {
            return nil
        }
        var (weight, unit) = (0, 1000)
        for index in 2..<parameter.count {
            if index == 3 {
                guard parameter[index] == UInt8(ascii: ".") else { return nil }
                continue
            }
            let digit = Int(parameter[index]) - Int(UInt8(ascii: "0"))
            guard (0...9).contains(digit) else { return nil }
            weight += digit * unit
            unit /= 10
        }
        return weight <= 1000 ? weight : nil
    }
}
