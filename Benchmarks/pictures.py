"""What the picture benchmarks share: real wallpapers, peers, time and memory of a process, quality."""

from harness import *

ELEPHANTS = "/usr/share/backgrounds/mate/abstract/Elephants_5640x3172.jpg"
PLASMA = "/usr/share/wallpapers/{}/contents/images/5120x2880.{}"
# SSIMULACRA2 is no Debian package.
PYTHON = ROOT / ".build/benchmark-python/bin/python3"


class Source:
    """A wallpaper: how it is called here, what kind it is, and where it is."""

    def __init__(self, name, kind, path):
        self.name, self.kind, self.path = name, kind, str(path)
        if not os.path.exists(self.path):
            sys.exit(f"{self.path} is missing; .ci/packages bench installs it")


def sources(folder):
    """Real wallpapers as Debian has them, and one of them in the sizes and formats in which it has none."""
    from PIL import Image

    Image.MAX_IMAGE_PIXELS = None
    original = Image.open(Source("Elephants", "", ELEPHANTS).path).convert("RGB")
    large = original.resize((7680, 4320), Image.Resampling.LANCZOS)
    made = {
        "8k.jpg": (large, dict(quality=92)),
        "4k.jpg": (original.resize((3840, 2160), Image.Resampling.LANCZOS), dict(quality=92)),
        "8k-progressive.jpg": (large, dict(quality=92, progressive=True)),
        "8k.png": (large, dict(compress_level=6)),
        "8k.webp": (large, dict(quality=90, method=2)),
    }
    for name, (picture, options) in made.items():
        picture.save(f"{folder}/{name}", **options)
    return [
        Source("8K JPEG", "baseline 8K", f"{folder}/8k.jpg"),
        Source("4K JPEG", "baseline", f"{folder}/4k.jpg"),
        Source("5K JPEG (SafeLanding)", "baseline", PLASMA.format("SafeLanding", "jpg")),
        Source("5K JPEG (Honeywave)", "baseline", PLASMA.format("Honeywave", "jpg")),
        Source("8K progressive JPEG", "progressive", f"{folder}/8k-progressive.jpg"),
        Source("5K progressive JPEG (Volna)", "progressive", PLASMA.format("Volna", "jpg")),
        Source("8K PNG", "png", f"{folder}/8k.png"),
        Source("5K PNG (MilkyWay)", "png", PLASMA.format("MilkyWay", "png")),
        Source("8K WebP", "webp", f"{folder}/8k.webp"),
        Source("4096x4096 WebP (pixels)", "webp", "/usr/share/backgrounds/gnome/pixels-l.webp"),
    ]


def run_alone(command):
    """Runs a command; how long it took, in seconds, and the most memory that was resident of it, in MB.

    By way of `time`, which is small: a program counts the memory of the process that started it as its own peak.
    """
    start = time.monotonic()
    done = subprocess.run([needed("time"), "-q", "-f", "%M", *map(str, command)], capture_output=True, text=True)
    seconds = time.monotonic() - start
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))} failed: {done.stderr}")
    return seconds, int(done.stderr.split()[-1]) / 1000


class Runs:
    """What several runs of the same command took."""

    def __init__(self):
        self.seconds, self.megabytes = [], []

    def add(self, run):
        self.seconds.append(run[0])
        self.megabytes.append(run[1])

    def summary(self):
        # What else the machine does only ever adds.
        return {"seconds": round(min(self.seconds), 4), "megabytes": round(max(self.megabytes), 1)}


def in_turns(commands, rounds):
    """Runs each of some named commands so many times, in turns, so that what disturbs the machine disturbs all."""
    runs = {name: Runs() for name in commands}
    for _ in range(rounds):
        for name, command in commands.items():
            runs[name].add(run_alone(command))
    return {name: run.summary() for name, run in runs.items()}


def quality(*arguments):
    """Asks quality.py, which prints JSON."""
    if not PYTHON.exists():
        sys.exit(f"{PYTHON} is missing; .ci/packages bench makes it")
    command = [PYTHON, ROOT / "Benchmarks/quality.py", *arguments]
    return json.loads(subprocess.run(list(map(str, command)), check=True, capture_output=True, text=True).stdout)
