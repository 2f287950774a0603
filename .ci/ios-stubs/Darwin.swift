// What the project calls of Darwin's C library, as Swift's overlay has it, which for iOS comes with Apple's SDK. Never
// run.

public typealias mode_t = UInt16

/// Stands for `struct stat`, with the fields that the project uses.
public struct stat {
    /// What kind of file it is, and who may use it.
    public var st_mode: mode_t
    /// How many bytes it has.
    public var st_size: Int64
    /// All zeros.
    public init() { fatalError("a stub") }
}

public let S_IFMT: mode_t = 0o170000
public let S_IFREG: mode_t = 0o100000
public let O_RDONLY: Int32 = 0x0000
public let O_WRONLY: Int32 = 0x0001
public let O_RDWR: Int32 = 0x0002
public let O_NONBLOCK: Int32 = 0x0004
public let O_NOFOLLOW: Int32 = 0x0100
public let O_CREAT: Int32 = 0x0200
public let O_EXCL: Int32 = 0x0800
public let O_CLOEXEC: Int32 = 0x0100_0000
public let LOCK_EX: Int32 = 0x02
public let LOCK_NB: Int32 = 0x04
public let LOCK_UN: Int32 = 0x08
public let F_SETPROTECTIONCLASS: Int32 = 64

public let EPERM: Int32 = 1
public let ENOENT: Int32 = 2
public let EINTR: Int32 = 4
public let EIO: Int32 = 5
public let ENXIO: Int32 = 6
public let EACCES: Int32 = 13
public let ENOTDIR: Int32 = 20
public let EISDIR: Int32 = 21
public let EFBIG: Int32 = 27
public let ENOSPC: Int32 = 28
public let EROFS: Int32 = 30
public let EWOULDBLOCK: Int32 = 35
public let ELOOP: Int32 = 62
public let EDQUOT: Int32 = 69
public let EOPNOTSUPP: Int32 = 102

public var errno: Int32 { fatalError("a stub") }

public func open(_: UnsafePointer<CChar>, _: Int32, _: mode_t) -> Int32 { fatalError("a stub") }
@discardableResult public func close(_: Int32) -> Int32 { fatalError("a stub") }
public func read(_: Int32, _: UnsafeMutableRawPointer!, _: Int) -> Int { fatalError("a stub") }
public func write(_: Int32, _: UnsafeRawPointer!, _: Int) -> Int { fatalError("a stub") }
public func fstat(_: Int32, _: UnsafeMutablePointer<stat>!) -> Int32 { fatalError("a stub") }
public func fsync(_: Int32) -> Int32 { fatalError("a stub") }
public func rename(_: UnsafePointer<CChar>!, _: UnsafePointer<CChar>!) -> Int32 { fatalError("a stub") }
@discardableResult public func unlink(_: UnsafePointer<CChar>!) -> Int32 { fatalError("a stub") }
@discardableResult public func rmdir(_: UnsafePointer<CChar>!) -> Int32 { fatalError("a stub") }
@discardableResult public func flock(_: Int32, _: Int32) -> Int32 { fatalError("a stub") }
public func fcntl(_: Int32, _: Int32, _: Int32) -> Int32 { fatalError("a stub") }
@discardableResult public func usleep(_: UInt32) -> Int32 { fatalError("a stub") }
public func strerror(_: Int32) -> UnsafeMutablePointer<CChar>! { fatalError("a stub") }
