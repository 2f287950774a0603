import ConfigBundle
import Testing

@testable import WidgetGating

@Suite("What a bundle's file says of it") struct BundleParticularsTests {
    private static let particulars = BundleParticulars(
        revision: 258,
        confirmedAt: 1_000,
        clockAhead: -2,
        app: "a",
        entityTag: nil,
        fields: ["é", nil, "", nil, "z"]
    )

    /// Written out by hand from the table.
    private static let bytes: [UInt8] =
        [0, 0, 0, 0, 0, 0, 1, 2] + [0, 0, 0, 0, 0, 0, 3, 0xE8]
        + [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFE] + [0, 0, 0, 1, 0x61] + [0xFF, 0xFF, 0xFF, 0xFF]
        + [0, 0, 0, 2, 0xC3, 0xA9] + [0xFF, 0xFF, 0xFF, 0xFF] + [0, 0, 0, 0] + [0xFF, 0xFF, 0xFF, 0xFF]
        + [0, 0, 0, 1, 0x7A]

    @Test("is written as the table has it, and read")
    func layout() throws {
        #expect(Self.particulars.bytes == Self.bytes)
        #expect(try BundleParticulars(Self.bytes) == Self.particulars)
    }

    @Test("is refused when it is cut off, wherever that is", arguments: 0..<bytes.count)
    func cut(_ count: Int) {
        #expect(throws: AppGroupError.Cause.self) { try BundleParticulars(Array(Self.bytes.prefix(count))) }
    }

    @Test("is refused when more follows, or a text would be longer than all that is there")
    func wrong() {
        #expect(throws: AppGroupError.Cause.corrupt("its particulars go on for 1 bytes")) {
            try BundleParticulars(Self.bytes + [0])
        }
        var long = Self.bytes
        long[24] = 0x7F
        #expect(throws: AppGroupError.Cause.corrupt("its particulars are cut off")) {
            try BundleParticulars(long)
        }
    }
}
