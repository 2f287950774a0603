import StrictJSON
import Testing
import TestSupport

@testable import TextLayout

@Suite("Text") struct TextRulerTests {
    @Test("is as wide as FreeType measures it through another library")
    func widths() throws {
        let texts = [
            "Wednesday, September 30", "segunda-feira, 16 de novembro", "Donnerstag, 31. Dezember",
            "вторник, 3 ноября",
            "0123456789",
        ]
        let answer = try Python.answer(
            to: .array(texts.map { .string($0) }),
            """
            from PIL import ImageFont
            font = ImageFont.truetype("/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf", 1000)
            answer = {text: round(font.getlength(text) * 1000) for text in request}
            """
        )
        let ruler = TextRuler()
        for text in texts {
            guard case .integer(let theirs)? = answer.member(text) else {
                Issue.record("no width of \(text)")
                continue
            }
            let ours = try #require(ruler.width(of: text, TextStyle(size: 1000, language: "en")))
            // They kern by another table of the font.
            #expect(abs(ours - Double(theirs) / 1000) < ours * 0.01, "\(text)")
        }
    }

    @Test("is as many times wider as its size is larger", arguments: [8.0, 15, 17, 34, 200])
    func proportion(_ size: Double) throws {
        let ruler = TextRuler()
        let one = try #require(ruler.width(of: "11月3日(火)", TextStyle(size: 1, language: "ja")))
        let other = try #require(ruler.width(of: "11月3日(火)", TextStyle(size: size, language: "ja")))
        #expect(abs(other - one * size) < 0.001 * size)
    }

    @Test("of letters that no font has is not measured")
    func unknown() {
        // A private use character.
        #expect(TextRuler().width(of: "\u{F8FF}\u{10FFFD}", TextStyle(size: 17, language: "en")) == nil)
    }

    @Test("breaks between words")
    func lines() throws {
        let ruler = TextRuler()
        let style = TextStyle(size: 17, language: "en")
        let width = try #require(ruler.width(of: "Wednesday,", style))
        #expect(ruler.lineCount(of: "Wednesday, September 30", style, width: width + 1) == 3)
        #expect(ruler.lineCount(of: "Wednesday, September 30", style, width: 1000) == 1)
    }
}
