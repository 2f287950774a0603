import CMicroHTTPD
import Glibc

/// What a response has besides its headers.
enum ResponseBody {
    case memory(ResponseBytes)
    /// An open regular file of so many bytes, sent from the kernel's cache; the library's response owns and closes it.
    case file(descriptor: Int32, count: Int)

    /// In bytes.
    var count: Int {
        switch self {
        case .memory(let bytes): bytes.count
        case .file(_, let count): count
        }
    }

    /// The same for another response.
    ///
    /// - Returns: nil when the system has no descriptor left for it.
    func shared() -> ResponseBody? {
        switch self {
        case .memory: return self
        case .file(let descriptor, let count):
            let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
            return copy >= 0 ? .file(descriptor: copy, count: count) : nil
        }
    }

    /// The library's response, which keeps the body; nil when memory is out, and then the body is let go of.
    func makeResponse() -> OpaquePointer? {
        switch self {
        case .memory(let bytes):
            // The library's response keeps the bytes alive by this reference.
            let owner = Unmanaged.passRetained(bytes)
            let pointer = CMHD_create_response(bytes.start, bytes.count, releaseBytes, owner.toOpaque())
            if pointer == nil { owner.release() }
            return pointer
        case .file(let descriptor, let count):
            let pointer = MHD_create_response_from_fd64(UInt64(count), descriptor)
            if pointer == nil { close(descriptor) }
            return pointer
        }
    }
}

/// Bytes in one place in memory for as long as any response that has them may be sent.
final class ResponseBytes: @unchecked Sendable {
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

private func releaseBytes(owner: UnsafeMutableRawPointer?) {
    if let owner { Unmanaged<ResponseBytes>.fromOpaque(owner).release() }
}
