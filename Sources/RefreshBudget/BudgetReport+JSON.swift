import Rollout
package import StrictJSON
import Thumbnails
import WallpaperManifest

extension BudgetReport {
    /// Everything of it, for programs.
    package var json: JSON {
        var object: [String: JSON] = [
            "app": .string(app.text), "widget": .string(widget.text), "plan": plan.json, "week": week.json,
            "generousWeek": generousWeek.json, "pictures": .array(pictures.map(\.json)), "load": load.json,
            "dimmed": dimmed.json, "findings": .array(findings.map(\.json)),
            "passes": .bool(!isFaulty),
        ]
        object["standByWeek"] = standByWeek?.json
        object["lateWeek"] = lateWeek?.json
        object["fix"] = fix?.json
        return .object(object)
    }
}

extension BudgetFinding {
    package var json: JSON {
        [
            "rule": .string(rule.rawValue), "severity": .string(severity.rawValue),
            "message": .string(message), "fix": fix.map { .string($0) } ?? .null,
        ]
    }
}

extension RefreshPlan {
    fileprivate var json: JSON {
        [
            "entries": JSON(entries), "entrySpacingMinutes": JSON(spacingMinutes), "policy": policy.json,
            "onTheClock": .bool(isOnTheClock), "jitterMinutes": JSON(jitterMinutes),
            "foregroundReloadsPerDay": JSON(foregroundReloadsPerDay),
            "backgroundReloadsPerDay": JSON(backgroundReloadsPerDay),
            "pushReloadsPerDay": JSON(pushReloadsPerDay), "freshMinutes": JSON(freshMinutes),
        ]
    }
}

extension RefreshPlan.Policy {
    fileprivate var json: JSON {
        switch self {
        case .atEnd: "atEnd"
        case .never: "never"
        case .after(let minutes): ["afterMinutes": JSON(minutes)]
        }
    }
}

extension SimulatedWeek {
    /// Minutes are counted from midnight of the first of the seven days.
    fileprivate var json: JSON {
        let stills = stillsOfWeek.map { still -> JSON in
            [
                "from": JSON(still.minutes.lowerBound - Self.span.lowerBound),
                "until": JSON(still.minutes.upperBound - Self.span.lowerBound),
                "cause": .string(still.cause.rawValue),
            ]
        }
        let reloads = reloadsOfWeek.map { reload -> JSON in
            [
                "minute": JSON(reload.minute - Self.span.lowerBound), "cause": .string(reload.cause.rawValue),
                "counted": .bool(reload.isCounted),
            ]
        }
        return [
            "budget": JSON(conditions.budget), "standBy": .bool(conditions.isInStandBy),
            "reloadsPerDay": .number(reloadsPerDay), "countedPerDay": .number(countedPerDay),
            "mostCounted": JSON(mostCounted), "asleepShare": .number(asleepShare()),
            "stillMinutesByDay": .array(stillMinutesByDay.map { JSON($0) }), "stills": .array(stills),
            "reloads": .array(reloads),
        ]
    }
}

extension PictureCheck {
    fileprivate var json: JSON {
        [
            "device": .string(place.device), "family": .string(place.family.rawValue),
            "native": place.size.json, "largest": largest?.json ?? .null, "areaCap": JSON(areaCap),
            "decodedBytes": JSON(decodedBytes), "memoryBytes": JSON(memoryBytes),
            "archivedBytes": JSON(archivedBytes), "archiveBytes": JSON(archiveBytes),
            "entriesThatFit": entriesThatFit == .max ? .null : JSON(entriesThatFit),
            "violations": .array(violations.map { .string($0.rawValue) }),
        ]
    }
}

extension ServerLoad {
    fileprivate var json: JSON {
        let spikes = spikes.map { spike -> JSON in
            [
                "cause": .string(spike.cause.rawValue), "everyMinutes": .number(spike.everyMinutes),
                "perSecond": .number(spike.perSecond), "perSecondWithoutJitter": .number(spike.withoutJitter),
            ]
        }
        return [
            "installations": JSON(installations), "reloadsPerDay": .number(reloadsPerDay),
            "meanPerSecond": .number(meanPerSecond), "peakPerSecond": .number(peakPerSecond),
            "spikes": .array(spikes), "advisedJitterMinutes": JSON(advisedJitterMinutes),
            "advisedPerSecond": advisedPerSecond.map { .number($0) } ?? .null,
        ]
    }
}

extension DimmedCheck {
    fileprivate var json: JSON {
        [
            "declared": .bool(isDeclared), "staysLit": .texts(staysLit), "drops": .texts(drops),
            "withoutDimmedVariant": .texts(withoutDimmedVariant), "countsSeconds": .texts(countsSeconds),
        ]
    }
}

extension RefreshFix {
    fileprivate var json: JSON {
        [
            "pattern": pattern.map { .string($0.rawValue) } ?? .null, "entries": JSON(entries),
            "entrySpacingMinutes": JSON(spacingMinutes),
            "nextTimelineAfterMinutes": JSON(nextTimelineAfterMinutes),
            "foreignReloadsPerDay": JSON(foreignReloadsPerDay),
        ]
    }
}

extension JSON {
    /// A whole number; null for nil.
    fileprivate init(_ number: Int?) { self = number.map { .integer(Int64($0)) } ?? .null }

    fileprivate static func texts(_ texts: [String]) -> JSON { .array(texts.map { .string($0) }) }
}
