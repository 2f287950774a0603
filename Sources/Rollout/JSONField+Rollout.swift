package import StrictJSON

/// Reading the words of this module out of a document. Each reader adds a finding and gives nil when it cannot.
extension JSONField {
    /// A string, turned into something better by an initialiser that says what it would have wanted.
    package func parsed<Value>(_ parse: (String) throws(InvalidValue) -> Value) -> Value? {
        string().flatMap { parsed(name: $0, parse) }
    }

    /// The same for the name under which this value stands.
    package func parsed<Value>(name: String, _ parse: (String) throws(InvalidValue) -> Value) -> Value? {
        do throws(InvalidValue) {
            return try parse(name)
        } catch {
            return refused(error.description)
        }
    }

    /// A string that is one of an enumeration's names.
    package func named<Value: RawRepresentable<String> & CaseIterable>(_ what: String) -> Value? {
        // The names are listed only for a message.
        if case .string(let text) = value, let match = Value(rawValue: text) { return match }
        return oneOf(Value.allCases.map { ($0.rawValue, $0) }, what: what)
    }

    /// An array of an enumeration's names, none twice.
    ///
    /// A reader of newer documents passes over names that it does not know, since no caller of its own has them. Its
    /// list may then be empty, and matches nobody.
    func namedList<Value: RawRepresentable<String> & CaseIterable & Hashable>(_ what: String)
        -> [Value]?
    {
        guard findings.unknownKeys == .ignore else { return distinctList { $0.named(what) } }
        guard let names = distinctList({ $0.string() }) else { return nil }
        var values: [Value] = []
        for name in names {
            if let value = Value(rawValue: name) { values.append(value) }
        }
        return values
    }

    /// A value of that type.
    package func flagValue(_ type: FlagType) -> FlagValue? {
        do throws(InvalidValue) {
            return try FlagValue(value, type: type)
        } catch {
            return refused(error.description)
        }
    }

    /// A number from 0 to 100.
    package func percent() -> Percent? {
        let number: Double
        switch value {
        case .integer(let whole): number = Double(whole)
        case .number(let value): number = value
        default: return refused("expected a percentage from 0 to 100, found \(value.kindName)")
        }
        do throws(InvalidValue) {
            return try Percent(number)
        } catch {
            return refused(error.description)
        }
    }

    /// An array with at least one element and none twice.
    package func distinctList<Value: Hashable>(_ read: (JSONField) -> Value?) -> [Value]? {
        guard let values = list(read) else { return nil }
        guard !values.isEmpty else { return refused("must have at least one element") }
        let repetitions = values.repetitions
        for index in repetitions { findings.add("stands twice", at: .index(path, index)) }
        return repetitions.isEmpty ? values : nil
    }
}

extension Array where Element: Hashable {
    /// Where something stands that stood before.
    ///
    /// Few are compared each with each. A set of a new type costs a process that starts as much as reading a whole flag.
    fileprivate var repetitions: [Int] {
        if count <= 8 { return indices.filter { self[..<$0].contains(self[$0]) } }
        var seen: Set<Element> = []
        return indices.filter { !seen.insert(self[$0]).inserted }
    }
}
