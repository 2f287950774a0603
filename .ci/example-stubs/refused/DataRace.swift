// refused: sending value of non-Sendable type
import WidgetConfig

final class Count { var updates = 0 }

func count(_ config: ConfigClient) -> Int {
    let count = Count()
    Task { for await _ in config.updates { count.updates += 1 } }
    return count.updates
}
