import StrictJSON

/// The elements of an optional array, each as far as it could be read, so that what is readable can be checked even
/// when something else is not.
struct ReadList<Value> {
    /// The elements that could be read, with where they stand.
    let read: [(value: Value, field: JSONField)]
    /// Whether that is all of them.
    let isWhole: Bool

    /// - Parameter field: nil when there is no such array, which is then as good as an empty one.
    init(_ field: JSONField?, _ readElement: (JSONField) -> Value?) {
        let elements = field.map { $0.elements() } ?? []
        read = (elements ?? []).compactMap { field in readElement(field).map { ($0, field) } }
        isWhole = read.count == elements?.count
    }

    /// nil unless all of them could be read.
    var values: [Value]? { isWhole ? read.map(\.value) : nil }
}
