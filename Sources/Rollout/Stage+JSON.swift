package import StrictJSON

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
