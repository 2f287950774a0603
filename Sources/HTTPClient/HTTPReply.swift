/// What a server answered.
package struct HTTPReply: Equatable, Sendable {
    package let status: Int
    /// By their names in lower case; of one that repeats the last.
    package let headers: [String: String]
    /// Without its content coding.
    package let body: [UInt8]

    package init(status: Int, headers: [String: String], body: [UInt8]) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}
