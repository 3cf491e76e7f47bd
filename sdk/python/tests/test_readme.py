"""The programs of the README."""

from __future__ import annotations

import re
import unittest
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent


class ReadmeTest(unittest.TestCase):
    def test_each_program_compiles_and_its_imports_exist(self) -> None:
        programs = re.findall(r"```python\n(.*?)```", (FOLDER / "README.md").read_text("utf-8"), re.DOTALL)
        self.assertGreater(len(programs), 2)
        for program in programs:
            compile(program, "README.md", "exec")
            for line in re.findall(r"^from quittance\S* import .*$", program, re.MULTILINE):
                exec(line, {})


if __name__ == "__main__":
    unittest.main()
