import CCurl

/// Owns a list of header lines.
final class HeaderList {
    private(set) var pointer: UnsafeMutablePointer<curl_slist>?

    /// Whether there was memory for one more.
    func append(_ name: String, _ value: String) -> Bool {
        guard let longer = CCurl_slist_append(pointer, "\(name): \(value)") else { return false }
        pointer = longer
        return true
    }

    deinit { CCurl_slist_free_all(pointer) }
}
