import CommandLineKit
import ThumbnailJob

private let memory = Option("memory", value: "MB", help: "The most address space.", default: "1024")
private let heic = Option.flag("heic", help: "Load what reads HEIC.")

/// Started by `run`, over a socket at descriptor 3.
let workerCommand = Command(
    "worker",
    summary: "Decode what `run` hands over; not for people.",
    options: [memory, heic],
    isHidden: true
) { call in
    let megabytes = try call.requiredValue(of: memory) { try number($0, 128...65_536) }
    try RenderWorker.run(addressSpaceBytes: megabytes << 20, readsHEIC: call.isSet(heic))
    return .success
}
