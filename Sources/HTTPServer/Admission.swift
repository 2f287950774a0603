/// What is decided of a request by its headers alone.
package enum Admission: Sendable {
    /// It goes on, with a body of so many bytes at most; 0 or less: with none.
    case admitted(maximumBodySize: Int)
    /// This is its answer; a body that is not long is read and thrown away.
    case refused(Response)
    /// This is its answer, and the connection ends with it.
    case turnedAway(Response)
}
