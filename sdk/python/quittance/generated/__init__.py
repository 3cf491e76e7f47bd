"""Modules that tools/sdk/generate.ts writes from the API document."""
