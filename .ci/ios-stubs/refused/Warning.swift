// refused: was never used
func waste() { let count = 1 }
