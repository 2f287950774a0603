import Foundation
import Imaging
import StrictJSON
import Testing
import TestSupport

/// The pictures that the tests read, made by `Python/pictures.py` when the first is asked for.
enum Pictures {
    /// A result to hold against the reference.
    struct Result {
        let name: String
        let rendition: Rendition
        let bytes: [UInt8]
    }

    /// How far a result is from the reference, in steps of eight bits.
    struct Difference {
        let largest: Double
        /// The root of the mean square.
        let mean: Double
    }

    private static let script = Repository.root.appending(path: "Tests/ImagingTests/Python/pictures.py").path
    private static let python = URL(filePath: "/usr/bin/python3")
    private static let made = Swift.Result { () throws -> TemporaryDirectory in
        let directory = try TemporaryDirectory()
        let run = try RunningProgram.run(python, ["-B", script, "make", directory.path])
        try #require(run.status == 0, "\(run.errors)")
        return directory
    }

    static func path(_ name: String) throws -> String { try made.get().file(name) }

    static func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: try path(name))))
    }

    /// Makes one of the large pictures in a directory of the caller's, and returns its path.
    static func large(_ name: String, in directory: TemporaryDirectory) throws -> String {
        let run = try RunningProgram.run(python, ["-B", script, "large", directory.path, name])
        try #require(run.status == 0, "\(run.errors)")
        return directory.file(name)
    }

    static func render(
        _ name: String,
        _ renditions: Rendition...,
        previewEdge: Int = 0,
        overviewEdge: Int = 0,
        limits: ImageLimits = ImageLimits()
    ) throws -> Rendered {
        try render(
            path: try path(name),
            renditions,
            previewEdge: previewEdge,
            overviewEdge: overviewEdge,
            limits: limits
        )
    }

    static func render(_ bytes: [UInt8], _ renditions: Rendition..., limits: ImageLimits = ImageLimits())
        throws
        -> Rendered
    {
        let directory = try TemporaryDirectory()
        try Data(bytes).write(to: URL(filePath: directory.file("picture")))
        return try render(path: directory.file("picture"), renditions, limits: limits)
    }

    static func render(
        path: String,
        _ renditions: [Rendition],
        previewEdge: Int = 0,
        overviewEdge: Int = 0,
        limits: ImageLimits = ImageLimits(),
        hasScratch: Bool = false
    ) throws -> Rendered {
        let directory = try TemporaryDirectory()
        let scratch = URL(filePath: directory.file("scratch"))
        try Data().write(to: scratch)
        let scratchFile = try FileHandle(forUpdating: scratch)
        let file = try FileHandle(forReadingFrom: URL(filePath: path))
        let size = Int(try file.seekToEnd())
        return try Imaging.render(
            fileDescriptor: file.fileDescriptor,
            size: size,
            renditions,
            previewEdge: previewEdge,
            overviewEdge: overviewEdge,
            scratch: hasScratch ? scratchFile.fileDescriptor : nil,
            limits: limits
        )
    }

    /// Renders with all in memory, which must come to the same as with a scratch file, as the job has it.
    static func renderBothWays(_ name: String, _ renditions: Rendition...) throws -> Rendered {
        let path = try path(name)
        let rendered = try render(path: path, renditions, limits: .generous)
        let onFile = try render(path: path, renditions, limits: .generous, hasScratch: true)
        #expect(onFile == rendered, "\(name)")
        return rendered
    }

    /// Holds results against Pillow's resampling of the light of the same pictures.
    static func differences(_ results: [Result]) throws -> [Difference] {
        try differences(results, by: "compare") { result in
            let focus =
                if case .focal(let x, let y) = result.rendition.fit { "\(x) \(y)" } else { "0.5 0.5" }
            return "\(result.rendition.width) \(result.rendition.height) \(focus)"
        }
    }

    /// Holds results that have a picture's own size against Pillow's and Little CMS's conversion to sRGB.
    ///
    /// - Parameter results: Each with the path of the picture for its name, which has no spaces.
    static func differencesOfColors(_ results: [Result]) throws -> [Difference] {
        try differences(results, by: "convert") { _ in "" }
    }

    private static func differences(
        _ results: [Result],
        by command: String,
        _ words: (Result) -> String
    ) throws -> [Difference] {
        let directory = try made.get()
        var lines = ""
        for result in results {
            let file = UUID().uuidString
            try Data(result.bytes).write(to: URL(filePath: directory.file(file)))
            lines += "\(result.name) \(file) \(words(result))\n"
        }
        let run = try RunningProgram.run(
            python,
            ["-B", script, command, directory.path],
            input: Array(lines.utf8)
        )
        try #require(run.status == 0, "\(run.errors)")
        guard case .array(let answers) = try JSON(parsing: Array(run.output.utf8)) else { return [] }
        return answers.map { answer in
            func steps(_ key: String) -> Double {
                if case .integer(let thousandths)? = answer.member(key) {
                    Double(thousandths) / 1000
                } else {
                    255
                }
            }
            return Difference(largest: steps("largest"), mean: steps("mean"))
        }
    }

    /// The pixels of a PNG that was rendered: the values of each pixel's channels, row after row.
    static func pixels(_ png: [UInt8]) throws -> [[UInt8]] {
        let script = """
            import io
            from PIL import Image
            image = Image.open(io.BytesIO(base64.b64decode(request)))
            answer = [list(pixel) for pixel in image.getdata()]
            """
        guard case .array(let pixels) = try Python.answer(to: .bytes(png), script) else { return [] }
        return pixels.map { pixel in
            guard case .array(let values) = pixel else { return [] }
            return values.map { if case .integer(let value) = $0 { UInt8(value) } else { 0 } }
        }
    }
}

extension Rendition {
    static func png(_ width: Int, _ height: Int, fit: Fit = .centre, treatment: Treatment = .none)
        -> Rendition
    {
        Rendition(width: width, height: height, fit: fit, treatment: treatment, encoding: .png)
    }
}
