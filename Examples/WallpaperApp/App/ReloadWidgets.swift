import Rollout
import WidgetConfig
import WidgetKit

/// Has the timelines made anew of the widgets that an update concerns, and of no others: reloads are counted.
func reloadWidgets(_ update: ConfigUpdate) {
    for kind in update.widgetsToReload {
        WidgetCenter.shared.reloadTimelines(ofKind: kind.text)
    }
}

/// Has all timelines made anew that show wallpapers, if there are new pictures for them.
func renewPictures(_ settings: ClientSettings) async {
    guard await fetchPictures(settings) else { return }
    for kind in Wallpapers.kinds { WidgetCenter.shared.reloadTimelines(ofKind: kind) }
}
