#!/usr/bin/env python3
"""Every file that is built with precompiled headers must also compile without them: it includes what it uses.

    compile_alone.py BUILD

reads BUILD/compile_commands.json. Where the build compiles several files together (cmake/PlumbUnity.cmake), each is
taken by itself. The compiler, clang, checks the syntax and writes nothing. A file which passed is not read again until
it or something that it includes changes: the stamps are in BUILD/compile_alone.
"""
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def alone(command):
    """The command of the build as a list of words, for clang and without precompiled headers; None if it has none."""
    words = shlex.split(command)
    if not any(word.endswith("cmake_pch.hxx") for word in words) or "c++-header" in words:
        return None
    compiler = next(i for i, word in enumerate(words) if re.search(r"/(c|g|clang)\+\+(-\d+)?$", word))
    kept, rest = ["clang++"], iter(words[compiler + 1:])
    for word in rest:
        if word in ("-include", "-o", "-Xclang"):
            next(rest)
        elif word not in ("-c", "-fpch-preprocess", "-Winvalid-pch") and not word.startswith("-W"):
            kept.append(word)
    return kept + ["-w", "-fsyntax-only"]


def files_of(entry):
    """The files that a command of the build compiles: one, or those that a group includes."""
    file = pathlib.Path(entry["file"])
    if file.parent.name != "together":
        return [entry["file"]]
    return [str(ROOT / path) for path in re.findall(r"^#include <(.*)>$", file.read_text(), re.MULTILINE)]


def jobs(entries):
    """For each file with precompiled headers: a folder, the file, and the words of a command that compiles it alone."""
    for entry in entries:
        command = alone(entry["command"])
        for file in files_of(entry) if command else []:
            yield entry["directory"], file, [file if word == entry["file"] else word for word in command]


def dependencies(rule):
    """The files of a rule of make that clang wrote."""
    return [name.replace("\0", " ") for name in
            rule.split(":", 1)[1].replace("\\\n", " ").replace("\\ ", "\0").split()]


def is_current(stamp):
    if not stamp.exists():
        return False
    passed = stamp.stat().st_mtime_ns
    files = dependencies(stamp.read_text())
    return all(os.path.exists(file) and os.stat(file).st_mtime_ns < passed for file in files)


def check(directory, file, command, stamps):
    """What the compiler says against the file; nothing if it passes."""
    stamp = stamps / hashlib.sha256(" ".join(command).encode()).hexdigest()
    if is_current(stamp):
        return ""
    rule = stamp.with_suffix(".new")
    run = subprocess.run([*command, "-MD", "-MF", str(rule)], cwd=directory, capture_output=True, text=True)
    if run.returncode == 0:
        os.utime(rule)
        rule.rename(stamp)
        return ""
    return f"{file} does not compile without precompiled headers:\n{run.stderr}"


def main():
    build = pathlib.Path(sys.argv[1])
    stamps = build / "compile_alone"
    stamps.mkdir(exist_ok=True)
    entries = json.loads((build / "compile_commands.json").read_text())
    work = list(jobs(entries))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        complaints = list(filter(None, pool.map(lambda job: check(*job, stamps), work)))
    print("".join(complaints) + f"{len(work)} files, {len(complaints)} do not compile without precompiled headers")
    return 1 if complaints or not work else 0


if __name__ == "__main__":
    sys.exit(main())
