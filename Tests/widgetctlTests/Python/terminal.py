"""A terminal with one program in it, as a shell would run it; pyte says what is on the screen.

    terminal.py ROWS COLUMNS PROGRAM [ARGUMENT...]

Each line of the input is an object with one request, and gets one line of output: an object with an answer. What goes
wrong, or does not come in time, is answered with {"error"}.
"""

import fcntl
import json
import os
import pty
import select
import signal
import struct
import sys
import termios
import time

import pyte

PATIENCE = 20


class Shell:
    """Runs the program as its only job, in the session that has the terminal; a process of its own."""

    def __init__(self, requests, reports, program):
        self.requests, self.reports, self.program = requests, reports, program
        self.modes = termios.tcgetattr(0)
        signal.signal(signal.SIGTTOU, signal.SIG_IGN)
        signal.signal(signal.SIGHUP, signal.SIG_IGN)

    def run(self):
        self.job = os.fork()
        if self.job == 0:
            os.setpgid(0, 0)
            os.tcsetpgrp(0, os.getpid())
            # Whoever runs the tests may hold signals back or ignore them, which a shell would not pass on.
            for name in ("TTOU", "HUP", "INT", "QUIT", "TERM", "TSTP"):
                signal.signal(getattr(signal, f"SIG{name}"), signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_SETMASK, [])
            os.execv(self.program[0], self.program)
        self.report("pid", self.job)
        while True:
            _, status = os.waitpid(self.job, os.WUNTRACED)
            if os.WIFSTOPPED(status):
                os.tcsetpgrp(0, os.getpgrp())
                self.report("stopped", os.WSTOPSIG(status))
                if os.read(self.requests, 1) == b"b":
                    termios.tcsetattr(0, termios.TCSANOW, self.modes)
                    os.killpg(self.job, signal.SIGCONT)
                    os.read(self.requests, 1)
                os.tcsetpgrp(0, self.job)
                os.killpg(self.job, signal.SIGCONT)
            else:
                break
        try:
            os.tcsetpgrp(0, os.getpgrp())
        except OSError:
            pass  # It was hung up.
        if os.WIFEXITED(status):
            self.report("exited", os.WEXITSTATUS(status))
        else:
            self.report("signalled", os.WTERMSIG(status))
        # The terminal stays until it has been looked at.
        os.read(self.requests, 1)
        os._exit(0)

    def report(self, what, number):
        os.write(self.reports, f"{what} {number}\n".encode())


class Terminal:
    def __init__(self, rows, columns, program):
        requests, self.requests = os.pipe()
        self.reports, reports = os.pipe()
        for end in (requests, reports):
            os.set_inheritable(end, False)
        primary, secondary = pty.openpty()
        self.before = termios.tcgetattr(primary)
        self.descriptor = primary
        self.resize(rows, columns)
        if os.fork() == 0:
            os.close(self.requests)
            os.close(primary)
            os.setsid()
            fcntl.ioctl(secondary, termios.TIOCSCTTY, 0)
            for standard in (0, 1, 2):
                os.dup2(secondary, standard)
            os.close(secondary)
            Shell(requests, reports, program).run()
        os.close(secondary)
        self.screen = pyte.Screen(columns, rows)
        self.stream = pyte.ByteStream(self.screen)
        self.raw = b""
        self.lines = b""
        self.pid = int(self.report({}).split()[1])

    def resize(self, rows, columns):
        fcntl.ioctl(self.descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def receive(self, seconds):
        """Whether anything came."""
        sources = [source for source in (self.descriptor, self.reports) if source is not None]
        ready, _, _ = select.select(sources, [], [], seconds)
        if self.descriptor in ready:
            try:
                data = os.read(self.descriptor, 65536)
            except OSError:
                data = b""
            self.raw += data
            self.stream.feed(data)
        if self.reports in ready:
            self.lines += os.read(self.reports, 4096)
        return bool(ready)

    def receive_all(self):
        while self.receive(0):
            pass

    def wait(self, condition, what):
        end = time.monotonic() + PATIENCE
        while not condition():
            if time.monotonic() > end:
                raise RuntimeError(f"{what} did not come; on the screen:\n" + "\n".join(self.screen.display))
            self.receive(0.1)

    def wait_for_frame(self, condition, what):
        """As a frame that is larger than what the system passes on at once comes in pieces, until no more come."""
        self.wait(condition, what)
        end = time.monotonic() + 1
        while self.receive(0.1) and time.monotonic() < end:
            pass

    def report(self, _):
        """The next thing that became of the program."""
        self.wait(lambda: b"\n" in self.lines, "a report")
        line, self.lines = self.lines.split(b"\n", 1)
        # What it wrote before has arrived.
        self.receive_all()
        return line.decode()

    def answer(self, request):
        ((verb, value),) = request.items()
        self.receive_all()
        if verb == "await":
            self.wait_for_frame(lambda: any(value in line for line in self.screen.display), repr(value))
        elif verb == "awaitGone":
            self.wait_for_frame(
                lambda: not any(value in line for line in self.screen.display), f"the end of {value!r}"
            )
        elif verb == "type":
            os.write(self.descriptor, value.encode())
        elif verb == "signal":
            os.kill(self.pid, value)
        elif verb == "resize":
            # As a window does: what was there is drawn anew by the program.
            self.screen.resize(*value)
            self.screen.erase_in_display(2)
            self.resize(*value)
        elif verb == "continue":
            os.write(self.requests, b"\n")
        elif verb == "continueInBackground":
            os.write(self.requests, b"b")
        elif verb == "report":
            return {"report": self.report(value)}
        elif verb == "hangUp":
            os.close(self.descriptor)
            self.descriptor = None
        return {
            # The second half of a wide character is empty.
            "cells": [
                "".join(self.screen.buffer[row][column].data or "~" for column in range(self.screen.columns))
                for row in range(self.screen.lines)
            ],
            "screen": [line.rstrip() for line in self.screen.display],
            "raw": self.raw.decode(errors="replace"),
            "isCursorHidden": self.screen.cursor.hidden,
            "areModesRestored": self.descriptor is not None and termios.tcgetattr(self.descriptor) == self.before,
        }


def main():
    terminal = Terminal(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])
    try:
        for line in sys.stdin:
            try:
                answer = terminal.answer(json.loads(line))
            except Exception as error:
                answer = {"error": f"{type(error).__name__}: {error}"}
            print(json.dumps(answer), flush=True)
    finally:
        try:
            os.kill(terminal.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass


main()
