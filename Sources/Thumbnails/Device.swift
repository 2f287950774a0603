package import Rollout
import StrictJSON
package import WallpaperManifest

/// A kind of screen, with the pixels that each widget family has on it.
package struct Device: Equatable, Sendable {
    /// What the device is, as far as widgets differ by it.
    package enum Kind: String, CaseIterable, Sendable {
        case phone
        case pad
    }

    /// As the tables and errors show it, such as `iPhone 430x932`; one of a kind.
    package let name: String
    package let kind: Kind
    /// Native pixels of each family that the device offers and whose size is known.
    ///
    /// On an iPad these are the pixels on the screen; the larger canvas that a widget is laid out on is scaled down to
    /// them, and is not what the area limit is measured by.
    package let sizes: [WidgetFamily: PixelSize]
    /// What each family is laid out in, in points: the canvas on an iPad, elsewhere its size on the screen.
    package let layoutSizes: [WidgetFamily: PointSize]
}

/// A size in points, which may have fractions.
package struct PointSize: Hashable, Sendable {
    package let width: Double
    package let height: Double

    package init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    func pixels(scale: Double) -> PixelSize {
        PixelSize(width: Int((width * scale).rounded()), height: Int((height * scale).rounded()))
    }
}

/// All kinds of screens that recipes are made for: `Thumbnails/devices.json`.
package struct DeviceTable: Equatable, Sendable {
    /// In the order of their names; at least one.
    package let devices: [Device]

    /// Reads the file.
    ///
    /// - Throws: ``ThumbnailsError`` with every fault.
    package init(parsing bytes: [UInt8]) throws(ThumbnailsError) {
        devices = try ThumbnailsError.read(bytes, file: "devices.json") { Self.devices($0) }
    }
}

extension DeviceTable {
    /// Where on a device a recipe's pictures show.
    package struct Place: Hashable, Sendable {
        package let device: String
        package let family: WidgetFamily
        /// In native pixels.
        package let size: PixelSize
    }

    /// The places of some families, in the order of the devices.
    ///
    /// - Parameter kind: nil: on every kind of device.
    package func places(of families: [WidgetFamily], on kind: Device.Kind?) -> [Place] {
        devices.filter { kind == nil || $0.kind == kind }.flatMap { device in
            families.compactMap { family in
                device.sizes[family].map { Place(device: device.name, family: family, size: $0) }
            }
        }
    }
}

// MARK: - Reading

extension DeviceTable {
    private static func devices(_ field: JSONField) -> [Device]? {
        guard let object = field.object(["sources", "devices"]) else { return nil }
        _ = object.required("sources")?.list { $0.text(limit: 500) }
        guard let members = object.required("devices")?.members() else { return nil }
        if members.isEmpty { field.report("no device is listed") }
        let devices = members.compactMap { name, field in device(field, name: name) }
        return devices.count == members.count ? devices : nil
    }

    private static func device(_ field: JSONField, name: String) -> Device? {
        let known = ["kind", "scale", "screens", "note", "canvas", "families"]
        guard let object = field.object(known) else { return nil }
        let kind: Device.Kind? = object.required("kind")?.named("kind of device")
        let scale = object.required("scale")?.integer(in: 1...4)
        // For people alone, and read so that they are right.
        _ = object.required("screens")?.list { points($0) }
        _ = object.optional("note")?.text(limit: 500)
        let canvas = object.value("canvas", or: [:]) { families($0) }
        let sizes = object.required("families").flatMap { Self.families($0) }
        guard let kind, let scale, let sizes, let canvas else { return nil }
        return Device(
            name: name,
            kind: kind,
            sizes: sizes.mapValues { $0.pixels(scale: Double(scale)) },
            layoutSizes: sizes.merging(canvas) { _, laidOut in laidOut }
        )
    }

    private static func families(_ field: JSONField) -> [WidgetFamily: PointSize]? {
        guard let members = field.members() else { return nil }
        var sizes: [WidgetFamily: PointSize] = [:]
        for (name, member) in members {
            guard let family = WidgetFamily(rawValue: name) else {
                member.report("there is no widget family of that name")
                return nil
            }
            guard let size = points(member) else { return nil }
            sizes[family] = size
        }
        return sizes
    }

    private static func points(_ field: JSONField) -> PointSize? {
        guard let sides = field.list({ $0.decimal(in: 1...4096) }) else { return nil }
        guard sides.count == 2 else { return field.refused("expected width and height in points") }
        return PointSize(width: sides[0], height: sides[1])
    }
}
