#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A placeholder of 28 characters: the picture's coarsest waves, which a client draws while the picture loads.
///
/// The format is BlurHash's (blurha.sh, "Algorithm"): 4 by 3 components, or 3 by 4 for what is higher than wide.
package enum BlurHash {
    /// The placeholder of a small picture.
    ///
    /// - Parameters:
    ///   - pixels: Red, green and blue of each pixel in sRGB, row by row from the top left, width x height x 3 bytes.
    ///   - width: 1 or more; some 32 are plenty.
    ///   - height: 1 or more.
    package static func encode(_ pixels: [UInt8], width: Int, height: Int) -> String {
        precondition(width > 0 && height > 0 && pixels.count == width * height * 3, "pixels of another size")
        let (across, down) = width >= height ? (4, 3) : (3, 4)
        let linear = pixels.map { linearOfSRGB[Int($0)] }
        var factors: [Colour] = []
        for v in 0..<down {
            for u in 0..<across { factors.append(factor(u, v, linear, width, height)) }
        }
        let largest = factors.dropFirst().flatMap { [abs($0.red), abs($0.green), abs($0.blue)] }.max() ?? 0
        let scale = min(max(Int(largest * 166 - 0.5), 0), 82)
        var text = base83(across - 1 + (down - 1) * 9, digits: 1)
        text += base83(scale, digits: 1)
        text += base83(factors[0].sRGB, digits: 4)
        for factor in factors.dropFirst() {
            text += base83(factor.quantised(Double(scale + 1) / 166), digits: 2)
        }
        return text
    }

    private static func factor(_ u: Int, _ v: Int, _ linear: [Double], _ width: Int, _ height: Int) -> Colour
    {
        let acrossWave = (0..<width).map { cos(.pi * Double(u * $0) / Double(width)) }
        let downWave = (0..<height).map { cos(.pi * Double(v * $0) / Double(height)) }
        var sum = Colour(red: 0, green: 0, blue: 0)
        for y in 0..<height {
            for x in 0..<width {
                let wave = acrossWave[x] * downWave[y]
                let place = (y * width + x) * 3
                sum.red += wave * linear[place]
                sum.green += wave * linear[place + 1]
                sum.blue += wave * linear[place + 2]
            }
        }
        let scale = (u == 0 && v == 0 ? 1.0 : 2.0) / Double(width * height)
        return Colour(red: sum.red * scale, green: sum.green * scale, blue: sum.blue * scale)
    }

    /// IEC 61966-2-1.
    private static let linearOfSRGB = (0...255).map { byte -> Double in
        let value = Double(byte) / 255
        return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }

    private static let digits = Array(
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~"
    )

    private static func base83(_ number: Int, digits count: Int) -> String {
        var rest = number
        var text: [Character] = []
        for _ in 0..<count {
            text.append(digits[rest % 83])
            rest /= 83
        }
        return String(text.reversed())
    }
}

/// A colour, or the share of a wave in one, in linear light.
private struct Colour {
    var red: Double
    var green: Double
    var blue: Double

    /// 24 bits.
    var sRGB: Int {
        func byte(_ linear: Double) -> Int {
            let value = min(max(linear, 0), 1)
            return Int((value <= 0.0031308 ? value * 12.92 : 1.055 * pow(value, 1 / 2.4) - 0.055) * 255 + 0.5)
        }
        return byte(red) << 16 | byte(green) << 8 | byte(blue)
    }

    /// Three digits from 0 to 18, of which 9 stands for zero; the square root gives small shares more of them.
    func quantised(_ largest: Double) -> Int {
        func digit(_ value: Double) -> Int {
            let share = value / largest
            let root = (abs(share).squareRoot()) * (share < 0 ? -1 : 1)
            return min(max(Int((root * 9 + 9.5).rounded(.down)), 0), 18)
        }
        return (digit(red) * 19 + digit(green)) * 19 + digit(blue)
    }
}
