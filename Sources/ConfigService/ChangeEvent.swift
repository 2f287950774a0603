import StrictJSON

/// That an app has changed, as a server-sent event (WHATWG HTML, section 9.2).
enum ChangeEvent {
    /// The event for what is in force.
    ///
    /// Anyone may read it, so it says which command made the change, and neither who nor why.
    static func bytes(revision: Int64, action: String) -> [UInt8] {
        let data: JSON = ["revision": .integer(revision), "reason": .string(publicName(of: action))]
        return Array("id: \(revision)\nevent: change\ndata: ".utf8) + data.canonicalBytes + Array("\n\n".utf8)
    }

    /// How a stream begins: when to come back after a break, and, in no event, where the client stands.
    ///
    /// - Parameter revision: nil: it has said so itself.
    static func opening(retry milliseconds: Int, revision: Int64?) -> [UInt8] {
        Array("retry: \(milliseconds)\n\(revision.map { "id: \($0)\n" } ?? "")\n".utf8)
    }

    /// A comment, which clients pass over.
    static let heartbeat = Array(":\n\n".utf8)

    /// Commands are a few lower-case words; a store that others have written to may say anything.
    private static func publicName(of action: String) -> String {
        let isCommand =
            (1...24).contains(action.utf8.count)
            && action.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == 0x20 }
        return isCommand ? action : "change"
    }

    /// The revision in a `Last-Event-ID`; nil: none was sent, or none that was ever sent out.
    static func revision(lastEventID field: Span<UInt8>?) -> Int64? {
        guard let field, (1...19).contains(field.count) else { return nil }
        var revision: Int64 = 0
        for index in 0..<field.count {
            let digit = Int64(field[index]) - Int64(UInt8(ascii: "0"))
            guard (0...9).contains(digit) else { return nil }
            let (product, overflow) = revision.multipliedReportingOverflow(by: 10)
            let (sum, carry) = product.addingReportingOverflow(digit)
            guard !overflow, !carry else { return nil }
            revision = sum
        }
        return revision
    }
}
