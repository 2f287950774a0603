/// What to ask a server.
package struct HTTPRequest: Sendable {
    /// `GET`, `POST` and the like.
    package var method: String
    /// Beginning with `http://` or `https://`.
    package var url: String
    /// In order, with neither a name nor a value that has a control character.
    package var headers: [(name: String, value: String)]
    /// nil: there is none.
    package var body: [UInt8]?

    package init(
        _ method: String,
        _ url: String,
        headers: [(name: String, value: String)] = [],
        body: [UInt8]? = nil
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
    }
}
