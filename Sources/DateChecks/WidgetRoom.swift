import Foundation
import Definitions
import Rollout
import Thumbnails

/// The width that one line of text has in a widget on a device.
struct WidgetRoom: Equatable {
    let device: String
    /// In points.
    let width: Double
}

extension WidgetRoom {
    /// The room on each device that has the family, the narrowest first.
    static func all(of family: WidgetFamily, on devices: DeviceTable, fontSize: Double) -> [WidgetRoom] {
        let rooms = devices.devices.compactMap { device in
            device.layoutSizes[family].map {
                WidgetRoom(device: device.name, width: width(of: family, $0, fontSize: fontSize))
            }
        }
        return rooms.sorted { ($0.width, $0.device) < ($1.width, $1.device) }
    }

    /// The room of one line in a widget of some size, in points.
    static func width(of family: WidgetFamily, _ size: PointSize, fontSize: Double) -> Double {
        switch family {
        case .systemSmall, .systemMedium, .systemLarge, .systemExtraLarge: size.width - 2 * contentMargin
        case .accessoryRectangular, .accessoryInline, .accessoryCorner: size.width
        case .accessoryCircular:
            // The chord of the circle at the height of a line through its middle.
            max(size.width * size.width - lineHeight * fontSize * lineHeight * fontSize, 0).squareRoot()
        }
    }

    /// WidgetKit's, in points on each side of a Home Screen widget.
    private static let contentMargin = 16.0
    /// Of the height of the letters.
    private static let lineHeight = 1.2
}

extension WidgetFamily {
    /// The size of SwiftUI's text where none is set, in points: the body style on the Home Screen, and on the Lock
    /// Screen what the system draws beside the clock.
    var defaultFontSize: Double {
        switch self {
        case .systemSmall, .systemMedium, .systemLarge, .systemExtraLarge: 17
        case .accessoryRectangular, .accessoryInline: 15
        case .accessoryCircular, .accessoryCorner: 12
        }
    }
}
