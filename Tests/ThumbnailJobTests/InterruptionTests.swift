import Foundation
import Testing
import TestSupport
import Thumbnails

@testable import ThumbnailJob

@Suite("A run that is interrupted")
struct InterruptionTests {
    private let job: Job

    init() throws { job = try Job() }

    /// So many wallpapers of different colours.
    private func draw(_ count: Int, width: Int = 40, height: Int = 30, shade: Int = 0) throws {
        let pictures = (0..<count).map {
            ("aurora/w\($0).jpg", [($0 * 37 + shade) % 256, $0 * 11 % 256, shade % 256])
        }
        try job.draw(Dictionary(uniqueKeysWithValues: pictures), width: width, height: height)
    }

    /// `make torture` asks for a thousand.
    private static let kills = ProcessInfo.processInfo.environment["KILLS"].flatMap { Int($0) } ?? 100

    @Test("by kill -9 again and again, at any moment, never leaves clients with less than a whole manifest")
    func killed() throws {
        var generator = SeededGenerator()
        let seed = "\(generator)"
        try draw(12)
        #expect(try job.start().finish().status == 0)
        // How long a run takes that has everything to do.
        try draw(12, shade: 1)
        let began = ContinuousClock.now
        #expect(try job.start().finish().status == 0)
        var usual = began.duration(to: .now)
        var published = 0
        for round in 2..<(2 + Self.kills) {
            // Half of them are rendered anew each time, by a focus of their own.
            for index in stride(from: round % 2, to: 12, by: 2) {
                try job.write(
                    #"{"focus": {"x": 0.5, "y": \#(Double(round) / 2000)}}"#,
                    to: "aurora/w\(index).json"
                )
            }
            let program = try job.start()
            let share = Double.random(in: 0...1.2, using: &generator)
            spin(for: usual * share)
            program.send(signal: SIGKILL)
            // The machine may have become slower or faster: about a fifth of the runs are to come to their end.
            if try program.finish().status == 0 {
                published += 1
                usual = usual * 0.9
            } else {
                usual = usual * 1.025
            }
            #expect(try job.published().count == 12, "\(seed), round \(round)")
            #expect(try job.faults() == [], "\(seed), round \(round)")
        }
        // What is left takes up where the last one was ended, and nothing lies about half written.
        let last = try job.start().finish()
        #expect(last.status == 0, "\(last.errors)")
        #expect(try job.faults() == [])
        for folder in ["", "/images", "/records", "/manifests", "/report"] {
            let names = try FileManager.default.contentsOfDirectory(atPath: job.output + folder)
            #expect(names.filter { $0.hasPrefix(".") } == [], "\(folder)")
        }
        // Some came to their end and some did not: otherwise the test tests nothing.
        #expect(1..<Self.kills ~= published, "\(published) of \(Self.kills) runs came to their end")
    }

    @Test("by SIGTERM publishes nothing, says so, and the next one goes on", arguments: [SIGTERM, SIGINT])
    func stopped(_ signal: Int32) throws {
        try draw(60, width: 1200, height: 900)
        let program = try job.start("--workers", "1")
        // Some are made, and there are more to come.
        #expect(try eventually { try !self.records().isEmpty })
        program.send(signal: signal)
        let end = try program.finish()
        #expect(end.status == 5, "\(end.errors)")
        #expect(end.output.contains("stopped before the end"))
        let done = try records().count
        #expect(1..<60 ~= done)
        #expect(try job.manifest() == nil)
        let next = try job.start().finish()
        #expect(
            next.status == 0 && next.output.hasPrefix("\(60 - done) made, \(done) kept, 0 set aside"),
            "\(next)"
        )
        #expect(try job.published().count == 60)
    }

    private func records() throws -> [String] {
        let folder = "\(job.output)/records"
        guard FileManager.default.fileExists(atPath: folder) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: folder).filter { !$0.hasPrefix(".") }
    }

    @Test("whose worker is killed by hand gives the file to another one, and nothing is lost")
    func workerKilled() throws {
        try draw(40, width: 1200, height: 900)
        let program = try job.start("--workers", "1")
        var killed = 0
        while killed < 3, try records().count < 30 {
            let workers = try children(named: "thumbnailer").filter { $0.isWorker(of: job.output) }
            if let worker = workers.first, kill(worker.id, SIGKILL) == 0 { killed += 1 }
            let count = try records().count
            // A run that ended says below why it did.
            guard try eventually({ try self.records().count > count }) else { break }
        }
        let end = try program.finish()
        #expect(killed > 0)
        #expect(end.status == 0 && end.output.hasPrefix("40 made"), "\(end)")
        #expect(try job.faults() == [])
    }

    private struct Child {
        let id: pid_t
        let parent: String

        /// Whether its parent is a run that writes to that folder.
        func isWorker(of output: String) -> Bool { parent.contains(output) }
    }

    /// The processes that run that program as a worker, with their parents' command lines.
    private func children(named name: String) throws -> [Child] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap(pid_t.init).compactMap { id in
            func text(_ path: String) -> String {
                FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
            }
            guard text("/proc/\(id)/cmdline").contains("\0worker\0") else { return nil }
            let parent = text("/proc/\(id)/stat").split(separator: ")").last?.split(separator: " ")
                .dropFirst().first
            return Child(id: id, parent: text("/proc/\(parent ?? "0")/cmdline"))
        }
    }

    @Test("before it began, because another one is under way, says which")
    func twoAtOnce() throws {
        try draw(1)
        let output = try OutputFolder(path: job.output)
        let lock = try output.lock(at: job.now)
        let end = try job.start().finish()
        #expect(end.status == 4)
        #expect(
            end.errors
                == "thumbnailer: \(job.output)/lock: another run is under way (process \(getpid()), since \(job.now)); "
                + "let it finish, or stop it with SIGTERM\n"
        )
        _ = consume lock
        #expect(try job.start().finish().status == 0)
    }
}
