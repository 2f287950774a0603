import Rollout
import WidgetKit

extension WidgetKit.WidgetFamily {
    /// As the gate knows it, for the families that these widgets support.
    var known: Rollout.WidgetFamily {
        switch self {
        case .systemMedium: .systemMedium
        case .accessoryCircular: .accessoryCircular
        case .accessoryRectangular: .accessoryRectangular
        default: .systemSmall
        }
    }
}
