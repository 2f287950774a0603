import CZlib

/// Owns one stream of zlib, for one message in memory.
struct ZlibStream: ~Copyable {
    /// Bytes to read; only valid while whoever passes them holds them.
    typealias Input = UnsafeBufferPointer<UInt8>

    enum Direction {
        case packing, unpacking
    }

    enum Format: Int32 {
        // As zlib encodes them, each with the largest window.
        case zlib = 15
        case gzip = 31
    }

    /// zlib remembers the address of its stream, which is why that is a pointer and not a variable.
    private let stream: UnsafeMutablePointer<z_stream>
    private let direction: Direction

    init(_ direction: Direction, _ format: Format) throws(CompressionError) {
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        stream.initialize(to: z_stream())
        let status =
            switch direction {
            case .packing: wr_deflateInit2(stream, Z_BEST_COMPRESSION, format.rawValue, 9)
            case .unpacking: wr_inflateInit2(stream, format.rawValue)
            }
        guard status == Z_OK else {
            stream.deallocate()
            throw .outOfMemory
        }
        self.stream = stream
        self.direction = direction
    }

    deinit {
        switch direction {
        // The status of the first only says whether all was packed, which is known by then.
        case .packing: deflateEnd(stream)
        case .unpacking: inflateEnd(stream)
        }
        stream.deallocate()
    }

    /// Packs a whole message.
    ///
    /// - Parameter dictionary: What the unpacking side has already; empty for nothing.
    func pack(_ input: Input, dictionary: Input = Input(start: nil, count: 0)) throws(CompressionError)
        -> [UInt8]
    {
        if !dictionary.isEmpty {
            let status = deflateSetDictionary(stream, dictionary.baseAddress, UInt32(dictionary.count))
            guard status == Z_OK else { throw failure(status) }
        }
        // The output has room for the worst case, so one call is enough.
        let capacity = Int(deflateBound(stream, UInt(input.count)))
        var status = Z_OK
        let result = [UInt8](unsafeUninitializedCapacity: capacity) { output, count in
            read(input)
            stream.pointee.next_out = output.baseAddress
            stream.pointee.avail_out = UInt32(capacity)
            status = deflate(stream, Z_FINISH)
            count = capacity - Int(stream.pointee.avail_out)
        }
        guard status == Z_STREAM_END else { throw failure(status) }
        return result
    }

    /// Unpacks the stream that `input` begins with, and appends what it holds to `result`.
    ///
    /// - Parameters:
    ///   - dictionary: What the stream was packed with. A stream that was packed with another one, or with none
    ///     although this is not empty, is refused.
    ///   - limit: The most bytes that `result` may have in the end; unpacking stops there.
    /// - Returns: How many bytes of the input the stream has; others may follow.
    func unpack(
        _ input: Input,
        into result: inout [UInt8],
        dictionary: Input = Input(start: nil, count: 0),
        limit: Int
    ) throws(CompressionError) -> Int {
        read(input)
        var hasDictionary = dictionary.isEmpty
        while true {
            switch try unpackChunk(into: &result, limit: limit) {
            case Z_OK: continue
            case Z_NEED_DICT:
                let bytes = dictionary.baseAddress
                guard inflateSetDictionary(stream, bytes, UInt32(dictionary.count)) == Z_OK else {
                    throw .wrongDictionary
                }
                hasDictionary = true
            case Z_STREAM_END:
                guard hasDictionary else { throw .wrongDictionary }
                return input.count - Int(stream.pointee.avail_in)
            // There is always room for more output, so it is input that is missing.
            case Z_BUF_ERROR: throw .truncated
            case let status: throw failure(status)
            }
        }
    }

    private func unpackChunk(into result: inout [UInt8], limit: Int) throws(CompressionError) -> Int32 {
        let status = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 16_384) { chunk in
            stream.pointee.next_out = chunk.baseAddress
            stream.pointee.avail_out = UInt32(chunk.count)
            let status = inflate(stream, Z_NO_FLUSH)
            result += chunk.prefix(chunk.count - Int(stream.pointee.avail_out))
            return status
        }
        guard result.count <= limit else { throw .tooLarge(limit: limit) }
        return status
    }

    private func read(_ input: Input) {
        // zlib only reads through this pointer; its type lacks the const.
        stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        stream.pointee.avail_in = UInt32(input.count)
    }

    private func failure(_ status: Int32) -> CompressionError {
        if status == Z_MEM_ERROR { return .outOfMemory }
        return .damaged(stream.pointee.msg.map { String(cString: $0) } ?? "zlib status \(status)")
    }
}
