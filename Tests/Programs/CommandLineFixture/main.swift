import CommandLineKit
import Glibc

exit(Fixture.root.main { _ in Fixture.outOfService }.rawValue)
