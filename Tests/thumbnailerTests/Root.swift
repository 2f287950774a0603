import CommandLineKit

@testable import thumbnailer

/// The program's commands; its name is also that of its module.
let root: Command = thumbnailer
