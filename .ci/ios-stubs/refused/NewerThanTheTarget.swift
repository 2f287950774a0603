// refused: 'span' is only available in iOS
func count(_ bytes: [UInt8]) -> Int { bytes.span.count }
