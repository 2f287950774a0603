import Files
import Foundation
import Testing
import TestSupport

@Suite("A batch of files")
struct FileBatchTests {
    private let temporary: TemporaryDirectory
    private let directory: Directory
    private let folder: Directory

    init() throws {
        temporary = try TemporaryDirectory()
        directory = try Directory(temporary.path)
        folder = try directory.makeDirectory("folder")
    }

    @Test("shows nothing before it is committed, and everything after", arguments: [0, 1, 128, 129])
    func commit(count: Int) throws {
        try directory.write([0], to: "1")
        let batch = FileBatch()
        for number in 0..<count {
            let place = number.isMultiple(of: 2) ? directory : folder
            try batch.stage([UInt8(number), 1], for: "\(number)", in: place, modified: Int64(number))
        }
        #expect(try directory.names().filter { !$0.hasPrefix(".") } == ["1", "folder"])
        try batch.commit()
        for number in 0..<count {
            let place = number.isMultiple(of: 2) ? directory : folder
            #expect(try place.read("\(number)", atMost: 2) == [UInt8(number), 1])
            #expect(try place.info("\(number)")?.modified == Int64(number))
        }
        #expect(try directory.names().count + folder.names().count == count + 2)
        // Nothing is left to be done.
        try batch.commit()
    }

    @Test("leaves nothing behind when it is not committed, or cannot be")
    func discarded() throws {
        var batch: FileBatch? = FileBatch()
        try batch?.stage([1], for: "a", in: directory, modified: nil)
        batch = nil
        #expect(try directory.names() == ["folder"])

        batch = FileBatch()
        try batch?.stage([1], for: "a", in: directory, modified: nil)
        // A directory is not replaced.
        try batch?.stage([1], for: "folder", in: directory, modified: nil)
        try batch?.stage([1], for: "z", in: directory, modified: nil)
        #expect(throws: FileError("write", temporary.file("folder"), .system(EISDIR))) {
            try batch?.commit()
        }
        batch = nil
        // They come in order, so that what was before it is in place and what came after it is not.
        #expect(try directory.names() == ["a", "folder"])
    }
}
