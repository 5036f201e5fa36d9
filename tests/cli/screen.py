"""screen.py [--columns N] [--when PATTERN [--signal NAME]] COMMAND...

Run a command in a separate terminal and print the screen at its end, with the
lines that have scrolled away.  Carriage returns, line feeds, erased lines and a
cursor that moves up have their usual effect.  Once PATTERN is on the screen,
type Ctrl-C or send the signal.  The command's status is this program's.
"""
import argparse
import codecs
import fcntl
import os
import pty
import re
import signal
import struct
import sys
import termios

SECONDS = 300
ROWS = 24


class Screen:
    """Each line is a row of cells; a full one continues in the next.  The last
    ROWS lines are on the screen, and the cursor stays on the screen."""

    def __init__(self, columns):
        self.columns = columns
        self.lines = [[]]
        self.row = 0
        self.at = 0
        self.escape = ""

    def write(self, text):
        for c in text:
            if self.escape:
                self.escape += c
                self.obey()
            elif c == "\033":
                self.escape = c
            elif c == "\r":
                self.at = 0
            elif c == "\n":
                self.down()
            elif c >= " ":
                self.put(c)

    def obey(self):
        if not re.fullmatch(r"\033\[[0-9;]*[A-Za-z]", self.escape):
            return
        number, letter = self.escape[2:-1], self.escape[-1]
        if letter == "A" and number:
            self.row = max(self.row - int(number), self.top())
        elif letter == "H" and not number:
            self.row, self.at = self.top(), 0
        elif letter in "KJ" and not number:
            del self.lines[self.row][self.at:]
            if letter == "J":
                self.lines[self.row + 1:] = [
                    [] for _ in self.lines[self.row + 1:]]
        else:
            sys.exit("screen.py: found %r, expected none but ESC[K, ESC[J, "
                     "ESC[H, ESC[nA" % self.escape)
        self.escape = ""

    def top(self):
        return max(0, len(self.lines) - ROWS)

    def down(self):
        self.row += 1
        if self.row == len(self.lines):
            self.lines.append([])

    def put(self, c):
        if self.at == self.columns:
            self.down()
            self.at = 0
        line = self.lines[self.row]
        line.extend(" " * (self.at + 1 - len(line)))
        line[self.at] = c
        self.at += 1

    def text(self):
        lines = ["".join(line).rstrip() for line in self.lines]
        while len(lines) > 1 and not lines[-1] and not lines[-2]:
            lines.pop()  # where nothing stands any more
        return "\n".join(lines)


def arguments():
    p = argparse.ArgumentParser()
    p.add_argument("--columns", type=int, default=100)
    p.add_argument("--when")
    p.add_argument("--signal")
    p.add_argument("command", nargs=argparse.REMAINDER)
    return p.parse_args()


def start(a):
    pid, terminal = pty.fork()
    if pid == 0:
        fcntl.ioctl(1, termios.TIOCSWINSZ,
                    struct.pack("HHHH", ROWS, a.columns, 0, 0))
        os.execvp(a.command[0], a.command)
    return pid, terminal


def act(a, pid, terminal):
    if a.signal:
        os.kill(pid, signal.Signals[a.signal])
    else:
        os.write(terminal, b"\003")


def follow(a, pid, terminal, screen):
    decode = codecs.getincrementaldecoder("utf-8")("replace").decode
    sent = not a.when
    while True:
        try:
            some = os.read(terminal, 65536)
        except OSError:  # Linux's end of a terminal
            some = b""
        if not some:
            return
        screen.write(decode(some))
        if not sent and re.search(a.when, screen.text(), re.M):
            act(a, pid, terminal)
            sent = True


def main():
    a = arguments()
    screen = Screen(a.columns)
    signal.alarm(SECONDS)
    pid, terminal = start(a)
    follow(a, pid, terminal, screen)
    print(screen.text())
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    sys.exit(status if status >= 0 else 128 - status)


main()
