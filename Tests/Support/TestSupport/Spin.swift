/// Keeps this thread busy for so long, so that another process gets somewhere else in its work each time.
package func spin(for duration: Duration) {
    let start = ContinuousClock.now
    while ContinuousClock.now - start < duration {}
}
