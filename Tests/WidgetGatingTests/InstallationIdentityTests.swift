import Foundation
import Rollout
import Testing
import TestSupport
@testable import WidgetGating

@Suite("The identity of an installation")
struct InstallationIdentityTests {
    let directory: TemporaryDirectory
    let app: AppID
    var group: AppGroupDirectory { AppGroupDirectory(path: directory.path) }
    var path: String { directory.file("minimal-wallpapers.installation-id") }

    init() throws {
        directory = try TemporaryDirectory()
        app = try AppID("minimal-wallpapers")
    }

    @Test("is a random UUID of version 4, the same whenever it is asked for")
    func made() throws {
        let first = try InstallationIdentity(in: group, app: app)
        #expect(try InstallationIdentity(in: group, app: app) == first)
        let uuid = try #require(UUID(uuidString: first.id))
        #expect(uuid.uuidString == first.id)
        #expect(uuid.uuid.6 >> 4 == 4 && uuid.uuid.8 >> 6 == 0b10)
        let elsewhere = try TemporaryDirectory()
        let other = try InstallationIdentity(in: AppGroupDirectory(path: elsewhere.path), app: app)
        #expect(other.id != first.id)
    }

    @Test("of two apps in one group is two")
    func twoApps() throws {
        let other = try AppID("aurora-wallpapers")
        #expect(
            try InstallationIdentity(in: group, app: app).id != InstallationIdentity(in: group, app: other).id
        )
    }

    /// Bits 48 to 51 are the version, and bits 64 and 65 the variant (RFC 9562 section 5.4).
    @Test("has the bits that the standard sets, whatever the random numbers are")
    func bits() throws {
        var (zeros, ones) = (Constant(value: 0), Constant(value: .max))
        #expect(
            try InstallationIdentity(in: group, app: app, using: &zeros).id
                == "00000000-0000-4000-8000-000000000000"
        )
        #expect(
            try InstallationIdentity(in: group, app: AppID("other"), using: &ones).id
                == "FFFFFFFF-FFFF-4FFF-BFFF-FFFFFFFFFFFF"
        )
    }

    struct Constant: RandomNumberGenerator {
        let value: UInt64
        mutating func next() -> UInt64 { value }
    }

    @Test(
        "that cannot be one is set aside, said, and another made",
        arguments: [
            "", "\n", "6F9619FF-8B86-4011-B42D-00C04FC964FF", "6f9619ff-8b86-4011-b42d-00c04fc964ff\n",
            "6F9619FF-8B86-4011-B42D-00C04FC964F\n", "6F9619FF-8B86-4011-B42D-00C04FC964FFF\n",
            "6F9619FF08B86-4011-B42D-00C04FC964FF\n", "6F9619FF-8B86-4011-B42D-00C04FC964F-\n",
            Shown(String(repeating: "\0", count: 37)), Shown(String(repeating: "6F9619FF\n", count: 1_000)),
        ] as [Shown<String>]
    )
    func damaged(content: Shown<String>) throws {
        try Data(content.value.utf8).write(to: URL(filePath: path))
        let identity = try InstallationIdentity(in: group, app: app)
        #expect(
            identity.fault == AppGroupError(operation: .read, path: path, cause: .corrupt("it holds no UUID"))
        )
        #expect(try String(contentsOfFile: path + ".corrupt", encoding: .utf8) == content.value)
        #expect(try InstallationIdentity(in: group, app: app).id == identity.id)
        #expect(try InstallationIdentity(in: group, app: app).fault == nil)
    }
}
