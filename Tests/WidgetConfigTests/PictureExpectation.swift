import ConfigPolling
import Foundation
import Testing
import WallpaperManifest

@testable import WidgetConfig

/// Expects that an address gives the picture that a manifest promises.
func expectPicture(
    _ picture: Manifest.Variant,
    at address: URL,
    sourceLocation: SourceLocation = #_sourceLocation
) async throws {
    let answer = try await URLSessionTransport().answer(
        to: TransportRequest(url: address, fields: [], byteLimit: picture.file.byteCount)
    )
    #expect(answer.status == 200 && picture.file.isContent(answer.body), sourceLocation: sourceLocation)
}
