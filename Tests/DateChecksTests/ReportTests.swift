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

    /// A text that is three times as wide as its room: in one line it is cut, in four it is whole.
    @Test(
        "are drawn in as many lines and as small as the widget sets them",
        arguments: [
            (#""lines": 1"#, false), (#""lines": 4"#, true), (#""minimumScale": 0.25"#, true),
        ]
    )
    func setting(_ layout: String, _ isWhole: Bool) throws {
        let dates =
            #"[{"id": "a", "family": "systemLarge", "template": "d", "fontSize": 40, \#(layout), "#
            + #""text": {"en": "the last word {date} of this long line is ████"}}]"#
        let app = try profile(dates: dates, locales: ["en"])
        let devices = try shippedDevices()
        var check = DateCheck(devices: devices)
        let png = try ContactSheet(check.report(on: [app]), of: [app], devices: devices).png()
        let answer = try Python.answer(
            to: .bytes(png),
            """
            import io
            from PIL import Image
            picture = Image.open(io.BytesIO(base64.b64decode(request))).convert("L")
            # Rows of the widget with a run of white as long as two of the blocks at the smallest size.
            rows = 0
            for y in range(picture.height):
                row = picture.crop((228 * 2, y, (228 + 172) * 2, y + 1)).tobytes()
                rows += b"\\xff" * 20 in row and y > 128 * 2
            answer = rows
            """
        )
        guard case .integer(let rows) = answer else {
            Issue.record("\(answer)")
            return
        }
        // Bars of letters give a few.
        #expect((rows > 8) == isWhole, "\(rows) rows")
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
