import ConfigPolling
import Rollout
import WidgetGating

/// The bundle that decisions are made by, and what is known of it.
struct InForce: Sendable {
    /// nil: there is none.
    var copy: BundleCopy?
    /// Whether it came with the app rather than from the server.
    var isEmbedded = false
    /// What the App Group file holds, as far as this process knows; nil: nothing that can be used.
    var kept: KeptBundle?
    /// When the server last said that it is in force, by its own clock; nil: it never has.
    var confirmedAt: Instant?

    /// The newest that was ever accepted from the server, below which none is accepted; nil: none was.
    var newestRevision: Int64? { isEmbedded ? nil : copy?.configuration.revision }
}
