import Definitions
import LiveState
import Rollout

/// A rollout as `widgetctl watch` shows it at one moment.
struct WatchedRollout {
    let flag: FlagKey
    let live: LiveRollout
    let phase: LiveRollout.Phase
    /// "5 %".
    let share: String
    /// "3 of 7".
    let step: String
    /// nil: none comes by itself.
    let next: Stage?

    init(_ flag: FlagKey, _ live: LiveRollout, _ now: Instant) {
        self.flag = flag
        self.live = live
        phase = live.phase(at: now)
        share = "\(live.percent(at: now)) %"
        let reached = live.stages.count { $0.from <= now }
        step = "\(reached) of \(live.stages.count + live.waiting.count)"
        next = live.phased.nextStage(after: now)
    }

    /// What changes next comes first; what is held is last.
    var order: (Int64, String) { (next?.from.millisecondsSince1970 ?? .max, flag.text) }

    /// "10 % in 3 h 12 min", "10 % after a resume".
    func nextWords(at now: Instant) -> String {
        if let waiting = live.waiting.first { return "\(waiting.percent) % after a resume" }
        return next.map { "\($0.percent) % in \(WatchText.span($0.from.seconds(since: now)))" } ?? ""
    }
}
