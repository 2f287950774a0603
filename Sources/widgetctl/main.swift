import CommandLineKit
import Glibc

exit(widgetctl.main(exitCode: exitCode(of:)).rawValue)
