import NearestName
import Testing

@Suite struct NearestNameTests {
    static let apps = ["aurora-wallpapers", "minimal-wallpapers", "anime-wallpapers-hd"]

    @Test(
        "A slip of the keyboard finds the name that was meant",
        arguments: [
            ("minimal-walpapers", "minimal-wallpapers"),
            ("Minimal_Wallpapers", "minimal-wallpapers"),
            ("minimla-wallpapers", "minimal-wallpapers"),
            ("arora wallpapers", "aurora-wallpapers"),
        ]
    )
    func slips(written: String, meant: String) {
        #expect(nearestName(to: written, among: Self.apps) == meant)
    }

    @Test("What resembles nothing gets no suggestion", arguments: ["", "x", "weather", "wallpapers"])
    func strangers(written: String) {
        #expect(nearestName(to: written, among: Self.apps) == nil)
    }

    @Test("A swap of neighbours is one edit, so it passes where two edits would not")
    func swap() {
        #expect(nearestName(to: "ikll", among: ["kill"]) == "kill")
        #expect(nearestName(to: "kxxl", among: ["kill"]) == nil)
    }

    @Test("A suggestion ends a message, and is empty where nothing is near")
    func suggestions() {
        #expect("no kil" + suggestion(for: "kil", among: ["kill"]) == "no kil; did you mean \"kill\"?")
        #expect(suggestion(for: "weather", among: Self.apps) == "")
    }

    @Test("Of names at the same distance the first wins")
    func order() {
        #expect(nearestName(to: "cat", among: ["bat", "car"]) == "bat")
        #expect(nearestName(to: "cat", among: ["car", "bat"]) == "car")
    }
}
