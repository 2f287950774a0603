import CommandLineKit
import StrictJSON

let checkCommand = Command(
    "check",
    summary: "Check what is defined before it goes out; alone, everything of all apps.",
    discussion: """
        Reads Apps/ and Thumbnails/, not the store. Ends with exit code 1 when anything is an error; warnings alone end \
        with 0.
        """,
    examples: [.init("In continuous integration", "widgetctl check")],
    subcommands: [checkBudgetCommand, checkDatesCommand]
) { call in
    let results = try checks.map { try $0(call) }
    if call.wantsJSON {
        let members = results.map { ($0.name, $0.json) }
        try call.print(.object(Dictionary(members) { first, _ in first }))
    } else {
        for (index, result) in results.enumerated() {
            if index > 0 { try call.print() }
            try call.heading(result.title)
            try result.show(call)
        }
    }
    return try results.verdict
}

/// Every check there is, each of all apps.
private let checks: [@Sendable (Invocation) throws -> CheckResult] = [budgetCheck, datesCheck]

/// What a check found.
struct CheckResult {
    /// The subcommand's.
    let name: String
    /// What stands above it when there are others.
    let title: String
    /// How many of its findings are errors.
    let errors: Int
    let json: JSON
    /// Prints it as text.
    let show: (Invocation) throws -> Void
}

extension [CheckResult] {
    /// Success, unless any of them found an error.
    var verdict: ExitCode {
        get throws {
            let failed = filter { $0.errors > 0 }
            guard failed.isEmpty else { throw FailedCheck(counts: failed.map { ($0.name, $0.errors) }) }
            return .success
        }
    }
}

/// What is defined must not go out.
private struct FailedCheck: Error, CustomStringConvertible {
    /// The checks that found errors, and how many.
    let counts: [(check: String, errors: Int)]

    var description: String {
        counts.map { check, errors in "\(check): \(errors) \(errors == 1 ? "error" : "errors")" }
            .joined(separator: "\n")
    }
}
