import CImageCodecs

/// The library that reads HEIC, which is otherwise loaded when the first such file comes.
package enum HEICLibrary {
    /// Loads it now, for a process that may open no files later; false when this machine does not have it, and HEIC
    /// files are then refused.
    package static func load() -> Bool { wr_heic_load() }
}
