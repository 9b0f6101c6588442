"""Counts of an attack: progress with the time left while it goes on, a table and the failures when it is over."""

import sys
import threading
import time


class Tally:
    """One row per kind of thing attacked, one column per outcome. Any thread may count."""

    def __init__(self, title, total, columns):
        self.title, self.total, self.columns = title, total, columns
        self.rows, self.failures, self.done = {}, [], 0
        self.lock, self.start, self.shown = threading.Lock(), time.monotonic(), 0.0

    def count(self, row, column, n=1):
        with self.lock:
            counts = self.rows.setdefault(row, dict.fromkeys(self.columns, 0))
            counts[column] += n

    def fail(self, row, sentence):
        self.count(row, "failures")
        with self.lock:
            self.failures.append(f"{row}: {sentence}")
            self._say(f"\nFAILURE {row}: {sentence}\n")

    def step(self, n=1):
        """Something is done; tells about it twice a second on a terminal, now and then elsewhere."""
        with self.lock:
            self.done += n
            now = time.monotonic()
            if now - self.shown < (0.5 if sys.stderr.isatty() else 30) and self.done < self.total:
                return
            self.shown = now
            left = (now - self.start) / max(self.done, 1) * max(self.total - self.done, 0)
            self._say(f"{self.title}: {self.done}/{self.total}, {len(self.failures)} failed, "
                      f"{int(left) // 60}:{int(left) % 60:02} left")

    def _say(self, text):
        sys.stderr.write(f"\r\x1b[K{text}" if sys.stderr.isatty() else f"{text.strip()}\n")
        sys.stderr.flush()

    def table(self):
        """The counts as a table of Markdown; the last row sums them up."""
        sums = {column: sum(row[column] for row in self.rows.values()) for column in self.columns}
        lines = [[self.title, *self.columns]]
        lines += [[name, *(str(row[c]) for c in self.columns)] for name, row in sorted(self.rows.items())]
        lines += [["all", *(str(sums[c]) for c in self.columns)]]
        text = ["| " + " | ".join(line) + " |" for line in lines]
        text.insert(1, "|---" * (len(self.columns) + 1) + "|")
        return "\n".join(text)

    def finish(self):
        """Prints the table; returns the failures."""
        seconds = time.monotonic() - self.start
        sys.stderr.write("\n")
        print(f"\n{self.table()}\n\n{seconds:.0f} s, {len(self.failures)} failures")
        for failure in self.failures[:50]:
            print(f"  {failure}")
        sys.stdout.flush()
        return self.failures
