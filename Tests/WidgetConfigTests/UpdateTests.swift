import Foundation
import Rollout
import Testing
import TestSupport

@testable import WidgetConfig

@Suite("A change and the one after it, as one")
struct UpdateTests {
    private let kill = Kill(target: .app, scope: .everyone, revision: 7)
    private let spacing = FlagKey.spacing

    private func decision(_ value: Int64) -> Decision { Decision(value: .integer(value), reason: .default) }

    private func update(
        _ revision: Int64,
        _ flags: [(FlagKey, Int64?, Int64?)] = [],
        begun: [Kill] = [],
        lifted: [Kill] = [],
        reload: [WidgetKind] = [],
        wallpapers: ManifestHash? = nil
    ) -> ConfigUpdate {
        ConfigUpdate(
            revision: revision,
            flags: flags.map { .init(key: $0, old: $1.map(decision), new: $2.map(decision)) },
            killsBegun: begun,
            killsLifted: lifted,
            widgetsToReload: reload,
            wallpapers: wallpapers
        )
    }

    @Test("say what is different from before both to after both")
    func flags() {
        let first = update(1, [(.spacing, 1, 2), (.tapTarget, nil, 5)])
        let second = update(2, [(.lockWidget, 8, 9), (.spacing, 2, 3)])
        #expect(
            first.merged(with: second)
                == update(2, [(.lockWidget, 8, 9), (.spacing, 1, 3), (.tapTarget, nil, 5)])
        )
    }

    @Test("say nothing of what came and went")
    func cancelled() {
        let first = update(1, [(.spacing, 1, 2)], begun: [kill])
        let second = update(2, [(.spacing, 2, 1)], lifted: [kill])
        #expect(first.merged(with: second) == update(2) && update(2).isEmpty)
        #expect(update(1, lifted: [kill]).merged(with: update(2, begun: [kill])) == update(2))
    }

    @Test("have every widget reload that either would")
    func reloads() {
        let merged = update(1, reload: [.lock]).merged(with: update(2, reload: [.home, .lock]))
        #expect(merged == update(2, reload: [.home, .lock]) && !merged.isEmpty)
    }

    @Test("name the newer of two manifests, or the only one")
    func wallpapers() {
        let (old, new) = (ManifestHash(of: [1]), ManifestHash(of: [2]))
        #expect(
            update(1, wallpapers: old).merged(with: update(2, wallpapers: new)) == update(2, wallpapers: new)
        )
        let merged = update(1, wallpapers: old).merged(with: update(2))
        #expect(merged == update(2, wallpapers: old) && !merged.isEmpty)
    }

    @Test("reach a consumer that was slow, and nobody that came later")
    func slowConsumer() async {
        let broadcast = UpdateBroadcast()
        let slow = broadcast.subscribe()
        for revision in 1...1_000 {
            broadcast.send(update(Int64(revision), [(.spacing, Int64(revision - 1), Int64(revision))]))
        }
        let late = broadcast.subscribe()
        broadcast.send(update(1_001))
        var iterator = slow.makeAsyncIterator()
        #expect(await iterator.next() == update(1_001, [(.spacing, 0, 1_000)]))
        iterator = late.makeAsyncIterator()
        #expect(await iterator.next() == update(1_001))
    }

    @Test("end with whoever sends them, and with the task that wants them")
    func end() async {
        var broadcast: UpdateBroadcast? = UpdateBroadcast()
        let updates = broadcast?.subscribe()
        broadcast = nil
        var iterator = updates?.makeAsyncIterator()
        #expect(await iterator?.next() == nil)
        let other = UpdateBroadcast()
        let task = Task { () -> ConfigUpdate? in
            var iterator = other.subscribe().makeAsyncIterator()
            return await iterator.next()
        }
        task.cancel()
        #expect(await task.value == nil)
    }
}
