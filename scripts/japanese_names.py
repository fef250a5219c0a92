"""Write what IPADIC knows of Japanese names: surnames-japanese.txt and names-japanese.txt.gz in redaction/text/data.

    pip install janome==0.5.1          (anywhere; it carries IPADIC 2.7.0, see surnames-japanese.LICENSE.txt)
    PYTHONPATH=. python scripts/japanese_names.py

The first holds surnames that are no word of the shipped lists and no city: they tell a name wherever they stand. The
second holds all surnames and all given names, words among them: they tell a name where one stands behind the other
with a blank between. What is nothing but a name is left out of the list of words (`interface_words.py`).
"""

from __future__ import annotations

import gzip
import re
import textwrap
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

from redaction.text.interface import is_city, words_of
from redaction.text.patterns.caseless import HAN

DATA = Path("redaction/text/data")
HEAD = """\
# Japanese surnames of two and three signs in IPADIC that are no word of the lists here and no city.
# Licence: surnames-japanese.LICENSE.txt. Rebuild: scripts/japanese_names.py.
"""
_SURNAME = re.compile(f"[{HAN}]{{1,4}}")
_GIVEN = re.compile(f"[{HAN}\u3041-\u309f]{{1,4}}|[ァ-ヺー]{{2,6}}")
_ONLY = re.compile(f"[{HAN}\u3041-\u309f]{{1,4}}|[ァ-ヺー]{{3,8}}")
#: Capitals of prefectures that are called otherwise than these, and the largest cities besides.
_CITIES = frozenset(
    {
        "札幌", "盛岡", "仙台", "水戸", "宇都宮", "前橋", "横浜", "金沢", "甲府", "名古屋", "津",
        "大津", "神戸", "松江", "高松", "松山", "那覇", "川崎", "相模原", "浜松", "堺", "北九州",
    }
)  # fmt: skip


def places() -> frozenset[str]:
    """Prefectures and large cities, as labels and addresses name them."""
    from faker.providers.address.ja_JP import Provider

    return _CITIES | {prefecture.rstrip("都道府県") for prefecture in Provider.prefectures}


def tags() -> dict[str, set[str]]:
    """What the dictionary says that each of its words may be."""
    from janome.tokenizer import Tokenizer  # type: ignore[import-not-found, unused-ignore]

    dictionary, found = Tokenizer().sys_dic, defaultdict(set)
    for bounds in dictionary.bucket_ranges:
        for number in range(*bounds):
            entry = dictionary.lookup_extra(number)
            found[entry[3]].add(entry[0])
    return found


def only_names(known: Mapping[str, set[str]]) -> set[str]:
    """The words that are somebody's name, perhaps a place's as well, and nothing else; prefectures and large cities
    aside."""
    return {word for word, of in known.items() if _is_only_name(of) and _ONLY.fullmatch(word)} - places()


def main() -> None:
    known = tags()
    surnames = {word for word, of in known.items() if any("姓" in tag for tag in of) and _SURNAME.fullmatch(word)}
    given = {word for word, of in known.items() if any("人名,名" in tag for tag in of) and _GIVEN.fullmatch(word)}
    text = "".join(
        f"{name}\t" + "\t".join(sorted(some)) + "\n" for name, some in (("surnames", surnames), ("given", given))
    )
    (DATA / "names-japanese.txt.gz").write_bytes(gzip.compress(text.encode("utf-8"), mtime=0))
    words = (words_of("ja") - only_names(known)) | words_of("zh")
    kept = sorted(s for s in surnames if 2 <= len(s) <= 3 and s not in words and not is_city(s))
    (DATA / "surnames-japanese.txt").write_text(
        HEAD + "\n".join(textwrap.wrap(" ".join(kept), 60)) + "\n", encoding="utf-8"
    )


def _is_only_name(of: set[str]) -> bool:
    proper = all("固有名詞" in tag and "地域,国" not in tag for tag in of)
    return proper and any("人名" in tag for tag in of)


if __name__ == "__main__":
    main()
