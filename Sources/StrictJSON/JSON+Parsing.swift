extension JSON {
    /// Reads one document and nothing else.
    ///
    /// - Throws: ``JSONError`` with line and column; a key that stands twice in one object is an error too.
    public init(parsing bytes: [UInt8]) throws(JSONError) {
        let (value, parser) = try Self.run(bytes)
        if let error = parser.firstDuplicate { throw error }
        self = value
    }

    /// Reads one document and says which keys stand twice, instead of refusing it for the first.
    ///
    /// - Returns: The value, with the last of each duplicate's values, and the duplicates' paths in order.
    package static func parse(_ bytes: [UInt8]) throws(JSONError) -> (value: JSON, duplicates: [JSONPath]) {
        let (value, parser) = try run(bytes)
        return (value, parser.duplicates)
    }

    private static func run(_ bytes: [UInt8]) throws(JSONError) -> (JSON, JSONParser) {
        // A Result carries the typed error through `withUnsafeBufferPointer`.
        let result = bytes.withUnsafeBufferPointer { buffer -> Result<(JSON, JSONParser), JSONError> in
            var parser = JSONParser(buffer)
            do throws(JSONError) {
                let value = try parser.document()
                return .success((value, parser))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }
}
