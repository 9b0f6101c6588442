"""Checks every #include of src/, codes/ and apps/ against table.txt: check_includes.py ROOT.

A folder may include what the table lets it, written from the root of the includes: <plumb/energy/shell/hinge.h>. Prints one
line for each #include that breaks a rule and exits with 1 if there is any.
"""

import pathlib
import re
import sys

TABLE = pathlib.Path(__file__).parent / "table.txt"
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
OURS = ("plumb", "judge", "codes", "apps")


def read_table(text):
    """For each name of the table, the set of names it may include (itself among them)."""
    direct = {}
    for line in text.splitlines():
        groups = [group.split() for group in line.split("#")[0].split("<-")]
        for name in sum(groups, []):
            direct.setdefault(name, set())
        for below, above in zip(groups, groups[1:]):
            for name in above:
                direct[name].update(below)

    def closure(name):
        return {name}.union(*(closure(lower) for lower in direct[name]))

    return {name: closure(name) for name in direct}


def name_in_table(folder, table):
    """plumb/model/ribbon -> plumb/model/*; None for a folder that the table does not have."""
    starred = str(pathlib.PurePosixPath(folder).parent / "*")
    return folder if folder in table else starred if starred in table else None


def may_include(folder, target, table):
    name, target_name = name_in_table(folder, table), name_in_table(target, table)
    if name == target_name:
        # A variant (cantilever_redundant) may use the folder it varies (cantilever); other siblings are strangers.
        return folder == target or folder.startswith(target + "_")
    return target_name in table[name]


def violations(root, table):
    root = pathlib.Path(root)
    for top, prefix in (("src", root / "src"), ("codes", root), ("apps", root)):
        for path in sorted((root / top).rglob("*")):
            if path.suffix not in (".h", ".cpp"):
                continue
            folder = path.parent.relative_to(prefix).as_posix()
            where = path.relative_to(root).as_posix()
            if name_in_table(folder, table) is None:
                yield f"{where}: the folder {folder} is not in the include table (tests/includes/table.txt)"
                continue
            # Comments go, but their line breaks stay, so that line numbers do.
            text = COMMENT.sub(lambda comment: "\n" * comment.group().count("\n"), path.read_text())
            for include in INCLUDE.finditer(text):
                bracket, file = include.groups()
                at = f"{where}:{text.count(chr(10), 0, include.start(1)) + 1}"
                target = pathlib.PurePosixPath(file).parent.as_posix()
                if bracket == '"':
                    yield f'{at}: "{file}" should be written <folder/file.h>, from the root of the includes'
                elif file.split("/")[0] not in OURS or target in OURS:
                    continue
                elif name_in_table(target, table) is None:
                    yield f"{at}: <{file}> lies in {target}, which is not in the include table"
                elif not may_include(folder, target, table):
                    yield f"{at}: {folder} may not include <{file}>"


if __name__ == "__main__":
    found = list(violations(sys.argv[1], read_table(TABLE.read_text())))
    print("\n".join(found) or "every include is in the table")
    sys.exit(bool(found))
