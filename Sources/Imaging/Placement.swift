/// Which part of the stored picture a rendition is made from, and how many pixels become one.
///
/// All lengths are in pixels of the stored picture at full size.
struct Placement: Hashable {
    /// The left edge of the part.
    let x: Double
    /// The upper edge of the part.
    let y: Double
    /// How many stored pixels, along each direction, become one.
    let scale: Double
    /// The pixels to make, as the stored picture lies.
    let width: Int
    let height: Int

    /// How large a part is searched for what draws the eye, in pixels of the rendition's scale.
    ///
    /// That is all of a picture of usual shape. Of a line of pixels, blown up to the rendition's height, all would be
    /// millions of columns.
    private static let mostSearchedPixels = 2_500_000
    /// How much longer than its other edge the part is at most, unless the rendition is: of a panorama it is the middle.
    private static let mostSearchedShape = 3.6

    /// Where a rendition is found, or, with a fit by attention, searched.
    init(of rendition: Rendition, in header: SourceHeader) {
        let (width, height, orientation) = (header.width, header.height, header.orientation)
        let uprightWidth = Double(orientation.transposes ? height : width)
        let uprightHeight = Double(orientation.transposes ? width : height)
        let scale = min(uprightWidth / Double(rendition.width), uprightHeight / Double(rendition.height))
        var columns = rendition.width
        var rows = rendition.height
        var left = (uprightWidth - Double(columns) * scale) / 2
        var top = (uprightHeight - Double(rows) * scale) / 2
        switch rendition.fit {
        case .centre: break
        case .focal(let x, let y):
            left = min(max(0, x * uprightWidth - Double(columns) * scale / 2), 2 * left)
            top = min(max(0, y * uprightHeight - Double(rows) * scale / 2), 2 * top)
        case .attention:
            // The whole picture; what is cut off is known when all of it was seen.
            let allColumns = max(columns, Int((uprightWidth / scale - 1e-6).rounded(.up)))
            let allRows = max(rows, Int((uprightHeight / scale - 1e-6).rounded(.up)))
            let mostColumns = min(
                Self.mostSearchedPixels / allRows,
                Int(Double(allRows) * Self.mostSearchedShape)
            )
            columns = min(allColumns, max(columns, mostColumns))
            let mostRows = min(
                Self.mostSearchedPixels / columns,
                Int(Double(columns) * Self.mostSearchedShape)
            )
            rows = min(allRows, max(rows, mostRows))
            left = columns == allColumns ? 0 : (uprightWidth - Double(columns) * scale) / 2
            top = rows == allRows ? 0 : (uprightHeight - Double(rows) * scale) / 2
        }
        self.init(
            x: orientation.transposes ? top : left,
            y: orientation.transposes ? left : top,
            scale: scale,
            width: orientation.transposes ? rows : columns,
            height: orientation.transposes ? columns : rows,
            mirroredIn: orientation,
            Double(width),
            Double(height)
        )
    }

    init(x: Double, y: Double, scale: Double, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.scale = scale
        self.width = width
        self.height = height
    }

    /// The part of it of the size given whose upper left pixel is at `x`, `y`.
    func part(x left: Int, y top: Int, width: Int, height: Int) -> Placement {
        Placement(
            x: x + Double(left) * scale,
            y: y + Double(top) * scale,
            scale: scale,
            width: width,
            height: height
        )
    }

    /// The same part of the source, as far as the source goes, small.
    ///
    /// - Parameters:
    ///   - edge: How many pixels its longer side has at most.
    ///   - area: What it is made from; it has no more pixels than that.
    func small(edge: Int, of area: Placement, in header: SourceHeader) -> Placement {
        let left = max(0, x)
        let top = max(0, y)
        let across = min(x + Double(width) * scale, Double(header.width)) - left
        let down = min(y + Double(height) * scale, Double(header.height)) - top
        let scale = max(max(across, down) / Double(edge), area.scale)
        return Placement(
            x: left,
            y: top,
            scale: scale,
            width: max(1, Int((across / scale).rounded())),
            height: max(1, Int((down / scale).rounded()))
        )
    }

    /// The whole picture with `edge` pixels along its longer side.
    init(wholeOf header: SourceHeader, edge: Int) {
        x = 0
        y = 0
        scale = Double(max(header.width, header.height)) / Double(edge)
        width = max(1, Int((Double(header.width) / scale).rounded()))
        height = max(1, Int((Double(header.height) / scale).rounded()))
    }

    private init(
        x: Double,
        y: Double,
        scale: Double,
        width: Int,
        height: Int,
        mirroredIn orientation: Orientation,
        _ storedWidth: Double,
        _ storedHeight: Double
    ) {
        self.x = orientation.reversesColumns ? storedWidth - x - Double(width) * scale : x
        self.y = orientation.reversesRows ? storedHeight - y - Double(height) * scale : y
        self.scale = scale
        self.width = width
        self.height = height
    }
}
