import StrictJSON
package import WallpaperManifest

/// What a widget's pictures may cost, from `Thumbnails/recipes.json`.
package struct WidgetLimits: Equatable, Sendable {
    /// The memory at which the system ends a widget's extension, in bytes.
    package let memoryBytes: Int
    /// What of it the extension needs for everything but pictures, in bytes.
    package let reserveBytes: Int
    /// WidgetKit refuses a picture with more pixels than this many tenths of its widget's own.
    package let areaTenths: Int
    /// The most bytes that WidgetKit archives for one timeline.
    package let archiveBytes: Int
    /// The most bytes that an encoded picture may have for each of its pixels.
    ///
    /// The job encodes at a lower quality what would be larger, so that the archive holds for every wallpaper.
    package let bytesPerPixel: Double
    /// How much of a picture's area may be cut off on a device of another shape, in percent.
    package let cropPercent: Int

    /// The most pixels that WidgetKit takes in a place of this size.
    package func areaCap(of native: PixelSize) -> Int { native.area * areaTenths / 10 }

    /// The same as the inferred rule has it, with its decimal: `549120.0`.
    package func exactAreaCap(of native: PixelSize) -> Double { Double(native.area * areaTenths) / 10 }

    /// The most pixels of each of so many entries that fit into memory together.
    package func memoryCap(entries: Int) -> Int { (memoryBytes - reserveBytes) / 4 / max(1, entries) }

    /// The most pixels of each of so many entries that fit into the archive together, however hard to compress.
    package func archiveCap(entries: Int) -> Int {
        Int(Double(archiveBytes) / bytesPerPixel) / max(1, entries)
    }

    /// The most bytes that an encoded picture may have.
    package func byteCap(of size: PixelSize) -> Int { Int(Double(size.area) * bytesPerPixel) }
}

extension WidgetLimits {
    private static let keys = [
        "memoryBytes", "reserveBytes", "areaFactor", "archiveBytes", "bytesPerPixel", "cropPercent",
    ]

    init?(_ field: JSONField) {
        guard let object = field.object(Self.keys) else { return nil }
        let memory = object.required("memoryBytes")?.integer(in: 1_000_000...1_000_000_000)
        let reserve = object.required("reserveBytes")?.integer(in: 0...1_000_000_000)
        let factor = object.required("areaFactor").flatMap(Self.tenths)
        let archive = object.required("archiveBytes")?.integer(in: 100_000...1_000_000_000)
        let bytesPerPixel = object.required("bytesPerPixel")?.decimal(in: 0.1...4)
        let crop = object.required("cropPercent")?.integer(in: 0...50)
        guard let memory, let reserve, let factor, let archive, let bytesPerPixel, let crop else {
            return nil
        }
        guard reserve < memory else {
            field.report("reserveBytes leaves nothing of memoryBytes")
            return nil
        }
        self.init(
            memoryBytes: Int(memory),
            reserveBytes: Int(reserve),
            areaTenths: factor,
            archiveBytes: Int(archive),
            bytesPerPixel: bytesPerPixel,
            cropPercent: Int(crop)
        )
    }

    private static func tenths(_ field: JSONField) -> Int? {
        guard let factor = field.decimal(in: 1...100) else { return nil }
        let tenths = (factor * 10).rounded()
        guard abs(factor * 10 - tenths) < 1e-6 else {
            return field.refused("has more than one decimal, and areas are computed in tenths")
        }
        return Int(tenths)
    }

    var json: JSON {
        [
            "memoryBytes": .integer(Int64(memoryBytes)), "reserveBytes": .integer(Int64(reserveBytes)),
            "areaFactor": .number(Double(areaTenths) / 10), "archiveBytes": .integer(Int64(archiveBytes)),
            "bytesPerPixel": .number(bytesPerPixel), "cropPercent": .integer(Int64(cropPercent)),
        ]
    }
}
