import CommandLineKit
import Glibc

exit(thumbnailer.main(exitCode: exitCode(of:)).rawValue)
