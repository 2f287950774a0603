import CommandLineKit
import Glibc

exit(program.main(exitCode: exitCode).rawValue)
