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

extension Stage {
    /// Reads `{"from", "percent"}`.
    package init?(_ field: JSONField) {
        guard let object = field.object(["from", "percent"]) else { return nil }
        let from = object.required("from")?.parsed(Instant.init(parsing:))
        let percent = object.required("percent")?.percent()
        guard let from, let percent else { return nil }
        self.init(from: from, percent: percent)
    }

    package var json: JSON { ["from": .string("\(from)"), "percent": percent.json] }
}

extension Percent {
    /// An integer where it is one.
    package var json: JSON {
        buckets % 10_000 == 0 ? .integer(Int64(buckets / 10_000)) : .number(Double(buckets) / 10_000)
    }
}
