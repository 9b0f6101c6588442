"""Plants includes, right and wrong, in a tree of its own, and sees which ones the checker reports."""

import pathlib
import tempfile
import unittest

import check_includes

TABLE = check_includes.read_table(check_includes.TABLE.read_text())


class Includes(unittest.TestCase):
    def found(self, path, line):
        with tempfile.TemporaryDirectory() as root:
            file = pathlib.Path(root, path)
            file.parent.mkdir(parents=True)
            file.write_text("#pragma once\n" + line + "\n")
            return list(check_includes.violations(root, TABLE))

    def test_allowed(self):
        for path, line in [
            ("src/plumb/linalg/svd.h", "#include <plumb/core/status.h>"),
            ("src/plumb/linalg/svd.h", "#include <plumb/linalg/dual.h>"),
            ("src/plumb/solve/newton.cpp", "#include <plumb/core/status.h>"),
            ("src/plumb/model/ribbon/ribbon.h", "#include <plumb/model/model.h>"),
            ("src/judge/protocols/cantilever/plan.h", "#include <plumb/linalg/dual.h>"),
            ("codes/a-rod/code.cpp", "#include <plumb/model/ribbon/ribbon.h>"),
            ("src/judge/protocols/cantilever_redundant/plan.h", "#include <judge/protocols/cantilever/plan.h>"),
            ("codes/a-rod/code.cpp", "#include <judge/question/code.h>"),
            ("apps/plumb/main.cpp", "#include <judge/protocols/cantilever/plan.h>"),
            ("src/plumb/core/log.h", "#include <vector>\n#include <fmt/format.h>\n#include <sys/stat.h>"),
            ("src/plumb/core/log.h", '// #include "log.h"\n/*\n#include <plumb/linalg/dual.h>\n*/'),
        ]:
            with self.subTest(path=path, line=line):
                self.assertEqual(self.found(path, line), [])

    def test_forbidden(self):
        for path, line in [
            ("src/plumb/core/log.h", "#include <plumb/linalg/dual.h>"),
            ("src/plumb/geometry/frame_test.cpp", "#include <plumb/linalg/dual.h>"),
            ("src/plumb/model/ribbon/ribbon.h", "#include <plumb/model/shell/shell.h>"),
            ("src/plumb/solve/newton.h", "#include <judge/question/code.h>"),
            ("src/judge/run/runner.h", "#include <plumb/geometry/frame.h>"),
            ("src/judge/run/runner.h", "#include <judge/protocols/cantilever/plan.h>"),
            ("src/judge/protocols/cantilever/plan.h", "# include <plumb/solve/newton.h>"),
            ("src/judge/protocols/cantilever/plan.h", "#include <judge/protocols/stick_slip/plan.h>"),
            ("src/judge/protocols/cantilever/plan.h", "#include <judge/protocols/cantilever_redundant/plan.h>"),
            ("src/judge/run/runner.h", "#include <codes/a-rod/code.h>"),
            ("codes/a-rod/code.cpp", "#include <codes/another/code.h>"),
            ("src/plumb/core/log.h", '#include "status.h"'),
            ("src/plumb/core/log.h", "#include <plumb/nowhere/status.h>"),
            ("src/plumb/nowhere/log.h", "#include <vector>"),
        ]:
            with self.subTest(path=path, line=line):
                self.assertEqual(len(self.found(path, line)), 1)

    def test_names_file_and_line(self):
        (message,) = self.found("src/plumb/core/log.h", "/*\n*/ \n#include <plumb/linalg/dual.h>")
        self.assertEqual(message, "src/plumb/core/log.h:4: plumb/core may not include <plumb/linalg/dual.h>")


if __name__ == "__main__":
    unittest.main()
