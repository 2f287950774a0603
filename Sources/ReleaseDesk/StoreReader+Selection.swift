package import RolloutStore

extension StoreReader {
    /// For which apps an operation is; one that answers what waits is for those of what waits.
    ///
    /// - Throws: ``DeskError`` when nothing of its number waits.
    package func selection(of operation: Operation) throws -> AppSelection {
        switch operation {
        case .approve(let id), .decline(let id): try requiredRequest(id).operation.selection
        case .unschedule(let id): try requiredScheduledChange(id).operation.selection
        default: operation.selection
        }
    }
}
