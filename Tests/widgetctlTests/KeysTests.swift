import Foundation
import StrictJSON
import Testing
import TestSupport

@Suite("Keys")
struct KeysTests {
    let program: WidgetctlProcess

    init() throws { program = try WidgetctlProcess() }

    private func create(_ options: String...) throws -> JSON {
        let end = try program.run(["keys", "create", "--json"] + options)
        #expect(end.status == 0, "\(end.errors)")
        return try JSON(parsing: Array(end.output.utf8))
    }

    private func id(_ key: JSON) throws -> String {
        try #require(key.member("id")?.string)
    }

    @Test("are made, listed, and retired, in a folder for this user alone")
    func lifeCycle() throws {
        #expect(try program.succeed("keys", "list").output == "no keys yet\n")
        let first = try create()
        #expect(first.member("state") == "active")
        let folder = program.directory.file("var/keys")
        let privatePart = "\(folder)/\(try id(first)).der"
        for (path, mode) in [(folder, 0o700), (privatePart, 0o600)] {
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.posixPermissions] as? Int == mode)
        }
        let second = try create()
        let lines = try program.succeed("keys", "list").lines
        #expect(lines.count == 3 && lines[0].hasPrefix("ID"))
        // Both may have been made within one second; then the ID decides.
        let inOrder = try [first, second].sorted {
            try ($0.member("created")?.string ?? "", id($0)) < ($1.member("created")?.string ?? "", id($1))
        }
        for (line, key) in zip(lines.dropFirst(), inOrder) {
            guard case .string(let publicKey)? = key.member("publicKey") else {
                throw RawClient.Failure(line)
            }
            #expect(line.contains(try id(key)) && line.contains("active") && line.hasSuffix(publicKey))
        }
        let retiring = try program.succeed("keys", "retire", try id(first))
        #expect(retiring.output.hasPrefix("key \(try id(first)) is retired\n"))
        #expect(!FileManager.default.fileExists(atPath: privatePart))
        let list = try JSON(parsing: Array(program.succeed("keys", "list", "--json").output.utf8))
        guard case .array(let keys) = list else { throw RawClient.Failure(list.text) }
        #expect(keys.map { $0.member("state") } == inOrder.map { $0 == first ? "retired" : "active" })
    }

    @Test("are not made when one is active, if told so")
    func ifNone() throws {
        let first = try create("--if-none")
        #expect(try create("--if-none") == first)
        #expect(
            try program.succeed("keys", "create", "--if-none").output.hasPrefix(
                "key \(try id(first)) is active already\n"
            )
        )
    }

    @Test("A third is refused, and so is retiring the last and one that there is not")
    func refusals() throws {
        let first = try create()
        let second = try create()
        let third = try program.run("keys", "create")
        #expect(third.status == 1 && third.errors.contains("retire one first"))
        try program.succeed("keys", "retire", try id(first))
        let last = try program.run("keys", "retire", try id(second))
        #expect(last.status == 1)
        #expect(
            last.errors
                == "widgetctl: \(try id(second)) is the only key that signs: `widgetctl keys create` another one first, or "
                + "say --last\n"
        )
        let again = try program.run("keys", "retire", try id(first))
        #expect(again.status == 1 && again.errors.contains("is retired already"))
        let unknown = try program.run("keys", "retire", "0123456789abcdef")
        #expect(unknown.status == 2 && unknown.errors.contains("there is no key 0123456789abcdef"))
        try program.succeed("keys", "retire", "--last", try id(second))
    }

    @Test("in a folder that others may read are refused, with what to do")
    func openFolder() throws {
        _ = try create()
        let folder = program.directory.file("var/keys")
        #expect(chmod(folder, 0o755) == 0)
        let end = try program.run("keys", "list")
        #expect(end.status == 1 && end.errors.contains("chmod 700"))
    }

    @Test("come from the folder that --keys or WIDGET_KEYS names, and the shell offers the active ones")
    func folderAndCompletion() throws {
        let key = try create("--keys", "elsewhere")
        #expect(try program.succeed("keys", "list", "--keys", "elsewhere").output.contains(try id(key)))
        #expect(try program.succeed("keys", "list").output == "no keys yet\n")
    }
}
