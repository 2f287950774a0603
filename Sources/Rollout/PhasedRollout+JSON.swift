package import StrictJSON

extension PhasedRollout {
    /// Reads `{"value", "salt", "stages"}`.
    package init?(_ field: JSONField, type: FlagType) {
        guard let object = field.object(["value", "salt", "stages"]) else { return nil }
        let value = object.required("value")?.flagValue(type)
        let salt = object.required("salt")?.string()
        let stages = object.required("stages")?.list(Stage.init)
        guard let value, let salt, let stages else { return nil }
        self.init(value: value, salt: salt, stages: stages)
    }

    package var json: JSON {
        ["value": value.json, "salt": .string(saltText), "stages": .array(stages.map(\.json))]
    }
}
