import DateFindings

extension DateReport {
    /// The report in the XML that continuous integration reads, as Jenkins' JUnit plug-in has it.
    ///
    /// A suite is a widget, a case a date in a locale, a failure what has errors; warnings are output of their case.
    var junit: String {
        let byPlace = Dictionary(grouping: findings) { DatePlace(subject: $0.subject, locale: $0.locale) }
        var suites: [(name: String, places: [DatePlace])] = []
        for place in places {
            let name = "\(place.subject.app) \(place.subject.widget)"
            if suites.last?.name == name {
                suites[suites.count - 1].places.append(place)
            } else {
                suites.append((name, [place]))
            }
        }
        let body = suites.map { suite in
            let failing = suite.places.count { place in
                byPlace[place]?.contains { $0.severity == .error } ?? false
            }
            return """
                  <testsuite name="\(suite.name.inXML)" tests="\(suite.places.count)" failures="\(failing)">
                \(suite.places.map { Self.testCase($0, suite.name, byPlace[$0] ?? []) }.joined())\
                  </testsuite>

                """
        }
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"widgetctl check dates\">\n"
            + body.joined() + "</testsuites>\n"
    }

    private static func testCase(_ place: DatePlace, _ suite: String, _ findings: [DateFinding]) -> String {
        let start =
            "    <testcase classname=\"\(suite.inXML)\" name=\"\(place.subject.date.inXML) \(place.locale)\""
        // The format has one failure a case, which then names all.
        let errors = findings.filter { $0.severity == .error }
        let others = findings.filter { $0.severity != .error }
        guard !findings.isEmpty else { return start + "/>\n" }
        var text = start + ">\n"
        if let first = errors.first {
            let lines = errors.map { "\($0.rule.rawValue): \($0.message). \($0.rule.why) Fix: \($0.fix)" }
            text += "      <failure type=\"\(first.rule.rawValue)\" message=\"\(first.message.inXML)\">"
            text += lines.joined(separator: "\n").inXML + "</failure>\n"
        }
        if !others.isEmpty {
            let lines = others.map { "\($0.severity.rawValue) \($0.rule.rawValue): \($0.message)" }
            text += "      <system-out>\(lines.joined(separator: "\n").inXML)</system-out>\n"
        }
        return text + "    </testcase>\n"
    }
}

extension String {
    /// As text or an attribute's value of XML 1.0, in which control characters cannot stand at all.
    fileprivate var inXML: String {
        unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            case "\n", "\t": text.unicodeScalars.append(scalar)
            case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": text += "\u{FFFD}"
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}
