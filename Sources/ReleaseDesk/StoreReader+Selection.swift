package import RolloutStore

extension StoreReader {
    /// For which apps an operation is; one that answers what waits is for those of what waits.
    ///
    /// - Parameter visibility: Of whoever wants it.
    /// - Throws: ``DeskError`` when nothing of its number waits that is in sight.
    package func selection(of operation: Operation, within visibility: Visibility) throws -> AppSelection {
        switch operation {
        case .approve(let id), .decline(let id):
            try requiredRequest(id, within: visibility).operation.selection
        case .unschedule(let id): try requiredScheduledChange(id, within: visibility).operation.selection
        case .apply, .kill, .restore, .startRollout, .pauseRollout, .resumeRollout, .setRollout,
            .completeRollout, .haltRollout, .setFlag, .unsetFlag, .rollBack, .gateDates:
            operation.selection
        }
    }
}
