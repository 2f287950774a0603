import Definitions
import RefreshBudget
import Rollout
import Testing
import TestSupport
import Thumbnails
import WallpaperManifest

@Suite("A widget's pictures")
struct PictureCheckTests {
    static func sample(_ family: String, _ image: String, entries: Int = 6) -> Sample {
        let spacing = entries == 1 ? "" : ", \"entrySpacingMinutes\": 30"
        return Sample(
            families: "[\"\(family)\"]",
            timeline:
                "{\"pattern\": \"timer\", \"entries\": \(entries)\(spacing), \"nextTimelineAfterMinutes\": \(entries * 30)}",
            more:
                ", \"images\": [{\"id\": \"a\", \"family\": \"\(family)\", \(image)}], \"standBy\": {\"drops\": [\"a\"]}"
        )
    }

    private func failing(_ report: BudgetReport, _ violation: PictureCheck.Violation) -> [String] {
        report.pictures.filter { $0.violations.contains(violation) }.map(\.place.device)
    }

    @Test("the seed's one picture of 600x900 turns small widgets black on every @2x screen and no other")
    func classic() throws {
        let report = try Self.sample("systemSmall", #""size": [600, 900]"#).report()
        // 540,000 px against 4.4 x 2 x 2 x the square of the side in points; the largest @2x side is 169: 502,674.
        #expect(
            failing(report, .area) == [
                "iPad 1024x1366", "iPad 768x1024", "iPad 810x1080", "iPad 820x1180", "iPad 834x1112",
                "iPhone 320x568",
                "iPhone 375x667", "iPhone 414x896 @2x",
            ]
        )
        // The smallest is that of 120 pt: 4.4 x 240 x 240.
        #expect(report.pictures.map(\.areaCap).min() == 253_440)
        #expect(report.rules == ["image-too-large"])
        // Six decoded: 6 x 540,000 x 4.
        #expect(report.pictures.allSatisfy { $0.decodedBytes == 12_960_000 && $0.entriesThatFit <= 11 })
        // 24,000,000 / 2,160,000 = 11.1 entries in memory; 10,485,760 / 810,000 = 12.9 in the archive.
        #expect(report.pictures.filter { $0.violations.isEmpty }.allSatisfy { $0.entriesThatFit == 11 })
    }

    @Test("one square of 480x520 is safe in every small widget")
    func universal() throws {
        // 249,600 px, below the 253,440 of the smallest.
        #expect(try Self.sample("systemSmall", #""size": [480, 520]"#).report().findings == [])
        #expect(try Self.sample("systemSmall", #""size": [480, 529]"#).report().rules == ["image-too-large"])
    }

    @Test(
        "memory is that of all entries decoded",
        arguments: [
            // 6 x 1,000,000 px x 4 is 24,000,000 bytes, what 30 MB leave after a reserve of 6.
            (6, 1000, 1000, false), (6, 1000, 1001, true), (7, 1000, 1000, true), (1, 2000, 2000, false),
        ]
    )
    func memory(_ entries: Int, _ width: Int, _ height: Int, _ fails: Bool) throws {
        let report = try Self.sample(
            "systemLarge",
            "\"size\": [\(width), \(height)]",
            entries: entries
        ).report()
        let onLargePhone = try #require(report.pictures.first { $0.place.device == "iPhone 430x932" })
        #expect(onLargePhone.violations.contains(.memory) == fails)
        #expect(onLargePhone.decodedBytes == entries * width * height * 4)
    }

    @Test("the archive holds all entries encoded, and a dimmed variant as another picture")
    func archive() throws {
        // 28 x 500 x 499 px x 1.5 bytes = 10,479,000 of 10,485,760.
        func archived(_ more: String) throws -> PictureCheck {
            let sample = Self.sample("systemMedium", "\"size\": [500, 499]\(more)", entries: 28)
            return try #require(sample.report().pictures.first { $0.place.device == "iPhone 430x932" })
        }
        #expect(try archived("").archivedBytes == 10_479_000)
        #expect(try !archived("").violations.contains(.archive))
        #expect(try archived(", \"dimmed\": true").archivedBytes == 20_958_000)
        #expect(try archived(", \"dimmed\": true").violations == [.memory, .archive])
        #expect(try archived(", \"perEntry\": 2").archivedBytes == 20_958_000)
    }

    @Test("a recipe gives each device the picture that it would show")
    func recipe() throws {
        let report = try Self.sample("systemSmall", #""recipe": "small""#).report()
        #expect(report.findings == [])
        let largest = Dictionary(
            report.pictures.map { ($0.place.device, $0.largest?.description ?? "") }
        ) { first, _ in first }
        // 531 is 177 pt @3x; 338 is 169 pt @2x.
        #expect(largest["iPhone 440x956"] == "531x531")
        #expect(largest["iPad 768x1024"] == "338x338")
        #expect(report.pictures.count == 15)
    }

    @Test("a recipe for one kind of device shows nothing on the others")
    func deviceKind() throws {
        let report = try Self.sample("systemSmall", #""recipe": "standby""#).report()
        let onPad = report.pictures.filter { $0.place.device.hasPrefix("iPad") }
        #expect(onPad.allSatisfy { $0.largest == nil && $0.violations.isEmpty && $0.decodedBytes == 0 })
    }

    @Test("once pictures are made, the archive counts the largest files that there are")
    func manifest() throws {
        // 531x531 at 1.5 bytes a pixel would be 422,941 bytes.
        func manifest(_ bytes: [Int]) throws -> Manifest {
            let size = PixelSize(width: 531, height: 531)
            return Manifest(
                app: try AppID(Sample.app),
                wallpapers: try bytes.enumerated().map { index, count in
                    let digit = String(repeating: "\(index)", count: 64)
                    return Manifest.Wallpaper(
                        id: try WallpaperID("w\(index)"),
                        title: "W",
                        category: nil,
                        publication: Publication(from: nil, until: nil),
                        placeholder: "L",
                        variants: [
                            .init(
                                recipe: "small",
                                size: size,
                                file: try ImageFile(hash: digit, format: .jpg, byteCount: count)
                            )
                        ]
                    )
                }
            )
        }
        func archived(_ bytes: [Int]) throws -> Int? {
            let app = try AppID(Sample.app)
            let report = try Self.sample("systemSmall", #""recipe": "small""#)
                .report(manifests: [app: manifest(bytes)])
            return report.pictures.first { $0.place.device == "iPhone 440x956" }?.archivedBytes
        }
        #expect(try archived([]) == 6 * 422_941)
        // The six largest of seven.
        #expect(try archived([10, 70, 20, 60, 30, 50, 40]) == 270)
        // Two wallpapers in six entries: the larger more than once.
        #expect(try archived([10, 70]) == 10 + 5 * 70)
        #expect(try archived([2_000_000]) == 12_000_000)
    }

    @Test("a recipe that does not exist is named, with the one that was meant")
    func unknown() throws {
        #expect(
            throws: BudgetError.unknownRecipe(
                app: try AppID(Sample.app),
                widget: try WidgetKind("HomeWidget"),
                image: "a",
                name: "smal",
                known: [
                    "classic", "emblem-circular", "emblem-rectangular", "extra-large", "large", "medium",
                    "small",
                    "standby", "standby-dimmed",
                ]
            )
        ) { try Self.sample("systemSmall", #""recipe": "smal""#).report() }
        do {
            _ = try Self.sample("systemSmall", #""recipe": "smal""#).report()
        } catch {
            #expect(
                "\(error)"
                    == "Apps/aurora.json: widgets.HomeWidget: the image \"a\": Thumbnails/recipes.json has no recipe "
                    + "\"smal\"; did you mean \"small\"?"
            )
        }
    }
}
