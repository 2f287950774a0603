// What the project calls of zlib and of the shim in Sources/CZlib, as the compiler makes it out of C's headers, which
// for iOS come with Apple's SDK. Never run.

/// Stands for zlib's `z_stream`, with the fields that the project uses.
public struct z_stream {
    /// What comes next in the input.
    public var next_in: UnsafeMutablePointer<UInt8>!
    /// How much of it there is.
    public var avail_in: UInt32
    /// Where the output goes.
    public var next_out: UnsafeMutablePointer<UInt8>!
    /// How much room there is.
    public var avail_out: UInt32
    /// The last error.
    public var msg: UnsafeMutablePointer<CChar>!
    /// All zeros.
    public init() { fatalError("a stub") }
}

public let Z_OK: Int32 = 0
public let Z_STREAM_END: Int32 = 1
public let Z_NEED_DICT: Int32 = 2
public let Z_MEM_ERROR: Int32 = -4
public let Z_BUF_ERROR: Int32 = -5
public let Z_NO_FLUSH: Int32 = 0
public let Z_FINISH: Int32 = 4
public let Z_BEST_COMPRESSION: Int32 = 9

public typealias Stream = UnsafeMutablePointer<z_stream>
public func wr_deflateInit2(_: Stream!, _: Int32, _: Int32, _: Int32) -> Int32 { fatalError("a stub") }
public func wr_inflateInit2(_: Stream!, _: Int32) -> Int32 { fatalError("a stub") }
public func deflateBound(_: Stream!, _: UInt) -> UInt { fatalError("a stub") }
public func deflate(_: Stream!, _: Int32) -> Int32 { fatalError("a stub") }
public func inflate(_: Stream!, _: Int32) -> Int32 { fatalError("a stub") }
@discardableResult public func deflateEnd(_: Stream!) -> Int32 { fatalError("a stub") }
@discardableResult public func inflateEnd(_: Stream!) -> Int32 { fatalError("a stub") }
public func deflateSetDictionary(_: Stream!, _: UnsafePointer<UInt8>!, _: UInt32) -> Int32 { fatalError("a stub") }
public func inflateSetDictionary(_: Stream!, _: UnsafePointer<UInt8>!, _: UInt32) -> Int32 { fatalError("a stub") }
