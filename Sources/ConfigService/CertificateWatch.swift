package import HTTPServer
import StrictJSON
import Synchronization
import Threads

/// Takes up certificates that are replaced while servers run, until ``stop()``.
package final class CertificateWatch: Sendable {
    private let thread: RepeatingThread

    /// - Parameter period: How often the files are looked at.
    /// - Throws: `ConfigServiceError` when the system gives no thread.
    package init(_ files: [CertificateFile], every period: Duration = .seconds(2), events: EventLog) throws {
        let faults = Mutex<[String: String]>([:])
        let thread = RepeatingThread {
            for file in files {
                let fault = Self.refresh(file, events)
                let last = faults.withLock { faults in
                    let last = faults[file.certificatePath]
                    faults[file.certificatePath] = fault
                    return last
                }
                // Once, and again when it becomes another.
                guard let fault, fault != last else { continue }
                events.report(
                    Event(
                        "certificate-failed",
                        "the certificate that was read before stays in force: \(fault)",
                        ["fault": .string(fault)]
                    )
                )
            }
            return period
        }
        guard let thread else { throw ConfigServiceError.noThread("certificates") }
        self.thread = thread
    }

    package func stop() { thread.stop() }

    /// What is wrong with the files; nil: nothing.
    private static func refresh(_ file: CertificateFile, _ events: EventLog) -> String? {
        do throws(HTTPServerError) {
            if try file.refresh() {
                events.report(
                    Event(
                        "certificate-changed",
                        "serving with the new certificate in \(file.certificatePath)",
                        ["file": .string(file.certificatePath)]
                    )
                )
            }
            return nil
        } catch {
            return error.description
        }
    }
}
