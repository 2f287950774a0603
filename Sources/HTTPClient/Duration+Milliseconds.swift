extension Duration {
    /// At least 1, since 0 is no limit at all for libcurl.
    var milliseconds: Int {
        let (whole, isTooMuch) = components.seconds.multipliedReportingOverflow(by: 1000)
        guard !isTooMuch, whole < Int64(Int32.max) else { return Int(Int32.max) }
        return max(1, Int(whole + components.attoseconds / 1_000_000_000_000_000))
    }
}
