// The letters and digits of names and tags, byte by byte.

func isLower(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "a") < 26 }
func isLetter(_ byte: UInt8) -> Bool { isLower(byte | 0x20) }
func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
