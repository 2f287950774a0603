public import Rollout

/// Who an installation of an app is to rollouts: a random UUID that the app and its extensions share.
///
/// Made once, by whichever of them comes first, and kept in the App Group; it says nothing of the device or of the
/// person, and goes away with the app. A device that is restored from a backup keeps it.
public struct InstallationIdentity: Equatable, Sendable {
    /// For ``Rollout/Context/installation``: a UUID of version 4 (RFC 9562 section 5.4), 36 characters, capitals.
    public let id: String
    /// What was wrong with the identity that was there before; nil when there was none or it is this one.
    public let fault: AppGroupError?

    /// The identity of an app's installation, which is made when there is none.
    ///
    /// A file that holds no identity is renamed and another identity made.
    ///
    /// - Throws: ``AppGroupError`` when there is one that cannot be read, as before the device was unlocked for the
    ///   first time, or none can be written. Decide without one then: rollouts below 100 percent pass it over.
    public init(in directory: AppGroupDirectory, app: AppID) throws(AppGroupError) {
        var random = SystemRandomNumberGenerator()
        try self.init(in: directory, app: app, using: &random)
    }

    init(
        in directory: AppGroupDirectory,
        app: AppID,
        using random: inout some RandomNumberGenerator
    ) throws(AppGroupError) {
        let path = directory.file(app, "installation-id")
        do throws(AppGroupError) {
            if let id = try Self.read(path) {
                self.init(id: id, fault: nil)
                return
            }
        } catch {
            guard error.isOfContent else { throw error }
        }
        let new = Self.uuid(using: &random)
        self = try OpenFile.withLock(directory.lock(app)) { () throws(AppGroupError) in
            try Self.place(new, at: path)
        }
    }

    private init(id: String, fault: AppGroupError?) {
        self.id = id
        self.fault = fault
    }

    /// Puts an identity where there is none, or takes the one that another process has put there meanwhile.
    private static func place(_ new: String, at path: String) throws(AppGroupError) -> InstallationIdentity {
        var fault: AppGroupError?
        do throws(AppGroupError) {
            if let id = try read(path) { return InstallationIdentity(id: id, fault: nil) }
        } catch {
            guard error.isOfContent else { throw error }
            try rename(path, to: path + ".corrupt", .setAside)
            fault = error
        }
        try OpenFile.creating(path + ".new").write(Array("\(new)\n".utf8))
        try rename(path + ".new", to: path, .write)
        try OpenFile.sync(directoryOf: path)
        return InstallationIdentity(id: new, fault: fault)
    }

    /// nil when there is none.
    private static func read(_ path: String) throws(AppGroupError) -> String? {
        guard let file = try OpenFile.reading(path) else { return nil }
        // Whatever is longer holds no identity either.
        let text = String(decoding: try file.bytes(min(file.size(limit: .max), 64)), as: UTF8.self)
        guard text.utf8.last == UInt8(ascii: "\n"), isUUID(text.dropLast()) else {
            throw AppGroupError(operation: .read, path: path, cause: .corrupt("it holds no UUID"))
        }
        return String(text.dropLast())
    }

    /// Where the hyphens of a UUID are.
    private static let hyphens = [8, 13, 18, 23]

    private static func isUUID(_ text: Substring) -> Bool {
        text.utf8.count == 36
            && text.utf8.enumerated().allSatisfy { place, byte in
                switch byte {
                case UInt8(ascii: "-"): hyphens.contains(place)
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "F"):
                    !hyphens.contains(place)
                default: false
                }
            }
    }

    /// 122 random bits, and the 6 that say so.
    private static func uuid(using random: inout some RandomNumberGenerator) -> String {
        let high = random.next() & ~0xF000 | 0x4000
        let low = random.next() & ~(0b11 << 62) | 0b10 << 62
        let digits = [high, low].map { number in
            let digits = String(number, radix: 16, uppercase: true)
            return String(repeating: "0", count: 16 - digits.utf8.count) + digits
        }.joined()
        var text = ""
        for digit in digits {
            if hyphens.contains(text.utf8.count) { text.append("-") }
            text.append(digit)
        }
        return text
    }
}
