// refused: 'WidgetFamily' is ambiguous for type lookup
import Rollout
import WidgetKit

func isSmall(_ family: WidgetFamily) -> Bool { family == .systemSmall }
