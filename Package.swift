// swift-tools-version: 6.2

import PackageDescription

/// Every target is held to the same rules: Swift 6, no warnings, every import spelt out where it is used.
let rules: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// Pixels by the million, and words that are asked for as often, are work for optimised code, also where tests are built.
let alwaysOptimised: [SwiftSetting] = [.unsafeFlags(["-O"], .when(configuration: .debug))]

let codecRules: [CSetting] = [
    .unsafeFlags(["-std=c11", "-D_GNU_SOURCE", "-Wall", "-Wextra", "-Werror"]),
    .unsafeFlags(["-O2"], .when(configuration: .debug)),
]

func library(
    _ name: String,
    _ dependencies: [Target.Dependency] = [],
    optimising: [SwiftSetting] = [],
    linking: [LinkerSetting] = []
) -> Target {
    .target(
        name: name,
        dependencies: dependencies,
        swiftSettings: rules + optimising,
        linkerSettings: linking
    )
}

func cLibrary(_ name: String, pkgConfig: String, package: String) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([package])])
}

func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: dependencies, swiftSettings: rules)
}

/// A program that `Benchmarks/run` starts; no product names it.
func benchmarkProgram(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(
        name: name,
        dependencies: dependencies,
        path: "Benchmarks/Programs/\(name)",
        swiftSettings: rules
    )
}

/// A program that tests start as a process of its own; no product names it.
func testProgram(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(
        name: name,
        dependencies: dependencies,
        path: "Tests/Programs/\(name)",
        swiftSettings: rules
    )
}

/// What tests of several targets share; no program depends on it.
func testSupport(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, path: "Tests/Support/\(name)", swiftSettings: rules)
}

func tests(
    of name: String,
    _ dependencies: [Target.Dependency] = [],
    exclude: [String] = [],
    resources: [Resource] = []
) -> Target {
    .testTarget(
        name: "\(name)Tests",
        dependencies: [.target(name: name)] + dependencies,
        exclude: exclude,
        resources: resources,
        swiftSettings: rules
    )
}

let package = Package(
    name: "widget-rollout",
    platforms: [.iOS(.v17), .macOS(.v15)],
    products: [
        // What apps and their widget extensions link; an extension does without the first.
        .library(name: "WidgetConfig", targets: ["WidgetConfig"]),
        .library(name: "WidgetGating", targets: ["WidgetGating"]),
        .library(name: "DeviceContext", targets: ["DeviceContext"]),
    ],
    targets: [
        // Layer 0: C libraries, a module map and a shim header each.
        cLibrary("CCrypto", pkgConfig: "libcrypto", package: "libssl-dev"),
        cLibrary("CMicroHTTPD", pkgConfig: "libmicrohttpd", package: "libmicrohttpd-dev"),
        cLibrary("CSeccomp", pkgConfig: "libseccomp", package: "libseccomp-dev"),
        cLibrary("CSQLite", pkgConfig: "sqlite3", package: "libsqlite3-dev"),
        cLibrary("CSodium", pkgConfig: "libsodium", package: "libsodium-dev"),
        .systemLibrary(name: "CSyncFS"),
        cLibrary("CZlib", pkgConfig: "zlib", package: "zlib1g-dev"),

        // Image codecs behind functions that no longjmp leaves. libheif (libheif-dev) and libde265, which it decodes HEVC
        // with (libde265-dev), are loaded when the first HEIC file comes.
        .target(
            name: "CImageCodecs",
            cSettings: codecRules,
            linkerSettings: [
                .linkedLibrary("jpeg"), .linkedLibrary("lcms2"), .linkedLibrary("png16"),
                .linkedLibrary("webp"),
            ]
        ),

        // Sums of light, with vectors as wide as the processor has.
        .target(name: "CResampling", cSettings: codecRules),

        cLibrary("CPango", pkgConfig: "pangocairo", package: "libpango1.0-dev"),

        // Loads libcurl when it is first needed.
        .target(name: "CCurl", cSettings: codecRules),

        // Layer 1: tools that know nothing of widgets.
        library("CommandLineKit", ["NearestName", "Threads"]),
        library("Compression", ["CZlib"]),
        library(
            "Cryptography",
            [
                .target(name: "CCrypto", condition: .when(platforms: [.linux])),
                .target(name: "CSodium", condition: .when(platforms: [.linux])),
            ]
        ),
        library("Files", ["CSyncFS"]),
        library("HTTPClient", ["CCurl"]),
        library("HTTPServer", ["CMicroHTTPD", "Threads"]),
        library("Imaging", ["CImageCodecs", "CResampling", "Threads"], optimising: alwaysOptimised),
        library("NearestName"),
        library("SQLite", ["CSQLite"]),
        library("StrictJSON", ["NearestName"], optimising: alwaysOptimised),
        library("TextLayout", ["CPango"], optimising: alwaysOptimised),
        library("Threads"),
        library("WorkerProcess", ["CSeccomp"]),

        // Layer 2: the words and their evaluation, without I/O and clock; and how people write them.
        // Rounding is a call into the C library's mathematics, which Linux keeps apart.
        library(
            "Rollout",
            ["Cryptography", "StrictJSON"],
            optimising: alwaysOptimised,
            linking: [.linkedLibrary("m", .when(platforms: [.linux]))]
        ),
        library("Definitions", ["NearestName", "Rollout", "StrictJSON"]),
        library("SystemClock", ["Rollout"]),
        // What apps read of wallpapers, apart from what makes them.
        library(
            "WallpaperManifest",
            ["Cryptography", "Rollout", "StrictJSON"],
            linking: [.linkedLibrary("m", .when(platforms: [.linux]))]
        ),
        library(
            "Thumbnails",
            ["Rollout", "StrictJSON", "WallpaperManifest"],
            linking: [.linkedLibrary("m", .when(platforms: [.linux]))]
        ),

        // Layer 3: the words encoded and stored; live state on top of the store.
        library("ConfigBundle", ["Compression", "Cryptography", "Rollout", "StrictJSON"]),
        library(
            "RefreshBudget",
            ["Definitions", "NearestName", "Rollout", "StrictJSON", "Thumbnails", "WallpaperManifest"]
        ),
        library("RolloutStore", ["Cryptography", "SQLite"]),
        library("ConfigPolling", ["Compression", "ConfigBundle", "Cryptography", "Rollout", "StrictJSON"]),
        library(
            "AccessTokens",
            ["Cryptography", "Definitions", "NearestName", "Rollout", "RolloutStore", "StrictJSON"]
        ),
        library("DeviceContext", ["Rollout"]),
        library("SigningKeys", ["Cryptography", "Rollout", "StrictJSON"]),
        library("LiveState", ["Definitions", "Rollout", "RolloutStore", "StrictJSON"]),
        library(
            "Publishing",
            [
                "ConfigBundle", "Cryptography", "Files", "LiveState", "Rollout", "StrictJSON",
                "WallpaperManifest",
            ]
        ),

        // What is found wrong with dates, and what finds it: apart, since rendering brings all of Foundation.
        library("DateFindings", ["Definitions", "Rollout", "StrictJSON"]),
        library(
            "DateChecks",
            ["DateFindings", "Definitions", "NearestName", "Rollout", "TextLayout", "Thumbnails"],
            optimising: alwaysOptimised
        ),

        // Layer 4: what people and clients do with it.
        library(
            "WidgetGating",
            ["ConfigBundle", "Cryptography", "Rollout", "StrictJSON", "WallpaperManifest"]
        ),
        library(
            "ConfigService",
            [
                "Compression", "ConfigBundle", "Cryptography", "Files", "HTTPServer", "LiveState",
                "NearestName", "Publishing", "ReleaseDesk", "Rollout", "RolloutStore", "SigningKeys",
                "StrictJSON", "SystemClock", "Threads", "WallpaperManifest",
            ]
        ),
        library(
            "StaticExport",
            [
                "ConfigBundle", "Cryptography", "Files", "LiveState", "Publishing", "Rollout", "RolloutStore",
                "StrictJSON", "WallpaperManifest",
            ]
        ),
        // The admin API: what travels, who answers it, and who asks.
        library(
            "AdminProtocol",
            ["AccessTokens", "Definitions", "ReleaseDesk", "Rollout", "RolloutStore", "StrictJSON"]
        ),
        library(
            "AdminService",
            [
                "AccessTokens", "AdminProtocol", "Compression", "ConfigService", "Cryptography",
                "Definitions", "HTTPServer", "ReleaseDesk", "Rollout", "RolloutStore", "StrictJSON",
                "Threads",
            ]
        ),
        library(
            "RemoteDesk",
            [
                "AccessTokens", "AdminProtocol", "Cryptography", "HTTPClient", "ReleaseDesk", "Rollout",
                "RolloutStore", "StrictJSON",
            ]
        ),
        library(
            "ReleaseDesk",
            [
                "DateFindings", "Definitions", "LiveState", "NearestName", "Rollout", "RolloutStore",
                "StrictJSON",
            ]
        ),
        library(
            "ThumbnailJob",
            [
                "Cryptography", "Imaging", "Rollout", "StrictJSON", "Threads", "Thumbnails",
                "WallpaperManifest", "WorkerProcess",
            ],
            linking: [.linkedLibrary("m", .when(platforms: [.linux]))]
        ),

        library(
            "WidgetConfig",
            ["ConfigBundle", "ConfigPolling", "Rollout", "StrictJSON", "WallpaperManifest", "WidgetGating"]
        ),

        // Layer 5: wiring.
        program(
            "widgetctl",
            [
                "AccessTokens", "AdminProtocol", "CommandLineKit", "Cryptography", "DateFindings",
                "Definitions", "HTTPClient", "LiveState", "Publishing", "RefreshBudget", "ReleaseDesk",
                "RemoteDesk", "Rollout", "RolloutStore", "SigningKeys", "StaticExport", "StrictJSON",
                "SystemClock", "Threads", "Thumbnails", "WallpaperManifest",
            ]
        ),
        program("datechecker", ["DateChecks", "DateFindings", "StrictJSON", "Thumbnails"]),
        program(
            "widgetd",
            [
                "AdminProtocol", "AdminService", "CommandLineKit", "ConfigService", "HTTPServer", "Rollout",
                "RolloutStore", "SigningKeys", "StrictJSON", "SystemClock",
            ]
        ),

        program(
            "thumbnailer",
            [
                "CommandLineKit", "NearestName", "ReleaseDesk", "Rollout", "RolloutStore", "StrictJSON",
                "SystemClock", "Threads", "ThumbnailJob", "Thumbnails", "WallpaperManifest",
            ]
        ),

        benchmarkProgram("decision-benchmark", ["Cryptography", "Rollout", "StrictJSON"]),
        benchmarkProgram(
            "benchmark-store",
            ["Definitions", "LiveState", "ReleaseDesk", "Rollout", "RolloutStore", "StrictJSON"]
        ),
        benchmarkProgram("gate-benchmark", ["ConfigBundle", "Cryptography", "Rollout", "WidgetGating"]),
        benchmarkProgram("decoder-benchmark", []),

        tests(
            of: "AccessTokens",
            ["Cryptography", "Definitions", "Rollout", "RolloutStore", "SQLite", "StrictJSON", "TestSupport"]
        ),
        tests(
            of: "AdminProtocol",
            ["AccessTokens", "ReleaseDesk", "RolloutStore", "StrictJSON", "TestSupport"]
        ),
        tests(
            of: "AdminService",
            [
                "AccessTokens", "AdminProtocol", "ConfigService", "Definitions", "HTTPServer", "ReleaseDesk",
                "Rollout", "RolloutStore", "SQLite", "StrictJSON", "TestSupport",
            ]
        ),
        tests(of: "CResampling", ["TestSupport"]),
        tests(of: "CommandLineKit", ["CommandLineFixture", "TestSupport"]),
        tests(of: "Compression", ["TestSupport"]),
        tests(
            of: "ConfigBundle",
            ["BundleSamples", "Compression", "Cryptography", "Rollout", "StrictJSON", "TestSupport"],
            exclude: ["Fixtures"]
        ),
        tests(
            of: "ConfigPolling",
            [
                "BundleSamples", "Compression", "ConfigBundle", "Cryptography", "Rollout", "StrictJSON",
                "TestSupport",
            ]
        ),
        tests(
            of: "ConfigService",
            [
                "CommandLineKit", "Compression", "ConfigBundle", "Cryptography", "Definitions", "HTTPServer",
                "LiveState", "Publishing", "ReleaseDesk", "Rollout", "RolloutStore", "SigningKeys",
                "StaticExport", "StrictJSON", "TestSupport", "widgetctl", "widgetd",
            ]
        ),
        tests(of: "Cryptography"),
        tests(
            of: "DateChecks",
            [
                "DateFindings", "Definitions", "Rollout", "StrictJSON", "TestSupport", "TextLayout",
                "Thumbnails",
            ],
            exclude: ["Golden"]
        ),
        tests(of: "DeviceContext", ["Rollout", "TestSupport"]),
        tests(of: "Definitions", ["Rollout", "StrictJSON", "TestSupport"]),
        tests(of: "Files", ["TestSupport"]),
        tests(of: "HTTPClient", ["HTTPServer", "TestSupport", "http-client-user"]),
        tests(of: "HTTPServer", ["TestSupport"]),
        tests(
            of: "Imaging",
            [
                "StrictJSON", "TestSupport", "damage-picture", "render-picture",
            ],
            exclude: ["Python"]
        ),
        tests(of: "LiveState", ["Definitions", "Rollout", "RolloutStore", "StrictJSON", "TestSupport"]),
        tests(of: "NearestName"),
        tests(
            of: "RefreshBudget",
            ["Definitions", "Rollout", "StrictJSON", "TestSupport", "Thumbnails", "WallpaperManifest"],
            exclude: ["Golden"]
        ),
        tests(
            of: "ReleaseDesk",
            [
                "DateFindings", "Definitions", "LiveState", "Rollout", "RolloutStore", "StrictJSON",
                "TestSupport",
            ]
        ),
        tests(
            of: "RemoteDesk",
            [
                "AccessTokens", "AdminProtocol", "AdminService", "ConfigService", "Definitions",
                "HTTPServer", "ReleaseDesk", "Rollout", "RolloutStore", "TestSupport",
            ]
        ),
        tests(of: "Rollout", ["StrictJSON", "TestSupport"], resources: [.copy("Vectors/bucketing.json")]),
        tests(
            of: "RolloutStore",
            ["SQLite", "StrictJSON", "TestSupport", "store-writer"],
            exclude: ["Fixtures"]
        ),
        tests(of: "SQLite", ["TestSupport"]),
        tests(of: "SigningKeys", ["Cryptography", "Rollout", "TestSupport"]),
        tests(
            of: "StaticExport",
            [
                "ConfigBundle", "Cryptography", "Definitions", "Files", "HTTPServer", "LiveState",
                "Publishing", "ReleaseDesk", "Rollout", "RolloutStore", "SigningKeys", "StrictJSON",
                "TestSupport",
            ]
        ),
        tests(of: "StrictJSON", ["TestSupport"]),
        tests(of: "Thumbnails", ["Rollout", "StrictJSON", "TestSupport", "WallpaperManifest"]),
        tests(
            of: "ThumbnailJob",
            [
                "Cryptography", "LiveState", "Rollout", "RolloutStore", "StrictJSON", "TestSupport",
                "Thumbnails", "WallpaperManifest", "thumbnailer",
            ]
        ),
        tests(of: "thumbnailer", ["CommandLineKit", "StrictJSON", "TestSupport"], exclude: ["Golden"]),
        tests(of: "WallpaperManifest", ["BundleSamples", "Rollout", "StrictJSON", "TestSupport"]),
        tests(of: "WorkerProcess", ["TestSupport", "worker-fixture"]),
        tests(
            of: "WidgetConfig",
            [
                "BundleSamples", "Compression", "ConfigBundle", "ConfigPolling", "ConfigService",
                "Cryptography", "Definitions", "HTTPServer", "Publishing", "ReleaseDesk", "Rollout",
                "RolloutStore", "SigningKeys", "StaticExport", "StrictJSON", "TestSupport",
                "WallpaperManifest", "WidgetGating", "widgetd",
            ]
        ),
        tests(
            of: "WidgetGating",
            [
                "BundleSamples", "ConfigBundle", "Cryptography", "Rollout", "StrictJSON", "TestSupport",
                "WallpaperManifest", "app-group-user",
            ]
        ),
        tests(of: "TextLayout", ["StrictJSON", "TestSupport"]),
        tests(of: "Threads", ["TestSupport"]),
        tests(
            of: "widgetctl",
            [
                "AccessTokens", "AdminProtocol", "CommandLineFixture", "CommandLineKit", "ConfigBundle",
                "Cryptography", "Definitions", "HTTPServer", "LiveState", "ReleaseDesk", "Rollout",
                "RolloutStore", "StrictJSON", "TestSupport", "store-writer", "widgetd",
            ],
            exclude: ["Golden", "Python"]
        ),

        testSupport(
            "BundleSamples",
            ["ConfigBundle", "Cryptography", "Rollout", "StrictJSON", "TestSupport", "WallpaperManifest"]
        ),
        .target(
            name: "CPlainProcessor",
            path: "Tests/Support/CPlainProcessor",
            cSettings: codecRules,
            linkerSettings: [.linkedLibrary("webp")]
        ),
        testSupport("PictureProgram", ["Imaging"]),
        testSupport("TestSupport", ["CommandLineKit", "HTTPServer", "StrictJSON"]),
        testProgram("app-group-user", ["ConfigBundle", "Cryptography", "Rollout", "WidgetGating"]),
        testProgram("CommandLineFixture", ["CommandLineKit"]),
        testProgram("damage-picture", ["Imaging"]),
        testProgram("http-client-user", ["HTTPClient"]),
        testProgram("render-picture", ["PictureProgram"]),
        // No tests may depend on it: what they are linked with would take their own processor for a plain one.
        testProgram("render-picture-plainly", ["CPlainProcessor", "PictureProgram"]),
        testProgram("store-writer", ["RolloutStore"]),
        testProgram("worker-fixture", ["WorkerProcess"]),
    ],
    swiftLanguageModes: [.v6]
)
