"""How near pictures come to the best that could be made of a source, by SSIMULACRA2: 100 is the same, above 90 no eye
sees a difference.

    quality.py SOURCE WIDTH HEIGHT QUALITY PICTURE...

The best is the whole source decoded, its middle cut to shape, and filtered by Lanczos' window in linear light. Prints a
JSON object: `ceiling` is the score of that picture itself as a JPEG of the quality, `scores` are those of the pictures.
"""

import io
import json
import sys

import numpy as np
from PIL import Image
from ssimulacra2 import compute_ssimulacra2

Image.MAX_IMAGE_PIXELS = None


def best(source, width, height):
    picture = Image.open(source).convert("RGB")
    scale = min(picture.width / width, picture.height / height)
    left, top = max(0, picture.width - width * scale) / 2, max(0, picture.height - height * scale) / 2
    box = (left, top, min(picture.width, left + width * scale), min(picture.height, top + height * scale))
    values = np.arange(256) / 255
    # IEC 61966-2-1.
    lights = np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4).astype(np.float32)
    channels = []
    for channel in picture.split():
        light = Image.fromarray(lights[np.asarray(channel)])
        light = np.clip(np.asarray(light.resize((width, height), Image.Resampling.LANCZOS, box=box)), 0, 1)
        channels.append(np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055))
    return Image.fromarray((np.stack(channels, -1) * 255 + 0.5).astype(np.uint8))


def file(picture, kind, **options):
    buffer = io.BytesIO()
    picture.save(buffer, kind, **options)
    return buffer


def main():
    source, width, height, quality, *pictures = sys.argv[1:]
    reference = best(source, int(width), int(height))

    def score(picture):
        return round(float(compute_ssimulacra2(file(reference, "png"), picture)), 2)

    ceiling = score(file(reference, "jpeg", quality=int(quality), optimize=True))
    print(json.dumps({"ceiling": ceiling, "scores": [score(picture) for picture in pictures]}))


if __name__ == "__main__":
    main()
