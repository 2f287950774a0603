import Files
import Glibc
import HTTPServer
import Synchronization

/// The folder of the pictures, of which those that are asked for are kept open and shared by all who ask.
///
/// Every request looks whether the file is still the one that is open, so that one that was deleted or made anew is
/// noticed at once. As many are open as the limit says, however slowly clients read.
final class PictureFolder: Sendable {
    /// What came of looking for a picture.
    enum Found {
        case picture(Response)
        /// It is not there, or not as it should be; why.
        case absent(String)
        /// Each picture that is open is being sent, and as many are as may be.
        case full
    }

    private struct Open {
        var response: Response
        let identity: FileIdentity
        var lastUse: UInt64
    }

    private struct State {
        /// nil: there is none that can be opened.
        var directory: Directory?
        /// Why not.
        var fault = ""
        var open: [PictureName: Open] = [:]
        var uses: UInt64 = 0
    }

    private let path: String
    private let limit: Int
    private let state = Mutex(State())

    /// - Parameters:
    ///   - path: The job's output folder.
    ///   - limit: How many pictures may be open at once, at least 1.
    init(path: String, limit: Int) {
        self.path = path
        self.limit = limit
        follow()
    }

    /// How many pictures are open.
    var openCount: Int { state.withLock { $0.open.count } }

    /// Takes what is at the path now: another folder may have been put there.
    func follow() {
        do throws(FileError) {
            let directory = try Directory(path).directory("images")
            state.withLock {
                $0.directory = directory
                $0.fault = "\(path)/images: there is no such folder"
            }
        } catch {
            state.withLock { ($0.directory, $0.fault) = (nil, error.description) }
        }
    }

    /// The answer with a picture, which has so many bytes.
    ///
    /// - Throws: `HTTPServerError` when memory is out.
    func find(_ name: PictureName, byteCount: Int) throws(HTTPServerError) -> Found {
        let (directory, fault) = state.withLock { ($0.directory, $0.fault) }
        guard let directory else { return .absent(fault) }
        let file = name.text
        let opened: (descriptor: Int32, identity: FileIdentity)
        do throws(FileError) {
            if let identity = try directory.identity(of: file), let known = use(name, identity) {
                return .picture(known)
            }
            guard let found = try directory.openFile(file) else {
                return .absent("\(directory.path(file)): it is not there")
            }
            opened = found
        } catch {
            return .absent(error.description)
        }
        guard opened.identity.byteCount == byteCount else {
            close(opened.descriptor)
            let found = opened.identity.byteCount
            return .absent("\(directory.path(file)): it has \(found) bytes instead of \(byteCount)")
        }
        let response = try Response(headers: Self.headers(name), file: opened.descriptor, count: byteCount)
        return keep(response, name, opened.identity) ? .picture(response) : .full
    }

    /// What is sent with a picture and with 304.
    static func headers(_ name: PictureName) -> [(String, String)] {
        [
            ("Content-Type", name.mediaType), ("ETag", name.entityTag),
            ("Cache-Control", "public, max-age=31536000, immutable"),
        ]
    }

    /// The open picture, when it is still that file.
    private func use(_ name: PictureName, _ identity: FileIdentity) -> Response? {
        state.withLock { state in
            guard let open = state.open[name], open.identity == identity else { return nil }
            state.uses += 1
            state.open[name]?.lastUse = state.uses
            return open.response
        }
    }

    /// Keeps a picture open, for which another may have to be closed; false when none can be.
    private func keep(_ response: Response, _ name: PictureName, _ identity: FileIdentity) -> Bool {
        state.withLock { state in
            if state.open[name] == nil, state.open.count >= limit, !closeOne(&state) { return false }
            state.uses += 1
            state.open[name] = Open(response: response, identity: identity, lastUse: state.uses)
            return true
        }
    }

    /// Closes the one that was not asked for for the longest time, of those that are not being sent.
    private func closeOne(_ state: inout State) -> Bool {
        var oldest: (index: Dictionary<PictureName, Open>.Index, lastUse: UInt64)?
        // Not by a loop over the indices, which would hold references to all.
        var index = state.open.startIndex
        while index != state.open.endIndex {
            let lastUse = state.open.values[index].lastUse
            // Every connection that sends it has a reference.
            if lastUse < oldest?.lastUse ?? .max,
                isKnownUniquelyReferenced(&state.open.values[index].response)
            {
                oldest = (index, lastUse)
            }
            state.open.formIndex(after: &index)
        }
        guard let oldest else { return false }
        state.open.remove(at: oldest.index)
        return true
    }
}
