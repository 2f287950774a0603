extension Response {
    /// A problem document (RFC 9457), `application/problem+json`, that caches must not keep.
    ///
    /// - Parameters:
    ///   - title: What kind of problem; empty: the status's reason phrase.
    ///   - detail: What is wrong with this request and what to do; empty: left out.
    ///   - headers: Besides `Content-Type` and `Cache-Control`.
    package static func problem(
        _ status: Status,
        title: String = "",
        detail: String = "",
        headers: [(String, String)] = []
    ) throws(HTTPServerError) -> Response {
        var json = "{\"type\":\"about:blank\",\"title\":"
        json += quoted(title.isEmpty ? status.reasonPhrase : title)
        json += ",\"status\":\(status.rawValue)"
        if !detail.isEmpty { json += ",\"detail\":\(quoted(detail))" }
        json += "}\n"
        return try Response(
            status: status,
            headers: [("Content-Type", "application/problem+json"), ("Cache-Control", "no-store")] + headers,
            body: Array(json.utf8)
        )
    }

    /// A JSON string (RFC 8259 section 7).
    private static func quoted(_ text: String) -> String {
        var json = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": json += "\\\""
            case "\\": json += "\\\\"
            case "\n": json += "\\n"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                json += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: json.unicodeScalars.append(scalar)
            }
        }
        return json + "\""
    }
}
