/// Where the members of an object stand in a text, found without reading their values.
///
/// For large documents of which little is wanted. What is passed over only has its strings and brackets looked at, so
/// whoever needs to know that it is JSON has to read it.
package struct JSONOutline: Sendable {
    /// One member, as places in the text.
    package struct Member: Sendable {
        /// Without the quotes; escapes are not undone.
        package let key: Range<Int>
        package let value: Range<Int>
    }

    private let text: [UInt8]
    /// In the order of their keys' bytes.
    package let members: [Member]

    /// - Parameters:
    ///   - text: One that holds an object.
    ///   - range: Where the object is; nil: it is all of the text.
    /// - Throws: ``JSONError``, also for a key that stands twice.
    package init(of text: [UInt8], in range: Range<Int>? = nil) throws(JSONError) {
        self.text = text
        let found = text.withUnsafeBufferPointer { buffer -> Result<[Member], JSONError> in
            var scanner = Scanner(buffer, range ?? 0..<buffer.count)
            do throws(JSONError) {
                return .success(try scanner.members())
            } catch {
                return .failure(error)
            }
        }
        members = try found.get()
    }

    /// Where the value of a member is; nil when there is no such member.
    ///
    /// - Parameter key: As it is written in canonical form; escapes are not undone.
    package subscript(key: String) -> Range<Int>? {
        var (low, high) = (0, members.count)
        while low < high {
            let middle = (low + high) / 2
            if text[members[middle].key].lexicographicallyPrecedes(key.utf8) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        guard low < members.count, text[members[low].key].elementsEqual(key.utf8) else { return nil }
        return members[low].value
    }

    /// Moves over a text.
    private struct Scanner {
        private let text: UnsafeBufferPointer<UInt8>
        private let end: Int
        private var position: Int

        init(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
            self.text = text
            position = range.lowerBound
            end = range.upperBound
        }

        mutating func members() throws(JSONError) -> [Member] {
            var members: [Member] = []
            var isSorted = true
            try take(UInt8(ascii: "{"), "an object")
            skipSpace()
            var more = next != UInt8(ascii: "}")
            while more {
                let member = try member()
                if let last = members.last { isSorted = isSorted && precedes(last, member) }
                members.append(member)
                skipSpace()
                more = next == UInt8(ascii: ",")
                if more { position += 1 }
            }
            try take(UInt8(ascii: "}"), "',' or '}'")
            skipSpace()
            guard position == end else { throw fault("text after the end of the object") }
            return isSorted ? members : try sorted(members)
        }

        private mutating func member() throws(JSONError) -> Member {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { throw fault("expected a key in double quotes") }
            let keyStart = position + 1
            try skipString()
            let key = keyStart..<(position - 1)
            try take(UInt8(ascii: ":"), "':' after a key")
            skipSpace()
            let valueStart = position
            try skipValue()
            return Member(key: key, value: valueStart..<position)
        }

        /// - Throws: When two of them have the same key.
        private func sorted(_ members: [Member]) throws(JSONError) -> [Member] {
            let sorted = members.sorted(by: precedes)
            for (member, next) in zip(sorted, sorted.dropFirst()) where !precedes(member, next) {
                let key = String(decoding: UnsafeBufferPointer(rebasing: text[next.key]), as: UTF8.self)
                throw JSONError(at: next.key.lowerBound, in: text, "the key \"\(key)\" stands twice")
            }
            return sorted
        }

        private func precedes(_ a: Member, _ b: Member) -> Bool {
            text[a.key].lexicographicallyPrecedes(text[b.key])
        }

        // MARK: Passing over

        private mutating func skipValue() throws(JSONError) {
            switch next {
            case UInt8(ascii: "\""): try skipString()
            case UInt8(ascii: "{"), UInt8(ascii: "["): try skipNested()
            default:
                let start = position
                while let byte = next, !Self.endsScalar(byte) { position += 1 }
                guard position > start else { throw fault("expected a value") }
            }
        }

        private static func endsScalar(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), 0...0x20: true
            default: false
            }
        }

        /// Nearly all of the text passes through here, so that it is one loop over a place of its own.
        private mutating func skipNested() throws(JSONError) {
            var place = position
            var depth = 0
            repeat {
                guard place < end else {
                    position = end
                    throw fault("the text ends within a value")
                }
                let byte = text[place]
                place += 1
                if byte == UInt8(ascii: "\"") {
                    place = endOfString(place)
                } else if byte | 0x20 == UInt8(ascii: "{") {
                    // Also an opening bracket, which differs from the brace in this one bit; and so below.
                    depth += 1
                } else if byte | 0x20 == UInt8(ascii: "}") {
                    depth -= 1
                }
            } while depth > 0
            position = place
        }

        private mutating func skipString() throws(JSONError) {
            position = endOfString(position + 1)
            guard position <= end else {
                position = end
                throw fault("a string without its closing quote")
            }
        }

        /// The place behind the closing quote; beyond the end of the text when there is none.
        private func endOfString(_ start: Int) -> Int {
            var place = start
            while place < end {
                let byte = text[place]
                place += 1
                if byte == UInt8(ascii: "\"") { return place }
                if byte == UInt8(ascii: "\\") { place += 1 }
            }
            return end + 1
        }

        // MARK: Bytes

        private var next: UInt8? { position < end ? text[position] : nil }

        private mutating func take(_ byte: UInt8, _ wanted: String) throws(JSONError) {
            skipSpace()
            guard next == byte else { throw fault("expected \(wanted)") }
            position += 1
        }

        private mutating func skipSpace() {
            while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
                position += 1
            }
        }

        private func fault(_ reason: String) -> JSONError { JSONError(at: position, in: text, reason) }
    }
}
