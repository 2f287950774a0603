import Foundation
import Testing
import TestSupport

@Suite("A processor without wide vectors")
struct VectorTests {
    /// The pictures of the recipes of this repository.
    private static let pictures = [
        "600x900,attention", "228x228,attention,circle,png", "516x228,attention,rectangle,png",
        "1449x689,attention", "980x1019,attention", "720x338,attention", "1134x531,attention",
        "338x338,attention",
        "531x531,attention", "507x507,attention", "797x797,attention", "531x531,attention,dimmed=0.33/0.02",
    ]

    /// Without ours, without those of libjpeg-turbo and libwebp, and without the C library's for powers and copies.
    private static let plainly = (
        "render-picture-plainly",
        [
            "JSIMD_FORCENONE": "1",
            "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2,-AVX,-FMA,-FMA4,-AVX512F,-SSE4_1,-SSE4_2,-SSSE3,-ERMS",
        ]
    )

    /// The bytes of the pictures that a program makes.
    private static func made(
        _ path: String,
        by program: (name: String, environment: [String: String])
    ) throws -> [Data] {
        let directory = try TemporaryDirectory()
        let run = try RunningProgram.run(
            try RunningProgram.built(program.name),
            [path, directory.file(".")] + pictures,
            environment: program.environment
        )
        try #require(run.status == 0, "\(run.errors)")
        return try pictures.indices.map { try Data(contentsOf: URL(filePath: directory.file("\($0)"))) }
    }

    @Test(
        "makes the same pictures to the byte",
        arguments: [
            "baseline.jpg", "progressive.jpg", "chroma.jpg", "plain.png", "interlaced.png", "lossy.webp",
        ]
    )
    func same(_ name: String) throws {
        let directory = try TemporaryDirectory()
        let path = try Pictures.large(name, in: directory)
        let usual = try Self.made(path, by: ("render-picture", [:]))
        #expect(Set(usual).count == Self.pictures.count)
        #expect(try Self.made(path, by: Self.plainly) == usual)
    }
}
