"""What all tests share: the folder of real test sets, and how random text is made."""

from pathlib import Path

import pytest

SHARED = Path(__file__).parents[2] / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """Real test sets and figures of other programs; not part of a clone."""
    if not SHARED.is_dir():
        pytest.skip("needs the folder of test sets and reference figures, ../shared, which a clone lacks")
    return SHARED
