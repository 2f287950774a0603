/// A linear map between the lights of two sets of primaries.
struct LightMatrix: Equatable {
    /// What red, green and blue at full light become.
    var red: SIMD3<Double>
    var green: SIMD3<Double>
    var blue: SIMD3<Double>

    static func * (matrix: LightMatrix, light: SIMD3<Double>) -> SIMD3<Double> {
        matrix.red * light.x + matrix.green * light.y + matrix.blue * light.z
    }

    static func * (left: LightMatrix, right: LightMatrix) -> LightMatrix {
        LightMatrix(red: left * right.red, green: left * right.green, blue: left * right.blue)
    }

    /// nil: the primaries do not span a space.
    var inverse: LightMatrix? {
        let determinant = (red * green.cross(blue)).sum()
        guard determinant.isFinite, abs(determinant) > 1e-6 else { return nil }
        let rows = [green.cross(blue), blue.cross(red), red.cross(green)].map { $0 / determinant }
        return LightMatrix(
            red: SIMD3(rows[0].x, rows[1].x, rows[2].x),
            green: SIMD3(rows[0].y, rows[1].y, rows[2].y),
            blue: SIMD3(rows[0].z, rows[1].z, rows[2].z)
        )
    }

    /// Whether a difference could be seen, or is left over from rounding in a profile.
    func isNear(_ other: LightMatrix) -> Bool {
        [red - other.red, green - other.green, blue - other.blue].allSatisfy {
            max(abs($0.x), abs($0.y), abs($0.z)) < 1e-3
        }
    }

    static let identity = LightMatrix(red: [1, 0, 0], green: [0, 1, 0], blue: [0, 0, 1])
}

extension SIMD3<Double> {
    fileprivate func cross(_ other: Self) -> Self {
        [y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x]
    }
}
