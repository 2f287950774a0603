import DateFindings
import Definitions
import Foundation
import Rollout
import StrictJSON
import Testing
import TestSupport
import TextLayout

@testable import DateChecks

@Suite("Widths") struct WidthTests {
    private static let long = #""template": "EEEEMMMMd""#

    /// The widest first, of the inline widget: German, Russian and Thai were seen cut off in the field.
    @Test("of long names are too much for an inline widget", arguments: ["de", "ru", "th"])
    func inline(_ locale: String) throws {
        let found = try findings(
            #""template": "yMMMMEEEEd", "fontSize": 18"#,
            in: [locale],
            family: "accessoryInline",
            devices: shippedDevices()
        )
        let finding = try #require(found.first { $0.rule == .tooWide })
        #expect(finding.severity == .error)
        #expect(finding.fix.hasPrefix("use template `yMMMEEEd` instead of `yMMMMEEEEd`"))
    }

    @Test("name the narrowest device, its room, and the scale at which the text fits")
    func device() throws {
        // A hundred points are more than any phone has for this text.
        let found = try findings(#""template": "EEEEMMMMd", "fontSize": 100"#, devices: shippedDevices())
        let finding = try #require(found.first { $0.rule == .tooWide })
        // 292 points of the large widget, less 16 on each side.
        #expect(finding.message.contains("iPhone 320x568 has 260 pt"))
        let text = try #require(finding.example?.text)
        let width = try #require(TextRuler().width(of: text, TextStyle(size: 100, language: "en")))
        let scale = (260 / (width * 1.1) * 100).rounded(.down) / 100
        #expect(finding.fix.contains("a scale of \(scale)"), "\(finding.fix)")
    }

    @Test(
        "shrink with the declared scale and wrap into the declared lines",
        arguments: [
            (#""fontSize": 26"#, true), (#""fontSize": 26, "minimumScale": 0.5"#, false),
            (#""fontSize": 26, "lines": 2"#, false),
        ]
    )
    func layout(_ layout: String, _ isTooWide: Bool) throws {
        let found = try findings(Self.long + ", " + layout, in: ["de"], devices: shippedDevices())
        #expect(found.contains { $0.rule == .tooWide } == isTooWide)
    }

    @Test(
        "grow with the size, so that what fits at one size fits at every smaller one",
        arguments: ["de", "ja", "ar"]
    )
    func monotonic(_ locale: String) throws {
        let devices = try shippedDevices()
        let verdicts = try stride(from: 10, through: 60, by: 5).map { size in
            try findings(Self.long + #", "fontSize": \#(size)"#, in: [locale], devices: devices)
                .first { $0.rule == .tooWide }?.severity
        }
        // Nothing, then warnings, then errors.
        let ranks = verdicts.map { $0 == nil ? 0 : $0 == .warning ? 1 : 2 }
        #expect(ranks == ranks.sorted())
        #expect(ranks.first == 0 && ranks.last == 2)
    }

    @Test("count what is written around the date")
    func context() throws {
        let text = #", "text": {"de": "Heute ist ein besonders schöner Tag, nämlich {date}"}"#
        #expect(
            try findings(Self.long + text, in: ["de"], devices: shippedDevices()).contains {
                $0.rule == .tooWide
            }
        )
    }

    /// SF Symbols are characters of the last private plane, which no font here has.
    @Test("that cannot be measured are said to be, and what to look at")
    func unmeasured() throws {
        let text = #", "text": {"en": "\#u{100180} {date}"}"#
        let found = try findings(#""template": "MMMd""# + text, devices: shippedDevices())
        let finding = try #require(found.first)
        #expect(found.count == 1)
        #expect(finding.rule == .unmeasured)
        #expect(finding.severity == .note)
        #expect(finding.certainty == .deviceOnly)
        #expect(finding.lookAt == "whether the date fits the systemLarge widget in en")
    }

    /// San Francisco cannot be had; Inter (Debian's fonts-inter) was drawn after it.
    ///
    /// With the tracking that Apple states for the sizes of widgets' text (Human Interface Guidelines, Typography,
    /// tracking values) it is the nearest that can be: the margin must cover what it differs from Noto Sans, in which
    /// texts are measured.
    @Test(
        "in Inter, the nearest to San Francisco, are within the margin",
        arguments: [(12.0, 0.0), (15, -0.23), (17, -0.43)]
    )
    func margin(_ size: Double, _ tracking: Double) throws {
        var texts: [String: Double] = [:]
        let ruler = TextRuler()
        for tag in [
            "en", "fr", "es", "pt-BR", "id", "de", "sv", "fi", "ru", "it", "vi", "pl", "cs", "el", "tr", "uk",
        ] {
            for template in ["MMMd", "EEEMMMd", "EEEEMMMMd", "yMMMMd", "jmm"] {
                let dates = #"[{"id": "date", "family": "systemLarge", "template": "\#(template)"}]"#
                var check = DateCheck(devices: try shippedDevices())
                let report = check.report(on: [try profile(dates: dates, locales: [tag])])
                let widest = try #require(report.samples.first?.widest)
                texts[widest] = ruler.width(of: widest, TextStyle(size: size, language: tag))
            }
        }
        let answer = try Python.answer(
            to: .strings(texts.keys.sorted()),
            """
            from PIL import ImageFont
            font = ImageFont.truetype("/usr/share/fonts/opentype/inter/Inter-Regular.otf", 100)
            answer = {text: font.getlength(text) * \(size) / 100 + \(tracking) * len(text) for text in request}
            """
        )
        for (text, width) in texts {
            guard case .number(let inter)? = answer.member(text) else {
                Issue.record("no width of \(text)")
                continue
            }
            #expect(
                abs(inter / width - 1) < WidthCheck.margin,
                "\(text): \(inter) in Inter, \(width) in Noto Sans"
            )
        }
    }

    @Test("without a size table are not judged")
    func noTable() throws {
        #expect(try findings(#""template": "EEEEMMMMd", "fontSize": 200"#) == [])
    }
}
