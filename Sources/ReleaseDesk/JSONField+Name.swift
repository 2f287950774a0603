import StrictJSON

extension JSONField {
    /// A name as it was written: whether there is such a thing shows when it is looked for.
    func writtenName() -> String? {
        guard let name = string() else { return nil }
        // Longer than any name may be, so that no error repeats what was meant to be long.
        return name.utf8.count <= 256 ? name : refused("has \(name.utf8.count) bytes, and no name is so long")
    }
}
