"""The version of the package, for the name that it sends to the service."""

__version__ = "0.1.0"
