import Rollout
import Testing

@Suite struct NamesTests {
    private static let most = String(repeating: "a", count: 64)

    @Test(
        "An app's name is lower-case words joined by hyphens",
        arguments: ["a", "minimal-wallpapers", "hd2-x9", most]
    )
    func appID(text: String) throws {
        #expect(try AppID(text).text == text)
    }

    @Test(
        "What is no app's name is refused in words",
        arguments: ["", "all", "Minimal", "-a", "a-", "a--b", "a_b", "9a", "é", "a b", "a/b", most + "a"]
    )
    func notAppID(text: String) {
        let error = #expect(throws: InvalidValue.self) { try AppID(text) }
        #expect(
            error?.description
                == "\"\(text)\" is not an app name: lower-case letters and digits in words joined by '-', "
                + "starting with a letter, at most 64 characters, not \"all\""
        )
    }

    @Test(
        "A flag's key is lower-case words joined by underscores",
        arguments: ["a", "widget_enabled", "x9_2", most]
    )
    func flagKey(text: String) throws {
        #expect(try FlagKey(text).text == text)
    }

    @Test(
        "What is no flag's key is refused in words",
        arguments: ["", "Widget", "_a", "a_", "a__b", "a-b", "9a", "é", "a b", most + "a"]
    )
    func notFlagKey(text: String) {
        let error = #expect(throws: InvalidValue.self) { try FlagKey(text) }
        #expect(
            error?.description
                == "\"\(text)\" is not a flag key: lower-case letters and digits in words joined by '_', "
                + "starting with a letter, at most 64 characters"
        )
    }

    @Test(
        "A widget's kind is what Swift code may spell",
        arguments: ["W", "WallpaperLockWidget", "com.example.widget-2_b", most + most]
    )
    func widgetKind(text: String) throws {
        #expect(try WidgetKind(text).text == text)
    }

    @Test(
        "What is no widget's kind is refused",
        arguments: ["", "9W", ".W", "W W", "W/W", "ウ", most + most + "a"]
    )
    func notWidgetKind(text: String) {
        let error = #expect(throws: InvalidValue.self) { try WidgetKind(text) }
        #expect(
            error?.description
                == "\"\(text)\" is not a widget kind: letters, digits, '.', '_' and '-', starting with a letter, "
                + "at most 128 characters"
        )
    }

    @Test("Names sort by their text")
    func order() {
        let keys: [FlagKey] = ["b", "a_b", "a"]
        #expect(keys.sorted() == ["a", "a_b", "b"])
    }

    @Test("The hash of a manifest is 64 lower-case hexadecimal digits, and nothing else is one")
    func manifestHash() throws {
        let digits = String(repeating: "09af", count: 16)
        #expect(try ManifestHash(digits).text == digits)
        for text in [
            "", "09af", digits + "0", digits.uppercased(), digits.dropLast() + "g", digits.dropLast() + "é",
        ] {
            let error = #expect(throws: InvalidValue.self) { try ManifestHash(text) }
            #expect(error?.description == "\"\(text)\" is not a hash: 64 lower-case hexadecimal digits")
        }
    }
}
