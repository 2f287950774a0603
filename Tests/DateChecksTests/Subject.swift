import DateFindings
import Definitions
import Foundation
import Rollout
import StrictJSON
import Testing
import TestSupport
import Thumbnails

@testable import DateChecks

/// A profile with one widget that shows the given dates, read like any definition.
func profile(
    dates: String,
    locales: [String] = ["en"],
    families: [String] = ["systemLarge"],
    timeline: String =
        #"{"pattern": "timer", "entries": 6, "entrySpacingMinutes": 30, "nextTimelineAfterMinutes": 180}"#
) throws -> AppProfile {
    let text = """
        {"name": "Sample", "bundleID": "com.example.sample", "appGroup": "group.com.example.sample",
         "minimumOS": "17.0", "urlScheme": "sample", "locales": \(JSON.strings(locales).text),
         "widgets": {"Sample": {"families": \(JSON.strings(families).text), "timeline": \(timeline),
         "whenDisabled": "emblem", "dates": \(dates)}}}
        """
    let findings = Findings(unknownKeys: .refuse)
    let field = JSONField(try JSON(parsing: Array(text.utf8)), findings: findings)
    let profile = AppProfile(field, id: try AppID("sample"))
    return try #require(profile, "\(findings.all.map { "\($0.path): \($0.message)" })")
}

/// What is found about one date, notes left out.
///
/// - Parameter date: The members besides `id` and `family`: `"pattern": "YYYY"`.
func findings(
    _ date: String,
    in locales: [String] = ["en"],
    family: String = "systemLarge",
    timeline: String =
        #"{"pattern": "timer", "entries": 6, "entrySpacingMinutes": 30, "nextTimelineAfterMinutes": 180}"#,
    devices: DeviceTable? = nil
) throws -> [DateFinding] {
    let dates = #"[{"id": "date", "family": "\#(family)", \#(date)}]"#
    var check = DateCheck(devices: devices)
    let app = try profile(dates: dates, locales: locales, families: [family], timeline: timeline)
    return check.report(on: [app]).findings
}

/// The size table of this repository.
func shippedDevices() throws -> DeviceTable {
    try DeviceTable(parsing: Array(Repository.text("Thumbnails/devices.json").utf8))
}

/// The apps of this repository.
func shippedApps() throws -> [AppProfile] {
    try Definitions(DefinitionFile.all(below: Repository.path)).apps.map(\.profile)
}
