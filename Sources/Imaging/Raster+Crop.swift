extension Raster {
    /// The part of the size given whose upper left pixel is at `x`, `y`; it must lie inside.
    func cropped(x: Int, y: Int, width: Int, height: Int) -> Raster {
        if width == self.width, height == self.height { return self }
        var result = Raster(width: width, height: height)
        bytes.withUnsafeBufferPointer { from in
            result.bytes.withUnsafeMutableBufferPointer { to in
                for row in 0..<height {
                    let start = ((y + row) * self.width + x) * 3
                    let end = to[(row * width * 3)...].update(fromContentsOf: from[start..<start + width * 3])
                    assert(end == (row + 1) * width * 3)
                }
            }
        }
        return result
    }
}
