import Glibc

/// Why a file or directory could not be read or changed.
package struct FileError: Error, Equatable, Sendable {
    /// What was attempted: `write`.
    package let operation: String
    package let path: String
    package let problem: Problem

    package init(_ operation: String, _ path: String, _ problem: Problem) {
        self.operation = operation
        self.path = path
        self.problem = problem
    }

    /// What is wrong with it.
    package enum Problem: Equatable, Sendable {
        /// The system refused; its error number.
        case system(Int32)
        /// It is a symbolic link, and those are not followed.
        case link
        /// It is neither a regular file nor, where one is wanted, a directory.
        case special
        /// It has more bytes than whatever it should be may have.
        case tooLarge(limit: Int)
        /// There is none.
        case missing
        /// Its content is not that after which it is named.
        case damaged
        /// Another process has locked it; who, as far as that is known.
        case held(by: String)
    }
}

extension FileError: CustomStringConvertible {
    /// One line: where, what, why, and what to do.
    package var description: String { "\(path): cannot \(operation) it: \(cause)" }

    private var cause: String {
        switch problem {
        case .system(let code): String(cString: strerror(code)) + Self.advice(on: code)
        case .link: "it is a symbolic link, which could lead anywhere; remove it"
        case .special: "it is no regular file or directory; remove it"
        case .tooLarge(let limit): "it has more than \(limit) bytes; it is not what it should be"
        case .missing: "there is none"
        case .damaged: "its content is not what its name says; remove it"
        case .held(let holder): "\(holder) has it; wait until that ends"
        }
    }

    /// Whether it was to be changed, once it was found to be what it should be.
    package var isOfWriting: Bool { ["write", "keep", "touch", "delete"].contains(operation) }

    private static func advice(on code: Int32) -> String {
        switch code {
        case ENOENT: "; make what is above it first"
        case ENOSPC, EDQUOT: "; free space there and run this again"
        case EACCES, EPERM: "; run this as a user who may, or change its permissions"
        case EROFS: "; mount it for writing"
        default: ""
        }
    }
}
