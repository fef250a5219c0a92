"""The registry of a dataset's releases: an index made of what lies there, and signed notices that it cannot lose."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from redaction.errors import BundleError, PublishError
from redaction.ledger.keys import Key
from release.publish.publish import publish
from release.publish.publish_types import PublishSettings
from release.registry.index_page import index_page
from release.registry.notices import parse_notices, said_by
from release.registry.registry import (
    add_tombstone,
    add_version,
    changes_of,
    read_index,
    withdraw_version,
)
from release.registry.registry_models import MOST_WORDS, Index
from release.sign.release_keys import ReleaseKeys
from release.sign.signing import fingerprint
from tests.kaggle_standin import make_bundle

KEYS = ReleaseKeys(Key(b"\7" * 32))
DAY = "2025-06-01"
WHY = "A telephone number shows on two screenshots."


def put(tmp_path: Path, version: str, *, mark: str = "", older: bool = False) -> Path:
    """Publish a signed bundle; the folder of the dataset."""
    place = tmp_path / f"{version}-{mark}"
    bundle = place / "bundle"
    if not bundle.is_dir():
        make_bundle(place, version=version, mark=mark, key=KEYS.signing_key)
    settings = PublishSettings(older=older, destination=tmp_path / "published")
    publish(bundle, "folder", settings=settings, verify=lambda path: [], signoff=lambda path: [])
    return tmp_path / "published" / "entrophy-test"


def two(tmp_path: Path) -> Path:
    put(tmp_path, "1.0.0")
    return put(tmp_path, "1.1.0")


def withdraw(shelf: Path, version: str = "1.0.0", **other: str | None) -> Index:
    said = {"reason": WHY, "date": DAY, "replaced_by": "1.1.0"} | other
    return withdraw_version(shelf, version, keys=KEYS, **said)  # type: ignore[arg-type]


def test_the_index_tells_every_version_from_its_own_files(tmp_path: Path) -> None:
    shelf = two(tmp_path)
    index = read_index(shelf)
    assert [entry.version for entry in index.versions] == ["1.1.0", "1.0.0"] and index.latest == "1.1.0"
    first = index.entry("1.0.0")
    assert first is not None and first.here and first.withdrawn is None and first.signoff is None
    assert first.fingerprint == fingerprint(KEYS.public(1)) and first.key == KEYS.public(1)
    assert first.bytes == sum(path.stat().st_size for path in (shelf / "1.0.0").iterdir())
    assert first.files == len(list((shelf / "1.0.0").iterdir()))
    assert index.entry("9.9.9") is None


@pytest.mark.parametrize("lost", ["index.json", "index.html", "latest"])
def test_what_is_lost_or_edited_is_written_anew_to_the_byte(tmp_path: Path, lost: str) -> None:
    shelf = two(tmp_path)
    withdraw(shelf)
    before = {name: (shelf / name).read_bytes() for name in ("index.json", "index.html", "latest", "notices.json")}
    (shelf / lost).unlink()
    add_version(shelf)
    (shelf / lost).write_bytes(b"something else")
    add_version(shelf)
    assert {name: (shelf / name).read_bytes() for name in before} == before


def test_a_withdrawn_version_is_marked_and_not_the_latest(tmp_path: Path) -> None:
    shelf = two(tmp_path)
    index = withdraw(shelf, "1.1.0", replaced_by="1.0.0")
    assert index == read_index(shelf) and index.latest == "1.0.0"
    gone = index.entry("1.1.0")
    assert gone is not None and gone.withdrawn is not None and gone.here
    assert (gone.withdrawn.date, gone.withdrawn.reason, gone.withdrawn.replaced_by) == (DAY, WHY, "1.0.0")
    assert (shelf / "latest").read_text() == "1.0.0\n"
    assert withdraw(shelf, "1.0.0", replaced_by=None).latest is None and not (shelf / "latest").exists()


def test_a_withdrawn_version_is_never_published_again_even_when_its_files_are_gone(tmp_path: Path) -> None:
    shelf = two(tmp_path)
    entry = withdraw(shelf).entry("1.0.0")
    with pytest.raises(PublishError, match=r"withdrawn on 2025-06-01; version 1\.1\.0 took its place"):
        put(tmp_path, "1.0.0", older=True)
    shutil.rmtree(shelf / "1.0.0")
    index = add_version(shelf)
    assert entry is not None and index.entry("1.0.0") == entry.model_copy(update={"here": False})
    for mark in ("", "other"):
        with pytest.raises(PublishError, match="withdrawn"):
            put(tmp_path, "1.0.0", mark=mark, older=True)
    assert not (shelf / "1.0.0").exists()


def test_the_same_bundle_under_another_version_is_withdrawn_too(tmp_path: Path) -> None:
    from release.registry.registry import refuse_withdrawn

    shelf = two(tmp_path)
    entry = withdraw(shelf).entry("1.0.0")
    assert entry is not None
    with pytest.raises(PublishError, match="withdrawn"):
        refuse_withdrawn(shelf, "7.0.0", entry.digest)
    refuse_withdrawn(shelf, "7.0.0", "0" * 64)


@pytest.mark.parametrize("what", ["withdrawn", "tombstones"])
def test_a_mark_that_no_notice_bears_out_is_not_dropped_in_silence(tmp_path: Path, what: str) -> None:
    shelf = two(tmp_path)
    if what == "withdrawn":
        withdraw(shelf)
    else:
        add_tombstone(shelf, date=DAY, kind="participant", versions=("1.0.0",), keys=KEYS)
    (shelf / "notices.json").unlink()
    before = (shelf / "index.json").read_bytes()
    with pytest.raises(PublishError, match="no signed notice"):
        put(tmp_path, "1.2.0")
    assert (shelf / "index.json").read_bytes() == before
    if what == "withdrawn":
        assert (index := withdraw(shelf)).latest == "1.2.0" and index.entry("1.0.0").withdrawn  # type: ignore[union-attr]


def edited(shelf: Path, change: str) -> None:
    path = shelf / "notices.json"
    notices = json.loads(path.read_text(encoding="utf-8"))
    if change == "dropped":
        notices["withdrawn"] = []
    elif change == "reason":
        notices["withdrawn"][0]["withdrawal"]["reason"] = "Nothing to see."
    elif change == "unsigned":
        notices["signature"] = ""
    elif change == "field":
        notices["more"] = 1
    path.write_text(json.dumps(notices, ensure_ascii=False, indent=2) + "\n" * (change != "spelling"), encoding="utf-8")


@pytest.mark.parametrize("change", ["dropped", "reason", "unsigned", "field", "spelling"])
def test_edited_notices_stop_everything(tmp_path: Path, change: str) -> None:
    shelf = two(tmp_path)
    withdraw(shelf)
    edited(shelf, change)
    for attempt in (lambda: add_version(shelf), lambda: withdraw(shelf, "1.1.0"), lambda: put(tmp_path, "1.2.0")):
        with pytest.raises(PublishError, match="not as they were signed"):
            attempt()


def test_notices_of_another_maintainer_are_not_signed_over(tmp_path: Path) -> None:
    shelf = two(tmp_path)
    withdraw(shelf)
    with pytest.raises(PublishError, match="another key"):
        withdraw_version(shelf, "1.1.0", reason=WHY, date=DAY, replaced_by=None, keys=ReleaseKeys(Key(b"\10" * 32)))


def test_a_rotated_key_speaks_for_the_one_before_and_no_other_key_does(tmp_path: Path) -> None:
    shelf = two(tmp_path)
    withdraw(shelf)
    later = KEYS.rotated()
    withdraw_version(shelf, "1.1.0", reason=WHY, date=DAY, replaced_by=None, keys=later)
    notices, history = parse_notices((shelf / "notices.json").read_bytes())
    assert notices.keys.key == later.public(2) and len(notices.withdrawn) == 2
    assert said_by(notices, history, KEYS.public(1)) and said_by(notices, history, later.public(2))
    assert not said_by(notices, history, ReleaseKeys(Key(b"\10" * 32)).public(1))


def test_tombstones_are_kept_once_and_name_nobody(tmp_path: Path) -> None:
    shelf = two(tmp_path)
    for _ in range(2):
        add_tombstone(shelf, date=DAY, kind="participant", versions=("1.1.0", "1.0.0"), keys=KEYS)
    (stone,) = read_index(shelf).tombstones
    assert stone.model_dump() == {"date": DAY, "kind": "participant", "versions": ("1.0.0", "1.1.0")}
    assert add_tombstone(shelf, date="2025-06-02", kind="entity", versions=(), keys=KEYS).tombstones[0] == stone
    with pytest.raises(PublishError, match="not of their form"):
        add_tombstone(shelf, date=DAY, kind="Somebody's name", versions=(), keys=KEYS)


def test_what_cannot_be_withdrawn_is_refused(tmp_path: Path) -> None:
    shelf = two(tmp_path)
    for version, other in (("3.0.0", None), ("1.0.0", "1.0.0"), ("1.0.0", "3.0.0")):
        with pytest.raises(PublishError, match="no such version"):
            withdraw(shelf, version, replaced_by=other)
    with pytest.raises(BundleError, match="YYYY-MM-DD"):
        withdraw(shelf, date="2025-02-30")
    for reason in ("", "two\nlines", "x" * (MOST_WORDS + 1)):
        with pytest.raises(PublishError, match=f"1 to {MOST_WORDS} characters"):
            withdraw(shelf, reason=reason)
    assert not (shelf / "notices.json").exists()
    assert withdraw(shelf, reason="x" * MOST_WORDS).entry("1.0.0").withdrawn  # type: ignore[union-attr]
    with pytest.raises(PublishError, match="no such folder"):
        withdraw(tmp_path / "nowhere")


def test_a_version_folder_that_is_not_what_it_says_stops_the_index(tmp_path: Path) -> None:
    shelf = two(tmp_path)
    (shelf / "1.0.0").rename(shelf / "1.0.5")
    with pytest.raises(PublishError, match=r"1\.0\.5: a published version cannot be read"):
        add_version(shelf)


def test_the_entry_of_a_version_is_taken_from_the_change_log() -> None:
    log = "# Changes\n\n## 1.1.0 – 2025-02-02\n\n- more\n- and more\n\n## 1.0.0 – 2025-01-01\n\nFirst version.\n"
    assert changes_of(log, "1.1.0") == "- more\n- and more"
    assert changes_of(log, "1.0.0") == "First version."
    assert changes_of(log, "1.1") == changes_of("", "1.0.0") == ""


def test_the_page_escapes_what_it_is_told(tmp_path: Path) -> None:
    shelf = two(tmp_path)
    page = index_page(withdraw(shelf, reason="<script>alert(1)</script> & more"))
    assert "<script" not in page and "&lt;script&gt;alert(1)&lt;/script&gt; &amp; more" in page
    assert "http" not in page.replace("http-equiv", "")
