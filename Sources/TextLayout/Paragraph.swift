import CPango

/// Text shaped with HarfBuzz and laid out by Pango, in Noto Sans and its companions for other scripts.
///
/// Not to be used from two threads at once.
final class Paragraph {
    /// The layout; nothing outside this file keeps it.
    private let layout: OpaquePointer

    /// - Parameter context: It is kept alive by the layout.
    init(in context: OpaquePointer) {
        // Aborts rather than fail, as all of GLib does when memory runs out.
        layout = pango_layout_new(context)
    }

    deinit { cpango_release(UnsafeMutableRawPointer(layout)) }

    /// Takes another text in the place of the last.
    ///
    /// - Parameter width: Where lines break, in points; nil: they do not.
    func set(_ text: String, _ style: TextStyle, width: Double? = nil) {
        let font = pango_font_description_new()
        defer { pango_font_description_free(font) }
        pango_font_description_set_family(font, "Noto Sans")
        pango_font_description_set_weight(
            font,
            style.weight == .bold ? PANGO_WEIGHT_SEMIBOLD : PANGO_WEIGHT_NORMAL
        )
        pango_font_description_set_absolute_size(font, style.size * Double(PANGO_SCALE))
        pango_layout_set_font_description(layout, font)
        pango_context_set_language(
            pango_layout_get_context(layout),
            pango_language_from_string(style.language)
        )
        pango_layout_context_changed(layout)
        pango_layout_set_width(layout, width.map { Int32($0 * Double(PANGO_SCALE)) } ?? -1)
        pango_layout_set_wrap(layout, PANGO_WRAP_WORD)
        var text = text
        text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
                pango_layout_set_text(layout, characters.baseAddress, Int32(characters.count))
            }
        }
    }

    /// Of the widest line and of all lines, in points.
    var size: (width: Double, height: Double) {
        var logical = PangoRectangle()
        pango_layout_get_extents(layout, nil, &logical)
        return (Double(logical.width) / Double(PANGO_SCALE), Double(logical.height) / Double(PANGO_SCALE))
    }

    var lineCount: Int { Int(pango_layout_get_line_count(layout)) }

    /// Whether no font has a glyph for some of the letters.
    var lacksGlyphs: Bool { pango_layout_get_unknown_glyphs_count(layout) > 0 }

    /// Draws it with its upper left corner at the current point of a Cairo context.
    func draw(on context: OpaquePointer) { pango_cairo_show_layout(context, layout) }
}
