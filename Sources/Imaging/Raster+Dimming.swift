import Glibc

extension Raster {
    /// The picture for a display that is always on: darker, and black where little light would be left.
    ///
    /// The black point is taken off all luminance, so that nothing has an edge where it goes out.
    func dimmed(_ dimming: Dimming) -> Raster {
        let lights = SRGB.lights
        let values = SRGB.values
        let brightness = Float(dimming.brightness)
        let blackPoint = Float(dimming.blackPoint)
        var result = self
        result.bytes.withUnsafeMutableBufferPointer { bytes in
            for pixel in stride(from: 0, to: bytes.count, by: 3) {
                let light =
                    brightness
                    * SIMD3(
                        lights[Int(bytes[pixel])],
                        lights[Int(bytes[pixel + 1])],
                        lights[Int(bytes[pixel + 2])]
                    )
                let luminance = (light * SRGB.luminance).sum()
                let kept = luminance > blackPoint ? 1 - blackPoint / luminance : 0
                for channel in 0..<3 {
                    bytes[pixel + channel] = values[Int(light[channel] * kept * Float(SRGB.steps) + 0.5)]
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
