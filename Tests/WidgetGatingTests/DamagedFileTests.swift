import BundleSamples
import ConfigBundle
import Foundation
import Rollout
import Testing
import TestSupport
@testable import WidgetGating

@Suite("An App Group file that is not as it was written")
struct DamagedFileTests {
    let sample: KeptSample
    /// Of revision 50, with revision 49 before it.
    let intact: [UInt8]

    var file: BundleFile { sample.file }
    var current: String { file.paths.current }

    init() throws {
        sample = try KeptSample()
        let newest = try KeptSample.bundle(revision: 50, flags: 1)
        for bundle in [try KeptSample.bundle(revision: 49, flags: 1), newest] {
            try #require(try sample.file.write(bundle) == .written)
        }
        intact = newest.fileBytes
        try #require(Array(Data(contentsOf: URL(filePath: sample.file.paths.current))) == intact)
    }

    private func put(_ bytes: [UInt8]) throws { try Data(bytes).write(to: URL(filePath: current)) }

    /// Expects that the bundle before it is read, that the file is gone, and that the only fault says why.
    private func expectFault(_ comment: Comment, isSetAside: Bool = true) throws -> AppGroupError.Cause? {
        let reading = file.read()
        #expect(reading.bundle?.revision == 49, comment)
        #expect(reading.faults.count == 1, comment)
        #expect(reading.faults.first?.path == current && reading.faults.first?.operation == .read, comment)
        #expect(FileManager.default.fileExists(atPath: current) == !isSetAside, comment)
        return reading.faults.first?.cause
    }

    @Test("at any one byte is set aside, and the one before it used")
    func everyByte() throws {
        var random = SeededGenerator()
        for place in intact.indices {
            var changed = intact
            changed[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            try put(changed)
            let cause = try expectFault("byte \(place)", isSetAside: !(40..<44).contains(place))
            switch cause {
            case .corrupt: #expect(!(40..<44).contains(place), "byte \(place)")
            case .unknownFormat: #expect((40..<44).contains(place), "byte \(place)")
            default: Issue.record("byte \(place): \(cause.debugDescription)")
            }
        }
    }

    @Test("since it was cut off, anywhere, is set aside, and the one before it used")
    func everyLength() throws {
        for length in 0..<intact.count {
            try put(Array(intact[..<length]))
            guard case .corrupt = try expectFault("\(length) bytes") else {
                Issue.record("\(length) bytes")
                continue
            }
        }
        try put(intact + [0])
        #expect(
            try expectFault("a byte more")
                == .corrupt("it has \(intact.count + 1) bytes, and not as many as it says")
        )
    }

    @Test("is kept under one name, the last one, and is found once")
    func setAside() throws {
        for content in ["first", "second"] {
            try put(Array(content.utf8))
            _ = try expectFault("\(content)")
            #expect(try String(contentsOfFile: file.paths.corrupt, encoding: .utf8) == content)
            #expect(file.read().faults.isEmpty)
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: sample.directory.path)
        #expect(names.count == 3, "\(names)")
    }

    @Test("is replaced by the next bundle, which then has the good one before it")
    func healed() throws {
        try put(Array("nonsense".utf8))
        let newer = try KeptSample.bundle(revision: 51)
        #expect(try file.write(newer) == .written)
        #expect(file.read().bundle == newer && file.read().faults.isEmpty)
        #expect(try String(contentsOfFile: file.paths.corrupt, encoding: .utf8) == "nonsense")
        try put([])
        #expect(try expectFault("the newer one too") == .corrupt("empty"))
    }

    @Test("and neither is the one before it: both are set aside, and said")
    func both() throws {
        try put([0])
        try Data([1]).write(to: URL(filePath: file.paths.previous))
        let reading = file.read()
        #expect(reading.bundle == nil && reading.configuration == nil)
        #expect(reading.faults.map(\.path) == [current, file.paths.previous])
        #expect(file.read().faults.isEmpty)
    }

    @Test("but a link, a pipe, a socket or a directory instead, is set aside, and the one before it used")
    func notAFile() throws {
        let manager = FileManager.default
        let elsewhere = sample.directory.file("elsewhere")
        try Data(intact).write(to: URL(filePath: elsewhere))
        let replacements: [(String, () throws -> Void)] = [
            (
                "a symbolic link",
                { try manager.createSymbolicLink(atPath: current, withDestinationPath: elsewhere) }
            ),
            ("a pipe", { try #require(mkfifo(current, 0o600) == 0) }),
            (
                "a directory",
                { try manager.createDirectory(atPath: current, withIntermediateDirectories: false) }
            ),
            ("a socket", { try bindSocket(at: current) }),
        ]
        // Each twice, so that each gives way where it was set aside to each other.
        for (name, replace) in replacements + replacements.reversed() + replacements {
            try? manager.removeItem(atPath: current)
            try replace()
            #expect(try expectFault("\(name)") == .notAFile, "\(name)")
        }
        #expect(try Array(Data(contentsOf: URL(filePath: elsewhere))) == intact)
    }

    @Test(
        "and a directory in its place or in that of another, with something in it, keeps no new one away",
        arguments: ["", ".previous", ".corrupt"],
        [true, false]
    )
    func directories(place: String, isCorrupt: Bool) throws {
        let path = current + place
        try? FileManager.default.removeItem(atPath: path)
        try FileManager.default.createDirectory(
            atPath: path + "/something",
            withIntermediateDirectories: true
        )
        for revision in [51, 52] as [Int64] {
            if isCorrupt, revision == 52 || !place.isEmpty { try put([0]) }
            #expect(try file.write(KeptSample.bundle(revision: revision)) == .written)
            let reading = file.read()
            #expect(reading.bundle?.revision == revision && reading.faults.isEmpty)
        }
    }

    @Test("but a link or a pipe where files are made, changes nothing")
    func traps() throws {
        let victim = sample.directory.file("victim")
        try Data("precious".utf8).write(to: URL(filePath: victim))
        try FileManager.default.createSymbolicLink(atPath: file.paths.new, withDestinationPath: victim)
        #expect(try file.write(KeptSample.bundle(revision: 51)) == .written)
        #expect(try String(contentsOfFile: victim, encoding: .utf8) == "precious")
        #expect(file.read().bundle?.revision == 51)

        try FileManager.default.removeItem(atPath: file.paths.lock)
        try FileManager.default.createSymbolicLink(atPath: file.paths.lock, withDestinationPath: victim)
        #expect(throws: AppGroupError(operation: .lock, path: file.paths.lock, cause: .notAFile)) {
            try file.write(KeptSample.bundle(revision: 52))
        }
    }

    @Test("but too large to be read, is left alone, and the one before it used")
    func tooLarge() throws {
        try put([])
        try #require(truncate(current, off_t(BundleFile.byteLimit) + 1) == 0)
        #expect(try expectFault("", isSetAside: false) == .tooLarge(limit: BundleFile.byteLimit))
        #expect(try file.write(KeptSample.bundle(revision: 51)) == .written)
        #expect(file.read().bundle?.revision == 51)
    }
}

@Suite("An App Group file that is whole but not to be used")
struct RefusedFileTests {
    let sample: KeptSample
    var file: BundleFile { sample.file }

    init() throws {
        sample = try KeptSample()
    }

    private func fault() -> AppGroupError.Cause? {
        let reading = file.read()
        #expect(reading.bundle == nil && reading.faults.count == 1)
        return reading.faults.first?.cause
    }

    /// Writes without the checks of ``BundleFile``.
    private func put(_ kept: KeptBundle) throws {
        try Data(kept.fileBytes).write(to: URL(filePath: file.paths.current))
    }

    private func changed(
        _ kept: KeptBundle,
        app: AppID? = nil,
        revision: Int64? = nil,
        bytes: [UInt8]? = nil,
        fields: [(name: String, value: String)]? = nil
    ) -> KeptBundle {
        KeptBundle(
            app: app ?? kept.app,
            revision: revision ?? kept.revision,
            bytes: bytes ?? kept.bytes,
            fields: fields.map { BundleFields($0) } ?? kept.fields,
            entityTag: kept.entityTag,
            clock: kept.clock
        )
    }

    /// Particulars are not signed, and digests can be made anew.
    @Test(
        "since its clocks are further apart than anybody can calculate with",
        arguments: [.min, .max, 9_007_199_254_740_993, -9_007_199_254_740_993] as [Int64]
    )
    func clocks(ahead: Int64) throws {
        let clock = ServerClock(aheadMilliseconds: ahead, notBefore: Instant(millisecondsSince1970: 0))
        try put(KeptSample.bundle().confirmed(clock: clock))
        #expect(fault() == .corrupt("its particulars: clocks that are \(ahead) milliseconds apart"))
    }

    @Test("since it is signed by another key")
    func otherKey() throws {
        try put(KeptSample.bundle(key: 2))
        #expect(fault() == .refused(.unknownKey([try BundleKey.sample(2).id])))
    }

    @Test("since its signature was left out")
    func unsigned() throws {
        let kept = try KeptSample.bundle()
        try put(changed(kept, fields: kept.fields.list.filter { !$0.name.hasPrefix("Signature") }))
        #expect(fault() == .refused(.noSignature))
    }

    @Test("since its bundle is another than the signed one, with digests made anew")
    func otherBundle() throws {
        let kept = try KeptSample.bundle()
        try put(changed(kept, bytes: Array(kept.bytes.dropLast(2) + "} ".utf8)))
        #expect(fault() == .refused(.wrongDigest))
    }

    @Test("since it is said to be of another app or revision than it is signed as")
    func otherParticulars() throws {
        let kept = try KeptSample.bundle()
        let other = try AppID("other")
        try put(changed(kept, app: other))
        #expect(fault() == .refused(.wrongApp(found: "other", expected: kept.app)))
        try put(changed(kept, revision: 51))
        #expect(fault() == .refused(.differentRevisions(header: 50, bundle: 51)))
    }

    @Test("since it belongs to another app, and was given this one's name")
    func otherApp() throws {
        let bytes = try SampleConfiguration.make(flags: 1).bundleBytes
        let other = try SignedSample(bundle: bytes, revision: 50, app: "other")
        let kept = try KeptSample.bundle()
        try put(changed(kept, app: AppID("other"), bytes: bytes, fields: other.fields.list))
        #expect(fault() == .refused(.wrongApp(found: "other", expected: kept.app)))
    }

    @Test("does not keep a genuine one from being written, however new it says it is")
    func replaced() throws {
        try put(KeptSample.bundle(revision: 900, key: 2))
        #expect(try file.write(KeptSample.bundle(revision: 50)) == .written)
        #expect(file.read().bundle?.revision == 50 && file.read().faults.isEmpty)
    }

    @Test("is read by a client that believes anyone")
    func believed() throws {
        let trusting = BundleFile(
            in: AppGroupDirectory(path: sample.directory.path),
            verifier: BundleVerifier(app: file.verifier.app, trust: .unsigned)
        )
        let kept = changed(try KeptSample.bundle(), fields: [])
        #expect(try trusting.write(kept) == .written)
        #expect(trusting.read().bundle == kept)
        #expect(fault() == .refused(.noSignature))
    }

    @Test("is not written when it is larger than would be read")
    func tooLarge() throws {
        let kept = changed(try KeptSample.bundle(), bytes: [UInt8](repeating: 0, count: BundleFile.byteLimit))
        #expect(
            throws: AppGroupError(
                operation: .write,
                path: file.paths.current,
                cause: .tooLarge(limit: 8 << 20)
            )
        ) {
            try file.write(kept)
        }
    }

    @Test("has a reason that says what to do about it")
    func descriptions() {
        func text(_ cause: AppGroupError.Cause) -> String {
            AppGroupError(operation: .read, path: "/group/file", cause: cause).description
        }
        #expect(
            text(.corrupt("empty"))
                == "cannot read /group/file: it is corrupt: empty; the next one that is written takes its place"
        )
        #expect(
            text(.system(code: ENOSPC)) == "cannot read /group/file: No space left on device; free some space"
        )
        #expect(
            text(.refused(.noSignature))
                == "cannot read /group/file: the bundle is not signed; the next bundle that is fetched takes its place"
        )
        #expect(text(.busy) == "cannot read /group/file: another process holds its lock; try again later")
    }
}

/// Leaves a socket of the file system in a place.
private func bindSocket(at path: String) throws {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8CString)
    try #require(bytes.count <= MemoryLayout.size(ofValue: address.sun_path))
    withUnsafeMutableBytes(of: &address.sun_path) { place in
        bytes.withUnsafeBytes { place.copyMemory(from: $0) }
    }
    let status = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
    }
    try #require(status == 0)
}
