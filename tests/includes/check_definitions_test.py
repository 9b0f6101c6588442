#!/usr/bin/env python3
"""check_definitions.py finds what it should, and nothing else."""
import unittest

from check_definitions import complaints


def header(code, space="plumb"):
    return f"#pragma once\n\nnamespace {space} {{\n\n{code}\n\n}}  // namespace {space}\n"


class Definitions(unittest.TestCase):
    def found(self, one, other, space="plumb"):
        return complaints({"a.h": header(one), "b.h": header(other, space)})

    def test_two_types_of_one_name_are_told_with_both_places(self):
        (sentence,) = self.found("class Hold {\n};", "enum class Hold { sticks };")
        for word in ("plumb::Hold", "a.h", "b.h"):
            self.assertIn(word, sentence)
        self.assertTrue(self.found("struct Sweep : Base {", "class Sweep final : public Other {"))

    def test_declarations_parts_specialisations_and_other_namespaces_may_repeat_a_name(self):
        for other in ("class Hold;", "enum class Hold : int;", "struct Hold::Part {", "template <>\nclass Hold<3> {",
                      "namespace {\nstruct Hold {\n};\n}  // namespace"):
            self.assertEqual(self.found("struct Hold {\n};", other), [], other)
        self.assertEqual(self.found("struct Hold {\n};", "struct Hold {\n};", "judge"), [])


if __name__ == "__main__":
    unittest.main()
