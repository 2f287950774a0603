import Testing

@testable import ConfigService

@Suite struct InstanceManipulationTests {
    @Test(
        "A client that names zdict takes deltas",
        arguments: [
            "zdict", "ZDICT", " zdict ", "vcdiff, zdict", "zdict,gzip", "zdict;q=1", "zdict ; q=0.5",
            "zdict;q=0.001",
            ",, zdict,", "range, zdict;q=1.000",
        ]
    )
    func taken(_ field: String) {
        let isTaken = InstanceManipulation.acceptsDelta(Array(field.utf8).span)
        #expect(isTaken)
    }

    @Test(
        "One that does not, or with no weight, or one that cannot be read, takes none",
        arguments: [
            "", "vcdiff", "gzip", "*", "zdicts", "zdic", "zdict;q=0", "zdict;q=0.000", "zdict;q=",
            "zdict;q=x",
            "zdict;q=1.0000", "zdict;p=1", "zdict zdict", "\"zdict\"", ";zdict", "q=1;zdict",
            "zdict;q=0, zdict",
            "zdict;q=-1", "\u{7A}\u{501}ict",
        ]
    )
    func refused(_ field: String) {
        let isTaken = InstanceManipulation.acceptsDelta(Array(field.utf8).span)
        #expect(!isTaken)
    }

    @Test("A request without the header takes none")
    func absent() {
        let isTaken = InstanceManipulation.acceptsDelta(nil)
        #expect(!isTaken)
    }
}
