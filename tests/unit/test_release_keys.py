"""Release keys: generations from one secret, rotation signed by both, revocation by the key itself."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from redaction.errors import EntrophyError, KeyProblem
from redaction.ledger.keys import Key
from release.bundle.bundle_format import json_bytes
from release.sign.release_keys import (
    ReleaseKeys,
    load_release_keys,
    read_revoked,
    read_statements,
    revoked_path,
    save_release_keys,
    state_path,
)
from release.sign.signing import fingerprint, public_key, short, signing_key

KEY = Key(b"k" * 32)


def test_the_first_generation_is_the_key_of_before_and_all_follow_from_one_secret() -> None:
    keys = ReleaseKeys(KEY)
    assert keys.public(1) == public_key(signing_key(KEY)) != keys.public(2)
    assert ReleaseKeys(KEY, 3).public(3) == keys.rotated().rotated().public(3)
    assert keys.ours == {keys.public(1)} and len(keys.rotated().ours) == 2
    assert len(fingerprint(keys.public(1))) == 64
    assert short(keys.public(1)).replace("-", "") == fingerprint(keys.public(1))[:20]


def test_what_was_rotated_is_the_same_after_reading(tmp_path: Path) -> None:
    path = tmp_path / "key"
    assert load_release_keys(path, KEY) == ReleaseKeys(KEY)
    keys = ReleaseKeys(KEY).rotated().without(2)
    assert keys.generation == 3 and keys.revoked == (2,)
    save_release_keys(path, keys)
    assert load_release_keys(path, KEY) == keys
    assert state_path(path).stat().st_mode & 0o777 == 0o600
    assert read_revoked(revoked_path(path)) == {keys.public(2)}
    assert keys.ours == {keys.public(1), keys.public(3)}


def test_the_state_cannot_be_set_back(tmp_path: Path) -> None:
    path = tmp_path / "key"
    save_release_keys(path, ReleaseKeys(KEY).without(1))
    stated = json.loads(state_path(path).read_bytes())
    for change in ({"generation": 1}, {"revoked": []}, {"generation": "2"}, {"mac": ""}):
        state_path(path).write_bytes(json_bytes({**stated, **change}))
        with pytest.raises(KeyProblem, match="damaged, or of another key"):
            load_release_keys(path, KEY)
    state_path(path).write_bytes(json_bytes(stated))
    with pytest.raises(KeyProblem):
        load_release_keys(path, Key(b"o" * 32))
    state_path(path).unlink()
    with pytest.raises(KeyProblem, match="is gone"):
        load_release_keys(path, KEY)


@pytest.mark.parametrize("generation", [0, 2, -1])
def test_only_a_key_that_there_is_can_be_revoked(generation: int) -> None:
    with pytest.raises(EntrophyError, match="no release key of that generation"):
        ReleaseKeys(KEY).without(generation)


def test_trust_follows_the_rotations_and_stops_at_a_revoked_key() -> None:
    keys = ReleaseKeys(KEY, 3)
    one, two, three = (keys.public(n) for n in (1, 2, 3))
    history = read_statements(keys.statements(), three)
    assert history.rotations == {(one, two), (two, three)} and history.revoked == frozenset()
    none: frozenset[str] = frozenset()
    assert history.leads([one], three, none) and history.leads([three], three, none)
    assert not history.leads([three], one, none), "trust does not go back"
    assert not history.leads([], three, none)
    assert not history.leads([one], three, frozenset([two]))
    assert not history.leads([one], three, frozenset([one])), "who stole it could have signed a rotation, too"
    assert not history.leads([three], three, frozenset([three]))


Change = Callable[[dict[str, Any]], Any]
FORGED: dict[str, Change] = {
    "to another key": lambda t: t["rotations"][0].update(to=ReleaseKeys(Key(b"x" * 32)).public(1)),
    "from another key": lambda t: t["rotations"][0].update({"from": ReleaseKeys(Key(b"x" * 32)).public(1)}),
    "no old signature": lambda t: t["rotations"][0].update(signature_from=t["rotations"][0]["signature_to"]),
    "no new signature": lambda t: t["rotations"][0].update(signature_to=t["rotations"][0]["signature_from"]),
    "one more word": lambda t: t["rotations"][0].update(note="hello"),
    "one more field": lambda t: t.update(note="hello"),
    "revocation of another": lambda t: t["revoked"].append(
        {"key": t["key"], "signature": t["revoked"][0]["signature"]}
    ),
    "another format": lambda t: t.update(format="entrophy-release-keys/2"),
}


@pytest.mark.parametrize("name", FORGED)
def test_no_statement_can_be_forged(name: str) -> None:
    keys = ReleaseKeys(KEY, 3, (1,))
    stated = json.loads(keys.statements())
    assert read_statements(json_bytes(stated)).revoked == {keys.public(1)}
    FORGED[name](stated)
    with pytest.raises((ValueError, KeyError, TypeError)):
        read_statements(json_bytes(stated))


def test_statements_are_of_the_key_that_signed_and_in_the_written_form() -> None:
    keys = ReleaseKeys(KEY, 2)
    with pytest.raises(ValueError):
        read_statements(keys.statements(), keys.public(1))
    with pytest.raises(ValueError, match="written form"):
        read_statements(keys.statements() + b" ")


@pytest.mark.parametrize("data", [b"", b"{}", b"[]", b'{"format": "entrophy-revoked-keys/1", "revoked": []}', b"\xff"])
def test_a_list_of_revoked_keys_that_cannot_be_read_is_no_empty_one(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "revoked.json"
    path.write_bytes(data)
    with pytest.raises(EntrophyError, match="list of revoked keys"):
        read_revoked(path)
    with pytest.raises(EntrophyError, match="list of revoked keys"):
        read_revoked(tmp_path / "nowhere")


@pytest.mark.parametrize(("generation", "kept"), [(1000, True), (1001, False)])
def test_there_are_a_thousand_release_keys_at_most(tmp_path: Path, generation: int, kept: bool) -> None:
    path, keys = tmp_path / "key", ReleaseKeys(KEY, generation)
    if kept:
        save_release_keys(path, keys)
        assert load_release_keys(path, KEY) == keys
    else:
        with pytest.raises(EntrophyError, match="too many release keys"):
            save_release_keys(path, keys)
