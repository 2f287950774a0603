import NearestName
import Rollout
import StrictJSON

/// What must hold between files.
///
/// All of it looks at the documents themselves, so that a fault elsewhere in a file hides none of these.
extension DefinitionsReader {
    /// No two apps have one bundle ID or one URL scheme.
    ///
    /// They could not be installed side by side, and a tap on a widget would open either. Both are compared without
    /// case, as the App Store and RFC 3986 section 3.1 do.
    func checkUniqueness() {
        for (key, what) in [("bundleID", "bundle ID"), ("urlScheme", "URL scheme")] {
            var holders: [String: String] = [:]
            for app in apps {
                guard let text = app.member(key)?.string else { continue }
                if let holder = holders[text.lowercased()] {
                    app.findings.add("\(text) is the \(what) of \(holder) too", at: .key(.root, key))
                } else {
                    holders[text.lowercased()] = app.name
                }
            }
        }
    }

    /// The flags that gate a widget exist and are boolean.
    func checkGates() {
        let names = Set(flags.map(\.name))
        let known = flags.compactMap(\.id?.text)
        for app in apps {
            for (kind, widget) in widgets(of: app) ?? [] {
                let path = JSONPath.key(.key(.key(.root, "widgets"), kind), "flags")
                for (index, gate) in gates(of: widget).enumerated() {
                    // What breaks the rule for keys was reported where the profile was read.
                    guard let gate, let key = try? FlagKey(gate) else { continue }
                    if !names.contains(gate) {
                        app.findings.add(
                            "there is no flag \(gate)\(suggestion(for: gate, among: known))",
                            at: .index(path, index)
                        )
                    } else if let type = types[key] ?? nil, type != .boolean {
                        app.findings.add(
                            "\(gate) is of type \(type.rawValue); only a boolean flag can gate a widget",
                            at: .index(path, index)
                        )
                    }
                }
            }
        }
    }

    /// The widget that a flag is there for exists in some app, and a boolean flag gates it wherever it does.
    func checkWidgets() {
        let widgetsByApp = apps.map { (app: $0.name, widgets: widgets(of: $0)) }
        let areAllKnown = widgetsByApp.allSatisfy { $0.widgets != nil }
        for flag in flags {
            // Here too, what breaks the rule for kinds was reported already.
            guard let kind = flag.member("widget")?.string, (try? WidgetKind(kind)) != nil else { continue }
            let path = JSONPath.key(.root, "widget")
            let holders = widgetsByApp.compactMap { app, widgets in
                widgets?.first { $0.kind == kind }.map { (app: app, gates: gates(of: $0.widget)) }
            }
            if holders.isEmpty, areAllKnown {
                let kinds = Set(widgetsByApp.flatMap { ($0.widgets ?? []).map(\.kind) }).sorted()
                flag.findings.add(
                    "no app has a widget \(kind)\(suggestion(for: kind, among: kinds))",
                    at: path
                )
            }
            let ungated = holders.filter { !$0.gates.contains(flag.name) }.map(\.app)
            if !ungated.isEmpty, flag.member("type")?.string == FlagType.boolean.rawValue {
                let apps = ungated.joined(separator: ", ")
                flag.findings.add(
                    "the flag does not gate \(kind) in \(apps): add it to its flags there",
                    at: path
                )
            }
        }
    }

    /// In the order of their kinds; nil when the document does not say.
    private func widgets(of app: DefinitionSource<AppID>) -> [(kind: String, widget: JSON)]? {
        guard case .object(let members)? = app.member("widgets") else { return nil }
        return members.map { ($0.key, $0.value) }.sorted { $0.0 < $1.0 }
    }

    /// Nil for an element that is no string.
    private func gates(of widget: JSON) -> [String?] {
        guard case .array(let gates)? = widget.member("flags") else { return [] }
        return gates.map(\.string)
    }
}
