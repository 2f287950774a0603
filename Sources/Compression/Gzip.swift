import CZlib

/// The gzip format (RFC 1952), whole messages in memory.
package enum Gzip {
    /// `windowBits` for zlib: the largest window, plus 16 for a gzip header and trailer.
    private static let windowBits: Int32 = 15 + 16

    /// Packs at the highest level.
    ///
    /// The header holds no time and no name, so equal input gives equal bytes.
    package static func compress(_ bytes: [UInt8]) throws(CompressionError) -> [UInt8] {
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        stream.initialize(to: z_stream())
        defer { stream.deallocate() }
        guard wr_deflateInit2(stream, Z_BEST_COMPRESSION, windowBits, 9) == Z_OK else { throw .outOfMemory }
        defer { deflateEnd(stream) }
        // The output has room for the worst case, so one call is enough.
        let bound = Int(deflateBound(stream, UInt(bytes.count)))
        return try run(deflate, stream, on: bytes, capacity: bound)
    }

    /// Unpacks one gzip member.
    ///
    /// - Parameter limit: The most bytes that the result may have; no more memory than that is used for it.
    package static func decompress(_ bytes: [UInt8], limit: Int) throws(CompressionError) -> [UInt8] {
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        stream.initialize(to: z_stream())
        defer { stream.deallocate() }
        guard wr_inflateInit2(stream, windowBits) == Z_OK else { throw .outOfMemory }
        defer { inflateEnd(stream) }
        // One byte above the limit tells "exactly the limit" from "more".
        let capacity = min(limit, bytes.count.multipliedReportingOverflow(by: maximumGrowth).partialValue) + 1
        let result = try run(inflate, stream, on: bytes, capacity: capacity)
        guard result.count <= limit else { throw .tooLarge(limit: limit) }
        guard stream.pointee.avail_in == 0 else {
            throw .damaged("\(stream.pointee.avail_in) bytes follow its end")
        }
        return result
    }

    /// The most bytes that one byte of deflate can stand for (zlib's technical details).
    private static let maximumGrowth = 1032

    /// zlib remembers the address of its stream, which is why that is a pointer and not a variable.
    private static func run(
        _ step: (UnsafeMutablePointer<z_stream>, Int32) -> Int32,
        _ stream: UnsafeMutablePointer<z_stream>,
        on bytes: [UInt8],
        capacity: Int
    ) throws(CompressionError) -> [UInt8] {
        var status = Z_OK
        let result = [UInt8](unsafeUninitializedCapacity: capacity) { output, count in
            bytes.withUnsafeBufferPointer { input in
                // zlib only reads through this pointer; its type lacks the const.
                stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
                stream.pointee.avail_in = UInt32(input.count)
                stream.pointee.next_out = output.baseAddress
                stream.pointee.avail_out = UInt32(capacity)
                status = step(stream, Z_FINISH)
                count = capacity - Int(stream.pointee.avail_out)
            }
        }
        switch status {
        case Z_STREAM_END: return result
        case Z_BUF_ERROR, Z_OK:
            if stream.pointee.avail_out == 0 { throw .tooLarge(limit: capacity - 1) }
            throw .truncated
        case Z_MEM_ERROR: throw .outOfMemory
        default: throw .damaged(stream.pointee.msg.map { String(cString: $0) } ?? "zlib status \(status)")
        }
    }
}
