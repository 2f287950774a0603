"""What the benchmarks share: programs, stores, servers on free ports, tables."""

import argparse
import functools
import http.client
import json
import multiprocessing
import os
import pathlib
import resource
import select
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time

# Whoever runs the benchmarks may have a store of their own named there, which is not to be touched.
for variable in [name for name in os.environ if name.startswith("WIDGET_")]:
    del os.environ[variable]

ROOT = pathlib.Path(__file__).resolve().parent.parent
RELEASE = ["-c", "release", "--static-swift-stdlib", "--no-color-diagnostics"]


@functools.cache
def program(name):
    """The release build of a program, brought up to date."""
    build = ["swift", "build", *RELEASE]
    subprocess.run([*build, "--product", name], cwd=ROOT, check=True, stdout=sys.stderr)
    folder = subprocess.run([*build, "--show-bin-path"], cwd=ROOT, check=True, capture_output=True, text=True)
    return f"{folder.stdout.strip()}/{name}"


def needed(tool):
    """A tool from a package; ends the benchmark when it is missing."""
    path = shutil.which(tool) or shutil.which(tool, path="/usr/sbin")
    if path is None:
        sys.exit(f"{tool} is missing; .ci/packages bench installs it")
    return path


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def keys(store):
    """The options with which widgetd signs, by a key that is made when there is none yet."""
    folder = f"{store}.keys"
    create = [program("widgetctl"), "keys", "create", "--if-none", "--keys", folder]
    subprocess.run(create, check=True, stdout=subprocess.DEVNULL)
    return ["--keys", folder]


class Widgetd:
    """A running widgetd; `startup` is the time from the start of the process to its ready line, in seconds."""

    def __init__(self, store, *options):
        self.port = free_port()
        start = time.monotonic()
        self.process = subprocess.Popen(
            [program("widgetd"), "--store", store, "--listen", f"127.0.0.1:{self.port}", *keys(store), *options],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        line = self.process.stderr.readline().decode()
        self.startup = time.monotonic() - start
        if "listening on" not in line:
            sys.exit(f"widgetd did not start: {line}{self.process.stderr.read().decode()}")

    def get(self, path, **headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        connection.request("GET", path, headers=headers)
        response = connection.getresponse()
        return response, response.read()

    def resident_megabytes(self):
        return self.megabytes("VmRSS")

    def peak_megabytes(self):
        """The most that was resident since the start."""
        return self.megabytes("VmHWM")

    def megabytes(self, name):
        for line in pathlib.Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith(f"{name}:"):
                return int(line.split()[1]) / 1024
        raise ValueError(f"no {name}")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        # Its events would fill the pipe.
        self.process.communicate(timeout=20)


def six_apps(folder):
    """A store with the definitions of this repository."""
    store = f"{folder}/six.sqlite"
    subprocess.run([program("benchmark-store"), "apply", store, str(ROOT)], check=True)
    return store


def allow_open_files(count):
    """Raises this process's limit on open files, or ends the benchmark."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < count:
        sys.exit(f"{count} open files are needed, and this process may have {hard}; see ulimit -Hn")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, count), hard))


def percentile(values, percent):
    """The nearest-rank percentile."""
    ordered = sorted(values)
    return ordered[max(0, -(-len(ordered) * percent // 100) - 1)]


class Poller:
    """A client that polls all the time over one connection, in a process of its own, so that no one else's work holds
    up its clock."""

    def __init__(self, port, path):
        self.queue, self.stopping = multiprocessing.Queue(), multiprocessing.Event()
        self.process = multiprocessing.Process(target=self.run, args=(port, path), daemon=True)
        self.process.start()

    def run(self, port, path):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        latencies = []
        while not self.stopping.is_set():
            start = time.monotonic()
            connection.request("GET", path, headers={"Accept-Encoding": "gzip"})
            connection.getresponse().read()
            latencies.append((start, time.monotonic() - start))
            time.sleep(0.001)
        self.queue.put(latencies)

    def stop(self):
        self.stopping.set()
        latencies = self.queue.get(timeout=20)
        self.process.join()
        return Polls(latencies)


class Polls:
    """The start and duration of each poll."""

    def __init__(self, latencies):
        self.latencies = latencies

    def during(self, spans):
        """The milliseconds of polls that overlap any of the spans of time, and of those that are well clear of all."""
        during = [latency for start, latency in self.latencies
                  if any(begin <= start + latency and start <= end for begin, end in spans)]
        otherwise = [latency for start, latency in self.latencies
                     if not any(begin - 0.1 <= start + latency and start <= end + 1 for begin, end in spans)]
        return {
            name: {"count": len(values), "p50": round(percentile(values, 50) * 1000, 2),
                   "p99": round(percentile(values, 99) * 1000, 2)}
            for name, values in (("during", during), ("otherwise", otherwise)) if values
        }


def process(line, environment=None):
    """What a process takes: seconds, and the peak of resident memory in megabytes, which the kernel tells of a process
    of its own."""
    code = (
        "import os, sys, time\n"
        "start = time.monotonic()\n"
        "child = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ,"
        " file_actions=[(os.POSIX_SPAWN_OPEN, 1, '/dev/null', os.O_WRONLY, 0)])\n"
        "peak = 0\n"
        "while True:\n"
        "    try:\n"
        "        for line in open(f'/proc/{child}/status'):\n"
        "            if line.startswith('VmHWM'): peak = max(peak, int(line.split()[1]))\n"
        "    except OSError: pass\n"
        "    done, status, usage = os.wait4(child, os.WNOHANG)\n"
        "    if done: break\n"
        "    time.sleep(0.0002)\n"
        "print(time.monotonic() - start, peak / 1024, os.waitstatus_to_exitcode(status))\n"
    )
    seconds, megabytes, status = subprocess.run(
        [sys.executable, "-c", code, *line], check=True, capture_output=True, text=True, env=environment
    ).stdout.split()
    if status != "0":
        sys.exit(f"{line} ended with {status}")
    return float(seconds), float(megabytes)


def table(title, header, rows):
    cells = [header] + [[str(cell) for cell in row] for row in rows]
    widths = [max(len(row[column]) for row in cells) for column in range(len(header))]
    print(title)
    for row in cells:
        padded = [cell.ljust(width) if index == 0 else cell.rjust(width)
                  for index, (cell, width) in enumerate(zip(row, widths))]
        print("  " + "  ".join(padded).rstrip())
    print()


def verdict(value, goal, reached):
    return f"{value} (goal {goal}: {'reached' if reached else 'MISSED'})"


def arguments(description, *extra):
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--json", action="store_true", help="print the results as JSON")
    for names, settings in extra:
        parser.add_argument(names, **settings)
    return parser.parse_args()
