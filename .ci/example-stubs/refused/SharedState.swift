// refused: is not concurrency-safe
import WidgetConfig

var client: ConfigClient?
