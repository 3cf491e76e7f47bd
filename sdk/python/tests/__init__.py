"""Unit tests: `python3 -m unittest`, in the folder of the package."""
