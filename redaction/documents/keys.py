"""Keys as traces write them: 'a', "'", Key.shift, Key.space, one or several with a space between them.

The spelling is that of pynput, with which WONDERBREAD was recorded; a recorder that minds no quotes writes ''' for an
apostrophe. What is no such key is taken for typed text, so that nothing typed is ever taken for a key.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from redaction.capture.keystrokes import chord

_TOKEN = re.compile(
    r"Key\.\w+"
    r"|'['\\]'(?!\S)|\"[\"\\]\"(?!\S)"
    r"|'(?:\\.|[^'\\])+'|\"(?:\\.|[^\"\\])+\""
    r"|<\d+>|\[(?:'[^']*'|\"[^\"]*\")\]"
)
# Possessive: a key is read one way only, so that a long text that is none is refused at once.
_KEYS = re.compile(rf"\s*+(?>{_TOKEN.pattern})(?:\s++(?>{_TOKEN.pattern}))*+\s*+")
_NAMES = """alt alt_gr alt_l alt_r backspace caps_lock cmd cmd_l cmd_r ctrl ctrl_l ctrl_r delete down end enter esc home
insert left media_next media_play_pause media_previous media_volume_down media_volume_mute media_volume_up menu num_lock
page_down page_up pause print_screen right scroll_lock shift shift_l shift_r space tab up"""
KEY_NAMES = frozenset(_NAMES.split()) | {f"f{n}" for n in range(1, 25)}
"""Special keys as pynput names them: no other is released."""
_SILENT = frozenset({"shift", "shift_l", "shift_r", "caps_lock", "num_lock", "alt", "alt_gr", "alt_l", "alt_r"})
SHIFT, BACKSPACE, SPACE = "Key.shift", "Key.backspace", "Key.space"
SECRET = "********"
"""What stands for everything that was typed into a password field, however long it was."""

Does = Literal["text", "back", "silent", "key"]


@dataclass(frozen=True, slots=True)
class Key:
    """One key that was pressed: `written` as the trace has it; `text` what it types; `does`: types a text, deletes the
    character before, nothing to a text (silent), or something else, which ends what is being typed."""

    written: str
    does: Does
    text: str = ""
    chord: str = ""


def read_keys(value: str, held: str = "") -> list[Key]:
    """The keys of one action. A key after Ctrl or Cmd is a shortcut, so is the first when one is `held` from the action
    before; keys that pynput does not name are left out."""
    if not _KEYS.fullmatch(value):
        return _plain(value)
    keys: list[Key] = []
    for token in _TOKEN.findall(value):
        if token[0] in "'\"":
            made = [key for letter in _letters(token) if (key := _letter(letter)) is not None]
        else:
            made = [_named(token[4:])] if token[4:] in KEY_NAMES else []
        for key in made:
            keys.append(_shortcut(held, key) if held and not _stays(key) else key)
            held = held_after(keys)
    return keys


def held_after(keys: Sequence[Key]) -> str:
    """Ctrl or Meta where that is the last key pressed, Shift and Alt aside: what comes next is a shortcut."""
    last = next((key for key in reversed(keys) if not _stays(key)), None)
    return last.chord if last is not None and last.chord in ("Ctrl", "Meta") else ""


def typed_letters(text: str, *, shift: bool = False) -> list[Key]:
    """The keys that type a text; with `shift` one is pressed before every capital."""
    keys: list[Key] = []
    for letter in text:
        if shift and letter.isupper():
            keys.append(_named("shift"))
        keys.append(_named("space") if letter.isspace() else Key(repr(letter), "text", letter))
    return keys


def written(keys: Sequence[Key]) -> str:
    """The keys as a trace has them."""
    return " ".join(key.written for key in keys)


def _letters(token: str) -> str:
    try:
        return str(ast.literal_eval(token))
    except (ValueError, SyntaxError):
        return token[1:-1]


def _stays(key: Key) -> bool:
    return key.does == "silent"


def _shortcut(held: str, key: Key) -> Key:
    if key.chord in ("Ctrl", "Meta"):
        return key
    name = key.chord or ("Space" if key.text == " " else key.text.upper())
    return Key(key.written.lower() if key.text.strip() else key.written, "key", chord=f"{held}+{name}")


def _letter(letter: str) -> Key | None:
    """The key that types a character; None for what is no character that can be typed."""
    named = {"\b": "backspace", "\x7f": "backspace", "\r": "enter", "\n": "enter", "\t": "tab", "\x1b": "esc"}.get(
        letter
    )
    if named is not None:
        return _named(named)
    if letter.isspace():
        return _named("space")
    if 0 < ord(letter) < 27:  # what Ctrl makes of a letter
        return Key(repr(letter), "key", chord=f"Ctrl+{chr(ord(letter) + 64)}")
    return Key(repr(letter), "text", letter) if letter.isprintable() else None


def _named(name: str) -> Key:
    key = f"Key.{name}"
    if name == "space":
        return Key(key, "text", " ")
    if name == "backspace":
        return Key(key, "back", chord="Backspace")
    named = chord(_plain_name(name))
    return Key(key, "silent" if name in _SILENT else "key", chord=str(named) if named is not None else "Menu")


def _plain_name(name: str) -> str:
    return re.sub(r"_(l|r|gr)$", "", name) if name != "alt_gr" else "AltGr"


def _plain(value: str) -> list[Key]:
    """A key by another name ("Enter", "Ctrl+C"), or else a text that was typed."""
    given = chord(value) if len(value) > 1 else None
    if given is not None and not given.printable:
        spelled = [*given.modifiers, *([given.key] if given.key else [])]
        return read_keys(" ".join(name for part in spelled if (name := _as_pynput(part))))
    return [key for letter in value if (key := _letter(letter)) is not None]


def _as_pynput(part: str) -> str:
    if len(part) == 1:
        return repr(part.lower())
    name = {"Meta": "cmd", "AltGr": "alt_gr", "Escape": "esc"}.get(part, part.lower().replace(" ", "_"))
    return f"Key.{name}" if name in KEY_NAMES else ""
