import Rollout
import WidgetConfig
import WidgetKit

/// Has the timelines made anew of the widgets that an update concerns, and of no others: reloads are counted.
func reloadWidgets(_ update: ConfigUpdate) {
    for kind in update.widgetsToReload {
        WidgetCenter.shared.reloadTimelines(ofKind: kind.text)
    }
}
