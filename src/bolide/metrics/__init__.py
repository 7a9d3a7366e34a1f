"""The metrics, one file each; they never import each other."""
