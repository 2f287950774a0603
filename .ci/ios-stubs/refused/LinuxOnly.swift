// refused: cannot find 'onLinux' in scope
#if os(Linux)
    func onLinux() {}
#endif
func onEveryPlatform() { onLinux() }
