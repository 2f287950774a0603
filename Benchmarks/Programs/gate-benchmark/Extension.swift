import ConfigBundle
import Cryptography
import Glibc
import Rollout
import WidgetGating

/// A widget extension that was just started.
struct Extension {
    private let directory: AppGroupDirectory
    private let app: AppID
    private let key: BundleKey
    private let widget: WidgetKind

    /// - Parameter arguments: As the program was given them.
    init(_ arguments: [String]) throws {
        directory = AppGroupDirectory(path: arguments[2])
        app = try AppID(arguments[3])
        key = try BundleKey(base64: arguments[4])
        widget = try WidgetKind(arguments[5])
    }

    /// From the file to the first decision.
    func answer() throws -> WidgetAnswer {
        let caller = Context(
            installation: "6F9619FF-8B86-D011-B42D-00C04FC964FF",
            appVersion: try Version(parsing: "2.9.9"),
            osVersion: try Version(parsing: "18.2"),
            locale: try LocaleTag(parsing: "ja_JP")
        )
        let gate = WidgetGate(
            in: directory,
            app: app,
            trust: .signed(by: [key]),
            embedded: { nil },
            caller: caller
        )
        guard gate.source == .kept else { exit(4) }
        return gate.widget(
            widget,
            family: .accessoryCircular,
            at: Instant(millisecondsSince1970: 1_796_083_200_000)
        )
    }

    /// One digest of as many bytes as there are, and one signature, which is wrong and takes as long: its number is below
    /// the order of the group, as it must be to be calculated with.
    func believe() throws {
        let file = open("\(directory.path)/\(app).widget-bundle", O_RDONLY)
        let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 20) { buffer, count in
            count = max(0, read(file, buffer.baseAddress, buffer.count))
        }
        let digest = SHA256.hash(bytes)
        let signature = digest.bytes + digest.bytes.dropLast() + [0x0F]
        guard !bytes.isEmpty, !key.verifyingKey.isValid(signature, for: digest.bytes) else {
            exit(5)
        }
    }
}
