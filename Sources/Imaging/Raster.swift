/// A picture in sRGB, three bytes a pixel, row after row.
struct Raster {
    let width: Int
    let height: Int
    var bytes: [UInt8]

    /// - Parameter fill: Is given where the bytes are to be, and writes each of them.
    init(width: Int, height: Int, _ fill: (UnsafeMutablePointer<UInt8>) -> Void) {
        self.width = width
        self.height = height
        let size = width * height * 3
        bytes = [UInt8](unsafeUninitializedCapacity: size) { bytes, count in
            if let first = bytes.baseAddress { fill(first) }
            count = size
        }
    }
}
