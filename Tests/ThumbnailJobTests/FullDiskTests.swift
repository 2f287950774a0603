import Foundation
import Testing
import TestSupport
import Thumbnails

@testable import ThumbnailJob

/// A small file system in memory, which only root may mount.
private final class SmallDisk {
    let path: String

    init(_ path: String, options: String) throws {
        self.path = path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let end = try RunningProgram.run(
            URL(filePath: "/bin/mount"),
            ["-t", "tmpfs", "-o", options, "tmpfs", path]
        )
        guard end.status == 0 else {
            throw RunningProgram.End(status: end.status, output: "", errors: end.errors)
        }
    }

    func remount(_ options: String) throws {
        let end = try RunningProgram.run(URL(filePath: "/bin/mount"), ["-o", "remount,\(options)", path])
        #expect(end.status == 0, "\(end.errors)")
    }

    deinit { _ = try? RunningProgram.run(URL(filePath: "/bin/umount"), ["--lazy", path]) }
}

extension RunningProgram.End: Error {}

/// Whether this machine lets the tests mount a file system.
private let mayMount: Bool = {
    guard getuid() == 0, let directory = try? TemporaryDirectory() else { return false }
    return (try? SmallDisk(directory.file("disk"), options: "size=64k")) != nil
}()

@Suite("An output folder that cannot be written to")
struct FullDiskTests {
    private let job: Job

    init() throws {
        job = try Job()
        let pictures = (0..<20).map { ("aurora/w\($0).jpg", [$0 * 12, 255 - $0 * 12, 9]) }
        try job.draw(Dictionary(uniqueKeysWithValues: pictures))
    }

    @Test(
        "because it is full fails the run and nothing else; with room it goes on",
        .enabled(if: mayMount, "needs root")
    )
    func full() throws {
        let disk = try SmallDisk(job.output, options: "size=1m")
        #expect(try job.start().finish().status == 0)
        let before = try job.manifest()
        let pictures = (0..<400).map { ("aurora/v\($0).jpg", [$0 % 256, 255 - $0 % 256, $0 / 2]) }
        try job.draw(Dictionary(uniqueKeysWithValues: pictures))
        let end = try job.start().finish()
        #expect(end.status == 1)
        #expect(end.errors.contains("No space left on device; make room"), "\(end.errors)")
        #expect(try job.manifest() == before)
        #expect(try job.faults() == [])
        try disk.remount("size=64m")
        #expect(try job.start().finish().status == 0)
        #expect(try job.published().count == 420)
        #expect(try job.faults() == [])
    }

    @Test("because it is read-only is one clear line", .enabled(if: mayMount, "needs root"))
    func readOnly() throws {
        let disk = try SmallDisk(job.output, options: "size=1m")
        #expect(try job.start().finish().status == 0)
        let before = try job.manifest()
        try job.draw(["aurora/w0.jpg": [1, 1, 1]])
        try disk.remount("ro")
        let end = try job.start().finish()
        #expect(end.status == 1)
        #expect(end.errors.contains("Read-only file system; let this user write there"), "\(end.errors)")
        #expect(end.errors.count { $0 == "\n" } == 1)
        #expect(try job.manifest() == before)
    }

    @Test("because something else is in its place is one clear line")
    func inTheWay() throws {
        try Data().write(to: URL(filePath: job.output))
        let end = try job.start().finish()
        #expect(end.status == 1 && end.errors.contains("\(job.output)"), "\(end.errors)")
        #expect(end.errors.count { $0 == "\n" } == 1)
    }
}
