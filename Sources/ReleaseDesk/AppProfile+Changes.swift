import Definitions
import Rollout
import StrictJSON

extension AppProfile {
    /// What is different in a newer profile of the same app, a phrase a difference: "minimum OS 17.4 to 18".
    func changes(to new: AppProfile) -> [String] {
        var changes = Differences()
        changes.compare("name", name, new.name)
        changes.compare("bundle ID", bundleID, new.bundleID)
        changes.compare("App Group", appGroup, new.appGroup)
        changes.compare("minimum OS", minimumOS.description, new.minimumOS.description)
        changes.compare("URL scheme", urlScheme, new.urlScheme)
        changes.compare("locales", Differences.list(locales), Differences.list(new.locales))
        changes.compare("approvals", approvals.words, new.approvals.words)
        for widget in widgets {
            let kind = widget.widget.kind
            if let newer = new.widget(kind) {
                changes.phrases += widget.changes(to: newer).map { "\(kind): \($0)" }
            } else {
                changes.phrases.append("the widget \(kind) is gone")
            }
        }
        for added in new.widgets where widget(added.widget.kind) == nil {
            changes.phrases.append("a new widget \(added.widget.kind)")
        }
        return changes.phrases
    }
}

extension WidgetProfile {
    fileprivate func changes(to new: WidgetProfile) -> [String] {
        var changes = Differences()
        let (old, newer) = (widget, new.widget)
        changes.compare(
            "families",
            Differences.list(old.families.map(\.rawValue)),
            Differences.list(newer.families.map(\.rawValue))
        )
        changes.compare("gates", Differences.list(old.flags), Differences.list(newer.flags))
        changes.compare("when disabled", old.whenDisabled.rawValue, newer.whenDisabled.rawValue)
        changes.compare("timeline", old.timeline.words, newer.timeline.words)
        changes.compare(
            "dates",
            Differences.list(dates.map(\.words)),
            Differences.list(new.dates.map(\.words))
        )
        changes.compare(
            "images",
            Differences.list(images.map(\.words)),
            Differences.list(new.images.map(\.words))
        )
        changes.compare("refresh", refresh.words, new.refresh.words)
        changes.compare("StandBy", standBy.words, new.standBy.words)
        return changes.phrases
    }
}

extension Timeline {
    /// "timer, 6 entries 30 minutes apart, next after 180 minutes".
    fileprivate var words: String {
        var words = "\(pattern.rawValue), \(entries) \(entries == 1 ? "entry" : "entries")"
        if let entrySpacingMinutes { words += " \(entrySpacingMinutes) minutes apart" }
        if let nextTimelineAfterMinutes { words += ", next after \(nextTimelineAfterMinutes) minutes" }
        if !reloadsOn.isEmpty { words += ", reloads on \(Differences.list(reloadsOn))" }
        return words
    }
}

extension ImageDeclaration {
    /// "2 wallpaper in systemSmall (recipe small, dimmed too)".
    fileprivate var words: String {
        let pixels =
            switch source {
            case .size(let width, let height): "\(width)x\(height) pixels"
            case .recipe(let name): "recipe \(name)"
            }
        return (perEntry == 1 ? "" : "\(perEntry) ") + "\(id) in \(family.rawValue) (\(pixels)"
            + (isDimmable ? ", dimmed too)" : ")")
    }
}

extension RefreshDeclaration {
    /// "a day 4 reloads in the foreground, 0 in the background and 2 by push, on the clock, up to 5 minutes later".
    fileprivate var words: String {
        "a day \(foregroundReloadsPerDay) reloads in the foreground, \(backgroundReloadsPerDay) in the background "
            + "and \(pushReloadsPerDay) by push" + (onTheClock ? ", on the clock" : "")
            + (jitterMinutes > 0 ? ", up to \(jitterMinutes) minutes later" : "")
    }
}

extension StandByDeclaration? {
    /// "drops headline"; "not said" when the profile does not say.
    fileprivate var words: String {
        guard let self else { return "not said" }
        let drops = self.drops.isEmpty ? "drops nothing" : "drops \(Differences.list(self.drops))"
        return self.isShown ? drops : "not shown, \(drops)"
    }
}

extension DateDeclaration {
    /// "day in accessoryCircular (template d)", and what else is declared: "(pattern h:mm, lines 2)".
    fileprivate var words: String {
        guard case .object(let declared) = json else { return id }
        let details = declared.filter { $0.key != "id" && $0.key != "family" }
        // The format first, and then the rest in the order of its names.
        let forms = ["pattern", "style", "template"]
        let first = details.filter { forms.contains($0.key) }
        let rest = details.filter { !forms.contains($0.key) }.sorted { $0.key < $1.key }
        let words = (Array(first) + rest).map { "\($0.key) \($0.value.string ?? $0.value.text)" }
        return "\(id) in \(family.rawValue) (\(words.joined(separator: ", ")))"
    }
}
