package import Definitions

extension Role {
    /// Whether its holder may do all that those of another may: the roles are in order, each with what is before it.
    package func includes(_ other: Role) -> Bool { rank >= other.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
