import CommandLineKit
import Glibc

exit(thumbnailer.main().rawValue)
