"""ICC profiles (ICC.1:2022) made by hand, and patches of one colour that carry them."""

import struct

import numpy as np
from PIL import Image

# Colorants relative to D50, as the profiles of Apple and Adobe have them.
DISPLAY_P3 = [(0.51512, 0.24120, -0.00105), (0.29198, 0.69225, 0.04189), (0.15710, 0.06657, 0.78407)]
ADOBE_RGB = [(0.60974, 0.31111, 0.01947), (0.20528, 0.62567, 0.06087), (0.14919, 0.06322, 0.74457)]


def tag_data(kind, data):
    return kind + bytes(4) + data


def fixed(values):
    return b"".join(struct.pack(">i", round(value * 65536)) for value in values)


def profile(space, connection, device_class, tags):
    tags = {b"desc": tag_data(b"desc", struct.pack(">I", 5) + b"Test\0" + bytes(78)), **tags}
    offset = 128 + 4 + 12 * len(tags)
    table, body = struct.pack(">I", len(tags)), b""
    for name, data in tags.items():
        data += bytes(-len(data) % 4)
        table += struct.pack(">4sII", name, offset + len(body), len(data))
        body += data
    head = struct.pack(">I4sI4s4s4s", offset + len(body), b"lcms", 0x02400000, device_class, space, connection)
    head += struct.pack(">6H", 2026, 1, 1, 0, 0, 0) + b"acsp" + bytes(28) + fixed([0.9642, 1, 0.8249]) + bytes(48)
    return head + table + body


def by_primaries(colorants, gamma):
    curve = tag_data(b"curv", struct.pack(">IH", 1, round(gamma * 256)))
    tags = {b"wtpt": tag_data(b"XYZ ", fixed([0.9642, 1, 0.8249]))}
    for letter, colorant in zip(b"rgb", colorants):
        tags[bytes([letter]) + b"XYZ"] = tag_data(b"XYZ ", fixed(colorant))
        tags[bytes([letter]) + b"TRC"] = curve
    return profile(b"RGB ", b"XYZ ", b"mntr", tags)


def by_srgb_curve(colorants):
    """The same with sRGB's curve, as a table."""
    values = np.arange(1024) / 1023
    light = np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)
    curve = tag_data(b"curv", struct.pack(">I", 1024) + (light * 65535 + 0.5).astype(">u2").tobytes())
    tags = {b"wtpt": tag_data(b"XYZ ", fixed([0.9642, 1, 0.8249]))}
    for letter, colorant in zip(b"rgb", colorants):
        tags[bytes([letter]) + b"XYZ"] = tag_data(b"XYZ ", fixed(colorant))
        tags[bytes([letter]) + b"TRC"] = curve
    return profile(b"RGB ", b"XYZ ", b"mntr", tags)


def for_grey(gamma):
    curve = tag_data(b"curv", struct.pack(">IH", 1, round(gamma * 256)))
    return profile(b"GRAY", b"XYZ ", b"mntr", {b"wtpt": tag_data(b"XYZ ", fixed([0.9642, 1, 0.8249])), b"kTRC": curve})


# The Lab colours of no ink and full ink of each of cyan, magenta, yellow and black, and of their overprints, in the
# order of the bits.
INKS = {0b0000: (100, 0, 0), 0b1000: (55, -37, -50), 0b0100: (48, 74, -3), 0b0010: (89, -5, 93), 0b0001: (16, 0, 0),
        0b1100: (24, 22, -46), 0b1010: (50, -65, 27), 0b0110: (47, 68, 48)}


def for_inks():
    """A table with two steps an ink, so that full inks are exactly what it says (lut16Type)."""
    table = b""
    for inks in range(16):
        light, a, b = INKS.get(inks, (10, 0, 0))
        table += struct.pack(">3H", round(light * 652.8), round((a + 128) * 256), round((b + 128) * 256))
    head = struct.pack(">BBBB", 4, 3, 2, 0) + fixed([1, 0, 0, 0, 1, 0, 0, 0, 1]) + struct.pack(">HH", 2, 2)
    inputs = struct.pack(">2H", 0, 65535) * 4
    outputs = struct.pack(">2H", 0, 65535) * 3
    data = tag_data(b"mft2", head + inputs + table + outputs)
    return profile(b"CMYK", b"Lab ", b"prtr", {b"wtpt": tag_data(b"XYZ ", fixed([0.9642, 1, 0.8249])), b"A2B0": data})


def icc_chunk(chunk, data):
    import zlib
    return chunk(b"iCCP", b"test\0\0" + zlib.compress(data))


def flat(*color):
    return np.full((32, 32, len(color)), color, np.uint8)


def patches(png, chunk, saved):
    p3, adobe = by_srgb_curve(DISPLAY_P3), by_primaries(ADOBE_RGB, 2.19921875)
    yield "p3.png", png(flat(200, 100, 50), 2, before=icc_chunk(chunk, p3))
    yield "p3-clear.png", png(flat(200, 100, 50, 0), 6, before=icc_chunk(chunk, p3))
    yield "p3-red.png", png(flat(255, 0, 0), 2, before=icc_chunk(chunk, p3))
    yield "p3.jpg", saved(Image.fromarray(flat(200, 100, 50)), "JPEG", quality=100, subsampling=0, icc_profile=p3)
    yield "p3.webp", saved(Image.fromarray(flat(200, 100, 50)), "WEBP", lossless=True, icc_profile=p3)
    yield "adobe.png", png(flat(200, 100, 50), 2, before=icc_chunk(chunk, adobe))
    yield "adobe16.png", png(flat(200, 100, 50).astype(np.uint16) * 257, 2, 16, before=icc_chunk(chunk, adobe))
    yield "p3-coded.png", png(flat(200, 100, 50), 2, before=chunk(b"cICP", bytes([12, 13, 0, 1])))
    yield "bt2020-coded.png", png(flat(200, 100, 50), 2, before=chunk(b"cICP", bytes([9, 13, 0, 1])))
    yield "pq-coded.png", png(flat(200, 100, 50), 2, before=chunk(b"cICP", bytes([9, 16, 0, 1])))
    yield "linear.png", png(flat(128, 64, 32), 2, before=chunk(b"gAMA", struct.pack(">I", 100_000)))
    primaries = struct.pack(">8I", 31270, 32900, 68000, 32000, 26500, 69000, 15000, 6000)
    chunks = chunk(b"gAMA", struct.pack(">I", 45_455)) + chunk(b"cHRM", primaries)
    yield "p3-measured.png", png(flat(200, 100, 50), 2, before=chunks)
    # As bright as numbers of a profile can be.
    boundless = by_primaries([tuple(part * 40_000 for part in colorant) for colorant in DISPLAY_P3], 2.2)
    yield "boundless.png", png(flat(255, 0, 0), 2, before=icc_chunk(chunk, boundless))
    yield "grey-linear.png", png(flat(64), 0, before=icc_chunk(chunk, for_grey(1.0)))
    yield "broken-profile.jpg", saved(
        Image.fromarray(flat(200, 100, 50)), "JPEG", quality=100, subsampling=0, icc_profile=b"no profile" * 20)
    yield "wrong-profile.jpg", saved(
        Image.fromarray(flat(200, 100, 50)), "JPEG", quality=100, subsampling=0, icc_profile=for_inks())
    for name, inks in {"cyan": (255, 0, 0, 0), "magenta": (0, 255, 0, 0), "yellow": (0, 0, 255, 0),
                       "black": (0, 0, 0, 255), "paper": (0, 0, 0, 0), "green": (255, 0, 255, 0)}.items():
        image = Image.fromarray(flat(*inks), "CMYK")
        yield f"{name}.jpg", saved(image, "JPEG", quality=100, icc_profile=for_inks())
        yield f"{name}-plain.jpg", saved(image, "JPEG", quality=100)
