import CommandLineKit

@testable import widgetctl

/// The program's commands; its name is also that of its module.
let root: Command = widgetctl
