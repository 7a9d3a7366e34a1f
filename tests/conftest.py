"""What all tests share: the folder of real test sets, and how random text is made."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("bolide", settings(), deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("bolide")  # a busy machine fails no test

SHARED = Path(__file__).parents[2] / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """Real test sets and figures of other programs; not part of a clone."""
    if not SHARED.is_dir():
        pytest.skip("needs the folder of test sets and reference figures, ../shared, which a clone lacks")
    return SHARED


@pytest.fixture(scope="session", autouse=True)
def cache_of_its_own(tmp_path_factory):
    """Tests leave the user's cache of parses alone."""
    before = os.environ.get("BOLIDE_CACHE")
    os.environ["BOLIDE_CACHE"] = str(tmp_path_factory.mktemp("cache"))
    yield
    if before is None:
        del os.environ["BOLIDE_CACHE"]
    else:
        os.environ["BOLIDE_CACHE"] = before
