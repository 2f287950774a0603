import Glibc

extension Raster {
    /// The picture for a display that is always on: darker, and black where little light would be left.
    ///
    /// The black point is taken off all luminance, so that nothing has an edge where it goes out.
    func dimmed(_ dimming: Dimming) -> Raster {
        let brightness = Float(dimming.brightness)
        let blackPoint = Float(dimming.blackPoint)
        let lights = SRGB.lights.map { $0 * brightness }
        let full = Float(SRGB.steps)
        var result = self
        result.bytes.withUnsafeMutableBufferPointer { bytes in
            lights.withUnsafeBufferPointer { lights in
                SRGB.values.withUnsafeBufferPointer { values in
                    for pixel in stride(from: 0, to: bytes.count, by: 3) {
                        let red = lights[Int(bytes[pixel])]
                        let green = lights[Int(bytes[pixel &+ 1])]
                        let blue = lights[Int(bytes[pixel &+ 2])]
                        let luminance =
                            red * SRGB.luminance.x + green * SRGB.luminance.y + blue * SRGB.luminance.z
                        let kept = luminance > blackPoint ? full - full * blackPoint / luminance : 0
                        // Never more than full: light and what is kept of it are shares.
                        bytes[pixel] = values[Int(red * kept + 0.5)]
                        bytes[pixel &+ 1] = values[Int(green * kept + 0.5)]
                        bytes[pixel &+ 2] = values[Int(blue * kept + 0.5)]
                    }
                }
            }
        }
        return result
    }

    /// The share of pixels, from 0 to 1, that are not black.
    var litShare: Double {
        var dark = 0
        bytes.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            var pixel = 0
            // Few bytes are zero, and without one no pixel is black.
            while let zero = memchr(start + pixel, 0, bytes.count - pixel) {
                pixel = (UnsafeRawPointer(zero) - start) / 3 * 3
                if bytes[pixel] | bytes[pixel + 1] | bytes[pixel + 2] == 0 { dark += 1 }
                pixel += 3
            }
        }
        return Double(width * height - dark) / Double(width * height)
    }
}
