"""A captured name comes back into a released demonstration: the leak check finds it, or verification does, and the
place is told."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any
from uuid import UUID

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from redaction.capture.images import Pixels, encode_png
from redaction.errors import EntrophyError
from redaction.stages.films import load_films
from redaction.video.encode import encode_film
from release.bundle.archive import write_archive
from release.sign.signing import signing_key
from release.verify.verify_bundle import verify_bundle
from tests.films import film, with_side_track
from tests.mp4_boxes import box, in_first_picture, put_in
from tests.proof_fixture import DEMONSTRATIONS, Proof
from tests.proof_table import compare_with_docs, no_value, pixels
from tests.release_fixture import seal_again, sentences
from validation.files.bundle_files import CERTIFICATE
from validation.files.demonstration_layout import member_of
from validation.leaks.needles import Needle
from validation.leaks.scan import scan_bundle
from validation.leaks.verdicts import Judged
from validation.reading.film import film_frames

MEASURED: dict[str, str] = {}
"""Mutation → who stopped it, as in the table of docs/proof.md."""
NAMED = "leak check, with the entity's id"
FORM = "leak check, as what must not be there"


@dataclass(frozen=True)
class Released:
    """A copy of the bundle whose demonstration is to be damaged."""

    bundle: Path
    proof: Proof

    @property
    def archive(self) -> Path:
        return self.bundle / "Operations_demonstrations.zip"

    @cached_property
    def name(self) -> str:
        """Of the only demonstration."""
        told = json.loads((self.bundle / "demonstrations.json").read_bytes())
        return str(told["demonstrations"][0]["name"])

    def members(self) -> dict[str, bytes]:
        with zipfile.ZipFile(self.archive) as opened:
            return {name: opened.read(name) for name in opened.namelist()}

    def write(self, members: dict[str, bytes]) -> None:
        """The archive in its one form, with these members."""
        self.archive.unlink()
        write_archive(self.archive, members)

    def change(self, member: str, change: Callable[[bytes], bytes]) -> None:
        members = self.members()
        self.write({**members, member: change(members[member])})

    @property
    def person(self) -> Needle:
        """A declared person, who may be called in one order only."""
        return next(needle for needle in self.proof.needles if needle[2] == "Imogen Ashgrove")

    @property
    def video(self) -> str:
        return member_of(self.name, "video")

    def trace(self, change: Callable[[list[dict[str, Any]]], None]) -> None:
        """Change the data of states (even places) and actions (odd ones)."""

        def changed(data: bytes) -> bytes:
            whole = json.loads(data)
            change([entry["data"] for entry in whole["trace"]])
            return json.dumps(whole).encode()

        self.change(member_of(self.name, "trace"), changed)

    def html(self, change: Callable[[str], str]) -> None:
        """Change the page of the third state."""

        def changed(data: list[dict[str, Any]]) -> None:
            before = data[4]["html"]
            data[4]["html"] = change(before)
            assert data[4]["html"] != before

        self.trace(changed)

    def frames(self) -> list[tuple[int, Pixels]]:
        """(ms, pixels) of the released video."""
        return [(at, shown) for _, at, shown in film_frames(self.members()[self.video])]

    def until(self) -> int:
        return load_films(self.proof.store)[0].until_ms

    def encode(self, frames: list[tuple[int, Pixels]], folder: Path) -> None:
        """Put a video of these frames in place of the released one, as redaction makes it."""
        encode_film(frames, self.until(), folder / "made.mp4")
        self.change(self.video, lambda _: (folder / "made.mp4").read_bytes())


@pytest.fixture
def released(filmed: Proof, tmp_path: Path) -> Released:
    (tmp_path / "bundle").mkdir()
    for path in filmed.bundle.iterdir():
        (tmp_path / "bundle" / path.name).write_bytes(path.read_bytes())
    return Released(tmp_path / "bundle", filmed)


def letters(name: str) -> list[str]:
    """The keys that spell a name, as recorders write them."""
    return ["Key.space" if c == " " else f"'{c}'" for c in name]


def attribute(of: Released, name: str) -> None:
    of.html(lambda page: page.replace("<main ", f'<main data-owner="of {name}" ', 1))


def comment(of: Released, name: str) -> None:
    of.html(lambda page: page.replace("</main>", f"<!-- opened by {name} --></main>", 1))


def two_tags(of: Released, name: str) -> None:
    of.html(lambda page: page.replace("</h1>", f" {name[:4]}<b>{name[4:9]}</b><i>{name[9:]}</i></h1>", 1))


def letter_tags(of: Released, name: str) -> None:
    of.html(lambda page: page.replace("</h1>", "</h1>" + "".join(f"<span>{c}</span>" for c in name), 1))


def two_cells(of: Released, name: str) -> None:
    first, last = name.split()
    of.html(lambda page: page.replace("</main>", f"<table><tr><td>{first}</td><td>{last}</td></tr></table></main>", 1))


def json_in_attribute(of: Released, name: str) -> None:
    told = json.dumps({"user": {"name": name.upper()}}).replace('"', "&quot;")
    of.html(lambda page: page.replace("<main ", f'<main data-state="{told}" ', 1))


def escaped_in_script(of: Released, name: str) -> None:
    told = "".join(f"\\u{ord(c):04x}" for c in name)
    of.html(lambda page: page.replace('id="boot">', f'id="boot">{{"user": "{told}"}}', 1))


def references(of: Released, name: str) -> None:
    of.html(lambda page: page.replace("</h1>", "".join(f"&#{ord(c)};" for c in name) + "</h1>", 1))


def page_that_begins_with_a_word(of: Released, name: str) -> None:
    of.html(lambda page: f"Of {name[:5]}<b>{name[5:]}</b>{page}")


def page_behind_a_mark(of: Released, name: str) -> None:
    of.html(lambda page: f"\ufeff{page}".replace("</h1>", f"{name[:5]}<b>{name[5:]}</b></h1>", 1))


def element_text(of: Released, name: str) -> None:
    def changed(data: list[dict[str, Any]]) -> None:
        elements = json.loads(data[2]["json_state"])
        elements[1]["text"] = f"Call {name}"
        data[2]["json_state"] = json.dumps(elements)

    of.trace(changed)


def keystrokes(of: Released, name: str) -> None:
    of.trace(lambda data: data[3].update(key=" ".join(["Key.shift", *letters(name)])))


def keystrokes_corrected(of: Released, name: str) -> None:
    """With a slip in the last name that was taken back, and a cursor key."""
    keys = letters(name)
    keys[-4:-4] = ["'q'", "Key.backspace", "Key.left", "Key.right"]
    of.trace(lambda data: data[3].update(key=" ".join(keys)))


def keystrokes_taken_back(of: Released, name: str) -> None:
    """Typed, and then all of it taken back."""
    keys = [*letters(name), *["Key.backspace"] * len(name), "'n'", "'o'"]
    of.trace(lambda data: data[3].update(key=" ".join(keys)))


def keys_one_by_one(of: Released, name: str) -> None:
    """A state and an action for every key."""

    def changed(data: bytes) -> bytes:
        whole = json.loads(data)
        state, action = whole["trace"][2], whole["trace"][3]
        for key in letters(name):
            pressed = {**action["data"], "type": "keypress", "key": key}
            whole["trace"] += [{"type": "action", "data": pressed}, state]
        return json.dumps(whole).encode()

    of.change(member_of(of.name, "trace"), changed)


def xpath(of: Released, name: str) -> None:
    of.trace(lambda data: data[5]["element_attributes"].update(xpath=f"//a[text()='{name}']"))


def tab(of: Released, name: str) -> None:
    of.trace(lambda data: data[6].update(tab=f"{name} - CRM"))


def address(of: Released, name: str) -> None:
    of.trace(lambda data: data[6].update(url=f"https://crm.example/contacts?q={name.replace(' ', '+')}&page=2"))


def key_of_an_object(of: Released, name: str) -> None:
    of.trace(lambda data: data[6].update({f"of {name}": 1}))


def task(of: Released, name: str) -> None:
    def changed(data: bytes) -> bytes:
        whole = json.loads(data)
        whole["webarena"]["intent"] = f"Find {name}"
        return json.dumps(whole).encode()

    of.change(member_of(of.name, "trace"), changed)


def guide(of: Released, name: str) -> None:
    of.change(member_of(of.name, "sop"), lambda data: data + f"4. Ask {name}.\n".encode())


def guide_over_lines(of: Released, name: str) -> None:
    first, last = name.split()
    of.change(member_of(of.name, "sop"), lambda data: data + f"4. Ask {first}\n{last} first.\n".encode())


def index_cell(of: Released, name: str) -> None:
    def changed(data: bytes) -> bytes:
        rows = list(csv.reader(io.StringIO(data.decode(), newline="")))
        rows[1][3] = f"It is {name}."
        out = io.StringIO(newline="")
        csv.writer(out).writerows(rows)
        return out.getvalue().encode()

    of.change("data/qa_dataset.csv", changed)


def index_metadata(of: Released, name: str) -> None:
    of.change(
        "data/metadata.json",
        lambda data: json.dumps({"results": [*json.loads(data)["results"], {"folder_id": name}]}).encode(),
    )


def index_name(of: Released, name: str) -> None:
    """`demonstrations.json`, beside the archive."""
    path = of.bundle / "demonstrations.json"
    path.write_bytes(path.read_bytes().replace(of.name.encode(), name.encode()))


def member_name(of: Released, name: str) -> None:
    members = of.members()
    guide = member_of(of.name, "sop")
    members[guide.replace("SOP", name)] = members.pop(guide)
    of.write(members)


def video_words(of: Released, name: str) -> None:
    of.change(of.video, lambda data: put_in(data, (b"moov",), box(b"udta", box(b"\xa9nam", name.encode()))))


def video_end(of: Released, name: str) -> None:
    of.change(of.video, lambda data: data + name.encode())


def video_message(of: Released, name: str) -> None:
    said = name.encode()
    of.change(of.video, lambda data: in_first_picture(data, b"\x06\x05" + bytes([len(said)]) + said + b"\x80"))


TEXTS: dict[str, tuple[Callable[[Released, str], None], str]] = {
    "name in an HTML attribute of a trace": (attribute, "trace"),
    "name in an HTML comment of a trace": (comment, "trace"),
    "name over three tags of a page": (two_tags, "trace"),
    "name in a tag a letter": (letter_tags, "trace"),
    "name over two cells of a page": (two_cells, "trace"),
    "name in JSON in an HTML attribute": (json_in_attribute, "trace"),
    "name escaped in a script of a page": (escaped_in_script, "trace"),
    "name in character references of a page": (references, "trace"),
    "name in a page that begins with a word": (page_that_begins_with_a_word, "trace"),
    "name in a page behind a byte order mark": (page_behind_a_mark, "trace"),
    "name in the JSON of a state": (element_text, "trace"),
    "name in keystrokes": (keystrokes, "trace"),
    "name in keystrokes with a slip": (keystrokes_corrected, "trace"),
    "name in keystrokes that were taken back": (keystrokes_taken_back, "trace"),
    "name in keys pressed one by one": (keys_one_by_one, "trace"),
    "name in an xpath": (xpath, "trace"),
    "name in the title of a tab": (tab, "trace"),
    "name in the address of a page": (address, "trace"),
    "name as the key of an object in a trace": (key_of_an_object, "trace"),
    "name in the task of a trace": (task, "trace"),
    "name in a guide": (guide, "sop"),
    "name over two lines of a guide": (guide_over_lines, "sop"),
    "name in a cell of an index file": (index_cell, "qa_dataset.csv"),
    "name in metadata.json of demonstrations": (index_metadata, "metadata.json"),
    "name in the list of demonstrations": (index_name, "demonstrations.json"),
    "name of a member among demonstrations": (member_name, ""),
    "name in the words about a video": (video_words, "video"),
    "name behind the end of a video": (video_end, "video"),
    "name in a message to the player of a video": (video_message, "video"),
}


def place_of_part(of: Released, part: str) -> str:
    """How the leak check calls a member, by what it holds."""
    names = list(of.members())
    for number, name in enumerate(names):
        if part in ("trace", "sop", "video"):
            if name == member_of(of.name, part):  # type: ignore[arg-type]
                return f"{of.archive.name} member {number} "
        elif name == f"data/{part}":
            return f"{of.archive.name} member {number} "
    return part or of.archive.name


@pytest.mark.parametrize("mutation", TEXTS)
def test_a_name_put_back_into_a_demonstration_is_found(released: Released, mutation: str) -> None:
    change, part = TEXTS[mutation]
    entity, _, name = released.person
    place = place_of_part(released, part)
    change(released, name)
    report = scan_bundle(released.bundle, released.proof.needles, workers=1, read_screens=False)
    assert entity in {f.entity_id for f in report.findings if f"{f.where} ".startswith(place)}, mutation
    # The untouched neighbours say nothing: it is the mutation that is found.
    assert all(f"{f.where} ".startswith(place) for f in report.findings)
    with pytest.raises(EntrophyError) as stopped:
        report.require_clean()
    no_value(released.proof, str(stopped.value))
    old_certificate(released)
    MEASURED[mutation] = NAMED


def old_certificate(released: Released) -> list[str]:
    """The problems that verification tells once the manifest is made to fit: at least that the certificate is of
    other content."""
    seal_again(released.bundle, signing_key(released.proof.key))
    verified = verify_bundle(released.bundle)
    assert any(p.where == CERTIFICATE and "other content" in p.what for p in verified.problems)
    no_value(released.proof, "\n".join(sentences(verified)))
    return [problem.what.rstrip(".") for problem in verified.problems]


def sound(of: Released, folder: Path) -> Path:
    return film(folder / "a.mp4", of.frames(), of.until(), sound=True, words={"title": of.person[2]})


def side_track(of: Released, folder: Path) -> Path:
    return with_side_track(folder / "a.mp4", of.person[2], folder)


def cover(of: Released, folder: Path) -> Path:
    """A picture of 16 × 16 px, as players show it for a file; nobody reads what stands on it."""
    return film(folder / "a.mp4", of.frames(), of.until(), cover=encode_png(np.zeros((16, 16, 3), np.uint8)))


def second_video(of: Released, folder: Path) -> Path:
    return film(folder / "a.mp4", of.frames(), of.until(), second=True)


TRACKS: dict[str, Callable[[Released, Path], Path]] = {
    "a track of sound in a video": sound,
    "name in a track of data in a video": side_track,
    "a cover in a video": cover,
    "a second track of pictures in a video": second_video,
}


@pytest.mark.parametrize("mutation", TRACKS)
def test_a_video_has_one_track_and_nothing_beside_it(released: Released, tmp_path: Path, mutation: str) -> None:
    made = TRACKS[mutation](released, tmp_path).read_bytes()
    place = place_of_part(released, "video")
    released.change(released.video, lambda _: made)
    report = scan_bundle(released.bundle, [], workers=1, read_screens=False)
    assert {(f.kind, f"{f.where} ".startswith(place)) for f in report.findings} == {("unreadable", True)}
    old_certificate(released)
    MEASURED[mutation] = FORM


@pytest.fixture(scope="module")
def judged(filmed: Proof) -> Judged:
    """The verdicts on the untouched pictures, so that each mutation reads its own ones only."""
    known: Judged = {}
    assert scan_bundle(filmed.bundle, filmed.needles, workers=1, judged=known).passed
    return known


def with_name(image: Pixels, name: str) -> Pixels:
    """The frame with a name in 12 px in its lower right corner."""
    drawn = Image.fromarray(image)
    pen, font = ImageDraw.Draw(drawn), ImageFont.load_default(12)
    width, height = drawn.size
    pen.rectangle((width - 200, height - 60, width - 10, height - 20), fill=(255, 255, 255))
    pen.text((width - 190, height - 46), name, font=font, fill=(40, 40, 40))
    return np.asarray(drawn, dtype=np.uint8)


def test_a_name_on_one_frame_of_a_video_is_found(released: Released, tmp_path: Path, judged: Judged) -> None:
    entity, _, name = released.person
    place = place_of_part(released, "video")
    frames = released.frames()
    at = len(frames) // 2
    frames[at] = frames[at][0], with_name(frames[at][1], name)
    released.encode(frames, tmp_path)
    report = scan_bundle(released.bundle, released.proof.needles, workers=1, judged=judged)
    assert {f.entity_id for f in report.on_screens} == {entity}
    assert {f.where for f in report.findings} == {f"{place}frame {at + 1}"}
    old_certificate(released)
    MEASURED["name on one frame of a video"] = NAMED


def captured(of: Released) -> Path:
    return DEMONSTRATIONS / "demos" / load_films(of.proof.store)[0].name


def test_a_key_frame_that_was_not_redacted(released: Released, judged: Judged) -> None:
    raw = encode_png(pixels((captured(released) / "screenshots" / "0.png").read_bytes()))
    member = member_of(released.name, "key frame", 0)
    place = f"{released.archive.name} member {list(released.members()).index(member)}"
    released.change(member, lambda _: raw)
    report = scan_bundle(released.bundle, released.proof.needles, workers=1, judged=judged)
    assert {f.where for f in report.findings} == {place} and any(f.entity_id for f in report.findings)
    assert "is no frame of its video" in old_certificate(released)
    MEASURED["a captured key frame in place of the redacted one"] = f"{NAMED}; verify"


def test_a_video_that_was_not_redacted(released: Released, tmp_path: Path, judged: Judged) -> None:
    """Its captured frames, coded as redaction codes them: nothing but what is seen tells it from the released one."""
    raw = [
        (at, pixels(released.proof.store.file(file).read_bytes()))
        for at, file in load_films(released.proof.store)[0].frames
    ]
    place = place_of_part(released, "video")
    released.encode(raw[:3], tmp_path)
    report = scan_bundle(released.bundle, released.proof.needles, workers=1, judged=judged)
    assert {f.where.startswith(f"{place}frame ") for f in report.findings} == {True}
    assert any(f.entity_id for f in report.findings)
    assert "is no frame of its video" in old_certificate(released)
    MEASURED["captured frames in place of a redacted video"] = f"{NAMED}; verify"


def test_the_captured_file_of_a_video(released: Released) -> None:
    raw = (captured(released) / f"{captured(released).name}.mp4").read_bytes()
    place = place_of_part(released, "video")
    released.change(released.video, lambda _: raw)
    report = scan_bundle(released.bundle, [], workers=1, read_screens=False)
    assert {(f.kind, f"{f.where} ".startswith(place)) for f in report.findings} == {("unreadable", True)}
    assert "is no frame of its video" in old_certificate(released)
    MEASURED["the captured file of a video"] = f"{FORM}; verify"


def drop(of: Released, member: str) -> None:
    of.write({name: data for name, data in of.members().items() if name != member})


WHOLE: dict[str, tuple[Callable[[Released], None], str]] = {
    "a key frame taken out of a demonstration": (
        lambda of: drop(of, member_of(of.name, "key frame", 2)),
        "has not one key frame a state and one video",
    ),
    "the video taken out of a demonstration": (
        lambda of: drop(of, member_of(of.name, "video")),
        "has not one key frame a state and one video",
    ),
    "the trace taken out of a demonstration": (
        lambda of: drop(of, member_of(of.name, "trace")),
        "belongs to no trace",
    ),
    "a state taken out of a trace": (
        lambda of: of.change(member_of(of.name, "trace"), shorter),
        "has not one key frame a state and one video",
    ),
    "a row of an index file about a demonstration that is not there": (
        lambda of: of.change("data/df_valid.csv", index_of_nobody),
        "speaks of 1 demonstration(s) that are not there",
    ),
    "an index file that is no table": (
        lambda of: of.change("data/df_rankings.csv", lambda data: data + b"1,2\n"),
        "the row has another number of cells than the head",
    ),
    "a row twice in df_valid.csv": (
        lambda of: of.change("data/df_valid.csv", lambda data: data + data.split(b"\n")[1] + b"\n"),
        "df_valid.csv_unique_folder_name: not so for 2 of 2: folder_name occurs once "
        "(df_valid.csv[0], df_valid.csv[1])",
    ),
    "another name in the list of demonstrations": (
        lambda of: listed_elsewhere(of, lambda one: one.update(name="104 @ 2025-04-14-08-17-41")),
        "lists others than the archives hold",
    ),
    "another instance in the list of demonstrations": (
        lambda of: listed_elsewhere(of, lambda one: one.update(process_instance_uuid=str(UUID(int=7)))),
        "has no rows in the tables",
    ),
}


def index_of_nobody(data: bytes) -> bytes:
    """A row about a demonstration that is not there."""
    lines = data.decode().splitlines()
    return "\n".join([*lines, lines[-1].replace("2025-04-14", "2025-04-15"), ""]).encode()


def listed_elsewhere(of: Released, change: Callable[[dict[str, Any]], None]) -> None:
    """Another demonstrations.json."""
    path = of.bundle / "demonstrations.json"
    told = json.loads(path.read_bytes())
    change(told["demonstrations"][0])
    path.write_text(json.dumps(told), encoding="utf-8")


def shorter(data: bytes) -> bytes:
    whole = json.loads(data)
    return json.dumps({**whole, "trace": whole["trace"][:-2]}).encode()


@pytest.mark.parametrize("mutation", WHOLE)
def test_a_demonstration_is_whole(released: Released, mutation: str) -> None:
    change, problem = WHOLE[mutation]
    change(released)
    assert problem in old_certificate(released)
    MEASURED[mutation] = "verify"


def test_the_table_in_the_docs_is_what_was_measured() -> None:
    compare_with_docs(MEASURED, {*TEXTS, *TRACKS, *WHOLE})
