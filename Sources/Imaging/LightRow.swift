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
    private let lights: [Float]
    private let background: SIMD3<Float>

    /// - Parameters:
    ///   - count: How many pixels a row has.
    ///   - background: In the light of the source's primaries.
    init(count: Int, layout: PixelLayout, color: SourceColor, background: SIMD3<Double>) {
        self.count = count
        self.layout = layout
        transform = color.transform
        let steps = layout.isDeep ? 65_536 : 256
        lights = (0..<3).flatMap { channel in
            (0..<steps).map { Float(color.light(channel, Double($0) / Double(steps - 1))) }
        }
        self.background = SIMD3<Float>(background)
        converted = .allocate(capacity: count * layout.bytesPerPixel)
    }

    deinit { converted.deallocate() }

    /// Fills a row with the light of a row of the source: red, green and blue of each pixel.
    func fill(_ light: UnsafeMutablePointer<Float>, with source: UnsafePointer<UInt8>) {
        var pixels = source
        if let transform {
            transform.convert(source, count: count, into: converted)
            pixels = UnsafePointer(converted)
        } else if case .cmyk8(let inverted) = layout {
            mixInks(source, inverted: inverted)
            pixels = UnsafePointer(converted)
        }
        lights.withUnsafeBufferPointer { lights in
            guard let lights = lights.baseAddress else { return }
            switch layout {
            case .rgb8: turnOpaque(pixels, size: 3, lights, into: light)
            case .rgbx8, .cmyk8: turnOpaque(pixels, size: 4, lights, into: light)
            case .rgba8: turnTransparent(pixels, lights, steps: 256, into: light)
            case .rgba16:
                pixels.withMemoryRebound(to: UInt16.self, capacity: count * 4) {
                    turnTransparent($0, lights, steps: 65_536, into: light)
                }
            }
        }
    }

    @inline(__always)
    private func turnOpaque(
        _ pixels: UnsafePointer<UInt8>,
        size: Int,
        _ lights: UnsafePointer<Float>,
        into light: UnsafeMutablePointer<Float>
    ) {
        for x in 0..<count {
            let pixel = pixels + size &* x
            let target = light + 3 &* x
            target[0] = lights[Int(pixel[0])]
            target[1] = lights[256 &+ Int(pixel[1])]
            target[2] = lights[512 &+ Int(pixel[2])]
        }
    }

    @inline(__always)
    private func turnTransparent<Value: FixedWidthInteger>(
        _ pixels: UnsafePointer<Value>,
        _ lights: UnsafePointer<Float>,
        steps: Int,
        into light: UnsafeMutablePointer<Float>
    ) {
        let scale = 1 / Float(Value.max)
        for x in 0..<count {
            let pixel = pixels + 4 &* x
            let target = light + 3 &* x
            var own = SIMD3(
                lights[Int(pixel[0])],
                lights[steps &+ Int(pixel[1])],
                lights[2 &* steps &+ Int(pixel[2])]
            )
            let alpha = pixel[3]
            if alpha != .max { own = background + (own - background) * (Float(alpha) * scale) }
            target[0] = own[0]
            target[1] = own[1]
            target[2] = own[2]
        }
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
