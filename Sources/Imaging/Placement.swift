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

    /// - Parameters:
    ///   - width: Of the stored picture, like `height`.
    init(of rendition: Rendition, width: Int, height: Int, orientation: Orientation) {
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
