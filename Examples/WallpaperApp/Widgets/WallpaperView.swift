import Foundation
import SwiftUI
import UIKit
import WidgetKit

/// An entry of either widget, or what it shows instead.
struct WallpaperView: View {
    let entry: WallpaperEntry

    var body: some View {
        content.containerBackground(for: .widget) { Color.clear }
    }

    @ViewBuilder private var content: some View {
        switch entry.content {
        case .picture(let name):
            // It was made for this place, so that it need not be made smaller here.
            if let picture = UIImage(contentsOfFile: Pictures.path(name)) {
                Image(uiImage: picture).resizable().scaledToFill()
            } else {
                emblem
            }
        case .emblem: emblem
        case .placeholder:
            Image(systemName: "photo").resizable().scaledToFill().redacted(reason: .placeholder)
        }
    }

    /// Without words: nothing to translate, and nothing that could be wrong.
    private var emblem: some View { Image(systemName: "photo").widgetAccentable() }
}
