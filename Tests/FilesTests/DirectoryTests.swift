import Files
import Foundation
import Testing
import TestSupport

@Suite("A directory")
struct DirectoryTests {
    private let temporary: TemporaryDirectory
    private let directory: Directory

    init() throws {
        temporary = try TemporaryDirectory()
        directory = try Directory(temporary.path)
    }

    @Test("puts a file in place with its content and time, replaces it, and leaves nothing beside it")
    func write() throws {
        try directory.write(Array("old and longer".utf8), to: "a", modified: 1_000_000_000)
        #expect(try directory.info("a") == FileInfo(byteCount: 14, modified: 1_000_000_000))
        // A reader that has the old file open goes on reading it.
        let reader = try FileHandle(forReadingFrom: URL(filePath: temporary.file("a")))
        try directory.write(Array("new".utf8), to: "a")
        #expect(try reader.readToEnd() == Data("old and longer".utf8))
        #expect(try directory.read("a", atMost: 3) == Array("new".utf8))
        #expect(try directory.names() == ["a"])
    }

    @Test("writes where a process that was ended has left a half-written file, or a link")
    func leftOver() throws {
        let left = temporary.file(Directory.temporary(for: "a"))
        try Data("half".utf8).write(to: URL(filePath: left))
        try directory.write([1], to: "a")
        let elsewhere = temporary.file("elsewhere")
        try Data("whole".utf8).write(to: URL(filePath: elsewhere))
        try FileManager.default.createSymbolicLink(atPath: left, withDestinationPath: elsewhere)
        try directory.write([2], to: "a")
        #expect(try directory.read("a", atMost: 1) == [2])
        #expect(try Data(contentsOf: URL(filePath: elsewhere)) == Data("whole".utf8))
        #expect(try directory.names() == ["a", "elsewhere"])
    }

    @Test("says of a file that it is not there, or why it is not read")
    func read() throws {
        #expect(try directory.read("none", atMost: 10) == nil)
        #expect(try directory.info("none") == nil)
        #expect(try directory.directory("none") == nil)
        try directory.write([], to: "empty")
        #expect(try directory.read("empty", atMost: 0) == [])
        try directory.write([1, 2, 3], to: "long")
        #expect(throws: FileError("read", temporary.file("long"), .tooLarge(limit: 2))) {
            try directory.read("long", atMost: 2)
        }
    }

    @Test("does not follow links, to files or directories, within itself or out of it")
    func links() throws {
        try directory.write([1], to: "file")
        _ = try directory.makeDirectory("folder")
        let manager = FileManager.default
        for (link, target) in [("to-file", "file"), ("to-folder", "folder"), ("out", "/tmp")] {
            try manager.createSymbolicLink(atPath: temporary.file(link), withDestinationPath: target)
        }
        #expect(throws: FileError("read", temporary.file("to-file"), .link)) {
            try directory.read("to-file", atMost: 10)
        }
        #expect(throws: FileError("use", temporary.file("to-file"), .link)) { try directory.info("to-file") }
        for link in ["to-folder", "out"] {
            #expect(throws: FileError("open", temporary.file(link), .link)) { try directory.directory(link) }
            #expect(throws: FileError("open", temporary.file(link), .link)) {
                try directory.makeDirectory(link)
            }
        }
        // What is written takes the link's place, not that of what it leads to.
        try directory.write([2], to: "to-file")
        #expect(try directory.read("file", atMost: 10) == [1])
    }

    @Test("does not wait for pipes, nor take directories and files for each other")
    func special() throws {
        #expect(mkfifo(temporary.file("pipe"), 0o600) == 0)
        #expect(throws: FileError("read", temporary.file("pipe"), .special)) {
            try directory.read("pipe", atMost: 1)
        }
        _ = try directory.makeDirectory("folder")
        #expect(throws: FileError("use", temporary.file("folder"), .special)) { try directory.info("folder") }
        #expect(throws: FileError("read", temporary.file("folder"), .special)) {
            try directory.read("folder", atMost: 1)
        }
        try directory.write([], to: "file")
        #expect(throws: FileError("open", temporary.file("file"), .special)) {
            try directory.directory("file")
        }
        let error = #expect(throws: FileError.self) { try directory.write([], to: "folder") }
        #expect(error?.problem == .system(EISDIR))
        #expect(try directory.names() == ["file", "folder", "pipe"])
    }

    @Test("deletes what it is told, and directories only when they are empty")
    func remove() throws {
        let folder = try directory.makeDirectory("folder")
        try folder.write([], to: "file")
        #expect(try !directory.removeDirectoryIfEmpty("folder"))
        try folder.remove("file")
        try folder.remove("file")
        #expect(try directory.removeDirectoryIfEmpty("folder"))
        #expect(try directory.removeDirectoryIfEmpty("folder"))
        #expect(try directory.names() == [])
    }

    @Test("is made where there is one above it")
    func make() throws {
        let path = temporary.file("new")
        try Directory.make(path)
        try Directory.make(path)
        #expect(try Directory(path).names() == [])
        #expect(throws: FileError("make", temporary.file("a/b"), .system(ENOENT))) {
            try Directory.make(temporary.file("a/b"))
        }
    }

    @Test("keeps the old file, and says so, where no more may be written", .disabled(if: geteuid() == 0))
    func readOnly() throws {
        try directory.write([1], to: "a")
        #expect(chmod(temporary.path, 0o555) == 0)
        defer { chmod(temporary.path, 0o755) }
        let error = #expect(throws: FileError.self) { try directory.write([2], to: "a") }
        #expect(
            error?.description
                == "\(temporary.file("a")): cannot write it: Permission denied; run this as a user who may, or change "
                + "its permissions"
        )
        #expect(try directory.read("a", atMost: 1) == [1])
    }
}
