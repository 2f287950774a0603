/// The bytes of a body, in one place in memory for as long as any response that has them may be sent.
final class ResponseBody: @unchecked Sendable {
    // Safe to share: the bytes are written in init and only read from then on.
    private let bytes: UnsafeMutableRawBufferPointer

    init(_ bytes: [UInt8]) {
        self.bytes = .allocate(byteCount: bytes.count, alignment: 1)
        self.bytes.copyBytes(from: bytes)
    }

    deinit { bytes.deallocate() }

    var count: Int { bytes.count }

    /// Valid while this object lives.
    var start: UnsafeRawPointer? { UnsafeRawPointer(bytes.baseAddress) }
}
