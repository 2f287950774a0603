// refused: cannot be accessed from outside of the actor
import WidgetConfig

func look(_ config: ConfigClient) async -> Freshness { config.freshness }
