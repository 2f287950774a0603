/// Values of structured header fields (RFC 8941), as far as they matter here.
enum StructuredField {
    /// Section 3.3.
    enum BareItem: Equatable {
        case string(String)
        case token(String)
        case bytes([UInt8])
        case boolean(Bool)
        /// An integer or a decimal, as written: none is of use here, but other signers' fields hold them.
        case number(String)
    }

    /// Section 3.1.2: in order.
    typealias Parameters = [Parameter]

    struct Parameter: Equatable {
        let key: String
        let value: BareItem
    }

    /// Section 3.3.
    struct Item: Equatable {
        let value: BareItem
        var parameters: Parameters = []
    }

    /// Section 3.2.
    enum Member: Equatable {
        case item(Item)
        /// Section 3.1.1.
        case innerList([Item], Parameters)
    }

    /// Section 3.2: in order.
    typealias Dictionary = [(key: String, member: Member)]
}
