"""Rewrites the parameters of pictures of HEVC (SPS; ITU-T H.265, 7.3.2.2) with all that an encoder of single pictures
leaves out between their size and their colours, and that changes no pixel.

An independent decoder reads what is written here; had it a bit too many or too few, there would be no picture.
"""


class Reader:
    """Bits as a text of 0 and 1."""

    def __init__(self, bits):
        self.bits, self.at = bits, 0

    def fixed(self, count):
        self.at += count
        return int(self.bits[self.at - count:self.at], 2)

    def code(self):
        zeros = self.bits.index("1", self.at) - self.at
        self.at += zeros
        return self.fixed(zeros + 1) - 1

    def codes(self, count):
        for _ in range(count):
            self.code()

    def since(self, start):
        return self.bits[start:self.at]


def code(number):
    """Exp-Golomb (9.2)."""
    digits = bin(number + 1)[2:]
    return "0" * (len(digits) - 1) + digits


def signed(number):
    return code(2 * number - 1 if number > 0 else -2 * number)


def flat_lists():
    """Scaling lists that are 16 throughout, as if there were none; some are those before them once more (7.3.4)."""
    result = ""
    for size in range(4):
        for number in range(2 if size == 3 else 6):
            if number % 3 == 1:
                result += "0" + code(1)
            elif size < 2:
                result += "1" + signed(8) + signed(0) * (15 if size == 0 else 63)
            else:
                result += "1" + signed(8) + signed(0) * 64
    return result


def plain_set(before, behind):
    """Distances less one from each picture to the next, with a flag (7.3.7)."""
    return code(len(before)) + code(len(behind)) + "".join(code(step) + "1" for step in before + behind)


def reference_sets():
    """Of pictures that are -1, -2 and +1 away, and what is foretold of that: every number of flags depends on which
    distances came before, in which order, and on which of them became 0."""
    sets = [plain_set([0, 0], [0])]
    # One on: 0, which is none, -1, +2 and +1 itself.
    sets.append("1" + "0" + code(0) + "1" + "1" + "1" + "1")
    # One back of -1, +1, +2: -2, 0, +1, and -1, of which -2 is let go.
    sets.append("1" + "1" + code(0) + "00" + "1" + "01" + "1")
    # Five on of -1, +1: 4, 6 and 5.
    sets.append("1" + "0" + code(4) + "1" + "01" + "1")
    # Five back of 4, 5, 6: -1, 0, +1 and -5, of which the second would be told by another order.
    sets.append("1" + "1" + code(4) + "1" + "00" + "1" + "1")
    # Of -1, -5, +1: three and the shift.
    sets.append("1" + "0" + code(0) + "1" + "1" + "1" + "1")
    sets.append("0" + plain_set([2], [40, 7]))
    return code(len(sets)) + "".join(sets)


def usability(colors, is_full_range):
    """A shape of pixels of its own, an overscan, and the colours, with nothing behind them (E.2.1)."""
    numbers = "".join(format(number, "08b") for number in colors)
    return ("1" + format(255, "08b") + format(1, "016b") * 2 + "11" + "1" + "101" + str(is_full_range) + "1" + numbers
            + "0" + "000" + "0" + "0" + "0")


def unpacked(data):
    """Without each 3 that only keeps zeros from looking like the start of a unit (7.4.2)."""
    result, zeros = bytearray(), 0
    for byte in data:
        if zeros >= 2 and byte == 3:
            zeros = 0
            continue
        result.append(byte)
        zeros = zeros + 1 if byte == 0 else 0
    return bytes(result)


def packed(data):
    result, zeros = bytearray(), 0
    for byte in data:
        if zeros >= 2 and byte <= 3:
            result.append(3)
            zeros = 0
        result.append(byte)
        zeros = zeros + 1 if byte == 0 else 0
    return bytes(result)


def enriched(unit, colors):
    """Parameters with all that, and with colours by their numbers."""
    reader = Reader("".join(format(byte, "08b") for byte in unpacked(unit[2:])))
    assert reader.fixed(4 + 3 + 1) & 0x0E == 0
    reader.fixed(88 + 8)
    reader.codes(1)
    assert reader.code() != 3
    reader.codes(2)
    if reader.fixed(1):
        reader.codes(4)
    reader.codes(2)
    count_bits = reader.code() + 4
    reader.fixed(1)
    start = reader.at
    reader.codes(3)
    # How many pictures are held; the sets need some.
    result = reader.bits[:start] + code(5) + code(0) + code(0)
    start = reader.at
    reader.codes(6)
    result += reader.since(start)
    assert reader.fixed(1) == 0
    result += "11" + flat_lists()
    start = reader.at
    reader.fixed(2)
    assert reader.fixed(1) == 0
    result += reader.since(start)
    for _ in range(reader.code()):
        raise ValueError("it has sets of its own")
    result += reference_sets()
    assert reader.fixed(1) == 0
    result += "1" + code(3) + "".join(format(number, f"0{count_bits}b") + "1" for number in (1, 2, 3))
    start = reader.at
    reader.fixed(2)
    result += reader.since(start)
    assert reader.fixed(3) == 0b100 and reader.fixed(1) == 1
    reader.fixed(3)
    result += "1" + usability(colors, reader.fixed(1)) + "0" + "1"
    result += "0" * (-len(result) % 8)
    body = bytes(int(result[at:at + 8], 2) for at in range(0, len(result), 8))
    return unit[:2] + packed(body)
