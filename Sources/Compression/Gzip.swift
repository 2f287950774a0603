/// The gzip format (RFC 1952), whole messages in memory.
package enum Gzip {
    /// Packs at the highest level.
    ///
    /// The header holds no time and no name, so equal input gives equal bytes.
    package static func compress(_ bytes: [UInt8]) throws(CompressionError) -> [UInt8] {
        let stream = try ZlibStream(.packing, .gzip)
        return try bytes.withUnsafeBufferPointer { input throws(CompressionError) in try stream.pack(input) }
    }

    /// Unpacks one gzip member.
    ///
    /// - Parameter limit: The most bytes that the result may have; unpacking stops there.
    package static func decompress(_ bytes: [UInt8], limit: Int) throws(CompressionError) -> [UInt8] {
        let stream = try ZlibStream(.unpacking, .gzip)
        var result: [UInt8] = []
        let read = try bytes.withUnsafeBufferPointer { input throws(CompressionError) in
            try stream.unpack(input, into: &result, limit: limit)
        }
        guard read == bytes.count else { throw .damaged("\(bytes.count - read) bytes follow its end") }
        return result
    }
}
