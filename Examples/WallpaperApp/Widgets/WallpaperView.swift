import Foundation
import SwiftUI
import WidgetKit

/// An entry of either widget, or what it shows instead.
struct WallpaperView: View {
    let entry: WallpaperEntry

    var body: some View {
        content.containerBackground(for: .widget) { Color.clear }
    }

    @ViewBuilder private var content: some View {
        switch entry.content {
        case .wallpaper(let date):
            Image(Self.picture(of: date)).resizable().scaledToFill()
        case .emblem:
            // Without words: nothing to translate, and nothing that could be wrong.
            Image(systemName: "photo").widgetAccentable()
        case .placeholder:
            Image(systemName: "photo").resizable().scaledToFill().redacted(reason: .placeholder)
        }
    }

    /// Another of the seven in the asset catalogue every half hour, the same on every device.
    private static func picture(of date: Date) -> String {
        "wallpaper-\(Int(date.timeIntervalSince1970 / 1800) % 7)"
    }
}
