import CommandLineKit
import Definitions
import LiveState
import ReleaseDesk
import Rollout
import RolloutStore

/// What the shell offers comes from the store that the command line names.
extension Completion {
    static let apps = Completion.computed { call in
        try call.readingDesk().states(of: .all).map(\.profile.id.text)
    }

    static let appsAndAll = Completion.computed { call in
        try call.readingDesk().states(of: .all).map(\.profile.id.text) + ["all"]
    }

    static let widgets = Completion.computed { call in
        let widgets = try call.readingDesk().states(of: .all).flatMap(\.profile.widgets)
        return Set(widgets.map(\.widget.kind.text)).sorted()
    }

    static let flags = Completion.computed { call in
        let flags = try call.readingDesk().states(of: .all).flatMap(\.definitions)
        return Set(flags.map(\.key.text)).sorted()
    }

    /// The locales of the apps.
    static let locales = Completion.computed { call in
        try call.readingDesk().states(of: .all).map(\.profile).locales
    }

    /// The numbers of scheduled changes.
    static let scheduled = Completion.computed { call in
        try call.readingDesk().scheduled().map { "\($0.change.id)" }
    }

    /// The numbers of requests.
    static let requests = Completion.computed { call in
        try call.readingDesk().requests().map { "\($0.request.id)" }
    }

    /// The latest.
    static let revisions = Completion.computed { call in
        try call.readingDesk().history(limit: 20).commands.map { "\($0[0].revision)" }
    }
}
