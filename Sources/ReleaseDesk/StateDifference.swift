import Definitions
import LiveState
import Rollout

/// What is different between two states of one app, in words.
struct StateDifference {
    /// nil: the app was not there.
    let before: AppState?
    let after: AppState?
    /// The moments that the shares of rollouts are told for.
    let timeBefore: Instant
    let timeAfter: Instant

    /// A phrase a difference, definitions first: "the override spacing: 60 instead of 30".
    var words: [String] {
        switch (before, after) {
        case (nil, nil): []
        case (nil, let new?): ["a new app with \(new.definitions.count) flags"] + wallpapers + live
        case (_?, nil): ["the app is gone"]
        case (_?, _?): definitions + wallpapers + live
        }
    }

    /// What is different in the profile and in the definitions of flags.
    var definitions: [String] {
        guard let before, let after else { return [] }
        return before.profile.changes(to: after.profile)
            + Set((before.definitions + after.definitions).map(\.key)).sorted().flatMap { key -> [String] in
                switch (before.definition(key), after.definition(key)) {
                case (let old?, let new?): old.changes(to: new).map { "\(key): \($0)" }
                case (_?, nil): ["\(key): the flag is gone"]
                case (nil, let new?): ["\(key): a new flag, default \(new.defaultValue)"]
                case (nil, nil): []
                }
            }
    }

    /// Which manifest of wallpapers is another one.
    var wallpapers: [String] {
        switch (before?.wallpapers, after?.wallpapers) {
        case (let old?, let new?) where old != new: ["wallpapers: \(new.words) instead of \(old.shortened)"]
        case (nil, let new?): ["wallpapers: \(new.words)"]
        case (let old?, nil): ["wallpapers: none, instead of \(old.words)"]
        default: []
        }
    }

    /// What is different in overrides, rollouts and kills.
    var live: [String] { flags.flatMap { overrides($0) + rollouts($0) } + kills }

    /// The flags whose override or rollout is another one.
    var flags: [FlagKey] {
        let (old, new) = (before, after)
        let keys = [old, new].compactMap(\.self).flatMap {
            Array($0.overrides.keys) + Array($0.rollouts.keys)
        }
        return Set(keys).sorted().filter {
            old?.overrides[$0] != new?.overrides[$0] || old?.rollouts[$0] != new?.rollouts[$0]
        }
    }

    /// The kills that are in force before and not after, whoever made them and why.
    var lifted: [ActiveKill] { (before?.kills ?? []).filter { !($0.isIn(after)) } }

    /// The kills that are in force after and not before.
    var made: [ActiveKill] { (after?.kills ?? []).filter { !($0.isIn(before)) } }

    private func overrides(_ key: FlagKey) -> [String] {
        switch (before?.overrides[key], after?.overrides[key]) {
        case (let old?, let new?) where old != new: ["\(key): set to \(new) instead of \(old)"]
        case (nil, let new?): ["\(key): set to \(new)"]
        case (let old?, nil): ["\(key): no longer set to \(old)"]
        default: []
        }
    }

    private func rollouts(_ key: FlagKey) -> [String] {
        switch (before?.rollouts[key], after?.rollouts[key]) {
        case (let old?, let new?) where old != new:
            ["\(key): \(old.words(at: timeBefore)) to \(new.words(at: timeAfter))"]
        case (nil, let new?): ["\(key): a rollout, \(new.words(at: timeAfter))"]
        case (let old?, nil): ["\(key): no rollout, instead of \(old.words(at: timeBefore))"]
        default: []
        }
    }

    private var kills: [String] {
        made.map { "killed: \($0.record.words)" } + lifted.map { "no longer killed: \($0.record.words)" }
    }
}

extension ActiveKill {
    fileprivate func isIn(_ state: AppState?) -> Bool {
        state?.kills.contains { $0.record.name == record.name } ?? false
    }
}

extension KillRecord {
    /// "WallpaperLockWidget for locale ja (by ana: date glitch)".
    fileprivate var words: String { "\(target) for \(scope) (by \(actor): \(reason))" }
}

extension ManifestHash {
    /// As much as tells two of one app apart: "manifest 5d1c0a1283ef".
    var words: String { "manifest \(shortened)" }

    fileprivate var shortened: Substring { text.prefix(12) }
}

extension LiveRollout {
    /// "20 %, paused; waiting: 50 %, 100 %".
    func words(at now: Instant) -> String {
        var words = "\(percent(at: now)) %, \(phase(at: now).rawValue)"
        let coming = stages.filter { $0.from > now }
        if !coming.isEmpty {
            let ends = coming.count == 1 ? [coming[0]] : [coming[0], coming[coming.count - 1]]
            words += "; " + ends.map { "\($0.percent) % at \($0.from)" }.joined(separator: ", ")
        }
        if !waiting.isEmpty {
            words += "; waiting: " + waiting.map { "\($0.percent) %" }.joined(separator: ", ")
        }
        return words
    }
}
