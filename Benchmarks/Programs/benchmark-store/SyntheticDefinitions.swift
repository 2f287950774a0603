import Definitions

/// Apps and flags in any number, each flag with rules and a rollout, as large shops have them.
struct SyntheticDefinitions {
    let apps: Int
    let flags: Int

    var files: [DefinitionFile] {
        (0..<apps).map { file(.apps, "app-\($0)", app($0)) }
            + (0..<flags).map { file(.flags, "flag_\($0)", flag($0)) }
    }

    private func file(_ folder: DefinitionFile.Folder, _ name: String, _ text: String) -> DefinitionFile {
        DefinitionFile(folder: folder, name: name, bytes: Array(text.utf8))
    }

    private func app(_ number: Int) -> String {
        """
        {
          "name": "App \(number)", "bundleID": "com.example.app\(number)", "appGroup": "group.com.example.app\(number)",
          "minimumOS": "17.0", "urlScheme": "app\(number)", "locales": ["en", "ja"],
          "widgets": {
            "WallpaperLockWidget": {
              "families": ["accessoryCircular", "accessoryRectangular"], "flags": ["flag_0"],
              "timeline": {
                "pattern": "timer", "entries": 6, "entrySpacingMinutes": 30, "nextTimelineAfterMinutes": 180
              },
              "whenDisabled": "emblem",
              "dates": [{ "id": "day", "template": "d", "family": "accessoryCircular" }]
            }
          }
        }
        """
    }

    private func flag(_ number: Int) -> String {
        """
        {
          "kind": "release", "type": "boolean", "description": "Benchmark flag \(number).", "owner": "benchmarks",
          "expires": "2099-12-31", "default": false,
          "rules": [
            { "name": "testers", "when": { "distribution": ["testFlight"] }, "value": true },
            { "name": "japan", "when": { "locale": ["ja"], "appVersion": ">=2.\(number % 10)" }, "value": true },
            { "name": "large", "when": { "family": ["systemLarge"], "osVersion": ">=18" }, "value": false }
          ],
          "rollout": { "value": true, "schedule": "apple-phased" }
        }
        """
    }
}
