extension BundleFile {
    /// What became of a bundle that was to be written.
    public enum Outcome: Equatable, Sendable {
        /// It is there for all processes.
        case written
        /// A newer one is there, of this revision, and stays.
        case newerStays(revision: Int64)
    }

    /// Puts a bundle in place of the one that is there, unless that one is newer.
    ///
    /// For a bundle that was verified: this does not look at its content. One of the same revision is replaced, which
    /// brings ``KeptBundle/confirmedAt`` up to date.
    ///
    /// Takes the lock for as long as the file system takes to write the file, which is milliseconds, and waits at most
    /// a second for another process. iOS ends a process that is suspended while it holds a lock in an App Group
    /// (`0xdead10cc`), so an app that may be in the background asks for time first
    /// (`ProcessInfo.performExpiringActivity`). Blocks the thread.
    ///
    /// - Throws: ``AppGroupError``; what was there stays as it was.
    public func write(_ kept: KeptBundle) throws(AppGroupError) -> Outcome {
        let bytes = kept.fileBytes
        guard bytes.count <= Self.byteLimit else {
            throw AppGroupError(
                operation: .write,
                path: paths.current,
                cause: .tooLarge(limit: Self.byteLimit)
            )
        }
        return try OpenFile.withLock(paths.lock) { () throws(AppGroupError) in
            try writeLocked(bytes, revision: kept.revision)
        }
    }

    private func writeLocked(_ bytes: [UInt8], revision: Int64) throws(AppGroupError) -> Outcome {
        let found = find { _ in }
        for fault in found.faults {
            // What cannot be read may be newer.
            guard fault.isOfContent || fault.isReplaceable else { throw fault }
            // For those who want to know by what it was damaged. Where that fails, a file gives way to the new one
            // anyway, and what cannot give way is an error then.
            if fault.isOfContent { try? rename(fault.path, to: paths.corrupt, .setAside) }
        }
        if let newest = found.bundle?.revision, newest > revision { return .newerStays(revision: newest) }
        try OpenFile.creating(paths.new).write(bytes)
        // Between these two steps there is no newest file, and a reader takes the one before it, which is the same.
        if found.isCurrent { try makeRoom() }
        try rename(paths.new, to: paths.current, .write)
        try OpenFile.sync(directoryOf: paths.current)
        return .written
    }

    /// Makes the newest bundle the one before it.
    private func makeRoom() throws(AppGroupError) {
        do throws(AppGroupError) {
            try rename(paths.current, to: paths.previous, .write)
        } catch  where error.cause == .system(code: directoryInPlace) {
            try rename(paths.previous, to: paths.corrupt, .setAside)
            try rename(paths.current, to: paths.previous, .write)
        }
    }
}
