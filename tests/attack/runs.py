"""Small runs of every kind that leave a folder behind and can be continued."""

import pathlib
import shutil
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCENES = ROOT / "examples" / "scenes"
LONGEST = 120  # seconds; no run here takes ten

# What differs between two runs to the same results: times of the day and the process that holds the folder.
DIFFERS = {"log.jsonl", "lock"}


class Run:
    def __init__(self, name, plumb, words, continues=(), reports=False, slow=False):
        self.name, self.plumb, self.words, self.continues = name, plumb, list(words), list(continues)
        self.reports = reports  # is there a 'plumb report' of it?
        self.slow = slow  # too slow to be done a thousand times
        self.seconds = 0.0

    def begin(self, folder):
        return [self.plumb, *self.words, "--out", str(folder)]

    def go_on(self, folder):
        return [*self.begin(folder), *self.continues]

    def report(self, folder):
        return [self.plumb, "report", str(folder)]


def simulated(name, plumb, scene, *more):
    return Run(name, plumb, ["simulate", str(SCENES / scene), *more], ["--resume"])


def all_runs(plumb):
    elastica = f"python3 '{ROOT / 'examples/foreign_cantilever/planar_elastica.py'}'"
    return [
        simulated("simulate, rod", plumb, "curly_hair.toml", "--set", "rod.n=8", "--frames", "24"),
        simulated("simulate, motion", plumb, "pendulum_rod.toml", "--set", "rod.n=10", "--set", "solve.duration=0.3 s",
                  "--frames", "24"),
        simulated("simulate, plate", plumb, "rolled_plate.toml", "--set", "plate.mesh.nx=12", "--set",
                  "plate.mesh.ny=2", "--frames", "16"),
        simulated("sweep", plumb, "hanging_strip.toml", "--set", "rod.n=30", "--sweep", "rod.length=5 cm:25 cm:25"),
        Run("validate", plumb, ["validate", "super-helix", "--protocol", "cantilever", "--n", "60", "--jobs", "2"],
            reports=True),
        Run("validate, labels", plumb, ["validate", "super-helix", "--protocol", "bend-twist", "--n", "6", "--jobs",
                                        "2"], reports=True, slow=True),
        Run("validate, foreign", plumb, ["validate", "--external", elastica, "--protocol", "cantilever", "--jobs",
                                         "2"], reports=True),
    ]


def ended(command, seconds=LONGEST):
    """Runs it to its end; (exit code, what it said on standard error)."""
    done = subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, timeout=seconds, check=False)
    return done.returncode, done.stderr.decode(errors="replace")


def said(errors):
    """The sentences among the lines of standard error; the rest is progress."""
    return [line for line in errors.splitlines() if line.startswith("plumb:")]


def results(folder):
    """Relative path -> bytes of every file that must come out the same."""
    files = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.name not in DIFFERS:
            files[str(path.relative_to(folder))] = path.read_bytes()
    return files


def difference(got, wanted):
    """What is not as it should be, in a few words; empty: nothing."""
    missing, more = sorted(wanted.keys() - got.keys()), sorted(got.keys() - wanted.keys())
    other = sorted(name for name in wanted.keys() & got.keys() if got[name] != wanted[name])
    parts = [f"{what} {', '.join(names[:4])}" for what, names in
             (("missing:", missing), ("besides:", more), ("different:", other)) if names]
    return "; ".join(parts)


def reference(run, folder):
    """The undisturbed run: (exit code, its results). Its folder stays."""
    shutil.rmtree(folder, ignore_errors=True)
    code, errors = ended(run.begin(folder))
    if code not in (0, 1, 3):
        raise SystemExit(f"{run.name}: the undisturbed run ended with {code}: {errors[-500:]}")
    return code, results(folder)
