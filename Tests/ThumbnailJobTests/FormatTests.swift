import Foundation
import Rollout
import StrictJSON
import Testing
import TestSupport
import Thumbnails

@testable import ThumbnailJob

@Suite("What travels between processes and nights")
struct FormatTests {
    @Test("is read as it was written")
    func roundTrips() throws {
        for record in [RenderRecord.failed("it is \"damaged\"\n"), .made(try Sample.rendering("a"))] {
            #expect(RenderRecord(parsing: record.json.canonicalBytes) == record)
        }
        let list = RenditionList(
            try RecipeBook(parsing: Array(Repository.text("Thumbnails/recipes.json").utf8))
        )
        let task = Plan.Task(picture: try Sample.picture("fjord"), key: "key", cause: .new)
        for edge in [nil, 480] {
            let order = RenderOrder(task, list, frameBytes: edge ?? 0, beforeEdge: edge)
            #expect(order.items.count == list.entries.count)
            #expect(try RenderOrder(JSON(parsing: order.json.canonicalBytes)) == order)
        }
        for before in [nil, [1, 2, 3] as [UInt8]] {
            let answer = RenderAnswer.made(
                .init(
                    pictures: [[1], [], [2, 3]],
                    litPermille: [0, 1000, 500],
                    preview: (2, 1, [1, 2, 3, 4, 5, 6]),
                    source: (100, 50),
                    before: before
                )
            )
            #expect(RenderAnswer(parsing: answer.message.flatMap(\.self)) == answer)
        }
        for answer in [RenderAnswer.failed("no"), .unreadable, .stuck(code: ENOSPC)] {
            #expect(RenderAnswer(parsing: answer.message.flatMap(\.self)) == answer)
        }
    }

    @Test(
        "Of an answer that was changed on the way nothing but what it may say is taken, and nothing crashes"
    )
    func hostileAnswers() throws {
        var generator = SeededGenerator()
        let message = RenderAnswer.made(
            .init(
                pictures: [[1, 2], [3]],
                litPermille: [10, 20],
                preview: (1, 1, [1, 2, 3]),
                source: (9, 9),
                before: nil
            )
        ).message.flatMap(\.self)
        for length in 0..<message.count { #expect(RenderAnswer(parsing: Array(message[..<length])) == nil) }
        #expect(RenderAnswer(parsing: message + [0]) == nil)
        for _ in 0..<5000 {
            var changed = message
            changed[Int.random(in: 0..<changed.count, using: &generator)] = .random(
                in: 0...255,
                using: &generator
            )
            if case .made(let made)? = RenderAnswer(parsing: changed) {
                #expect(
                    made.preview.pixels.count == made.preview.width * made.preview.height * 3,
                    "\(generator)"
                )
            }
        }
    }

    @Test("A hash is known for the same file only, and not for one that has just changed")
    func hashes() throws {
        let now = Instant(millisecondsSince1970: 1_000_000)
        func picture(modified: Int64, size: Int = 1, inode: UInt64 = 1) throws -> SourcePicture {
            let stamp = FileStamp(size: size, inode: inode, modified: modified, changed: modified)
            let sample = try Sample.picture("fjord")
            return SourcePicture(
                app: sample.app,
                file: sample.file,
                id: sample.id,
                notes: .none,
                stamp: stamp
            )
        }
        var index = HashIndex()
        let settled = try picture(modified: 997_999_999_999)
        index.keep("h", of: settled, at: now)
        #expect(index.hash(of: settled) == "h")
        #expect(index.hash(of: try picture(modified: 997_999_999_998)) == nil)
        #expect(index.hash(of: try picture(modified: 997_999_999_999, size: 2)) == nil)
        #expect(index.hash(of: try picture(modified: 997_999_999_999, inode: .max)) == nil)
        #expect(HashIndex(parsing: index.bytes) == index)
        #expect(HashIndex(parsing: Array("[]".utf8)) == HashIndex())
        let fresh = try picture(modified: 998_000_000_000)
        index.keepOnly([])
        index.keep("h", of: fresh, at: now)
        #expect(index.hash(of: fresh) == nil)
    }
}
