import LiveState
import NearestName
package import Rollout
import RolloutStore
import StrictJSON

extension ReleaseDesk {
    /// Records which manifest of wallpapers the clients of each app are to see, so that its bundle names it.
    ///
    /// What is recorded already makes no change, and an app without a manifest keeps the one that was recorded. Of an
    /// app that was never applied nothing is recorded; that is a warning.
    ///
    /// - Parameter manifests: Asked while nobody else can change the store, so that of two who record at the same time
    ///   neither puts an older manifest in the place of a newer one.
    /// - Throws: `StoreError`, and what `manifests` throws; then nothing is recorded.
    package func recordWallpapers(_ manifests: () throws -> [AppID: ManifestHash]) throws -> Outcome {
        try Self.checkTexts(of: Order(), by: actor)
        return try carryOut("wallpapers", Order()) { execution in
            let editor = execution.editor
            let known = Set(try AppState.apps(in: editor))
            for (app, manifest) in try manifests().sorted(by: { $0.key < $1.key }) {
                guard known.contains(app.text) else {
                    let hint = suggestion(for: app.text, among: known.sorted())
                    execution.report.warnings.append(
                        "\(app): its wallpapers are not served: the store does not have the app"
                            + (hint.isEmpty
                                ? "; `widgetctl apply` brings in what Apps/ defines, and the next run records them"
                                : hint)
                    )
                    continue
                }
                try editor.set(.wallpapers(of: app.text), to: manifest.json.text)
            }
        }
    }
}
