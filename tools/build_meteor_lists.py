"""Make src/bolide/lexicon/data/meteor.json from METEOR 1.5: its function words and its abbreviations.

python tools/build_meteor_lists.py meteor-1.5.jar

The jar holds function/LANGUAGE.words, one word a line, and nonbreaking/LANGUAGE.prefixes, abbreviations
without their dot, some marked #NUMERIC_ONLY#.
"""

import json
import sys
from pathlib import Path
from zipfile import BadZipFile, ZipFile

from bolide.lexicon.meteor_lists import LANGUAGES, parse_prefixes, parse_words

OUT = Path(__file__).parents[1] / "src" / "bolide" / "lexicon" / "data" / "meteor.json"


def build(jar: ZipFile) -> dict[str, dict[str, list[str]]]:
    """The lists of each language that has any."""
    table = {}
    for code, name in LANGUAGES.items():
        lists = {}
        if f"function/{name}.words" in jar.namelist():
            lists["function_words"] = sorted(parse_words(jar.read(f"function/{name}.words").decode()))
        if f"nonbreaking/{name}.prefixes" in jar.namelist():
            always, number = parse_prefixes(jar.read(f"nonbreaking/{name}.prefixes").decode())
            lists["abbreviations"], lists["before_numbers"] = sorted(always), sorted(number)
        if any(lists.values()):
            table[code] = lists
    return table


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    try:
        with ZipFile(sys.argv[1]) as jar:
            table = build(jar)
    except (OSError, BadZipFile) as error:
        sys.exit(f"{sys.argv[1]}: not METEOR's jar ({error})")
    OUT.write_text(json.dumps(table, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")
    print(f"{OUT}: {', '.join(table)}")
