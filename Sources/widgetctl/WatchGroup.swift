import Rollout

/// Something that is the same in several apps, and is shown once.
struct WatchGroup<Value> {
    let value: Value
    /// In the order in which they came.
    private(set) var apps: [AppID]

    /// - Parameter key: Texts that are equal for what is to be shown once.
    static func all(of items: [(app: AppID, value: Value)], by key: (Value) -> [String]) -> [WatchGroup] {
        var groups: [WatchGroup] = []
        var places: [[String]: Int] = [:]
        for item in items {
            let key = key(item.value)
            if let place = places[key] {
                groups[place].apps.append(item.app)
            } else {
                places[key] = groups.count
                groups.append(WatchGroup(value: item.value, apps: [item.app]))
            }
        }
        return groups
    }
}
