import DeviceContext
import Foundation
import Rollout
import Testing
import TestSupport

@Suite("What the system says of the device")
struct ContextTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// A bundle with these versions.
    private func bundle(_ version: String?, build: String?) throws -> Bundle {
        let info = ["CFBundleShortVersionString": version, "CFBundleVersion": build].compactMapValues { $0 }
        let data = try PropertyListSerialization.data(fromPropertyList: info, format: .xml, options: 0)
        try data.write(to: URL(filePath: directory.file("Info.plist")))
        return try #require(Bundle(path: directory.path))
    }

    @Test("has the versions of the bundle, and none where there is none that has an order")
    func versions() throws {
        let context = Context.device(bundle: try bundle("2.4.1", build: "1207"))
        #expect(
            try context.appVersion == Version(parsing: "2.4.1") && context.build == Version(parsing: "1207")
        )
    }

    @Test("has no versions where the bundle has none, or none that has an order")
    func noVersions() throws {
        let context = Context.device(bundle: try bundle("a nightly build", build: nil))
        #expect(context.appVersion == nil && context.build == nil)
    }

    @Test(
        "has the locale, however the system writes it, and the region",
        arguments: [
            ("ja_JP", "ja-JP", "JP"), ("ja_JP@calendar=japanese", "ja-JP", "JP"),
            ("zh_Hant_TW", "zh-Hant-TW", "TW"), ("en", "en", nil), ("es_419", "es-419", "419"),
        ] as [(String, String, String?)]
    )
    func locale(identifier: String, tag: String, region: String?) throws {
        let context = Context.device(locale: Locale(identifier: identifier))
        #expect(try context.locale == LocaleTag(parsing: tag))
        #expect(context.region == region)
    }

    @Test("has the system's version and the machine's name, as uname prints it")
    func system() throws {
        let context = Context.device()
        let system = ProcessInfo.processInfo.operatingSystemVersion
        #expect(
            context.osVersion
                == (try Version(
                    parsing: "\(system.majorVersion).\(system.minorVersion).\(system.patchVersion)"
                ))
        )
        let uname = try RunningProgram(URL(filePath: "/usr/bin/uname"), ["-m"]).finish()
        #expect(context.device == uname.output.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    @Test("leaves out what is the caller's to say")
    func rest() {
        let context = Context.device()
        #expect(context.installation == nil && context.family == nil && context.distribution == nil)
        #expect(context.attributes.isEmpty)
    }
}
