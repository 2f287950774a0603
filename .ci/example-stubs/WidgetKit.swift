// What the example uses of WidgetKit, declared as we believe that Apple declares it; nothing here does anything.

public import Foundation
public import SwiftUI

public enum WidgetFamily: Int, Sendable {
    case systemSmall, systemMedium, systemLarge, systemExtraLarge
    case accessoryCircular, accessoryRectangular, accessoryInline
}

public protocol TimelineEntry {
    var date: Date { get }
}

public struct TimelineReloadPolicy: Equatable, Sendable {
    public static let atEnd = TimelineReloadPolicy()
    public static let never = TimelineReloadPolicy()
    public static func after(_ date: Date) -> TimelineReloadPolicy { .never }
}

public struct Timeline<EntryType: TimelineEntry> {
    public init(entries: [EntryType], policy: TimelineReloadPolicy) {}
}

public struct TimelineProviderContext {
    public let family: WidgetFamily
    public let isPreview: Bool
    /// In points.
    public let displaySize: CGSize
    public let environmentVariants: EnvironmentVariants

    @dynamicMemberLookup public struct EnvironmentVariants {
        public subscript<T>(dynamicMember path: WritableKeyPath<EnvironmentValues, T>) -> [T]? { nil }
    }
}

public protocol TimelineProvider {
    associatedtype Entry: TimelineEntry
    typealias Context = TimelineProviderContext
    func placeholder(in context: Context) -> Entry
    func getSnapshot(in context: Context, completion: @escaping @Sendable (Entry) -> Void)
    func getTimeline(in context: Context, completion: @escaping @Sendable (Timeline<Entry>) -> Void)
}

public struct StaticConfiguration<Content: View>: WidgetConfiguration {
    public init<Provider: TimelineProvider>(
        kind: String,
        provider: Provider,
        @ViewBuilder content: @escaping (Provider.Entry) -> Content
    ) {}
    public var body: Never { fatalError() }
}

extension WidgetConfiguration {
    nonisolated public func supportedFamilies(_ families: [WidgetFamily]) -> some WidgetConfiguration { self }
}

extension ContainerBackgroundPlacement {
    public static var widget: ContainerBackgroundPlacement { fatalError() }
}

extension View {
    nonisolated public func widgetAccentable(_ accentable: Bool = true) -> some View { self }
}

public final class WidgetCenter: Sendable {
    public static let shared = WidgetCenter()
    public func reloadTimelines(ofKind kind: String) {}
}
