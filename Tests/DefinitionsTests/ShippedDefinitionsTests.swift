import Definitions
import Rollout
import Testing

@Suite struct ShippedDefinitionsTests {
    /// The root of the package.
    static let root = String(
        #filePath.dropLast("/Tests/DefinitionsTests/ShippedDefinitionsTests.swift".count)
    )

    @Test("The six apps and their flags are read without a fault")
    func shipped() throws {
        let definitions = try Definitions(DefinitionFile.all(below: Self.root))
        #expect(
            definitions.apps.map(\.profile.name).sorted() == [
                "Anime Wallpapers HD", "Aurora Wallpapers", "Beautiful HD Wallpapers",
                "Cute Animals Wallpapers",
                "Healing Wallpaper Plus", "Minimal Wallpapers",
            ]
        )
        for app in definitions.apps {
            #expect(
                app.profile.widgets.map(\.widget.kind.text) == ["WallpaperHomeWidget", "WallpaperLockWidget"]
            )
            #expect(app.flags.count == 6)
        }
    }
}
