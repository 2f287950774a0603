import CPango

/// A picture to draw on, in points from the upper left corner.
///
/// Not to be used from two threads at once.
package final class Canvas {
    private let surface: OpaquePointer
    private let cairo: OpaquePointer
    private let paragraph: Paragraph

    /// - Parameters:
    ///   - width: In points; with `scale` at most 32,767 pixels, which is all that Cairo draws.
    ///   - scale: Pixels to a point.
    /// - Throws: ``CanvasError`` when there is no memory or the picture is too large.
    package init(width: Double, height: Double, scale: Double) throws(CanvasError) {
        let surface = cairo_image_surface_create(
            CAIRO_FORMAT_RGB24,
            Int32((width * scale).rounded(.up)),
            Int32((height * scale).rounded(.up))
        )
        guard let surface, let cairo = cairo_create(surface) else { throw CanvasError("no memory") }
        self.surface = surface
        self.cairo = cairo
        cairo_scale(cairo, scale, scale)
        guard let context = pango_cairo_create_context(cairo) else { throw CanvasError("no memory") }
        pango_cairo_context_set_resolution(context, 72)
        // The layout keeps the context alive.
        paragraph = Paragraph(in: context)
        cpango_release(UnsafeMutableRawPointer(context))
        try check()
    }

    deinit {
        cairo_destroy(cairo)
        cairo_surface_destroy(surface)
    }

    package struct Colour: Hashable, Sendable {
        package let red, green, blue: Double

        /// From `0xRRGGBB`.
        package init(_ rgb: UInt32) {
            red = Double(rgb >> 16 & 0xFF) / 255
            green = Double(rgb >> 8 & 0xFF) / 255
            blue = Double(rgb & 0xFF) / 255
        }
    }

    package struct Box: Hashable, Sendable {
        package let x, y, width, height: Double

        package init(x: Double, y: Double, width: Double, height: Double) {
            self.x = x
            self.y = y
            self.width = width
            self.height = height
        }
    }

    /// Fills a box with round corners.
    package func fill(_ box: Box, radius: Double = 0, _ colour: Colour) {
        trace(box, radius: radius)
        use(colour)
        cairo_fill(cairo)
    }

    /// Draws the edge of a box with round corners, within it.
    package func frame(_ box: Box, radius: Double = 0, width: Double, _ colour: Colour) {
        let inset = Box(
            x: box.x + width / 2,
            y: box.y + width / 2,
            width: box.width - width,
            height: box.height - width
        )
        trace(inset, radius: max(0, radius - width / 2))
        use(colour)
        cairo_set_line_width(cairo, width)
        cairo_stroke(cairo)
    }

    /// Draws text with its upper left corner at a point, what lies beyond `clip` left out.
    ///
    /// - Parameter breakingAt: The width at which lines break between words, in points; nil: it stays one line.
    package func write(
        _ text: String,
        _ style: TextStyle,
        breakingAt width: Double? = nil,
        x: Double,
        y: Double,
        _ colour: Colour,
        clip: Box? = nil
    ) {
        cairo_save(cairo)
        defer { cairo_restore(cairo) }
        if let clip {
            cairo_rectangle(cairo, clip.x, clip.y, clip.width, clip.height)
            cairo_clip(cairo)
        }
        paragraph.set(text, style, width: width)
        use(colour)
        cairo_move_to(cairo, x, y)
        paragraph.draw(on: cairo)
    }

    /// The size of text as it would be drawn, in points: of its widest line, and of all lines.
    package func size(
        of text: String,
        _ style: TextStyle,
        breakingAt width: Double? = nil
    ) -> (width: Double, height: Double) {
        paragraph.set(text, style, width: width)
        return paragraph.size
    }

    /// How many lines text takes.
    package func lineCount(of text: String, _ style: TextStyle, breakingAt width: Double) -> Int {
        paragraph.set(text, style, width: width)
        return paragraph.lineCount
    }

    /// The picture as a PNG file.
    package func png() throws(CanvasError) -> [UInt8] {
        cairo_surface_flush(surface)
        try check()
        var bytes: [UInt8] = []
        let status = withUnsafeMutablePointer(to: &bytes) { bytes in
            cairo_surface_write_to_png_stream(
                surface,
                { target, data, count in
                    guard let target, let data else { return CAIRO_STATUS_WRITE_ERROR }
                    let part = UnsafeBufferPointer(start: data, count: Int(count))
                    target.assumingMemoryBound(to: [UInt8].self).pointee.append(contentsOf: part)
                    return CAIRO_STATUS_SUCCESS
                },
                bytes
            )
        }
        guard status == CAIRO_STATUS_SUCCESS else { throw CanvasError(status) }
        return bytes
    }

    private func check() throws(CanvasError) {
        for status in [cairo_surface_status(surface), cairo_status(cairo)]
        where status != CAIRO_STATUS_SUCCESS {
            throw CanvasError(status)
        }
    }

    private func use(_ colour: Colour) { cairo_set_source_rgb(cairo, colour.red, colour.green, colour.blue) }

    private func trace(_ box: Box, radius: Double) {
        let radius = min(radius, box.width / 2, box.height / 2)
        let (right, bottom) = (box.x + box.width, box.y + box.height)
        cairo_new_sub_path(cairo)
        cairo_arc(cairo, right - radius, box.y + radius, radius, -.pi / 2, 0)
        cairo_arc(cairo, right - radius, bottom - radius, radius, 0, .pi / 2)
        cairo_arc(cairo, box.x + radius, bottom - radius, radius, .pi / 2, .pi)
        cairo_arc(cairo, box.x + radius, box.y + radius, radius, .pi, .pi * 3 / 2)
        cairo_close_path(cairo)
    }
}

/// Why a picture could not be drawn or written.
package struct CanvasError: Error, Equatable, CustomStringConvertible {
    package let description: String

    init(_ cause: String) { description = "cannot draw the picture: \(cause)" }

    init(_ status: cairo_status_t) { self.init(String(cString: cairo_status_to_string(status))) }
}
