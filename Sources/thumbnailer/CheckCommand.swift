import CommandLineKit
import Rollout
import StrictJSON
import ThumbnailJob
import Thumbnails
import WallpaperManifest

private let all = Option.flag("all", help: "List every place, also those where nothing is wrong.")

let checkCommand = Command(
    "check",
    summary: "Prove that no picture of any recipe turns a widget black on any device.",
    discussion: """
        In each place where a recipe's pictures show, the one that an app chooses must have at most 4.4 times the \
        native pixels of the widget, leave the extension within its memory with all entries of a timeline decoded, \
        and fit the timeline's archive. What does not is an error with the numbers and the largest size that would \
        pass. Places that a recipe itself lists as unsafe are shown, and are no error.
        """,
    examples: [
        .init("After a change of a recipe", "thumbnailer check"),
        .init("Every recipe on every device, with how sharp it is", "thumbnailer check --all"),
    ],
    options: [all]
) { call in
    let files = try call.recipeFiles
    let checks = RecipeCheck.all(try files.recipes(), on: try files.devices())
    let faults = checks.filter(\.isFault)
    if call.wantsJSON {
        try call.print(.array(checks.map(\.json)))
    } else {
        let shown = call.isSet(all) ? checks : checks.filter { !$0.violations.isEmpty }
        if !shown.isEmpty { try call.write(Table(shown)) }
        let recipes = Set(checks.map(\.recipe.name)).count
        let listed = checks.count { !$0.violations.isEmpty && !$0.isFault }
        try call.print(
            "\(recipes) recipes in \(checks.count) places: \(faults.count) at fault, \(listed) unsafe and listed as such"
        )
    }
    guard faults.isEmpty else { throw UnsafeRecipes(faults: faults) }
    return .success
}

struct UnsafeRecipes: Error, CustomStringConvertible {
    let faults: [RecipeCheck]

    var description: String {
        faults.map { "recipes.\($0.recipe.name) on \($0.place.device): \($0.explanation)" }
            .joined(separator: "\n")
    }
}

extension Table {
    fileprivate init(_ checks: [RecipeCheck]) {
        self.init(columns: [
            .init("RECIPE"), .init("DEVICE"), .init("FAMILY"), .init("NATIVE", alignment: .right),
            .init("SIZE", alignment: .right), .init("SHARP", alignment: .right),
            .init("CUT", alignment: .right), .init("VERDICT", whenNarrow: .wraps),
        ])
        for check in checks {
            let sharp = check.cover.map { "\(Int($0.sharpness * 100)) %" } ?? ""
            let cut = check.cover.map { "\(Int($0.cropPercent.rounded())) %" } ?? ""
            add([
                Cell(check.recipe.name), Cell(check.place.device), Cell(check.place.family.rawValue),
                Cell("\(check.place.size)"), Cell(check.size.map { "\($0)" } ?? ""), Cell(sharp), Cell(cut),
                verdict(check),
            ])
        }
    }
}

private func verdict(_ check: RecipeCheck) -> Table.Cell {
    if check.violations.isEmpty { return Table.Cell("safe", .green) }
    let which = check.violations.map { "\($0)" }.joined(separator: ", ")
    let passing = check.largestSafe.map { "; at most \($0)" } ?? ""
    return check.isFault
        ? Table.Cell("unsafe: \(which)\(passing)", .red) : Table.Cell("listed as unsafe: \(which)", .yellow)
}
