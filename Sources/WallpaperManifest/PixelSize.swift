package import StrictJSON

/// Width and height of a picture in pixels, each 1 or more.
public struct PixelSize: Hashable, Sendable {
    /// 1 to ``limit``.
    public let width: Int
    /// 1 to ``limit``.
    public let height: Int

    /// The longest side of a thumbnail that makes sense for any widget.
    public static let limit = 8192

    /// Sides below 1 and above ``limit`` are brought to the nearest that is allowed.
    public init(width: Int, height: Int) {
        self.width = min(max(width, 1), Self.limit)
        self.height = min(max(height, 1), Self.limit)
    }

    /// In pixels.
    public var area: Int { width * height }

    /// What its bitmap takes once decoded: four bytes a pixel, whatever the file's size.
    package var decodedBytes: Int { area * 4 }

    /// The largest picture of the same shape, to the pixel, that has at most so many pixels.
    ///
    /// - Parameter area: 1 or more.
    package func shrunk(toArea area: Int) -> PixelSize {
        guard self.area > area else { return self }
        let width = max(1, Int((Double(area) * Double(width) / Double(height)).squareRoot()))
        let height = min(area / width, (width * self.height + self.width / 2) / self.width)
        return PixelSize(width: width, height: height)
    }
}

extension PixelSize: CustomStringConvertible {
    /// `1092x510`.
    public var description: String { "\(width)x\(height)" }
}

extension PixelSize {
    /// Reads `[width, height]`.
    package init?(_ field: JSONField) {
        guard let sides = field.list({ $0.integer(in: 1...Int64(Self.limit)) }) else { return nil }
        guard sides.count == 2 else {
            field.report("expected width and height, found \(sides.count) numbers")
            return nil
        }
        self.init(width: Int(sides[0]), height: Int(sides[1]))
    }

    /// `[width, height]`.
    package var json: JSON { [.integer(Int64(width)), .integer(Int64(height))] }
}
