import DateFindings
import Definitions
import Rollout
import StrictJSON
import Testing
import TestSupport
import TextLayout

@testable import DateChecks

@Suite("Reports of dates") struct ReportTests {
    @Test("come back from JSON as they went")
    func round() throws {
        let dates =
            #"[{"id": "a", "family": "systemLarge", "pattern": "YYYY MMM d"}, "#
            + #"{"id": "b", "family": "systemLarge", "style": "timer"}]"#
        var check = DateCheck(devices: try shippedDevices())
        let report = check.report(on: [try profile(dates: dates, locales: ["ja", "en_US"])])
        #expect(report.findings.count > 3)
        let findings = Findings(unknownKeys: .refuse)
        let read = DateReport(JSONField(try JSON(parsing: report.json.canonicalBytes), findings: findings))
        #expect(read == report)
        #expect(findings.all == [])
    }

    @Test("are asked for in JSON that comes back as it went")
    func request() throws {
        let request = DateCheckRequest(
            apps: try shippedApps(),
            widgets: [try .init("WallpaperLockWidget")],
            locales: [try .init(parsing: "ja"), try .init(parsing: "zh-Hant")],
            devices: ["devices": [:]],
            sheet: "sheet.png"
        )
        let findings = Findings(unknownKeys: .refuse)
        let read = DateCheckRequest(
            JSONField(try JSON(parsing: request.json.canonicalBytes), findings: findings)
        )
        #expect(read == request)
        #expect(findings.all == [])
    }

    @Test("are drawn as a picture that has every locale side by side, and red where something is wrong")
    func sheet() throws {
        let dates =
            #"[{"id": "a", "family": "systemLarge", "template": "EEEEMMMMd"}, "#
            + #"{"id": "b", "family": "systemLarge", "pattern": "MMM d"}]"#
        let app = try profile(dates: dates, locales: ["en_US", "ja"])
        let devices = try shippedDevices()
        var check = DateCheck(devices: devices)
        let report = check.report(on: [app])
        let png = try ContactSheet(report, of: [app], devices: devices).png()
        // Python's Pillow, which decodes it by another library.
        let answer = try Python.answer(
            to: .bytes(png),
            """
            import io
            from PIL import Image
            picture = Image.open(io.BytesIO(base64.b64decode(request))).convert("RGB")
            red = sum(1 for pixel in picture.getdata() if pixel == (0xD7, 0x26, 0x3D))
            answer = {"width": picture.width, "height": picture.height, "red": red}
            """
        )
        guard case .integer(let width)? = answer.member("width"),
            case .integer(let red)? = answer.member("red")
        else {
            Issue.record("\(answer)")
            return
        }
        // Label, at least three columns, and the margins, twice as many pixels.
        #expect(width == Int64((24 + 204 + 3 * (172 + 12) + 24) * 2))
        // The frame of one widget, about 172 by 183 points and three wide, and the swatch of the key.
        #expect(red > 2 * (172 + 183) * 2 * 3 && red < 2 * (172 + 183) * 2 * 3 * 4)
    }
}
