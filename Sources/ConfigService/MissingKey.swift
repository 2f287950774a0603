/// That there is no key to sign with.
package struct MissingKey: Error, Equatable, Sendable, CustomStringConvertible {
    /// Where one was looked for.
    package let directory: String

    package var description: String {
        "\(directory): no key is active; `widgetctl keys create` makes one, and --unsigned does without"
    }
}
