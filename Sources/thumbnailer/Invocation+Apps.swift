import CommandLineKit
import Glibc
import NearestName

extension Invocation {
    /// Warns of apps that `Apps/`, beside the folder of recipes, does not define: nobody is served their wallpapers.
    ///
    /// Says nothing where there is no `Apps/`.
    func warnOfUndefined(_ apps: [String]) throws {
        let folder = try "\(requiredValue(of: .recipes))/../Apps"
        guard let defined = Self.definedApps(in: folder) else { return }
        for app in Set(apps).sorted() where !defined.contains(app) {
            let mark = output.standardError.terminal.styled("warning:", .yellow)
            try output.standardError.print(
                "\(mark) \(app): its wallpapers are not served: Apps/ defines no such app\(suggestion(for: app, among: defined))"
            )
        }
    }

    /// - Returns: nil when there is no such folder.
    private static func definedApps(in path: String) -> [String]? {
        guard let folder = opendir(path) else { return nil }
        defer { closedir(folder) }
        var apps: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasSuffix(".json") { apps.append(String(name.dropLast(5))) }
        }
        return apps.sorted()
    }
}
