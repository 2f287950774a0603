/// The zlib format (RFC 1950) with a preset dictionary: what the other side has already, so that it need not be sent.
///
/// The stream names its dictionary by a checksum, Adler-32. zlib looks back 32 kB at most: of a longer dictionary it
/// uses the end.
package enum Zlib {
    /// Packs at the highest level; equal input gives equal bytes.
    ///
    /// - Parameter dictionary: Empty for none.
    package static func compress(
        _ bytes: ArraySlice<UInt8>,
        dictionary: ArraySlice<UInt8>
    ) throws(CompressionError) -> [UInt8] {
        let stream = try ZlibStream(.packing, .zlib)
        return try bytes.withUnsafeBufferPointer { input throws(CompressionError) in
            try dictionary.withUnsafeBufferPointer { dictionary throws(CompressionError) in
                try stream.pack(input, dictionary: dictionary)
            }
        }
    }

    /// Unpacks the stream that `bytes` begin with, and appends what it holds to `result`.
    ///
    /// - Parameters:
    ///   - dictionary: What the stream was packed with; empty when with none.
    ///   - limit: The most bytes that `result` may have in the end, with those that it has already; unpacking stops
    ///     there.
    /// - Returns: How many of the bytes belong to the stream; others may follow.
    /// - Throws: ``CompressionError/wrongDictionary`` also when the stream was packed with none and `dictionary` is not
    ///   empty. What `result` then holds is of no use.
    package static func decompress(
        _ bytes: ArraySlice<UInt8>,
        dictionary: ArraySlice<UInt8>,
        into result: inout [UInt8],
        limit: Int
    ) throws(CompressionError) -> Int {
        let stream = try ZlibStream(.unpacking, .zlib)
        return try bytes.withUnsafeBufferPointer { input throws(CompressionError) in
            try dictionary.withUnsafeBufferPointer { dictionary throws(CompressionError) in
                try stream.unpack(input, into: &result, dictionary: dictionary, limit: limit)
            }
        }
    }
}
