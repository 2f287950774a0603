// refused: switch must be exhaustive
import Rollout

func text(_ fallback: Widget.Fallback) -> String {
    switch fallback {
    case .emblem: "emblem"
    case .placeholder: "placeholder"
    }
}
