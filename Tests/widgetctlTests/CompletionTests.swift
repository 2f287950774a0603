import Foundation
import Testing
import TestSupport

@Suite("What the shell offers for a locale")
struct CompletionTests {
    /// What is offered for the last of the words.
    private func offers(_ program: WidgetctlProcess, _ words: String...) throws -> [String] {
        try program.run(["__complete"] + words).lines
    }

    /// What `Apps/` says, read by somebody else.
    private func declared() throws -> [String] {
        let folder = Repository.root.appending(path: "Apps")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        let locales = try files.filter {
            $0.pathExtension == "json" && !$0.lastPathComponent.hasSuffix(".schema.json")
        }.flatMap { file in
            let app = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
            return app?["locales"] as? [String] ?? []
        }
        return Set(locales).sorted()
    }

    @Test("is what the apps in the store have, or for a check of dates what Apps/ has, without a store")
    func locales() throws {
        let program = try WidgetctlProcess.applied()
        let declared = try declared()
        #expect(declared.contains("ja"))
        let all = ["words"] + declared
        #expect(try offers(program, "kill", "minimal-wallpapers", "--locale", "") == all)
        #expect(try offers(program, "restore", "minimal-wallpapers", "--locale", "j") == ["words", "ja"])
        #expect(try offers(program, "kill", "all", "--locale", "fr,j") == ["words", "fr,ja"])
        #expect(try offers(program, "explain", "minimal-wallpapers", "--locale", "") == all)
        let bare = try WidgetctlProcess()
        #expect(try offers(bare, "check", "dates", "--locale", "") == all)
        #expect(try offers(bare, "kill", "all", "--locale", "") == ["words"])
    }
}
