/// A model identifier such as `iPhone15,2`, or the start of several followed by `*`: `iPad*`.
public struct DevicePattern: Hashable, Sendable, CustomStringConvertible {
    /// As it was written.
    public let description: String
    private let stem: String
    private let isPrefix: Bool

    /// - Throws: ``InvalidValue`` when empty or with a `*` elsewhere than at the end.
    public init(parsing text: String) throws(InvalidValue) {
        let stem = text.hasSuffix("*") ? String(text.dropLast()) : text
        guard !text.isEmpty, !stem.contains("*") else {
            throw InvalidValue("\"\(text)\" is not a device; write it like iPhone15,2 or iPad*")
        }
        description = text
        self.stem = stem
        isPrefix = text.hasSuffix("*")
    }

    /// Whether a device is that model, or begins like it.
    public func matches(_ device: String) -> Bool {
        isPrefix ? device.hasPrefix(stem) : device == stem
    }

    /// Whether every device that `other` matches is matched by this pattern too.
    func contains(_ other: DevicePattern) -> Bool {
        isPrefix ? other.stem.hasPrefix(stem) : !other.isPrefix && other.stem == stem
    }
}
