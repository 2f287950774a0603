/// How a run is done.
package struct JobSettings: Sendable {
    /// Where the wallpapers are.
    package var source: String
    /// Where the pictures go.
    package var output: String
    /// The program that is started as a worker, and its arguments.
    package var worker: (program: String, arguments: [String])
    /// How many workers there are at once; 1 or more.
    package var workerCount: Int
    /// How long one wallpaper may take, by the clock and by the processor.
    package var timeLimit: Duration
    /// The most bytes that may be held of a picture that can only be decoded whole; 0: such pictures are set aside.
    package var frameBytes: Int
    /// Whether what was set aside before is tried again.
    package var retriesFailed: Bool
    /// Whether a manifest may lose all its wallpapers.
    package var allowsRemoval: Bool
    /// How long a picture that no manifest has any more stays.
    package var graceSeconds: Int64

    package init(source: String, output: String, worker: (program: String, arguments: [String])) {
        self.source = source
        self.output = output
        self.worker = worker
        workerCount = 1
        timeLimit = .seconds(60)
        frameBytes = 256_000_000
        retriesFailed = false
        allowsRemoval = false
        graceSeconds = 7 * 86_400
    }

    /// A worker whose memory has grown beyond this is replaced by a fresh one.
    static let recycledAbove = 64 << 20

    /// So many wallpapers of a run are shown in the report.
    static let reportedPictures = 100
}
