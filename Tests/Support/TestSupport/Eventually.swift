import Glibc

/// How long a test waits for what must come before it fails rather than hangs.
package let patience: Duration = .seconds(20)

/// Repeats a look until it gives what is wanted; nil when that does not happen in time.
package func eventually<Value>(_ look: () throws -> Value?) rethrows -> Value? {
    let end = ContinuousClock.now + patience
    while true {
        if let value = try look() { return value }
        guard ContinuousClock.now < end else { return nil }
        // Whatever is waited for needs the processor.
        usleep(200)
    }
}

/// Waits until a condition that another thread or process brings about holds; false when that takes too long.
package func eventually(_ condition: () throws -> Bool) rethrows -> Bool {
    try eventually { try condition() ? true : nil } ?? false
}

/// The same for a test that is a task; in between, other tasks run.
package func eventuallyHolds(_ condition: () async throws -> Bool) async throws -> Bool {
    let end = ContinuousClock.now + patience
    while ContinuousClock.now < end {
        if try await condition() { return true }
        // Merely to yield would leave the few threads that tasks share no time for those of lower priority.
        try await Task.sleep(for: .milliseconds(1))
    }
    return false
}
