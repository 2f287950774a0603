import CommandLineKit
import StrictJSON
import ThumbnailJob
import Thumbnails

private let check = Option.flag("check", help: "Write nothing; fail when the file is not up to date.")

let classesCommand = Command(
    "classes",
    summary: "Compute the sizes that every recipe needs, and write them into recipes.json.",
    discussion: """
        For each recipe these are the fewest pictures with which every device has one that is as sharp as its screen \
        and within every limit. Where a limit is in the way, the picture is as sharp as the limit allows, and the file \
        and the table say how far below that is.
        """,
    examples: [
        .init("After a change of devices.json or of a recipe", "thumbnailer classes"),
        .init("In continuous integration", "thumbnailer classes --check"),
    ],
    options: [check]
) { call in
    let files = try call.recipeFiles
    let book = try files.recipes().computed(for: try files.devices())
    let isCurrent = try files.holds(book)
    if call.wantsJSON { try call.print(book.json) } else { try call.write(Table(book)) }
    if isCurrent { return .success }
    if call.isSet(check) { throw StaleClasses() }
    try files.write(book)
    try call.output.standardError.print("recipes.json is written")
    return .success
}

private struct StaleClasses: Error, CustomStringConvertible {
    var description: String { "recipes.json is not what devices.json asks for; run `thumbnailer classes`" }
}

extension Table {
    fileprivate init(_ book: RecipeBook) {
        self.init(columns: [
            .init("RECIPE"), .init("SIZE", alignment: .right), .init("DEVICES", whenNarrow: .wraps),
            .init("BELOW NATIVE", whenNarrow: .wraps),
        ])
        for recipe in book.recipes {
            switch recipe.sizing {
            case .classes(let classes):
                for sizeClass in classes {
                    let below = sizeClass.belowNative.sorted { $0.key < $1.key }
                    add([
                        recipe.name, "\(sizeClass.size)", sizeClass.places.joined(separator: ", "),
                        below.map { "\($0.key) \($0.value) %" }.joined(separator: ", "),
                    ])
                }
            case .fixed(let size, let unsafeOn):
                add([recipe.name, "\(size)", "all but \(unsafeOn.joined(separator: ", "))", ""])
            }
        }
    }
}
