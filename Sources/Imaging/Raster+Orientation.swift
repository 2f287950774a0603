extension Raster {
    /// The picture as it is to be seen.
    ///
    /// - Parameter orientation: How this one is stored.
    func upright(from orientation: Orientation) -> Raster {
        if orientation == .upright { return self }
        let (width, height) = orientation.transposes ? (self.height, self.width) : (self.width, self.height)
        // From one upright pixel to the next of its row, and from a row to the next, in bytes stored here.
        var alongRow = orientation.reversesColumns ? -3 : 3
        var alongColumn = (orientation.reversesRows ? -3 : 3) * self.width
        if orientation.transposes { swap(&alongRow, &alongColumn) }
        let start =
            (orientation.reversesColumns ? (self.width - 1) * 3 : 0)
            + (orientation.reversesRows ? (self.height - 1) * self.width * 3 : 0)
        return bytes.withUnsafeBufferPointer { stored in
            Raster(width: width, height: height) { upright in
                var target = 0
                for row in 0..<height {
                    var from = start + row * alongColumn
                    for _ in 0..<width {
                        for channel in 0..<3 { upright[target &+ channel] = stored[from &+ channel] }
                        target &+= 3
                        from &+= alongRow
                    }
                }
            }
        }
    }
}
