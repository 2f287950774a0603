// What the example uses of UIKit, declared as we believe that Apple declares it; nothing here does anything.

public final class UIImage: Sendable {
    public init?(contentsOfFile path: String) { nil }
}
