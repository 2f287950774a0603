import DateChecks
import DateFindings
import StrictJSON
import Thumbnails

extension DateCheckRequest {
    /// Reads a request, in which nothing may be amiss: a program wrote it.
    init(parsing bytes: [UInt8]) throws {
        let findings = Findings(unknownKeys: .refuse)
        guard let request = DateCheckRequest(JSONField(try JSON(parsing: bytes), findings: findings)),
            findings.all.isEmpty
        else { throw MalformedRequest(faults: findings.all.map { "\($0.path): \($0.message)" }) }
        self = request
    }

    /// Checks what is asked for, and draws the contact sheet when one is wanted.
    func answer() throws -> JSON {
        let devices = try devices.map { try DeviceTable(parsing: $0.canonicalBytes) }
        let selection = DateCheck.Selection(widgets: widgets.map(Set.init), locales: locales)
        var check = DateCheck(selection, devices: devices)
        let report = check.report(on: apps)
        if let sheet {
            try write(ContactSheet(report, of: apps, devices: devices).png(), toFile: sheet)
        }
        return report.json
    }
}

private struct MalformedRequest: Error, CustomStringConvertible {
    let faults: [String]

    var description: String {
        "the request cannot be read; widgetctl and datechecker must be of the same version\n"
            + faults.joined(separator: "\n")
    }
}
