import Glibc
import HTTPClient

// Says whether libcurl is in memory before a client is made, and after.
func isLoaded() -> Bool {
    guard let maps = fopen("/proc/self/maps", "r") else { fatalError("no /proc") }
    defer { fclose(maps) }
    var line: UnsafeMutablePointer<CChar>?
    var size = 0
    defer { free(line) }
    while getline(&line, &size, maps) > 0 {
        if let line, strstr(line, "libcurl") != nil { return true }
    }
    return false
}

print(isLoaded())
_ = try HTTPClient(HTTPClient.Settings())
print(isLoaded())
