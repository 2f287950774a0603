import AdminProtocol
import CommandLineKit
import Definitions
import LiveState
import ReleaseDesk
import Rollout

/// What `widgetctl watch` shows at one moment: first what somebody who has just been woken wants to know.
struct WatchFrame {
    let sight: Sight
    let now: Instant
    /// The store, as people call it.
    let place: String

    /// The lines, styled as the terminal can.
    ///
    /// - Parameter rows: How many there may be; what does not fit is counted instead. nil: any number.
    func lines(for terminal: Terminal, rows: Int?) -> [String] {
        let faults = rows ?? .max < 16 ? 1 : 2
        let head =
            [title(terminal, isLive: rows != nil)] + faultLines(terminal, atMost: faults)
            + loadLines(terminal, atMost: faults)
        let sections = [kills, rollouts, requests, scheduled].compactMap { $0?.laidOut(for: terminal) }
        return head + WatchLayout(sections: sections).lines(atMost: rows.map { $0 - head.count })
    }

    /// With the key that ends the program, where somebody can press it and there is room to say so.
    private func title(_ terminal: Terminal, isLive: Bool) -> String {
        let text = "\(now.wholeSecond)  revision \(sight.live.revision)  \(place)".sanitised
        guard terminal.isTerminal else { return text }
        let hint = isLive && terminal.width >= 60 ? "  q: quit" : ""
        let room = terminal.width - hint.displayWidth
        return terminal.styled(text.truncated(toWidth: room), .bold) + terminal.styled(hint, .dim)
    }

    private func faultLines(_ terminal: Terminal, atMost limit: Int) -> [String] {
        guard let fault = sight.fault else { return [] }
        let age = WatchText.span(now.seconds(since: sight.seen))
        return terminal.lines(of: "this is \(age) old: \(fault)", atMost: limit).map {
            terminal.styled($0, .red, .bold)
        }
    }
}

// MARK: - Clients

extension WatchFrame {
    private func loadLines(_ terminal: Terminal, atMost limit: Int) -> [String] {
        switch sight.load {
        case .unknown(let reason):
            return terminal.lines(of: "polls ?  waiting ?  \(reason)", atMost: limit).map {
                terminal.styled($0, .yellow)
            }
        case .known(let traffic, let rate):
            var parts = [
                rate.map(WatchText.polls) ?? "counting polls", "\(traffic.waiting) waiting",
                "\(traffic.connections) connected",
            ]
            // The least of them first, where there is no room for all.
            while terminal.isTerminal, parts.count > 1,
                parts.joined(separator: "  ").displayWidth > terminal.width
            {
                parts.removeLast()
            }
            let text = parts.joined(separator: "  ")
            let line = terminal.styled(terminal.isTerminal ? text.truncated(toWidth: terminal.width) : text)
            guard let served = sight.servedRevision else { return [line] }
            let warning =
                served < sight.live.revision
                ? "widgetd still serves revision \(served)"
                : "widgetd serves revision \(served), which this store has not: does it serve another?"
            return [line]
                + terminal.lines(of: warning, atMost: limit).map { terminal.styled($0, .yellow, .bold) }
        }
    }
}

// MARK: - The store

extension WatchFrame {
    private var kills: WatchSection? {
        let groups = WatchGroup.all(
            of: sight.live.states.flatMap { state in state.kills.map { (state.profile.id, $0.record) } }
        ) { [$0.name, $0.actor, $0.reason, "\($0.since.wholeSecond)"] }
        guard !groups.isEmpty else { return WatchSection(title: "no kills", styles: [.green], table: nil) }
        var table = Table(columns: [
            .init("KILLED"), .init("APP", whenNarrow: .wraps), .init("FOR", whenNarrow: .wraps),
            .init("SINCE"),
            .init("BY"), .init("REASON", whenNarrow: .wraps),
        ])
        // The latest is what has just happened.
        for group in groups.sorted(by: { $0.value.since > $1.value.since }) {
            let kill = group.value
            table.add([
                Table.Cell("\(kill.target)", .red, .bold), apps(group.apps), Table.Cell("\(kill.scope)"),
                Table.Cell(WatchText.span(now.seconds(since: kill.since))), Table.Cell(kill.actor),
                Table.Cell(WatchText.brief(kill.reason)),
            ])
        }
        return WatchSection(title: counted(groups.count, "kill"), styles: [.red, .bold], table: table)
    }

    /// Those that are under way; what is at its end stays as it is.
    private var rollouts: WatchSection? {
        let live = sight.live.states.flatMap { state in
            state.rollouts.sorted { $0.key < $1.key }.map {
                (state.profile.id, WatchedRollout($0.key, $0.value, now))
            }
        }.filter { [.scheduled, .running, .paused].contains($0.1.phase) }
        let groups = WatchGroup.all(of: live) {
            [$0.flag.text, $0.phase.rawValue, $0.share, $0.step, "\($0.next.map { "\($0.from)" } ?? "")"]
        }
        guard !groups.isEmpty else {
            return WatchSection(title: "no rollouts under way", styles: [.dim], table: nil)
        }
        var table = Table(columns: [
            .init("ROLLOUT"), .init("APP", whenNarrow: .wraps), .init("SHARE", alignment: .right),
            .init("STEP"),
            .init("STATE"), .init("NEXT"),
        ])
        for group in groups.sorted(by: { $0.value.order < $1.value.order }) {
            let rollout = group.value
            table.add([
                Table.Cell(rollout.flag.text), apps(group.apps), Table.Cell(rollout.share),
                Table.Cell(rollout.step), rollout.live.phaseCell(at: now),
                Table.Cell(rollout.nextWords(at: now)),
            ])
        }
        return WatchSection(
            title: counted(groups.count, "rollout") + " under way",
            styles: [.bold],
            table: table
        )
    }

    private func apps(_ apps: [AppID]) -> Table.Cell { Table.Cell(words(for: apps.map(\.text))) }

    /// Apps, each named once, as they are said in a table.
    func words(for apps: [String]) -> String {
        let isAll = apps.count > 1 && apps.count == sight.live.states.count
        return isAll ? "all \(apps.count) apps" : apps.joined(separator: ", ")
    }

    func counted(_ count: Int, _ noun: String) -> String {
        "\(count) \(noun)\(count == 1 ? "" : "s")"
    }
}

extension Terminal {
    /// Text in lines that the terminal has room for, and no more than that many; elsewhere in one.
    fileprivate func lines(of text: String, atMost limit: Int) -> [String] {
        let text = text.sanitised
        guard isTerminal else { return [text] }
        let lines = text.folded(toWidth: width)
        guard lines.count > limit else { return lines }
        let last = lines[(limit - 1)...].joined(separator: " ").truncated(toWidth: width)
        return lines.prefix(limit - 1) + [last]
    }
}
