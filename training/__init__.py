"""Training of the embedded parser: ``python -m training --help``.

Nothing here is needed at run time, and nothing of it is installed: it needs PyTorch, the treebanks, and takes
hours of a processor. See ``training/README.md``.
"""
