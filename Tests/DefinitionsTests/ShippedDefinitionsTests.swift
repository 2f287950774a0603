import Definitions
import Rollout
import Testing
import TestSupport

@Suite struct ShippedDefinitionsTests {
    @Test("The six apps and their flags are read without a fault")
    func shipped() throws {
        let definitions = try Definitions(DefinitionFile.all(below: Repository.path))
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
