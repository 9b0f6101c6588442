#!/usr/bin/env python3
"""Attacks the built program as an enemy, a power cut or a careless person would, and counts what it withstands.

    tests/attack/attack.py kills   [--n 1000]     SIGKILL at random moments, then the run is continued
    tests/attack/attack.py scenes  [--n 10000]    mutated scenes: no crash, no hang, no NaN, one sentence
    tests/attack/attack.py damages [--times 1]    every file of a finished run, damaged in every way, then continued
    tests/attack/attack.py smoke                  a few of each; part of ./check

Each needs build/release (./plumb list builds it) or --plumb PROGRAM, shows progress with the time left, and ends with a
table and exit code 0 where nothing failed. The same --seed attacks in the same way, but for the moments of the kills.
docs/reliability.md has the figures. Python's standard library is enough.
"""

import argparse
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import damages  # noqa: E402
import kills  # noqa: E402
import runs  # noqa: E402
import scenes  # noqa: E402


def smoke(options, plumb, folder):
    """The three attacks, a few seconds each."""
    some = [run for run in runs.all_runs(plumb) if run.name in ("simulate, rod", "sweep", "validate")]
    return (kills.attack(some, folder, n=6, jobs=options.jobs, seed=options.seed)
            + scenes.attack(plumb, folder, n=60, jobs=options.jobs, seed=options.seed)
            + damages.attack(some, folder, times=1, jobs=options.jobs, seed=options.seed, most_files=3))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("attack", choices=["kills", "scenes", "damages", "smoke"])
    parser.add_argument("--n", type=int, help="how many kills (1000) or scenes (10000)")
    parser.add_argument("--times", type=int, default=1, help="how often each damage is done to each file")
    parser.add_argument("--only", default="", help="only runs (or scenes) whose name holds this text")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2, help="attacks side by side")
    parser.add_argument("--plumb", default=str(runs.ROOT / "build/release/apps/plumb/plumb"))
    options = parser.parse_args()
    plumb = str(pathlib.Path(options.plumb).resolve())
    if not pathlib.Path(plumb).is_file():
        parser.error(f"there is no program '{plumb}'; build it with ./plumb list, or name it with --plumb")

    memory = pathlib.Path("/dev/shm")
    with tempfile.TemporaryDirectory(prefix="plumb_attack_", dir=memory if memory.is_dir() else None) as name:
        folder = pathlib.Path(name)
        chosen = [run for run in runs.all_runs(plumb) if options.only in run.name]
        shared = {"jobs": options.jobs, "seed": options.seed}
        if options.attack == "smoke":
            failures = smoke(options, plumb, folder)
        elif options.attack == "kills":
            failures = kills.attack(chosen, folder, n=options.n or 1000, **shared)
        elif options.attack == "scenes":
            failures = scenes.attack(plumb, folder, n=options.n or 10000, only=options.only, **shared)
        else:
            failures = damages.attack(chosen, folder, times=options.times, **shared)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
