// swift-tools-version: 6.2

import PackageDescription

/// Every target is held to the same rules: Swift 6, no warnings, every import spelt out where it is used.
let rules: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: rules)
}

func cLibrary(_ name: String, pkgConfig: String, package: String) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([package])])
}

func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: dependencies, swiftSettings: rules)
}

func tests(of name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .testTarget(
        name: "\(name)Tests", dependencies: [.target(name: name)] + dependencies, swiftSettings: rules)
}

let package = Package(
    name: "widget-rollout",
    platforms: [.iOS(.v17), .macOS(.v15)],
    targets: [
        // Layer 0: C libraries, a module map and a shim header each.
        cLibrary("CCrypto", pkgConfig: "libcrypto", package: "libssl-dev"),
        cLibrary("CMicroHTTPD", pkgConfig: "libmicrohttpd", package: "libmicrohttpd-dev"),
        cLibrary("CSQLite", pkgConfig: "sqlite3", package: "libsqlite3-dev"),
        cLibrary("CZlib", pkgConfig: "zlib", package: "zlib1g-dev"),

        // Layer 1: tools that know nothing of widgets.
        library("CommandLineKit", ["NearestName"]),
        library("Compression", ["CZlib"]),
        library("Cryptography", [.target(name: "CCrypto", condition: .when(platforms: [.linux]))]),
        library("HTTPServer", ["CMicroHTTPD"]),
        library("NearestName"),
        library("SQLite", ["CSQLite"]),
        library("StrictJSON", ["NearestName"]),

        // Layer 2: the words and their evaluation; no I/O, no clock.
        library("Rollout", ["Cryptography", "StrictJSON"]),

        // Layer 3: the words encoded, checked and stored.
        library("RolloutStore", ["SQLite"]),

        // Writes to a store from a process of its own, for the tests; no product names it.
        .executableTarget(
            name: "store-writer",
            dependencies: ["RolloutStore"],
            path: "Tests/Support/store-writer",
            swiftSettings: rules
        ),

        tests(of: "CommandLineKit"),
        tests(of: "Compression"),
        tests(of: "Cryptography"),
        tests(of: "HTTPServer"),
        tests(of: "NearestName"),
        tests(of: "Rollout"),
        .testTarget(
            name: "RolloutStoreTests",
            dependencies: ["RolloutStore", "SQLite", "store-writer"],
            exclude: ["Fixtures"],
            swiftSettings: rules
        ),
        tests(of: "SQLite"),
        tests(of: "StrictJSON"),
    ],
    swiftLanguageModes: [.v6]
)
