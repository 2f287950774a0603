import Imaging

/// What the command line asks for.
struct Order {
    var renditions: [Rendition] = []
    var previewEdge = 0
    var limits = ImageLimits()

    init?(_ words: some Sequence<String>) {
        for word in words {
            if let edge = word.value(of: "preview") {
                guard let edge = Int(edge) else { return nil }
                previewEdge = edge
            } else if let words = word.value(of: "limits") {
                for word in words.split(separator: ",") where !limit(String(word)) { return nil }
            } else {
                guard let rendition = Self.rendition(word) else { return nil }
                renditions.append(rendition)
            }
        }
    }

    private mutating func limit(_ word: String) -> Bool {
        if let bytes = word.value(of: "frame").flatMap({ Int($0) }) {
            limits.maximumFrameBytes = bytes
        } else if let percent = word.value(of: "intact").flatMap({ Int($0) }) {
            limits.minimumIntactPercent = percent
        } else if let pixels = word.value(of: "pixels").flatMap({ Int($0) }) {
            limits.maximumPixels = pixels
        } else if word == "black" {
            limits.background = .black
        } else {
            return false
        }
        return true
    }

    private static func rendition(_ text: String) -> Rendition? {
        let words = text.split(separator: ",").map(String.init)
        let size = words.first?.split(separator: "x").compactMap { Int($0) } ?? []
        guard size.count == 2 else { return nil }
        var rendition = Rendition(width: size[0], height: size[1], encoding: .jpeg(quality: 80))
        for word in words.dropFirst() {
            if word == "png" {
                rendition.encoding = .png
            } else if let quality = Int(word) {
                rendition.encoding = .jpeg(quality: quality)
            } else if word == "attention" {
                rendition.fit = .attention
            } else if let point = word.pair(of: "focal") {
                rendition.fit = .focal(x: point.0, y: point.1)
            } else if let dimming = word.pair(of: "dimmed") {
                rendition.treatment = .dimmed(Dimming(brightness: dimming.0, blackPoint: dimming.1))
            } else if word == "circle" {
                rendition.treatment = .emblem(.circle)
            } else if word == "rectangle" {
                rendition.treatment = .emblem(.rectangle)
            } else {
                return nil
            }
        }
        return rendition
    }
}

extension String {
    /// What follows `name=`.
    fileprivate func value(of name: String) -> String? {
        hasPrefix(name + "=") ? String(dropFirst(name.count + 1)) : nil
    }

    fileprivate func pair(of name: String) -> (Double, Double)? {
        let numbers = value(of: name)?.split(separator: "/").compactMap { Double($0) } ?? []
        return numbers.count == 2 ? (numbers[0], numbers[1]) : nil
    }
}
