"""Names of keys and chords as recorders write them: "Ctrl+C", "Return", "['Control_L', 's']", "Ctrl-Shift-Tab"."""

from __future__ import annotations

import re
from dataclasses import dataclass

_ORDER = ("Ctrl", "Alt", "Shift", "Meta", "AltGr")
_MODIFIERS = {
    "Ctrl": "ctrl control ctl controll controlr leftctrl rightctrl strg",
    "Alt": "alt altl altr leftalt rightalt",
    "Shift": "shift shiftl shiftr leftshift rightshift",
    "Meta": "meta metal metar super superl superr win winl winr windows cmd command",
    # these lead to printable characters, so they never make a chord non-printable
    "AltGr": "altgr isolevel3shift option optionl optionr opt",
}
_NAMED = {
    "Enter": "enter return kpenter numpadenter",
    "Tab": "tab isolefttab kptab",
    "Escape": "escape esc",
    "Backspace": "backspace bksp",
    "Delete": "delete del kpdelete",
    "Insert": "insert ins kpinsert",
    "Home": "home kphome",
    "End": "end kpend",
    "Page Up": "pageup pgup prior kpprior kppageup",
    "Page Down": "pagedown pgdn pgdown next kpnext kppagedown",
    "Up": "up arrowup uparrow kpup",
    "Down": "down arrowdown downarrow kpdown",
    "Left": "left arrowleft leftarrow kpleft",
    "Right": "right arrowright rightarrow kpright",
    "Caps Lock": "capslock",
    "Num Lock": "numlock",
    "Scroll Lock": "scrolllock",
    "Print Screen": "print printscreen prtsc prtscn snapshot",
    "Pause": "pause break",
    "Menu": "menu apps contextmenu",
    **{f"F{n}": f"f{n}" for n in range(1, 25)},
}
_PRINTABLE = {
    " ": "space spacebar kpspace",
    "+": "plus add kpadd",
    "-": "minus subtract kpsubtract hyphen",
    "=": "equal equals",
    ",": "comma",
    ".": "period dot kpdecimal",
    "/": "slash kpdivide",
    "\\": "backslash",
    ";": "semicolon",
    "'": "apostrophe quote",
    "`": "grave backquote",
    "[": "bracketleft",
    "]": "bracketright",
    "*": "asterisk kpmultiply",
    **{str(n): f"kp{n} digit{n} numpad{n}" for n in range(10)},
}


def _by_alias(table: dict[str, str]) -> dict[str, str]:
    return {alias: name for name, aliases in table.items() for alias in aliases.split()}


_MODIFIER_OF, _NAMED_OF, _PRINTABLE_OF = _by_alias(_MODIFIERS), _by_alias(_NAMED), _by_alias(_PRINTABLE)
_QUOTED = re.compile(r"'([^']*)'|\"([^\"]*)\"")
_LONGEST = 80


@dataclass(frozen=True, slots=True)
class Chord:
    """A key with its modifiers under canonical names; `key` is "" when only modifiers were pressed."""

    modifiers: tuple[str, ...]
    key: str

    @property
    def printable(self) -> bool:
        """True when the key puts a character into a text: a letter, also with Shift, Option or AltGr."""
        return len(self.key) == 1 and not {"Ctrl", "Alt", "Meta"} & set(self.modifiers)

    def __str__(self) -> str:
        return "+".join(
            (*self.modifiers, *([self.key.upper() if len(self.key) == 1 else self.key] if self.key else []))
        )


def chord(value: str) -> Chord | None:
    """Read a chord; None for what is no known key. Unknown keys must be taken for printable ones: fail closed."""
    if not value or len(value) > _LONGEST:
        return None
    modifiers: set[str] = set()
    key = ""
    for token in _tokens(value):
        plain = re.sub(r"[\s_-]", "", token).casefold() if len(token) > 1 else token
        if plain in _MODIFIER_OF:
            modifiers.add(_MODIFIER_OF[plain])
            continue
        name = token if len(token) == 1 else _NAMED_OF.get(plain) or _PRINTABLE_OF.get(plain)
        if name is None or key:
            return None
        key = name
    return Chord(tuple(m for m in _ORDER if m in modifiers), key) if key or modifiers else None


def _tokens(value: str) -> list[str]:
    text = value.strip() or value
    if len(text) == 1:
        return [text]
    if text.startswith("[") and text.endswith("]"):
        return [single or double for single, double in _QUOTED.findall(text)]
    if re.match(r"(?i)(ctrl|control|alt|shift|cmd|win|meta|super)-\S", text) and "+" not in text:
        return text.split("-", text.count("-") - text.endswith("--"))
    if text.endswith("++"):
        return [*(part.strip() for part in text[:-2].split("+")), "+"]
    return [part.strip() for part in text.split("+")]
