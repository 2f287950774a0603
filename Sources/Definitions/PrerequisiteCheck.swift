import Rollout

/// Finds every fault among the prerequisites of a set of flags, each once, at the flag where it is best mended.
///
/// Accepts what ``AppConfiguration`` accepts, which stops at the first fault, unless a flag would change at once that is
/// to change at the next launch.
struct PrerequisiteCheck {
    struct Fault: Hashable {
        /// The flag whose prerequisites are at fault.
        let flag: FlagKey
        let message: String
    }

    private let wanted: [FlagKey: [FlagKey]]
    private(set) var faults: [Fault] = []
    /// For each flag that was visited, the longest way on from it.
    private var longest: [FlagKey: [FlagKey]] = [:]

    init(_ flags: [FlagDefinition]) {
        wanted = Dictionary(flags.map { ($0.key, $0.prerequisites.map(\.flag)) }) { first, _ in first }
        for flag in wanted.keys.sorted() { visit(flag, path: []) }
        let changing = Set(flags.filter { $0.applies == .atOnce }.map(\.key))
        for flag in flags.sorted(by: { $0.key < $1.key }) where flag.applies == .nextLaunch {
            for prerequisite in flag.prerequisites.map(\.flag) where changing.contains(prerequisite) {
                let message =
                    "\(prerequisite) applies at once, and this flag with it, though it is to apply at the "
                    + "next launch; let both apply at the same time"
                faults.append(Fault(flag: flag.key, message: message))
            }
        }
    }

    /// Depth first, each flag once: a way back onto the path is a cycle.
    private mutating func visit(_ flag: FlagKey, path: [FlagKey]) {
        guard longest[flag] == nil, let next = wanted[flag] else { return }
        let limit = Flag.prerequisiteLimit
        if next.count > limit {
            faults.append(
                Fault(flag: flag, message: "\(next.count) prerequisites; at most \(limit) are allowed")
            )
        }
        var way: [FlagKey] = []
        for prerequisite in next {
            if let start = (path + [flag]).firstIndex(of: prerequisite) {
                report(cycle: (path + [flag])[start...])
                continue
            }
            visit(prerequisite, path: path + [flag])
            let onward = [prerequisite] + longest[prerequisite, default: []]
            if onward.count > way.count { way = onward }
        }
        longest[flag] = way
        // Of flags that wait too long in a row, those further back are mended with the one at the limit.
        if way.count == limit + 1 {
            let row = ([flag] + way).map(\.text).joined(separator: " → ")
            faults.append(Fault(flag: flag, message: "more than \(limit) prerequisites in a row: \(row)"))
        }
    }

    /// Written from the first of its flags in the order of their keys.
    private mutating func report(cycle: ArraySlice<FlagKey>) {
        guard let first = cycle.min(), let start = cycle.firstIndex(of: first) else { return }
        let row = cycle[start...] + cycle[..<start] + [first]
        let names = row.map(\.text).joined(separator: " → ")
        faults.append(Fault(flag: first, message: "a cycle of prerequisites: \(names)"))
    }
}
