import Foundation
import Imaging
import Testing

/// Renditions are made, by two threads, of levels that a scratch file holds one behind the other, the largest first.
///
/// So in a file with too little room those of the smaller levels fail, and the others do not.
@Suite("When some of several renditions fail")
struct FailureTests {
    private static let renditions: [Rendition] = [
        .png(90, 60), .png(60, 60, fit: .attention), .png(40, 30), .png(20, 20), .png(12, 8), .png(6, 4),
    ]

    /// A file without a name that cannot grow beyond a size, where writing fails with EPERM (`memfd_create`(2),
    /// F_SEAL_GROW in `fcntl`(2)).
    private func scratch(_ size: Int) throws -> FileHandle {
        typealias Create = @convention(c) (UnsafePointer<CChar>, UInt32) -> Int32
        // Swift's module of the C library does not have it, nor the numbers.
        let create = unsafeBitCast(try #require(dlsym(nil, "memfd_create")), to: Create.self)
        let allowsSealing: UInt32 = 2
        let (addSeals, sealGrowth): (Int32, Int32) = (1033, 4)
        let descriptor = create("scratch", allowsSealing)
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try file.truncate(atOffset: UInt64(size))
        let isSealed = fcntl(descriptor, addSeals, sealGrowth) == 0
        try #require(isSealed)
        return file
    }

    private func render(_ name: String, in scratch: FileHandle) throws -> [Picture] {
        let file = try FileHandle(forReadingFrom: URL(filePath: try Pictures.path(name)))
        return try Imaging.render(
            fileDescriptor: file.fileDescriptor,
            size: Int(try file.seekToEnd()),
            Self.renditions,
            scratch: scratch.fileDescriptor
        ).pictures
    }

    @Test(
        "the failure is thrown, and none is lost otherwise",
        arguments: ["jpeg", "jpeg-progressive", "png-rgb8", "png-rgb8-interlaced", "webp"]
    )
    func scratchIsShort(_ name: String) throws {
        let wanted = try Pictures.render(path: try Pictures.path(name), Self.renditions).pictures
        // The least room that is enough.
        var (tooLittle, enough) = (0, 8 << 20)
        var failures = 0
        while tooLittle + 1 < enough {
            let size = (tooLittle + enough) / 2
            do {
                #expect(try render(name, in: try scratch(size)) == wanted, "\(size)")
                enough = size
            } catch let error as ImagingError {
                #expect(error == .scratchFailed(errno: EPERM), "\(size)")
                failures += 1
                tooLittle = size
            }
        }
        #expect(failures > 0)
        // A byte less takes the last row from the smallest level alone.
        for size in stride(from: 0, to: enough, by: enough / 40) + [enough - 1] {
            #expect(throws: ImagingError.scratchFailed(errno: EPERM), "\(size)") {
                try render(name, in: try scratch(size))
            }
        }
    }
}
