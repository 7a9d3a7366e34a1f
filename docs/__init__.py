"""The documentation; ``python -m docs.commands`` writes the generated part of it."""
