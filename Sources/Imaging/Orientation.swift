/// How the stored pixels are to be turned for the picture to stand upright, as EXIF's Orientation tag numbers it
/// (EXIF 2.32, 4.6.4, tag 0x0112).
enum Orientation: Int {
    case upright = 1
    case mirrored = 2
    case upsideDown = 3
    case mirroredUpsideDown = 4
    case transposed = 5
    /// Upright after a quarter turn to the right.
    case turnedLeft = 6
    case transverse = 7
    /// Upright after a quarter turn to the left.
    case turnedRight = 8

    /// Whether stored rows are upright columns.
    var transposes: Bool { rawValue >= 5 }
    /// Whether stored columns run against the upright picture's coordinate that they belong to.
    var reversesColumns: Bool { [2, 3, 7, 8].contains(rawValue) }
    /// Whether stored rows run against the upright picture's coordinate that they belong to.
    var reversesRows: Bool { [3, 4, 6, 7].contains(rawValue) }
}
