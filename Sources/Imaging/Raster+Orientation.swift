extension Raster {
    /// The picture as it is to be seen.
    ///
    /// - Parameter orientation: How this one is stored.
    func upright(from orientation: Orientation) -> Raster {
        if orientation == .upright { return self }
        var result = Raster(
            width: orientation.transposes ? height : width,
            height: orientation.transposes ? width : height
        )
        // From one upright pixel to the next of its row, and from a row to the next, in bytes stored here.
        var alongRow = orientation.reversesColumns ? -3 : 3
        var alongColumn = (orientation.reversesRows ? -3 : 3) * width
        if orientation.transposes { swap(&alongRow, &alongColumn) }
        let start =
            (orientation.reversesColumns ? (width - 1) * 3 : 0)
            + (orientation.reversesRows ? (height - 1) * width * 3 : 0)
        bytes.withUnsafeBufferPointer { stored in
            result.bytes.withUnsafeMutableBufferPointer { upright in
                var target = 0
                for row in 0..<result.height {
                    var from = start + row * alongColumn
                    for _ in 0..<result.width {
                        for channel in 0..<3 { upright[target &+ channel] = stored[from &+ channel] }
                        target &+= 3
                        from &+= alongRow
                    }
                }
            }
        }
        return result
    }
}
