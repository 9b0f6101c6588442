"""Takes lines out of the package list and sees the checker name them: check_packages_test.py LIST BUILD_FOLDER."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

import check_packages

LIST, BUILD = sys.argv.pop(1), sys.argv.pop(1)
CHECKER = pathlib.Path(__file__).parent / "check_packages.py"


class Packages(unittest.TestCase):
    def check_without(self, package, tiers, target):
        """A machine where somebody installed the package by hand is a machine whose list lacks it."""
        lines = pathlib.Path(LIST).read_text().splitlines()
        kept = [line for line in lines if line.split()[1:2] != [package]]
        self.assertEqual(len(kept), len(lines) - 1)
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as shorter:
            shorter.write("\n".join(kept))
            shorter.flush()
            command = [sys.executable, CHECKER, shorter.name, BUILD, tiers, target]
            return subprocess.run(command, stdout=subprocess.PIPE, text=True)

    def test_a_header_only_library_is_missed(self):
        result = self.check_without("libcli11-dev", "run", "plumb")
        self.assertEqual(result.returncode, 1)
        self.assertRegex(result.stdout, "package libcli11-dev, not in the list, .* /usr/include/CLI/")

    def test_a_linked_library_is_missed(self):
        result = self.check_without("libgmock-dev", "run,check", "all")
        self.assertEqual(result.returncode, 1)
        self.assertIn("package libgmock-dev, not in the list", result.stdout)

    def test_test_packages_do_not_serve_the_command_line(self):
        result = self.check_without("libtbb-dev", "run", "plumb")
        self.assertEqual(result.returncode, 1)
        self.assertIn("libtbb", result.stdout)

    def test_a_file_without_an_owner_is_none_of_debian(self):
        with tempfile.NamedTemporaryFile() as stray:
            self.assertEqual(check_packages.owners([stray.name]), {stray.name: set()})

    def test_files_under_their_old_and_new_names(self):
        for file in ("/bin/bash", "/usr/bin/bash"):
            self.assertEqual(check_packages.owners([file]), {"/usr/bin/bash": {"bash"}})

    def test_only_the_first_alternative_is_pulled_in(self):
        packages = {name: ([], False) for name in ("first", "second", "third")}
        packages["wanted"] = ([["first", "second"], ["absent", "third"]], False)
        self.assertEqual(check_packages.with_dependencies(["wanted"], packages), {"wanted", "first"})


if __name__ == "__main__":
    unittest.main()
