import CResampling

/// Turns a source's rows into light, with what is transparent laid onto the background.
///
/// Light in the end adds up, so laying pixels onto a plain colour before they are filtered gives the same as filtering
/// premultiplied pixels and laying the result onto it.
final class LightRow {
    private let count: Int
    private let layout: PixelLayout
    private let transform: ICCTransform?
    /// The row in sRGB, where a profile takes whole rows.
    private let converted: UnsafeMutablePointer<UInt8>
    /// The light of each value, of red, green and blue, one table after the other.
    private let lights: [Int16]
    private let background: SIMD3<Int32>

    /// - Parameters:
    ///   - count: How many pixels a row has.
    ///   - background: In the light of the source's primaries.
    init(count: Int, layout: PixelLayout, color: SourceColor, background: SIMD3<Double>) {
        self.count = count
        self.layout = layout
        transform = color.transform
        let steps = layout.isDeep ? 65_536 : 256
        lights = (0..<3).flatMap { channel in
            (0..<steps).map { Light.number(color.light(channel, Double($0) / Double(steps - 1))) }
        }
        // In other primaries, a colour may have less than no light, and more than full light.
        self.background = SIMD3(
            Int32(Light.number(background.x)),
            Int32(Light.number(background.y)),
            Int32(Light.number(background.z))
        )
        converted = .allocate(capacity: count * layout.bytesPerPixel)
    }

    deinit { converted.deallocate() }

    /// Fills a row with the light of a row of the source.
    func fill(_ light: UnsafeMutablePointer<Int16>, with source: UnsafePointer<UInt8>) {
        var pixels = source
        if let transform {
            transform.convert(source, count: count, into: converted)
            pixels = UnsafePointer(converted)
        } else if case .cmyk8(let inverted) = layout {
            mixInks(source, inverted: inverted)
            pixels = UnsafePointer(converted)
        }
        switch layout {
        case .rgb8: wr_fill_row(pixels, 3, lights, light, count)
        case .rgbx8, .cmyk8: wr_fill_row(pixels, 4, lights, light, count)
        case .rgba8: turnTransparent(pixels, steps: 256, into: light)
        case .rgba16:
            pixels.withMemoryRebound(to: UInt16.self, capacity: count * 4) {
                turnTransparent($0, steps: 65_536, into: light)
            }
        }
    }

    @inline(__always)
    private func turnTransparent<Value: FixedWidthInteger>(
        _ pixels: UnsafePointer<Value>,
        steps: Int,
        into light: UnsafeMutablePointer<Int16>
    ) {
        let opaque = Int32(Value.max)
        lights.withUnsafeBufferPointer { lights in
            for x in 0..<count {
                let pixel = pixels + 4 &* x
                let place = light + Light.place(ofPixel: x)
                let alpha = Int32(pixel[3])
                for channel in 0..<3 {
                    var own = lights[channel &* steps &+ Int(pixel[channel])]
                    if alpha != opaque {
                        let behind = background[channel]
                        let difference = Int64(Int32(own) &- behind) &* Int64(alpha)
                        own = Int16(
                            truncatingIfNeeded: Int64(behind) &+ difference.divided(by: Int64(opaque))
                        )
                    }
                    place[channel &* Light.blockPixels] = own
                }
            }
        }
        wr_fill_up(light, count)
    }

    /// What inks without a profile look like: each takes away its part of the light.
    private func mixInks(_ pixels: UnsafePointer<UInt8>, inverted: Bool) {
        let flip: UInt8 = inverted ? 0 : 255
        for x in 0..<count {
            let pixel = pixels + 4 &* x
            let black = Int(pixel[3] ^ flip)
            for channel in 0..<3 {
                converted[4 &* x &+ channel] = UInt8((Int(pixel[channel] ^ flip) &* black &+ 127) / 255)
            }
        }
    }
}

extension Int64 {
    /// The quotient, rounded to the nearest.
    fileprivate func divided(by divisor: Int64) -> Int64 {
        (self &+ (self < 0 ? -divisor : divisor) / 2) / divisor
    }
}
