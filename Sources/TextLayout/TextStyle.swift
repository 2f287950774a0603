/// The font that text is shaped with.
package struct TextStyle: Hashable, Sendable {
    package enum Weight: Hashable, Sendable {
        case regular
        case bold
    }

    /// In points, above 0.
    package let size: Double
    package let weight: Weight
    /// BCP 47, such as `ja`; chooses among letters that languages write differently.
    package let language: String

    package init(size: Double, weight: Weight = .regular, language: String) {
        self.size = size
        self.weight = weight
        self.language = language
    }
}
