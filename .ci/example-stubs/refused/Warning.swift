// refused: was never used
import WidgetConfig

func waste(_ config: ConfigClient) { let settings = config.settings }
