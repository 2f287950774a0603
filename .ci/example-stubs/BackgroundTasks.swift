// What the example uses of BackgroundTasks, declared as we believe that Apple declares it; nothing here does anything.

public import Foundation

open class BGTaskRequest {
    public let identifier: String
    public var earliestBeginDate: Date?
    init(_ identifier: String) { self.identifier = identifier }
}

open class BGAppRefreshTaskRequest: BGTaskRequest {
    public init(identifier: String) { super.init(identifier) }
}

public final class BGTaskScheduler: Sendable {
    public static let shared = BGTaskScheduler()
    public func submit(_ taskRequest: BGTaskRequest) throws {}
}
