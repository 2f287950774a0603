import StrictJSON

/// What a worker has made of an order, or why it could not.
///
/// As a message: the length of the facts as 4 bytes, big-endian, the facts as JSON, then the bytes of the pictures in
/// order, those of the preview and those of the picture for the report.
enum RenderAnswer: Equatable, Sendable {
    case made(Made)
    /// Something is wrong with the file: what.
    case failed(String)
    /// The file cannot be read for now.
    case unreadable
    /// The scratch file cannot be written, which is no fault of the wallpaper: the failed call's `errno`.
    case stuck(code: Int32)

    struct Made: Equatable, Sendable {
        /// One for each item of the order.
        let pictures: [[UInt8]]
        /// How many pixels of each are not black, or of an emblem not transparent, in thousandths.
        let litPermille: [Int]
        /// At most ``previewEdge`` on a side, three bytes a pixel.
        let preview: (width: Int, height: Int, pixels: [UInt8])
        /// Of the upright source, in pixels.
        let source: (width: Int, height: Int)
        /// A JPEG; nil when none was ordered.
        let before: [UInt8]?

        static func == (a: Self, b: Self) -> Bool {
            a.pictures == b.pictures && a.litPermille == b.litPermille && a.preview == b.preview
                && a.source == b.source && a.before == b.before
        }
    }

    /// The longer side of the preview that a placeholder is made of.
    static let previewEdge = 32

    /// No message is longer; the pictures of one wallpaper are a few megabytes.
    static let sizeLimit = 256 << 20
}

extension RenderAnswer {
    /// The parts of the message in order.
    var message: [[UInt8]] {
        switch self {
        case .failed(let reason): return Self.message(["failed": .string(reason)], [])
        case .unreadable: return Self.message(["unreadable": true], [])
        case .stuck(let code): return Self.message(["stuck": .integer(Int64(code))], [])
        case .made(let made):
            var facts: [String: JSON] = [
                "pictures": .array(made.pictures.map { .integer(Int64($0.count)) }),
                "lit": .array(made.litPermille.map { .integer(Int64($0)) }),
                "preview": [.integer(Int64(made.preview.width)), .integer(Int64(made.preview.height))],
                "source": [.integer(Int64(made.source.width)), .integer(Int64(made.source.height))],
            ]
            facts["before"] = made.before.map { .integer(Int64($0.count)) }
            return Self.message(.object(facts), made.pictures + [made.preview.pixels, made.before ?? []])
        }
    }

    private static func message(_ facts: JSON, _ parts: [[UInt8]]) -> [[UInt8]] {
        let facts = facts.canonicalBytes
        let length = stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: facts.count >> $0) }
        return [length, facts] + parts
    }

    /// nil for anything else than a ``message``: the worker may be in a stranger's hands.
    init?(parsing message: [UInt8]) {
        guard message.count >= 4 else { return nil }
        let length = message[..<4].reduce(0) { $0 << 8 | Int($1) }
        guard length <= message.count - 4, let facts = try? JSON(parsing: Array(message[4..<4 + length]))
        else {
            return nil
        }
        if let reason = facts.member("failed")?.string {
            self = .failed(reason)
            return
        }
        if facts.member("unreadable") == true {
            self = .unreadable
            return
        }
        if case .integer(let code)? = facts.member("stuck") {
            self = .stuck(code: Int32(truncatingIfNeeded: code))
            return
        }
        let edges: ClosedRange<Int64> = 1...Int64(Self.previewEdge)
        guard let sizes = Self.integers(facts.member("pictures")),
            let lit = Self.integers(facts.member("lit")), lit.count == sizes.count, (lit.max() ?? 0) <= 1000,
            let preview = Self.integers(facts.member("preview")), preview.count == 2,
            preview.allSatisfy({ edges.contains(Int64($0)) }),
            let source = Self.integers(facts.member("source")), source.count == 2
        else { return nil }
        let before: Int? = if case .integer(let size)? = facts.member("before") { Int(size) } else { nil }
        var rest = message[(4 + length)...]
        var parts: [[UInt8]] = []
        for size in sizes + [preview[0] * preview[1] * 3, before ?? 0] {
            guard 0...rest.count ~= size else { return nil }
            parts.append(Array(rest.prefix(size)))
            rest = rest.dropFirst(size)
        }
        guard rest.isEmpty else { return nil }
        self = .made(
            Made(
                pictures: Array(parts.prefix(sizes.count)),
                litPermille: lit,
                preview: (preview[0], preview[1], parts[sizes.count]),
                source: (source[0], source[1]),
                before: before.map { _ in parts[sizes.count + 1] }
            )
        )
    }

    /// Whole numbers from 0 on.
    private static func integers(_ value: JSON?) -> [Int]? {
        guard case .array(let elements)? = value else { return nil }
        let numbers = elements.compactMap { element -> Int? in
            if case .integer(let number) = element, number >= 0 { Int(number) } else { nil }
        }
        return numbers.count == elements.count ? numbers : nil
    }
}
