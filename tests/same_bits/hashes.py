#!/usr/bin/env python3
"""Hashes of a set of runs, to see whether a change of the code changed any bit of their results.

    tests/same_bits/hashes.py > before.txt                       every example scene, every fast code
    tests/same_bits/hashes.py --against before.txt               the same with another build: what differs
    tests/same_bits/hashes.py --only scene --plumb PROGRAM

Each line has a name, the hash of its results and the exit code. Hashes are compared between builds on one machine; none is
committed. Python's standard library is enough.
"""

import argparse
import hashlib
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCENES = ROOT / "examples" / "scenes"
# Rows that take seconds, together on every protocol that has a code of Plumb's own.
CODES = ["discrete-elastic-rod", "super-helix", "super-clothoid", "super-ribbon", "timoshenko-beam", "spline-shell", "naghdi-p23",
         "s8r", "libshell/stvk-theta", "discrete-shell"]
# What does not depend on the program that wrote it; states and pages name the build.
RESULTS = ["frames.csv", "curves.csv", "surfaces.csv", "run.npz", "records/**/*.jsonl"]


def commands(plumb):
    for scene in sorted(SCENES.glob("*.toml")):
        yield f"scene {scene.stem}", [plumb, "simulate", str(scene)]
    for code in CODES:
        yield f"code {code}", [plumb, "validate", code, "--jobs", "2"]


def hashed(folder):
    """Of all results below a folder, names and bytes."""
    whole = hashlib.sha256()
    for path in sorted({path for pattern in RESULTS for path in folder.glob(pattern)}):
        whole.update(str(path.relative_to(folder)).encode() + b"\0" + path.read_bytes())
    return whole.hexdigest()[:16]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plumb", default=str(ROOT / "build/release/apps/plumb/plumb"))
    parser.add_argument("--only", default="", help="only runs whose name holds this text")
    parser.add_argument("--against", help="a file that an earlier call printed")
    options = parser.parse_args()
    before = {}
    if options.against:
        for line in pathlib.Path(options.against).read_text().splitlines():
            name, bits, _code = line.rsplit(None, 2)
            before[name] = bits
    changed = 0
    for name, command in commands(str(pathlib.Path(options.plumb).resolve())):
        if options.only not in name:
            continue
        with tempfile.TemporaryDirectory(prefix="plumb_bits_") as place:
            folder = pathlib.Path(place) / "out"
            done = subprocess.run([*command, "--out", str(folder)], cwd=ROOT, stdin=subprocess.DEVNULL,
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
            bits = hashed(folder)
        differs = name in before and before[name] != bits
        changed += differs
        print(f"{name:<32} {bits} {done.returncode}{'   differs' if differs else ''}", flush=True)
    if options.against:
        print(f"{changed} differ")
    return 1 if changed else 0


if __name__ == "__main__":
    sys.exit(main())
