package import ReleaseDesk
package import StrictJSON

/// What is to be done, as it is posted.
package struct OperationRequest: Equatable, Sendable {
    package let operation: Operation
    package let order: ReleaseDesk.Order

    package init(_ operation: Operation, _ order: ReleaseDesk.Order) {
        self.operation = operation
        self.order = order
    }

    /// `{"operation", "order"}`.
    package var json: JSON { ["operation": operation.json, "order": order.json] }

    /// - Throws: `DeskError.invalid` with everything that is wrong with it.
    package init(_ json: JSON) throws(DeskError) {
        let findings = Findings(unknownKeys: .refuse)
        let object = JSONField(json, findings: findings).object(["operation", "order"])
        let operation = object?.required("operation").flatMap(Operation.init)
        let order = object?.value("order", or: ReleaseDesk.Order()) { ReleaseDesk.Order($0) }
        guard let operation, let order, findings.all.isEmpty else {
            throw .invalid("the request cannot be read: \(findings.summary)")
        }
        self.init(operation, order)
    }
}
