import AdminService
import CommandLineKit
import ConfigService
import Glibc
import HTTPServer
import Rollout
import RolloutStore
import SigningKeys
import StrictJSON
import SystemClock

extension Option {
    static let store = Option(
        "store",
        value: "PATH",
        help: "The store to serve, which `widgetctl apply` makes.",
        default: "var/rollout.sqlite",
        environment: "WIDGET_STORE",
        completion: .file
    )
    static let keys = Option(
        "keys",
        value: "DIR",
        help:
            "The keys to sign with, which `widgetctl keys create` makes. This user alone may have access to them.",
        default: "var/keys",
        environment: "WIDGET_KEYS",
        completion: .directory
    )
    static let unsigned = Option.flag(
        "unsigned",
        help: "Do not sign, for clients that are told to believe it."
    )
    static let thumbnails = Option(
        "thumbnails",
        value: "DIR",
        help: "The pictures to serve: what `thumbnailer run --output DIR --store PATH` publishes.",
        default: "var/thumbnails",
        environment: "WIDGET_THUMBNAILS",
        completion: .directory
    )
    static let listen = Option(
        "listen",
        value: "HOST:PORT",
        help: "Where to listen; port 0 lets the system choose. IPv6 addresses stand in brackets: [::1]:8080.",
        default: "127.0.0.1:8080"
    )
    static let maxAge = Option(
        "max-age",
        value: "SECONDS",
        help: "How long caches may keep an answer, and so how late a kill may reach those behind one.",
        default: "60"
    )
    static let maxConnections = Option(
        "max-connections",
        value: "COUNT",
        help: "How many connections may be open at once.",
        default: "10000"
    )
    static let maxWaiting = Option(
        "max-waiting",
        value: "COUNT",
        help:
            "How many of them may wait for a change at once; the next gets its answer at once. 0: nobody waits.",
        default: "9000"
    )
    static let accessLog = Option(
        "access-log",
        value: "FORMAT",
        help: "Whether each request is logged to standard output, as a line of JSON: json or off.",
        default: "json",
        completion: .values(["json", "off"])
    )
    static let noSchedule = Option.flag(
        "no-schedule",
        help:
            "Leave scheduled changes to another widgetd, or to `widgetctl tick`, and never write to the store."
    )
    static let json = Option.flag("json", help: "Report events on standard error as lines of JSON.")
}

extension ExitCode {
    /// The store is missing, cannot be read, or is none.
    static let store = ExitCode(rawValue: 3)
    /// It cannot serve on the address: the port is in use, or the system gives too little for it.
    static let address = ExitCode(rawValue: 4)
    /// There is no key to sign with, or the keys cannot be used.
    static let keys = ExitCode(rawValue: 5)
}

/// The exit code of an error that ends the program.
func exitCode(_ error: any Error) -> ExitCode {
    switch error {
    case is StoreError: .store
    case is HTTPServerError: .address
    case is KeyRingError: .keys
    default: .failure
    }
}

let program = Command(
    "widgetd",
    summary: "Serve each app's bundle to its clients.",
    discussion: """
        Follows a store and answers from memory: what `widgetctl` changes is live within a fraction of a second. \
        Events go to standard error, a line for each request to standard output.

        SIGTERM and SIGINT let requests under way finish, for 5 seconds at most, and end the program; a second \
        one ends it at once.

        Exit codes: 0 ended by a signal, 1 other failures, 2 a wrong command line, 3 the store is missing or cannot \
        be read, 4 it cannot serve on the address, 5 there is no key to sign with.
        """,
    examples: [
        Command.Example("Serve the default store on this machine", "widgetd"),
        Command.Example(
            "Serve to everyone, behind a proxy that logs by itself",
            "widgetd --listen 0.0.0.0:80 --access-log off"
        ),
        Command.Example("Serve another store", "widgetd --store /srv/widgets/rollout.sqlite --max-age 30"),
    ],
    version: "0.1",
    options: [
        .store, .keys, .unsigned, .thumbnails, .listen, .certificate, .certificateKey, .maxAge,
        .maxConnections, .maxWaiting, .adminListen, .adminCertificate, .adminCertificateKey,
        .adminBehindProxy, .accessLog, .noSchedule,
        .json,
    ],
    run: serve
)

@Sendable private func serve(_ invocation: Invocation) throws -> ExitCode {
    let settings = try settings(invocation)
    let errors = invocation.output.standardError
    // When even standard error is gone there is nobody left to tell.
    let events = EventLog(invocation.isSet(.json) ? .json : .text, clock: Instant.now) {
        try? errors.print($0)
    }
    // Before any thread starts, so that all of them leave the signals to this one.
    let signals = StopSignals()
    let service = try ConfigService(settings, events: events)
    let adminSettings = try invocation.adminSettings(sharing: service, storePath: settings.storePath)
    let admin = try adminSettings.map { try AdminService($0, events: events) }
    let certificates = [settings.certificate, adminSettings?.certificate].compactMap(\.self)
    let watch = try certificates.isEmpty ? nil : CertificateWatch(certificates, events: events)
    report(service, isSecure: settings.certificate != nil, to: events)
    if let admin { report(admin, isSecure: adminSettings?.certificate != nil, to: events) }
    let name = signals.wait()
    events.report(Event("stopping", "stopping on \(name)", ["signal": .string(name)]))
    watch?.stop()
    let isAdminDone = admin?.stop(within: .seconds(5)) ?? true
    let isDone = service.stop(within: .seconds(5)) && isAdminDone
    events.report(
        Event(
            "stopped",
            "stopped after \(service.requestCount) request\(service.requestCount == 1 ? "" : "s")"
                + (isDone ? "" : "; some were cut short"),
            ["requests": .integer(service.requestCount), "complete": .bool(isDone)]
        )
    )
    return .success
}

private func report(_ service: ConfigService, isSecure: Bool, to events: EventLog) {
    let (apps, revision) = (service.appCount, service.revision)
    let address = "\(isSecure ? "https" : "http")://\(service.address)"
    events.report(
        Event(
            "listening",
            "listening on \(address), \(apps) \(apps == 1 ? "app" : "apps") at revision \(revision)",
            [
                "address": .string(address), "apps": .integer(Int64(apps)), "revision": .integer(revision),
            ]
        )
    )
}

private func report(_ admin: AdminService, isSecure: Bool, to events: EventLog) {
    let address = "\(isSecure ? "https" : "http")://\(admin.address)"
    events.report(
        Event("admin-listening", "administration on \(address)", ["address": .string(address)])
    )
}

private func settings(_ invocation: Invocation) throws -> ConfigService.Settings {
    var settings = ConfigService.Settings(
        address: try invocation.requiredValue(of: .listen) { try ListenAddress(parsing: $0) },
        storePath: try invocation.requiredValue(of: .store)
    )
    settings.certificate = try invocation.certificate(.certificate, .certificateKey)
    settings.keyDirectory = invocation.isSet(.unsigned) ? nil : try invocation.requiredValue(of: .keys)
    settings.thumbnailDirectory = try invocation.requiredValue(of: .thumbnails)
    settings.cachePolicy = CachePolicy(
        maxAge: try invocation.requiredValue(of: .maxAge) { try number($0, 0...86_400) }
    )
    settings.makesScheduledChanges = !invocation.isSet(.noSchedule)
    settings.connectionLimit = try invocation.requiredValue(of: .maxConnections) {
        try number($0, 1...1_000_000)
    }
    settings.waitingLimit = try invocation.requiredValue(of: .maxWaiting) { try number($0, 0...1_000_000) }
    settings.accessLogDescriptor = try invocation.requiredValue(of: .accessLog) { format -> Int32?? in
        switch format {
        case "json": .some(STDOUT_FILENO)
        case "off": .some(nil)
        default: nil
        }
    }
    return settings
}

private struct OutOfRange: Error, CustomStringConvertible { let description: String }

private func number(_ text: String, _ range: ClosedRange<Int>) throws -> Int {
    guard let number = Int(text), range.contains(number) else {
        throw OutOfRange(
            description: "expected a whole number from \(range.lowerBound) to \(range.upperBound)"
        )
    }
    return number
}
