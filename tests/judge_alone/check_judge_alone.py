"""Checks that the judge builds without the simulator: check_judge_alone.py BUILD_FOLDER.

Asks ninja for all that the judge's libraries are made of: of src/plumb only core and linalg, of codes/ nothing.
"""

import re
import subprocess
import sys

ROOMS = ["plot", "score", "question", "foreign", "records", "protocols", "check", "verdict", "run", "report", "fit",
         "all_protocols"]
TARGETS = ["judge_" + room for room in ROOMS]
SHARED = ("core", "linalg")


def ninja(build, *arguments):
    return subprocess.run(["ninja", "-C", build, *arguments], stdout=subprocess.PIPE, text=True, check=True).stdout


def foreign(path):
    """A file of the simulator that the judge does not share, or of a code."""
    simulator = re.search(r"(?:^|/)src/plumb/(\w+)/|(?:^|/)libplumb_(\w+)\.a$", path)
    if simulator:
        return (simulator[1] or simulator[2]) not in SHARED
    return re.search(r"(?:^|/)codes/|(?:^|/)libcodes_", path) is not None


def main(build):
    inputs = ninja(build, "-t", "inputs", *TARGETS).splitlines()
    used = set(inputs)
    current = ""
    for line in ninja(build, "-t", "deps").splitlines():
        if line.startswith("    ") and current in inputs:
            used.add(line.strip())
        elif ": #deps" in line:
            current = line.split(": #deps")[0]
    wrong = sorted(path for path in used if foreign(path))
    for path in wrong:
        print(f"the judge cannot be built without {path}")
    judged = [path for path in used if "src/judge/" in path]
    print(f"{len(judged)} files of the judge, {len(wrong)} that are not its own, nor core's or linalg's")
    return 1 if wrong or not judged else 0


if __name__ == "__main__":
    assert foreign("/x/src/plumb/solve/newton.h") and foreign("libplumb_model_shell.a") and foreign("codes/a/b.cpp")
    assert not foreign("/x/src/plumb/core/status.h") and not foreign("libplumb_linalg.a")
    sys.exit(main(sys.argv[1]))
