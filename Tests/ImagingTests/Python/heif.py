"""Writes HEIC files of kinds that heif-enc does not: turned, put together of tiles, and wrong in ways that libraries miss
(ISO/IEC 23008-12 and 14496-12).

The coded pictures are heif-enc's; the boxes around them are written here.
"""

import struct
import subprocess

from PIL import Image


def box(name, *parts):
    body = b"".join(parts)
    return struct.pack(">I", 8 + len(body)) + name + body


def full_box(name, *parts, version=0, flags=0):
    return box(name, struct.pack(">I", version << 24 | flags), *parts)


def boxes(data, start=0):
    """Name and content of each box that data consists of from `start` on."""
    while start < len(data):
        size, name = struct.unpack_from(">I4s", data, start)
        yield name, data[start + 8:start + size]
        start += size


def coded(pixels, directory, *options):
    """The decoder's configuration and the coded picture of pixels."""
    source, result = f"{directory}/part.png", f"{directory}/part.heic"
    Image.fromarray(pixels).save(source)
    command = ["heif-enc", "-q", "95", *options, source, "-o", result]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with open(result, "rb") as file:
        data = file.read()
    meta = dict(boxes(dict(boxes(data))[b"meta"], 4))
    configuration = dict(boxes(dict(boxes(meta[b"iprp"]))[b"ipco"]))[b"hvcC"]
    # Version 0, all sizes of four bytes: of the first item its number, source, base, and the place of its only part.
    base, _, offset, length = struct.unpack_from(">IHII", meta[b"iloc"], 8 + 2 + 2)
    return box(b"hvcC", configuration), data[base + offset:base + offset + length]


# By EXIF's numbers: quarter turns against the clock, and then what changes places: top and bottom (0) or left and right
# (1) (ISO/IEC 23008-12:2022, 6.5.12).
TURNS = {1: (0, None), 2: (0, 1), 3: (2, None), 4: (0, 0), 5: (3, 1), 6: (3, None), 7: (3, 0), 8: (1, None)}


def turns(orientation):
    quarters, mode = TURNS[orientation]
    result = [box(b"irot", bytes([quarters]))] if quarters else []
    return result + ([box(b"imir", bytes([mode]))] if mode is not None else [])


def size(width, height):
    return full_box(b"ispe", struct.pack(">II", width, height))


def file(items, properties, primary, references=b""):
    """A HEIC file.

    `items` are their types, data, property numbers from 1 on, and whether they are hidden; their own numbers count from
    1 on.
    """
    entries, places, associations, offset = [], [], [], 0
    for number, (kind, data, used, hidden) in enumerate(items, 1):
        entries.append(full_box(b"infe", struct.pack(">HH4sB", number, 0, kind, 0), version=2, flags=int(hidden)))
        places.append((number, offset, len(data)))
        # Essential are those that change what is seen.
        marks = [index | (0x80 if properties[index - 1][4:8] in (b"hvcC", b"irot", b"imir") else 0) for index in used]
        associations.append(struct.pack(">HB", number, len(used)) + bytes(marks))
        offset += len(data)

    def meta(start):
        located = b"".join(struct.pack(">HHHII", number, 0, 1, start + at, length) for number, at, length in places)
        return full_box(
            b"meta", full_box(b"hdlr", struct.pack(">I4s12sB", 0, b"pict", bytes(12), 0)),
            full_box(b"pitm", struct.pack(">H", primary)),
            full_box(b"iloc", struct.pack(">BBH", 0x44, 0, len(places)), located),
            full_box(b"iinf", struct.pack(">H", len(entries)), *entries),
            *([full_box(b"iref", references)] if references else []),
            box(b"iprp", box(b"ipco", *properties),
                full_box(b"ipma", struct.pack(">I", len(associations)), *associations)),
        )

    head = box(b"ftyp", b"heic", struct.pack(">I", 0), b"mif1heic")
    data = b"".join(item[1] for item in items)
    return head + meta(len(head) + len(meta(0)) + 8) + box(b"mdat", data)


def turned(pixels, orientation, directory):
    """Pixels that are to be turned as EXIF's number says, and a file that says so."""
    height, width = pixels.shape[:2]
    configuration, data = coded(pixels, directory)
    properties = [configuration, size(width, height), *turns(orientation)]
    return file([(b"hvc1", data, range(1, len(properties) + 1), False)], properties, 1)


def grid(pixels, tile, directory, orientation=1):
    """Pixels in tiles of a width and a height; those at the right and at the bottom reach beyond the picture."""
    height, width = pixels.shape[:2]
    across, down = -(-width // tile[0]), -(-height // tile[1])
    padded = pixels.repeat([1] * (height - 1) + [1 + down * tile[1] - height], 0)
    padded = padded.repeat([1] * (width - 1) + [1 + across * tile[0] - width], 1)
    parts = [coded(padded[y * tile[1]:(y + 1) * tile[1], x * tile[0]:(x + 1) * tile[0]], directory)
             for y in range(down) for x in range(across)]
    configurations = {configuration for configuration, _ in parts}
    assert len(configurations) == 1
    properties = [*configurations, size(*tile), size(width, height), *turns(orientation)]
    items = [(b"hvc1", data, [1, 2], True) for _, data in parts]
    descriptor = struct.pack(">BBBBHH", 0, 0, down - 1, across - 1, width, height)
    items.append((b"grid", descriptor, range(3, len(properties) + 1), False))
    tiles = struct.pack(">HH", len(items), len(parts)) + struct.pack(f">{len(parts)}H", *range(1, len(items)))
    return file(items, properties, len(items), box(b"dimg", tiles))


def single(configuration, data, width, height, *further):
    """A file of one coded picture, without a word about its colours, unless a further property has it."""
    properties = [configuration, size(width, height), *further]
    return file([(b"hvc1", data, range(1, len(properties) + 1), False)], properties, 1)


def colored(pixels, directory, primaries, transfer, *further, change=lambda unit: unit):
    """A file whose coded data says what its colours are, in libx265's words; `change` takes its parameters (SPS)."""
    options = ["-p", f"x265:colorprim={primaries}", "-p", f"x265:transfer={transfer}"]
    configuration, data = coded(pixels, directory, *options)
    return single(with_parameters(configuration, change), data, *pixels.shape[1::-1], *further)


def nclx(primaries, transfer, matrix):
    """A property that says what colours are, by numbers of ITU-T H.273, in full range (ISO/IEC 14496-12, 12.1.5)."""
    return box(b"colr", b"nclx", struct.pack(">HHHB", primaries, transfer, matrix, 0x80))


def followed(pixels, directory, damage):
    """A file whose coded data goes on behind its picture with the same once more, after `damage` changed that."""
    configuration, data = coded(pixels, directory)
    return single(configuration, data + damage(data), *pixels.shape[1::-1])


def of_profile(pixels, directory, number):
    """A file whose parameters of pictures (SPS) claim a profile, and no compatibility with any other."""
    configuration, data = coded(pixels, directory)
    # The first unit of that type: its header, a byte, the profile with its compatibilities (ITU-T H.265, 7.3.3).
    start = configuration.index(b"\x42\x01\x01")
    changed = bytearray(configuration)
    changed[start + 3] = number
    changed[start + 4:start + 6] = (1 << 15 - number).to_bytes(2, "big")
    return single(bytes(changed), data, *pixels.shape[1::-1])


def units(configuration):
    """The units (NAL) of a decoder's configuration, of types in their order (ISO/IEC 14496-15, 8.3.3.1)."""
    result, at = [], 8 + 23
    for _ in range(configuration[8 + 22]):
        count, at = struct.unpack_from(">H", configuration, at + 1)[0], at + 3
        for _ in range(count):
            length = struct.unpack_from(">H", configuration, at)[0]
            result.append(configuration[at + 2:at + 2 + length])
            at += 2 + length
    return result


def with_parameters(configuration, change):
    """The configuration with its parameters of pictures (SPS, type 33) changed."""
    parts = [change(unit) if unit[0] >> 1 == 33 else unit for unit in units(configuration)]
    arrays = [struct.pack(">BHH", 0x80 | unit[0] >> 1, 1, len(unit)) + unit for unit in parts]
    return box(b"hvcC", configuration[8:8 + 22], bytes([len(arrays)]), *arrays)


def colored_and_cut(pixels, directory, primaries, transfer):
    """Files as of `colored`, with each length of the parameters of pictures from their header on; the last is whole."""
    options = ["-p", f"x265:colorprim={primaries}", "-p", f"x265:transfer={transfer}"]
    configuration, data = coded(pixels, directory, *options)
    whole = max(len(unit) for unit in units(configuration) if unit[0] >> 1 == 33)
    for length in range(2, whole + 1):
        yield single(with_parameters(configuration, lambda unit: unit[:length]), data, *pixels.shape[1::-1])
