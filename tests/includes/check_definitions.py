#!/usr/bin/env python3
"""No two types of one namespace have the same name, wherever they are defined: the linker would take one for the other.

    check_definitions.py ROOT

looks at every header and source of src/, codes/ and apps/ for classes, structs and enums that a line defines at the left
margin, outside anonymous namespaces. Compilers do not see it: each file has only one of them.
"""
import collections
import pathlib
import re
import sys

FOLDERS = ("src", "codes", "apps")
DEFINITION = re.compile(r"^(?:class|struct|enum class|enum)\s+([\w:]+)\b(?!\s*<)[^;{]*(?:{.*)?$")
OPENED = re.compile(r"^namespace\s*([\w:]*)\s*{")
CLOSED = re.compile(r"^}\s*//\s*namespace")


def definitions(text):
    """The qualified names of the types that a text defines."""
    spaces, names, is_template = [], [], False
    for line in text.splitlines():
        opened = OPENED.match(line)
        if opened and not line.rstrip().endswith("}"):
            spaces.append(opened.group(1))
        elif CLOSED.match(line) and spaces:
            spaces.pop()
        elif (found := DEFINITION.match(line)) and "" not in spaces and not is_template:
            names.append("::".join([*spaces, found.group(1)]))
        is_template = line.startswith("template")
    return names


def complaints(files):
    """For each name that several files define, a sentence; `files` maps paths to texts."""
    places = collections.defaultdict(set)
    for path, text in files.items():
        for name in definitions(text):
            places[name].add(path)
    return [f"{name} is defined in {' and in '.join(sorted(paths))}: give one of them another name"
            for name, paths in sorted(places.items()) if len(paths) > 1]


def main():
    root = pathlib.Path(sys.argv[1])
    files = {str(path.relative_to(root)): path.read_text() for folder in FOLDERS
             for path in sorted((root / folder).rglob("*")) if path.suffix in (".h", ".cpp")}
    found = complaints(files)
    print("\n".join([*found, f"{len(files)} files, {len(found)} names are defined twice"]))
    return 1 if found or not files else 0


if __name__ == "__main__":
    sys.exit(main())
