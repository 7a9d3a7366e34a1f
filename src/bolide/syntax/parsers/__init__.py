"""Parsers, one file each; what they need is imported when they are made."""
