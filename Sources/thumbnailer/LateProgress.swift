import CommandLineKit

/// A progress bar whose length is known only once the work has been planned.
final class LateProgress {
    private let stream: Output.Stream
    private var bar: ProgressBar?

    init(_ stream: Output.Stream) { self.stream = stream }

    /// What it returns counts a wallpaper, on any thread.
    func start(_ total: Int) -> @Sendable () -> Void {
        let bar = ProgressBar("Wallpapers", total: total, on: stream)
        self.bar = bar
        return { bar.advance() }
    }

    /// Takes the line away.
    func finish() { bar?.finish() }
}
