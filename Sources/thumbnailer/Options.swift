import CommandLineKit

extension Option {
    static let recipes = Option(
        "recipes",
        value: "DIR",
        help: "The folder that holds devices.json and recipes.json.",
        default: "Thumbnails",
        completion: .directory
    )
    static let json = Option.flag("json", help: "Print JSON instead of text.")
}
