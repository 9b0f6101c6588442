"""Checks that the package list is complete: check_packages.py LIST BUILD_FOLDER TIERS TARGET...

Collects every file of the system that the build of the targets read (headers, libraries, CMake files, tools) and every
shared library that the built programs load, asks dpkg which package each belongs to, and fails on a package that is
neither in the listed tiers, nor a dependency of one that is, nor part of every Debian. What was installed by hand
plays no part, so it cannot hide a missing line. The target `all` stands for everything.
"""

import os
import pathlib
import re
import subprocess
import sys


def run(*command, **options):
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, **options).stdout


# ---- what the build uses -------------------------------------------------------------------------------------------


def headers_read(build, objects):
    """Files in the depfiles that ninja has kept, of the given objects (None: of all)."""
    wanted = False
    for line in run("ninja", "-C", build, "-t", "deps").splitlines():
        if line.startswith("    "):
            if wanted:
                yield line.strip()
        elif ": #deps" in line:
            wanted = objects is None or line.split(": #deps")[0] in objects


def tools_used(build):
    """Compiler, linker, ccache and the like, as configured."""
    for line in (build / "CMakeCache.txt").read_text().splitlines():
        path = re.match(r"[A-Z_0-9]+:(?:FILEPATH|INTERNAL)=(/.*/bin/.*)", line)
        if path and os.path.isfile(path[1]):
            yield path[1]


def libraries_loaded(program):
    for line in run("ldd", program).splitlines():
        path = re.search(r"(?:=> |^\s)(/\S+)", line)
        if path:
            yield path[1]


def files_used(build, targets):
    everything = targets == ["all"]
    inputs = run("ninja", "-C", build, "-t", "inputs", *targets).splitlines()
    inputs = [line for line in inputs if not line.startswith("ninja:")]
    yield from headers_read(build, None if everything else set(inputs))
    yield from (file for file in inputs if file.startswith("/"))
    if everything:
        # Every CMake file of another package that the configuration read.
        yield from re.findall(r"^    \|? ?(/\S+)", run("ninja", "-C", build, "-t", "query", "build.ninja"), re.M)
        yield from tools_used(build)
    built = [build / file for file in inputs] if everything else [build / file for file in outputs(build, targets)]
    for program in built:
        if program.is_file() and os.access(program, os.X_OK) and program.read_bytes()[:4] == b"\x7fELF":
            yield from libraries_loaded(program)


def outputs(build, targets):
    """The programs that stand behind the names of the targets."""
    for target in targets:
        query = run("ninja", "-C", build, "-t", "query", target)
        yield from re.findall(r"^    (\S+)$", query.split("outputs:")[0], re.M)
        yield target


# ---- whose files they are ------------------------------------------------------------------------------------------


def owners(files):
    """file -> set of packages; the empty set for a file that no package owns. A link and its target count apart."""
    # Debian moved /lib into /usr, but packages still register some files under the old names.
    names = {}
    for file in files:
        folder, name = os.path.split(file)
        for path in (os.path.join(os.path.realpath(folder), name), os.path.realpath(file)):
            names.update({path: path, path.removeprefix("/usr"): path})
    found = {path: set() for path in names.values()}
    answer = subprocess.run(["dpkg", "-S", *names], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
    for line in answer.splitlines():
        packages, _, path = line.rpartition(": ")
        if path in names and not packages.startswith("diversion by"):
            found[names[path]].update(package.split(":")[0] for package in packages.split(", "))
    # Links that an administrator may turn (/etc/alternatives) are nobody's; what they lead to is somebody's.
    return {path: packages for path, packages in found.items() if packages or not os.path.islink(path)}


# ---- which packages are there on a machine that has only the list ---------------------------------------------------


def installed():
    """package -> (dependencies, each a list of alternatives; whether every Debian has it)."""
    fields = "${Package}\t${Depends}, ${Pre-Depends}\t${Essential} ${Priority}\t${db:Status-Status}\n"
    packages = {}
    for line in run("dpkg-query", "-W", "-f", fields).splitlines():
        name, depends, weight, status = line.split("\t")
        if status == "installed":
            clauses = [clause for clause in re.sub(r"\([^)]*\)|\[[^]]*\]|:\w+", "", depends).split(",") if clause.strip()]
            packages[name] = ([[word.strip() for word in clause.split("|")] for clause in clauses],
                              weight.startswith("yes") or weight.endswith("required"))
    return packages


def with_dependencies(names, packages):
    """The names and what they pull in. Of alternatives, the first is what a machine without any of them gets."""
    reached = set()
    todo = [name for name in names if name in packages]
    while todo:
        name = todo.pop()
        if name not in reached:
            reached.add(name)
            for alternatives in packages[name][0]:
                todo += [first for first in alternatives[:1] if first in packages]
    return reached


def listed(path, tiers):
    lines = (line.split() for line in path.read_text().splitlines() if line.strip() and not line.startswith("#"))
    return [line[1] for line in lines if line[0] in tiers]


def main(package_list, build, tiers, *targets):
    build = pathlib.Path(build).resolve()
    cache = (build / "CMakeCache.txt").read_text()
    source = re.search(r"CMAKE_HOME_DIRECTORY:INTERNAL=(.*)", cache)[1]
    own = (str(build) + "/", source + "/")
    files = {os.path.normpath(build / file) for file in files_used(build, list(targets))}
    files = {file for file in files if not file.startswith(own)}

    packages = installed()
    base = {name for name, (_, always) in packages.items() if always}
    allowed = with_dependencies(listed(pathlib.Path(package_list), tiers.split(",")) + sorted(base), packages)

    wrong = {}
    for file, names in owners(files).items():
        if not names & allowed:
            wrong.setdefault(", ".join(sorted(names)), []).append(file)
    for names, examples in sorted(wrong.items()):
        what = f"package {names}, not in the list, is needed" if names else "no package owns what is needed"
        print(f"{what} by {', '.join(targets)}: {len(examples)} file(s), such as {min(examples)}")
    print(f"{len(files)} files of the system, {len(wrong)} package(s) missing from {package_list} ({tiers})")
    return 1 if wrong or not files else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
