import RefreshBudget
import StrictJSON
import Testing
import TestSupport

/// The same weeks by another program, which goes from event to event instead of from minute to minute.
enum WeekOracle {
    struct Week: Equatable {
        /// Minute and whether it counts.
        let reloads: [[Int64]]
        /// From and until.
        let stills: [[Int64]]

        /// What this week has where another has something else; nil when they are equal.
        func firstDifference(from other: Week) -> String? {
            for (name, mine, theirs) in [
                ("reloads", reloads, other.reloads), ("stills", stills, other.stills),
            ] {
                for index in 0..<max(mine.count, theirs.count) {
                    let pair = [mine, theirs].map { $0.indices.contains(index) ? $0[index] : [] }
                    if pair[0] != pair[1] { return "\(name)[\(index)]: \(pair[0]), not \(pair[1])" }
                }
            }
            return nil
        }
    }

    static func weeks(_ cases: [(RefreshPlan, SimulatedWeek.Conditions)]) throws -> [Week] {
        let request = JSON.array(cases.map { $0.request($1) })
        guard case .array(let answers) = try Python.answer(to: request, script) else { return [] }
        return answers.map { Week(reloads: $0.pairs("reloads"), stills: $0.pairs("stills")) }
    }

    private static let script = """
        DAY, END = 1440, 8 * 1440

        def spread(count, start, length):
            return [start + (2 * k + 1) * length // (2 * count) for k in range(count)]

        def asleep(t):
            return t % DAY < 420 or t % DAY >= 1380

        def week(c):
            interval, fresh = c["interval"], c["fresh"]
            asked = [(d * DAY + t, kind) for d in range(8) for kind, times in
                     ((0, spread(c["foreground"], 420, 960)), (1, spread(c["foreign1"], 0, DAY)),
                      (1, spread(c["foreign2"], 0, DAY))) for t in times]
            asked = sorted(set(e for e in asked if e[0] >= 420))
            counted, reloads, stills = [], [], []
            state = {"last": None, "wanted": 420}

            def grant(wanted):
                t, last = wanted, state["last"] if state["last"] is not None else -100
                while True:
                    if c["standby"] and asleep(t):
                        woken = (t - 420 + DAY - 1) // DAY * DAY + 420
                        at = max(t, last + 15)
                        if at < woken:
                            return at, False
                        t = woken
                        continue
                    free = counted[-c["budget"]] + DAY if len(counted) >= c["budget"] else t
                    at = max(t, free)
                    if c["standby"]:
                        bed = t // DAY * DAY + 1380
                        if at >= bed:
                            t = bed
                            continue
                    return at, True

            def reload(t, counts):
                if state["last"] is not None and fresh is not None and state["last"] + fresh < t:
                    stills.append([state["last"] + fresh, t])
                if counts:
                    counted.append(t)
                reloads.append([t, int(counts)])
                state["last"] = t
                if interval is None:
                    state["wanted"] = None
                elif c["grid"]:
                    state["wanted"] = (t // interval + 1) * interval
                else:
                    state["wanted"] = t + interval

            position = 0
            while True:
                at, counts = grant(state["wanted"]) if state["wanted"] is not None else (END, True)
                while position < len(asked) and state["last"] is not None and asked[position][0] <= state["last"]:
                    position += 1
                if position < len(asked) and asked[position][0] <= min(at, END - 1):
                    t, kind = asked[position]
                    position += 1
                    if kind == 0:
                        reload(t, False)
                    elif state["wanted"] is None or t < state["wanted"]:
                        state["wanted"] = t
                    continue
                if at >= END:
                    break
                reload(at, counts)
            if fresh is not None and state["last"] + fresh < END:
                stills.append([state["last"] + fresh, END])
            return {"reloads": reloads, "stills": stills}

        answer = [week(c) for c in request]
        """
}

extension RefreshPlan {
    fileprivate func request(_ conditions: SimulatedWeek.Conditions) -> JSON {
        let interval = intervalMinutes.map { max(1, $0) + (conditions.isLate ? jitterMinutes : 0) }
        // Spelt out once more, so that the property under test is not asked.
        let fresh = entries > 1 ? entries * (spacingMinutes ?? 0) : intervalMinutes.map { $0 + jitterMinutes }
        return [
            "interval": interval.map { .integer(Int64($0)) } ?? .null,
            "fresh": fresh.map { .integer(Int64($0)) } ?? .null,
            "foreground": .integer(Int64(foregroundReloadsPerDay)),
            "foreign1": .integer(Int64(backgroundReloadsPerDay)),
            "foreign2": .integer(Int64(pushReloadsPerDay)), "budget": .integer(Int64(conditions.budget)),
            "standby": .bool(conditions.isInStandBy), "grid": .bool(isOnTheClock && !conditions.isLate),
        ]
    }
}

extension JSON {
    fileprivate func pairs(_ key: String) -> [[Int64]] {
        guard case .array(let pairs)? = member(key) else { return [] }
        return pairs.map { pair in
            guard case .array(let numbers) = pair else { return [] }
            return numbers.map { if case .integer(let number) = $0 { number } else { -1 } }
        }
    }
}

extension SimulatedWeek {
    /// In the oracle's form: stretches that follow each other are one, whatever their causes.
    var oracleForm: WeekOracle.Week {
        var joined: [[Int64]] = []
        for still in stills {
            let (from, until) = (Int64(still.minutes.lowerBound), Int64(still.minutes.upperBound))
            if joined.last?[1] == from {
                joined[joined.count - 1][1] = until
            } else {
                joined.append([from, until])
            }
        }
        return WeekOracle.Week(
            reloads: reloads.map { [Int64($0.minute), $0.isCounted ? 1 : 0] },
            stills: joined
        )
    }
}
