// What the example uses of SwiftUI, declared as we believe that Apple declares it; nothing here does anything.

@_exported public import Foundation
public import UIKit

// MARK: - Apps

@MainActor @preconcurrency public protocol App {
    associatedtype Body: Scene
    @SceneBuilder var body: Body { get }
    init()
}

extension App {
    public static func main() {}
}

@MainActor @preconcurrency public protocol Scene {
    associatedtype Body: Scene
    @SceneBuilder var body: Body { get }
}

extension Never: Scene {}

@resultBuilder public enum SceneBuilder {
    public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

public struct WindowGroup<Content: View>: Scene {
    nonisolated public init(@ViewBuilder content: () -> Content) {}
    public var body: Never { fatalError() }
}

public enum ScenePhase: Comparable, Sendable { case background, inactive, active }

public struct BackgroundTask<Request, Response>: Sendable {
    public static func appRefresh(_ identifier: String) -> BackgroundTask<Void, Void>
    where Request == Void, Response == Void { .init() }
}

extension Scene {
    nonisolated public func backgroundTask<D: Sendable, R: Sendable>(
        _ task: BackgroundTask<D, R>,
        action: @escaping @Sendable (D) async -> R
    ) -> some Scene { self }
}

// MARK: - Views

@MainActor @preconcurrency public protocol View {
    associatedtype Body: View
    @ViewBuilder var body: Body { get }
}

extension Never: View {
    public var body: Never { fatalError() }
}

@resultBuilder public enum ViewBuilder {
    public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
    public static func buildBlock<each Content: View>(_ content: repeat each Content)
        -> TupleView<(repeat each Content)>
    { TupleView() }
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
    public static func buildEither<A: View, B: View>(first: A) -> ConditionalContent<A, B> { .init() }
    public static func buildEither<A: View, B: View>(second: B) -> ConditionalContent<A, B> { .init() }
}

public protocol PrimitiveView: View where Body == Never {}

extension PrimitiveView {
    public var body: Never { fatalError() }
}

public struct TupleView<Content>: PrimitiveView { nonisolated init() {} }
public struct ConditionalContent<A, B>: PrimitiveView { nonisolated init() {} }

public struct VStack<Content: View>: PrimitiveView {
    nonisolated public init(@ViewBuilder content: () -> Content) {}
}

public struct Text: PrimitiveView {
    nonisolated public init<S: StringProtocol>(_ content: S) {}
}

public struct Image: PrimitiveView {
    nonisolated public init(_ name: String) {}
    nonisolated public init(systemName: String) {}
    nonisolated public init(uiImage: UIImage) {}
    nonisolated public func resizable() -> Image { self }
}

public struct Color: PrimitiveView {
    public static var clear: Color { Color() }
}

public struct RedactionReasons: Sendable {
    public static let placeholder = RedactionReasons()
}

public struct ContainerBackgroundPlacement: Sendable {}

extension View {
    nonisolated public func scaledToFill() -> some View { self }
    nonisolated public func redacted(reason: RedactionReasons) -> some View { self }
    nonisolated public func containerBackground<V: View>(
        for container: ContainerBackgroundPlacement,
        @ViewBuilder content: () -> V
    ) -> some View { self }
    nonisolated public func task(@_inheritActorContext _ action: @escaping @Sendable () async -> Void)
        -> some View
    { self }
    nonisolated public func task<ID: Equatable>(
        id: ID,
        @_inheritActorContext _ action: @escaping @Sendable () async -> Void
    ) -> some View { self }
}

// MARK: - State

@propertyWrapper public struct State<Value> {
    public init(wrappedValue: Value) { storage = wrappedValue }
    public init() where Value: ExpressibleByNilLiteral { self.init(wrappedValue: nil) }
    public var wrappedValue: Value {
        get { storage }
        nonmutating set {}
    }
    private let storage: Value
}

public struct EnvironmentValues {
    public var scenePhase: ScenePhase { .active }
    public var displayScale: CGFloat {
        get { 1 }
        set {}
    }
}

@propertyWrapper public struct Environment<Value> {
    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {}
    public var wrappedValue: Value { fatalError() }
}

// MARK: - Widgets, as far as they are SwiftUI's

@MainActor @preconcurrency public protocol WidgetConfiguration {
    associatedtype Body: WidgetConfiguration
    var body: Body { get }
}

extension Never: WidgetConfiguration {}

@MainActor @preconcurrency public protocol Widget {
    associatedtype Body: WidgetConfiguration
    init()
    var body: Body { get }
}

@MainActor @preconcurrency public protocol WidgetBundle {
    associatedtype Body: Widget
    init()
    @WidgetBundleBuilder var body: Body { get }
}

extension WidgetBundle {
    public static func main() {}
}

@resultBuilder public enum WidgetBundleBuilder {
    public static func buildBlock<A: Widget, B: Widget>(_ a: A, _ b: B) -> some Widget { a }
}

extension WidgetConfiguration {
    nonisolated public func configurationDisplayName(_ name: String) -> some WidgetConfiguration { self }
    nonisolated public func description(_ text: String) -> some WidgetConfiguration { self }
}
