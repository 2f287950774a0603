import BundleSamples
import ConfigBundle
import Foundation
import Rollout
import Testing
import TestSupport
@testable import WidgetGating

@Suite("The App Group file")
struct BundleFileTests {
    let sample: KeptSample
    var file: BundleFile { sample.file }

    init() throws {
        sample = try KeptSample()
    }

    @Test("holds nothing, without a fault, before anything was written")
    func empty() {
        let reading = file.read()
        #expect(reading.bundle == nil && reading.content == nil && reading.faults.isEmpty)
    }

    @Test("gives back what was written, to the byte and to the field")
    func roundTrip() throws {
        let kept = try KeptSample.bundle()
        #expect(try file.write(kept) == .written)
        let reading = file.read()
        #expect(reading.bundle == kept && reading.faults.isEmpty)
        #expect(reading.content?.bundleBytes == kept.bytes)
    }

    @Test("keeps a newer revision, and says which it is")
    func newerStays() throws {
        let newer = try KeptSample.bundle(revision: 51)
        #expect(try file.write(newer) == .written)
        #expect(try file.write(KeptSample.bundle(revision: 50)) == .newerStays(revision: 51))
        #expect(file.read().bundle == newer)
    }
}
