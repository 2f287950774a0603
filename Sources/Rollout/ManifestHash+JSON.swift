package import StrictJSON

extension ManifestHash {
    /// Reads what ``json`` gives.
    package init?(_ field: JSONField) {
        let hash = field.object(["manifest"])?.required("manifest")?.parsed { text throws(InvalidValue) in
            try ManifestHash(text)
        }
        guard let hash else { return nil }
        self = hash
    }

    /// `{"manifest": "<hash>"}`, in bundles and in the store.
    package var json: JSON { ["manifest": .string(text)] }
}
