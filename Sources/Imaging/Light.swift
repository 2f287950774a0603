import CResampling

/// How rows of light lie in memory: numbers of 16 bits, in blocks of 16 pixels (`CResampling.h`).
enum Light {
    /// The number of full light.
    static let full = Int(WR_FULL_LIGHT)
    /// The pixels of a block.
    static let blockPixels = Int(WR_BLOCK_PIXELS)
    /// The numbers of a block.
    static let blockSize = Int(WR_BLOCK_SIZE)
    /// So many numbers are read at once.
    static let lanes = Int(WR_LANES)

    /// The number of light, of which 1 is full; nonsense of a profile becomes what can be held.
    static func number(_ light: Double) -> Int16 {
        let number = (light * Double(full)).rounded()
        if number.isNaN { return 0 }
        return Int16(min(max(number, -Double(Int16.max)), Double(Int16.max)))
    }

    /// The numbers of a row.
    static func rowSize(ofPixels count: Int) -> Int { (count + blockPixels - 1) / blockPixels * blockSize }

    /// Where a pixel's red is in a row; green and blue follow ``blockPixels`` apart.
    static func place(ofPixel index: Int) -> Int {
        index / blockPixels &* blockSize &+ index % blockPixels
    }
}

/// A row of pixels that were summed up: red, green and blue apart, finer than light is held.
struct FineRow {
    let planes: UnsafeMutablePointer<Int32>
    /// From one colour to the next.
    let planeSize: Int
    /// The pixels.
    let count: Int
}

extension FineRow {
    /// Fills a row of light with it.
    func pack(_ light: UnsafeMutablePointer<Int16>) { wr_pack_row(planes, planeSize, light, count) }
}
