"""Every file of a finished run is damaged in turn, and the run is continued (and reported). A damage must be named, or
the file be a product that is made again; in the end the results are those of the undisturbed run."""

import concurrent.futures
import random
import shutil

import runs
import tally


def flip(data, numbers, _other):
    at = numbers.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << numbers.randrange(8)]) + data[at + 1:]


def cut(data, numbers, _other):
    return data[:numbers.randrange(len(data))]


def cut_at_line(data, numbers, _other):
    ends = [i + 1 for i, byte in enumerate(data[:-1]) if byte == 10]
    return data[:numbers.choice(ends)] if ends else None


DAMAGES = {
    "a bit flipped": flip,
    "cut": cut,
    "cut at a line": cut_at_line,
    "a byte cut": lambda data, numbers, other: data[:-1],
    "bytes appended": lambda data, numbers, other: data + numbers.randbytes(20),
    "its last line twice": lambda data, numbers, other: data + data[data[:-1].rfind(b"\n") + 1:],
    "empty": lambda data, numbers, other: b"",
    "gone": lambda data, numbers, other: None,
    "its neighbour's": lambda data, numbers, other: other["neighbour"],
    "another run's": lambda data, numbers, other: other["run"],
}


def neighbour(files, name):
    """Another file of the same kind."""
    kind = name.rsplit(".", 1)[-1]
    others = [other for other in files if other != name and other.rsplit(".", 1)[-1] == kind]
    return files[others[0]] if others else None


def is_named(name, errors):
    """Does a sentence say the file's name (or that of the file it belongs to)?"""
    last = name.rsplit("/", 1)[-1]
    stem = last.rsplit(".", 1)[0]
    return any(last in line or stem in line for line in runs.said(errors))


class Attack:
    def __init__(self, run, folder, counts):
        self.run, self.folder, self.counts = run, folder, counts
        self.code, self.files = runs.reference(run, folder / "whole")
        shutil.copytree(folder / "whole", folder / "kept", dirs_exist_ok=True)
        self.other = self.another_run()

    def another_run(self):
        """The files of the same command with another number in it: well formed, and wrong here."""
        words = list(self.run.words)
        at = next(i for i, word in enumerate(words) if word.startswith("rod.n=") or word == "--n" or "mesh.nx" in word
                  or word == "--protocol")
        if words[at] == "--n":
            words[at + 1] = "24"
        elif words[at] == "--protocol":
            words[at + 1] = "cantilever/redundant"
        else:
            words[at] = words[at].split("=")[0] + "=14"
        return runs.reference(runs.Run(self.run.name, self.run.plumb, words), self.folder / "other")[1]

    def cases(self, times, most_files):
        names = sorted(self.files)
        if most_files:
            names = names[:: max(1, len(names) // most_files)][:most_files]
        return [(name, damage, time) for name in names for damage in DAMAGES for time in range(times)]

    def do(self, case, worker, seed):
        """One damage, continued and compared."""
        name, damage, time = case
        numbers = random.Random(f"{seed} {self.run.name} {name} {damage} {time}")
        data = self.files[name]
        if not data and damage not in ("bytes appended", "gone"):
            return
        damaged = DAMAGES[damage](data, numbers, {"neighbour": neighbour(self.files, name), "run": self.other.get(name)})
        if damaged == data or (damaged is None and damage != "gone"):
            return
        spoilt = self.folder / f"spoilt{worker}"
        for command, kind in [(self.run.go_on, "continued")] + ([(self.run.report, "reported")] if self.run.reports else []):
            shutil.rmtree(spoilt, ignore_errors=True)
            shutil.copytree(self.folder / "kept", spoilt)
            if damaged is None:
                (spoilt / name).unlink()
            else:
                (spoilt / name).write_bytes(damaged)
            self.judge(f"{self.run.name}, {kind}", name, damage, spoilt, *runs.ended(command(spoilt)))

    def judge(self, row, name, damage, spoilt, code, errors):
        self.counts.count(row, "damages")
        # A report is made from the records; what it does not make, it leaves as it is.
        kept = ("records/", "foreign/") if row.endswith("reported") else ()
        result = {name: data for name, data in runs.results(spoilt).items() if not name.startswith(kept)}
        what = runs.difference(result, {name: data for name, data in self.files.items() if not name.startswith(kept)})
        named = is_named(name, errors)
        if code < 0 or code > 5 or "terminate" in errors or "bug at" in errors:
            self.counts.fail(row, f"{name}, {damage}: ended with {code}: {errors[-200:]!r}")
        elif not what:
            self.counts.count(row, "named, right in the end" if named else "right in the end")
        elif named:
            self.counts.count(row, "named, refused")
        else:
            self.counts.fail(row, f"{name}, {damage}: accepted (exit code {code}): {what}")


def attack(chosen, folder, times, jobs, seed, most_files=0):
    counts = tally.Tally("damages", 0, ["damages", "named, right in the end", "named, refused", "right in the end",
                                         "failures"])
    attacks = []
    for i, run in enumerate(run for run in chosen if not run.slow):
        (folder / str(i)).mkdir(exist_ok=True)
        attacks.append(Attack(run, folder / str(i), counts))
    cases = [(attack, case) for attack in attacks for case in attack.cases(times, most_files)]
    counts.total = len(cases)

    def work(worker):
        for attack, case in cases[worker::jobs]:
            attack.do(case, worker, seed)
            counts.step()

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for future in [pool.submit(work, worker) for worker in range(jobs)]:
            future.result()
    return counts.finish()
