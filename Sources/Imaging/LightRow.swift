/// Turns a source's rows into light.
final class LightRow {
    /// The row that was turned last.
    let light: UnsafeMutablePointer<SIMD4<Float>>
    private let count: Int
    private let layout: PixelLayout

    init(count: Int, layout: PixelLayout) {
        self.count = count
        self.layout = layout
        light = .allocate(capacity: count)
        light.initialize(repeating: .zero, count: count)
    }

    deinit { light.deallocate() }

    func fill(_ pixels: UnsafePointer<UInt8>) {
        switch layout {
        case .rgbx8:
            SRGB.lights.withUnsafeBufferPointer { lights in
                for x in 0..<count {
                    let pixel = pixels + 4 &* x
                    light[x] = SIMD4(lights[Int(pixel[0])], lights[Int(pixel[1])], lights[Int(pixel[2])], 0)
                }
            }
        }
    }
}
