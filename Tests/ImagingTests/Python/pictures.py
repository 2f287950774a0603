"""Makes the pictures that the tests read, and what they should become: by Pillow and numpy, in linear light.

    pictures.py make DIRECTORY              writes each picture as a file of its name, and its light as NAME.npy
    pictures.py compare DIRECTORY           reads lines `NAME RESULT WIDTH HEIGHT X Y`; for each prints the largest and
                                            the root mean square difference from the reference, in 8-bit steps
    pictures.py large DIRECTORY NAME        writes one large picture
    pictures.py convert DIRECTORY           reads lines `SOURCE RESULT`; for each prints how far the result is from the
                                            source in sRGB of the same size, by Pillow and Little CMS, as `compare` does
"""

import io
import json
import struct
import subprocess
import sys
import zlib

import numpy as np
from PIL import Image, ImageCms

import heif
import parameters
import profiles


def to_light(values):
    """The light, 0 to 1, of sRGB's values, 0 to 1 (IEC 61966-2-1)."""
    return np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)


def to_values(light):
    light = np.clip(light, 0, 1)
    return np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)


# Pictures


def sample(width=240, height=160):
    """Gradients, stripes, a disc and a corner of its own colour, so that no turn looks like another."""
    y, x = np.mgrid[0:height, 0:width].astype(np.float64)
    picture = np.stack([x / width, y / height, (x + y) / (width + height)], -1)
    stripes = 0.5 + 0.5 * np.sin(x * x / width / 6 + y / 9)
    picture = picture * 0.6 + stripes[..., None] * [0.3, 0.2, 0.35]
    disc = (x - width * 0.7) ** 2 + (y - height * 0.4) ** 2 < (height * 0.22) ** 2
    picture[disc] = [0.95, 0.75, 0.1]
    picture[: height // 5, : width // 5] = [0.8, 0.05, 0.1]
    return np.clip(picture, 0, 1)


def eight_bits(picture):
    return (picture * 255 + 0.5).astype(np.uint8)


def alpha_of(height, width):
    y, x = np.mgrid[0:height, 0:width]
    return ((x * 7 + y * 3) % 256).astype(np.uint8)


def flattened(values, alpha, background=1.0):
    light = to_light(values)
    return light * alpha[..., None] + background * (1 - alpha[..., None])


def stored(picture, orientation):
    """The pixels that look like `picture` after they are turned as EXIF says (EXIF 2.32, 4.6.4)."""
    if orientation >= 5:
        picture = picture.swapaxes(0, 1)
    if orientation in (2, 3, 7, 8):
        picture = picture[:, ::-1]
    if orientation in (3, 4, 6, 7):
        picture = picture[::-1]
    return np.ascontiguousarray(picture)


def exif(orientation, order="<"):
    mark = b"II*\0" if order == "<" else b"MM\0*"
    entries = struct.pack(order + "HHII", 0x010F, 2, 3, int.from_bytes(b"ab\0\0", "little" if order == "<" else "big"))
    entries += struct.pack(order + "HHIHH", 0x0112, 3, 1, orientation, 0)
    gps = struct.pack(order + "HHII", 0x8825, 4, 1, 50)
    return mark + struct.pack(order + "IH", 8, 3) + entries + gps + struct.pack(order + "I", 0) + b"GPS-SECRET" * 4


# PNG (third edition), which Pillow does not write in all its kinds

ADAM7 = [(0, 8, 0, 8), (4, 8, 0, 8), (0, 4, 4, 8), (2, 4, 0, 4), (0, 2, 2, 4), (1, 2, 0, 2), (0, 1, 1, 2)]


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def packed_rows(samples, depth):
    """Scanlines with the filter `none` or `sub` in turn, of samples in rows, columns and channels."""
    result = []
    for number, row in enumerate(samples):
        if depth == 16:
            data = row.astype(">u2").tobytes()
        elif depth == 8:
            data = row.astype(np.uint8).tobytes()
        else:
            bits = np.unpackbits(row.astype(np.uint8).reshape(-1, 1), axis=1)[:, 8 - depth:]
            data = np.packbits(bits.reshape(-1)).tobytes()
        if depth >= 8 and number % 2 == 1:
            step = row.shape[-1] * depth // 8
            whole = np.frombuffer(data, np.uint8)
            shifted = np.concatenate([np.zeros(step, np.uint8), whole[:-step]])
            result.append(b"\1" + (whole - shifted).tobytes())
        else:
            result.append(b"\0" + data)
    return b"".join(result)


def png(samples, color, depth=8, interlaced=False, before=b"", after=b""):
    """A PNG of samples in rows, columns and channels; `before` and `after` are chunks around the pixels."""
    height, width = samples.shape[:2]
    head = struct.pack(">IIBBBBB", width, height, depth, color, 0, 0, int(interlaced))
    if interlaced:
        passes = [samples[y::dy, x::dx] for x, dx, y, dy in ADAM7]
        data = b"".join(packed_rows(part, depth) for part in passes if part.size)
    else:
        data = packed_rows(samples, depth)
    body = zlib.compress(data, 9)
    middle = len(body) // 2
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + before + chunk(b"IDAT", body[:middle])
            + chunk(b"IDAT", body[middle:]) + after + chunk(b"IEND", b""))


# All pictures by name


def saved(picture, kind, **options):
    buffer = io.BytesIO()
    image = picture if isinstance(picture, Image.Image) else Image.fromarray(eight_bits(picture))
    image.save(buffer, kind, **options)
    return buffer.getvalue()


def decoded(data):
    """The light of what Pillow reads of a file without alpha."""
    return to_light(np.asarray(Image.open(io.BytesIO(data)).convert("RGB")) / 255.0)


def jpegs():
    picture = sample()
    image = Image.fromarray(eight_bits(picture))
    kinds = {
        "jpeg": dict(quality=92),
        "jpeg-444": dict(quality=92, subsampling=0),
        "jpeg-422": dict(quality=92, subsampling=1),
        "jpeg-progressive": dict(quality=92, progressive=True),
        "jpeg-progressive-444": dict(quality=99, progressive=True, subsampling=0),
        "jpeg-restarts": dict(quality=92, restart_marker_rows=1),
    }
    for name, options in kinds.items():
        yield name, saved(image, "JPEG", **options)
    grey = image.convert("L")
    for name, options in {"jpeg-arithmetic": [], "jpeg-arithmetic-progressive": ["-progressive"]}.items():
        # Coded anew without any loss, so that its pixels are known.
        command = ["jpegtran", "-arithmetic", *options]
        data = subprocess.run(command, input=saved(image, "JPEG", quality=92), check=True, capture_output=True).stdout
        yield name, data
    yield "jpeg-grey", saved(grey, "JPEG", quality=92)
    yield "jpeg-grey-progressive", saved(grey, "JPEG", quality=92, progressive=True)


def pngs():
    picture = sample()
    height, width = picture.shape[:2]
    rgb = eight_bits(picture)
    deep = (picture * 65535 + 0.5).astype(np.uint16)
    grey, deep_grey = rgb[..., 1:2], deep[..., 1:2]
    alpha = alpha_of(height, width)[..., None]
    opaque = np.ones((height, width))
    three = lambda values: np.repeat(values, 3, -1)
    for interlaced in (False, True):
        end = "-interlaced" if interlaced else ""
        yield "png-rgb8" + end, png(rgb, 2, 8, interlaced), to_light(rgb / 255)
        yield "png-rgb16" + end, png(deep, 2, 16, interlaced), to_light(deep / 65535)
        yield "png-grey8" + end, png(grey, 0, 8, interlaced), to_light(three(grey) / 255)
        yield "png-grey16" + end, png(deep_grey, 0, 16, interlaced), to_light(three(deep_grey) / 65535)
        for depth in (1, 2, 4):
            few = grey >> (8 - depth)
            yield f"png-grey{depth}{end}", png(few, 0, depth, interlaced), to_light(three(few) / (2**depth - 1))
        yield ("png-rgba8" + end, png(np.concatenate([rgb, alpha], -1), 6, 8, interlaced),
               flattened(rgb / 255, alpha[..., 0] / 255))
        wide = alpha.astype(np.uint16) * 257
        yield ("png-rgba16" + end, png(np.concatenate([deep, wide], -1), 6, 16, interlaced),
               flattened(deep / 65535, alpha[..., 0] / 255))
        yield ("png-grey-alpha8" + end, png(np.concatenate([grey, alpha], -1), 4, 8, interlaced),
               flattened(three(grey) / 255, alpha[..., 0] / 255))
        for depth in (1, 2, 4, 8):
            count = 2**depth
            index = (rgb[..., 0:1].astype(int) * count // 256).astype(np.uint8)
            colors = np.stack([np.arange(count) * 255 // (count - 1), 255 - np.arange(count) * 255 // (count - 1),
                               np.arange(count) * 71 % 256], -1).astype(np.uint8)
            clear = (np.arange(count) * 255 // (count - 1)).astype(np.uint8)
            chunks = chunk(b"PLTE", colors.tobytes())
            yield (f"png-palette{depth}{end}", png(index, 3, depth, interlaced, before=chunks),
                   to_light(colors[index[..., 0]] / 255))
            yield (f"png-palette{depth}-transparent{end}",
                   png(index, 3, depth, interlaced, before=chunks + chunk(b"tRNS", clear.tobytes())),
                   flattened(colors[index[..., 0]] / 255, clear[index[..., 0]] / 255))
    key = rgb[height // 2, width // 2]
    is_key = (rgb == key).all(-1)
    before = chunk(b"tRNS", struct.pack(">HHH", *map(int, key)))
    yield "png-key", png(rgb, 2, before=before), flattened(rgb / 255, np.where(is_key, 0, opaque))


def webps():
    picture = sample()
    height, width = picture.shape[:2]
    image = Image.fromarray(eight_bits(picture))
    clear = image.copy()
    clear.putalpha(Image.fromarray(alpha_of(height, width)))
    data = saved(image, "WEBP", quality=90)
    yield "webp", data, decoded(data)
    data = saved(image, "WEBP", lossless=True)
    yield "webp-lossless", data, to_light(eight_bits(picture) / 255)
    data = saved(clear, "WEBP", lossless=True, exact=True)
    yield "webp-lossless-alpha", data, flattened(eight_bits(picture) / 255, alpha_of(height, width) / 255)
    data = saved(clear, "WEBP", quality=90, exact=True)
    values = np.asarray(Image.open(io.BytesIO(data)).convert("RGBA")) / 255.0
    yield "webp-alpha", data, flattened(values[..., :3], values[..., 3])
    other = Image.fromarray(eight_bits(picture[::-1]))
    data = saved(image, "WEBP", save_all=True, append_images=[other], duration=100, quality=90)
    yield "webp-animated", data, decoded(data)


def turned():
    picture = sample()
    light = to_light(eight_bits(picture) / 255)
    for orientation in range(1, 9):
        pixels = stored(eight_bits(picture), orientation)
        image = Image.fromarray(pixels)
        tag = exif(orientation, "<" if orientation % 2 else ">")
        data = saved(image, "JPEG", quality=95, subsampling=0, exif=b"Exif\0\0" + tag)
        # As Pillow sees it turned.
        yield f"jpeg-turned{orientation}", data, stored_back(decoded(data), orientation)
        data = saved(image, "JPEG", quality=95, subsampling=0, progressive=True, exif=b"Exif\0\0" + tag)
        yield f"jpeg-progressive-turned{orientation}", data, stored_back(decoded(data), orientation)
        yield f"png-turned{orientation}", png(pixels, 2, before=chunk(b"eXIf", tag)), light
        yield f"png-late-turned{orientation}", png(pixels, 2, interlaced=True, after=chunk(b"eXIf", tag)), light
        yield f"webp-turned{orientation}", saved(image, "WEBP", lossless=True, exif=tag), light


def stored_back(light, orientation):
    """The upright picture of what is stored."""
    if orientation in (3, 4, 6, 7):
        light = light[::-1]
    if orientation in (2, 3, 7, 8):
        light = light[:, ::-1]
    if orientation >= 5:
        light = light.swapaxes(0, 1)
    return np.ascontiguousarray(light)


def small():
    """Few bytes each, so that every length can be tried."""
    picture = eight_bits(sample(40, 30))
    image = Image.fromarray(picture)
    clear = image.copy()
    clear.putalpha(Image.fromarray(alpha_of(30, 40)))
    yield "small.jpg", saved(image, "JPEG", quality=70)
    yield "small-progressive.jpg", saved(image, "JPEG", quality=70, progressive=True)
    yield "small.png", png(picture[:12], 2)
    yield "small-interlaced.png", png(picture[:12], 2, interlaced=True)
    yield "small.webp", saved(image, "WEBP", quality=70)
    yield "small-lossless.webp", saved(image, "WEBP", lossless=True)
    yield "small-alpha.webp", saved(clear, "WEBP", quality=70)


def drawn():
    """Pictures with one thing to see, or none."""
    y, x = np.mgrid[0:256, 0:256]
    disc = np.full((256, 256, 3), (40, 60, 90), np.uint8)
    disc[(x - 127.5) ** 2 + (y - 127.5) ** 2 < 64**2] = (240, 230, 200)
    yield "disc.png", png(disc, 2)
    yield "plain.png", png(np.full((80, 80, 3), 120, np.uint8), 2)
    line = np.tile(np.arange(20_000, dtype=np.uint32)[None, :, None] % 251, (1, 1, 3)).astype(np.uint8)
    yield "row.png", png(line, 2)
    yield "column.png", png(line.swapaxes(0, 1), 2)
    for side in ("left", "right", "top", "bottom"):
        picture = np.full((100, 300, 3), 128, np.uint8)
        place = slice(10, 50) if side in ("left", "top") else slice(250, 290)
        picture[30:70, place] = (220, 30, 40)
        yield f"spot-{side}.png", png(picture if side in ("left", "right") else picture.swapaxes(0, 1), 2)


def bombs():
    rows = zlib.compressobj(9)
    row = bytes(1 + 30_000 // 8)
    data = b"".join(rows.compress(row) for _ in range(30_000)) + rows.flush()
    head = struct.pack(">IIBBBBB", 30_000, 30_000, 1, 0, 0, 0, 0)
    yield "bomb.png", b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", data) + chunk(b"IEND", b"")
    data = saved(sample(16, 16), "JPEG")
    start = data.index(b"\xff\xc0")
    yield "bomb.jpg", data[: start + 5] + struct.pack(">HH", 65_500, 65_500) + data[start + 9:]


def damaged(data):
    """Coded data in whose last half nothing makes sense."""
    return data[:len(data) // 2] + bytes(np.random.default_rng(3).integers(1, 256, len(data) - len(data) // 2, np.uint8))


def heics(directory):
    """By libheif's own program, which knows libx265's settings."""
    picture = eight_bits(sample())
    light = to_light(picture / 255)
    for orientation in range(1, 9):
        yield f"heic-turned{orientation}", heif.turned(stored(picture, orientation), orientation, directory), light
    for orientation in (1, 6):
        data = heif.grid(stored(picture, orientation), (128, 96), directory, orientation)
        yield f"heic-grid-turned{orientation}", data, light
    part = picture[:64, :96]
    flat = lambda width, height, color: np.full((height, width, 3), color, np.uint8)
    yield "heic-two.heic", heif.followed(part, directory, lambda data: data), None
    yield "heic-two-damaged.heic", heif.followed(part, directory, damaged), None
    yield "heic-profile.heic", heif.of_profile(part, directory, 9), None
    large = heif.coded(flat(2048, 1024, 90), directory)
    yield "heic-larger.heic", heif.single(*large, 64, 64), None
    data = heif.colored(flat(64, 64, (200, 100, 50)), directory, "bt2020", "iec61966-2-1")
    yield "bt2020-coded.heic", data, None
    p3 = flat(64, 64, (200, 100, 50)), directory, "smpte432", "iec61966-2-1"
    yield "p3-coded.heic", heif.colored(*p3), None
    rich = lambda unit: parameters.enriched(unit, (12, 13, 6))
    yield "p3-rich.heic", heif.colored(*p3, change=rich), None
    yield "bt2020-boxed.heic", heif.colored(*p3, heif.nclx(9, 13, 6)), None
    for length, data in enumerate(heif.colored_and_cut(*p3), 2):
        yield f"p3-cut{length}.heic", data, None
    Image.fromarray(picture).save(f"{directory}/heic-source.png")
    np.save(f"{directory}/heic.npy", to_light(picture / 255).astype(np.float32))
    Image.fromarray(eight_bits(sample(64, 64))).save(f"{directory}/small-source.png")
    for source, name in (("heic-source", "heic"), ("small-source", "small.heic")):
        command = ["heif-enc", "-q", "95", f"{directory}/{source}.png", "-o", f"{directory}/{name}"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def make(directory):
    def write(name, data, light):
        with open(f"{directory}/{name}", "wb") as file:
            file.write(data)
        if light is not None:
            np.save(f"{directory}/{name}.npy", light.astype(np.float32))

    for name, data in jpegs():
        write(name, data, decoded(data))
    for name, data, light in [*pngs(), *webps(), *turned()]:
        write(name, data, light)
    for name, data in [*profiles.patches(png, chunk, saved), *small(), *drawn(), *bombs()]:
        write(name, data, None)
    for name, data, light in heics(directory):
        write(name, data, light)


# Comparison


def reference(light, width, height, x, y):
    """Cover the size, around the point, by Pillow's Lanczos on each channel of light."""
    rows, columns = light.shape[:2]
    scale = min(columns / width, rows / height)
    left = min(max(x * columns - width * scale / 2, 0), columns - width * scale)
    top = min(max(y * rows - height * scale / 2, 0), rows - height * scale)
    box = (left, top, left + width * scale, top + height * scale)
    channels = [Image.fromarray(np.ascontiguousarray(light[..., channel])) for channel in range(3)]
    resized = [np.asarray(channel.resize((width, height), Image.LANCZOS, box)) for channel in channels]
    return to_values(np.stack(resized, -1)) * 255


def compare(directory):
    answers = []
    for line in sys.stdin:
        name, result, width, height, x, y = line.split()
        wanted = reference(np.load(f"{directory}/{name}.npy"), int(width), int(height), float(x), float(y))
        got = np.asarray(Image.open(f"{directory}/{result}").convert("RGB")).astype(float)
        if got.shape != wanted.shape:
            answers.append({"largest": 255, "mean": 255})
            continue
        difference = abs(got - wanted)
        mean = float((difference**2).mean() ** 0.5)
        answers.append({"largest": round(float(difference.max()) * 1000), "mean": round(mean * 1000)})
    print(json.dumps(answers))


def converted(path):
    """A picture in sRGB on white, 0 to 255."""
    image = Image.open(path)
    if "icc_profile" in image.info:
        profile = ImageCms.ImageCmsProfile(io.BytesIO(image.info["icc_profile"]))
        mode = "RGB" if profile.profile.xcolor_space.strip() == "RGB" else "L"
        image = ImageCms.profileToProfile(
            image.convert(mode), profile, ImageCms.createProfile("sRGB"), outputMode="RGB",
            renderingIntent=ImageCms.Intent.RELATIVE_COLORIMETRIC,
        )
    elif "gamma" in image.info and "srgb" not in image.info:
        light = (np.asarray(image.convert("RGB")) / 255) ** (1 / image.info["gamma"])
        return to_values(light) * 255
    if image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info:
        values = np.asarray(image.convert("RGBA")) / 255
        return to_values(flattened(values[..., :3], values[..., 3])) * 255
    return np.asarray(image.convert("RGB")).astype(float)


def convert(directory):
    answers = []
    for line in sys.stdin:
        source, result = line.split()
        difference = abs(np.asarray(Image.open(f"{directory}/{result}").convert("RGB")) - converted(source))
        mean = float((difference**2).mean() ** 0.5)
        answers.append({"largest": round(float(difference.max()) * 1000), "mean": round(mean * 1000)})
    print(json.dumps(answers))


# By the first word of a name, an eighth of the width and of the height. All but the first are of 100 megapixels.
LARGE_SIZES = {"8k": (960, 540), "huge": (1225, 1020), "wide": (3750, 412), "tall": (412, 3750)}


def large(directory, name):
    """Pictures as cameras and artists make them: much detail, at quality 92.

    They are of 8K, or of the size that is the first word of the name, and may be `turned` as an EXIF number says:
    `wide-turned6-chroma.jpg`. `chroma` is in scans and has colour at full resolution, and `inks` is that of four
    colours: as many coefficients as there can be. `deep` is interlaced, of four channels of 16 bits.
    """
    *words, kind = name.split("-")
    width, height = LARGE_SIZES[words[0] if words and words[0] in LARGE_SIZES else "8k"]
    orientation = next((int(word.removeprefix("turned")) for word in words if word.startswith("turned")), 1)
    tag = b"Exif\0\0" + exif(orientation)
    part = eight_bits(sample(width, height))
    options = {
        "chroma.jpg": dict(quality=92, subsampling=0, progressive=True, exif=tag),
        "inks.jpg": dict(quality=92, subsampling=0, progressive=True, exif=tag),
        "baseline.jpg": dict(quality=92, exif=tag),
        "progressive.jpg": dict(quality=92, progressive=True, exif=tag),
        "lossy.webp": dict(quality=80, method=0),
        "plain.png": dict(compress_level=1),
    }
    path = f"{directory}/{name}"
    if kind == "interlaced.png":
        picture = noisy(part)
        write_interlaced(path, picture.shape, lambda y: picture[y], 2, 8, orientation)
    elif kind == "deep.png":
        deep = np.dstack([part, alpha_of(height, width)]).astype(np.uint16) * 257
        write_interlaced(path, (height * 8, width * 8), lambda y: np.tile(deep[y % height], (8, 1)), 6, 16, orientation)
    elif kind == "inks.jpg":
        Image.fromarray(noisy(np.dstack([255 - part, part[..., :1] // 2])), "CMYK").save(path, **options[kind])
    else:
        Image.fromarray(noisy(part)).save(path, **options[kind])


def noisy(part):
    """Eight by eight times a picture, with grain."""
    picture = np.tile(part, (8, 8, 1))
    for rows in np.array_split(picture, 8):
        noise = np.random.default_rng(5).integers(0, 12, rows.shape[:2] + (1,), dtype=np.uint8)
        rows[:] = np.minimum(rows, 243) + noise
    return picture


def write_interlaced(path, size, row, color, depth, orientation):
    """A PNG of rows of samples by their number, packed fast."""
    packer = zlib.compressobj(1)
    with open(path, "wb") as file:
        head = struct.pack(">IIBBBBB", size[1], size[0], depth, color, 0, 0, 1)
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"eXIf", exif(orientation)))
        for x, dx, y, dy in ADAM7:
            for number in range(y, size[0], dy):
                samples = row(number)[x::dx].astype(">u2" if depth == 16 else np.uint8)
                data = packer.compress(b"\0" + samples.tobytes())
                file.write(chunk(b"IDAT", data) if data else b"")
        file.write(chunk(b"IDAT", packer.flush()) + chunk(b"IEND", b""))


if __name__ == "__main__":
    {"make": make, "compare": compare, "convert": convert, "large": large}[sys.argv[1]](*sys.argv[2:])
