"""The rule table: which class, subclass and description a captured action gets.

Rules are tried from top to bottom and the first that holds wins; the last ones hold for everything. A rule looks at one
`Step`: the action, the family of the element's role, the chord, and what the sequence around it says. Navigation comes
from sequences in two ways:

- `arrives`: the step before was in another application. The click or key that is the first step in an application is
  "Switch Application", unless it is data entry.
- `leaves`: the next step is on another screen of the same application. The click or key that led there is "Open
  Screen". A step whose predecessor was on another screen of its own application is classed by what it does itself: the
  navigation belongs to the step that caused it.

Descriptions are made of fixed words and, where it helps, the label of the element. They never hold what was typed nor
the text of a list row, a cell or a message, and they are scrubbed like every other text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from redaction.records import Action

#: The whole vocabulary: class → subclasses. Released rows hold no other.
CLASSES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "Application Click": (
            "Area", "Button", "Check Box", "Context Menu", "Double Click", "Image", "Link", "List Row", "Menu",
            "Scroll", "Select List", "Tab", "Text", "Window Control",
        ),
        "Application Field Input": ("Character", "Edit Cell", "Edit Field", "Edit Text", "Search Field"),
        "Hotkey": (
            "Cancel", "Copy", "Cut", "Delete", "Find", "Format", "Function Key", "Key", "Modifier", "Move", "New",
            "Next Field", "Open", "Paste", "Print", "Redo", "Save", "Select All", "Shortcut", "Submit", "Undo",
        ),
        "Navigation": (
            "Address Bar", "Back", "Close", "Forward", "New Tab", "Open Screen", "Reload", "Switch Application",
            "Switch Tab",
        ),
    }
)  # fmt: skip

_FAMILIES = {
    "field": "textbox edit textfield textarea input combobox spinbutton spinner entry editable password passwordfield "
    "editbox field datepicker searchbox search searchfield gridcell cell dataitem tablecell document richtext "
    "contenteditable texteditor numberfield emailfield",
    "button": "button pushbutton submit togglebutton splitbutton toolbarbutton reset radiomenubutton iconbutton",
    "link": "link hyperlink a anchor",
    "tab": "tab tabitem pagetab",
    "menu": "menu menuitem menubar menubutton menubaritem menuitemcheckbox menuitemradio",
    "check": "checkbox radio radiobutton switch toggle",
    "row": "row listitem treeitem list table grid tree tableview listview",
    "choice": "option select popupbutton dropdown listbox dropdownlist",
    "image": "image img graphic figure icon",
    "text": "text statictext label heading paragraph",
    "window": "window titlebar frame dialog scrollbar",
}
_FAMILY_OF = {role: family for family, roles in _FAMILIES.items() for role in roles.split()}
_SEARCH = frozenset({"searchbox", "search", "searchfield"})
_CELL = frozenset({"gridcell", "cell", "dataitem", "tablecell"})
_PROSE = frozenset({"textarea", "document", "richtext", "contenteditable", "texteditor"})

#: Words of form labels that carry no name, so that a label made of them alone may be written in lower case.
_FORM_WORDS_LIST = """account address amount approval approve bill billing city code comment comments contract country
currency customer date department description discount due email employee end field first from id invoice item job last
leave legal memo message name net no note notes number of order owner payment period phone po price product purchase
quantity rate reason reference requisition role salary search ship shipping start state status street subject subtotal
tax terms title to total type unit vendor zip"""
_FORM_WORDS = frozenset(_FORM_WORDS_LIST.split())


@dataclass(frozen=True, slots=True)
class Step:
    """What the rules see of one event: nothing that was typed."""

    action: Action
    role: str = ""
    label: str = ""
    mouse: str = ""
    chord: str = ""
    printable: bool = False
    arrives: bool = False
    leaves: bool = False

    @property
    def family(self) -> str:
        """field, button, link, tab, menu, check, row, choice, image, text, window, or "" for an unknown role."""
        return _FAMILY_OF.get(self.role, "")


@dataclass(frozen=True, slots=True)
class Rule:
    """`description` may hold {label} (falls back to `unlabelled` when there is none) and {key}."""

    class_name: str
    subclass_name: str
    when: Callable[[Step], bool]
    description: str
    unlabelled: str = ""


def _family(family: str) -> Callable[[Step], bool]:
    return lambda s: s.action == "click" and s.family == family


def _mouse(*parts: str) -> Callable[[Step], bool]:
    return lambda s: s.action == "click" and any(p in s.mouse for p in parts)


def _keys(*chords: str) -> Callable[[Step], bool]:
    return lambda s: s.action == "hotkey" and s.chord in chords


def _types(s: Step) -> bool:
    return s.action == "type"


def _moves(s: Step) -> bool:
    parts = s.chord.split("+")
    return s.action == "hotkey" and parts[-1] in {"Up", "Down", "Left", "Right", "Home", "End", "Page Up", "Page Down"}


def _modifier_only(s: Step) -> bool:
    return s.action == "hotkey" and s.chord.split("+")[-1] in {
        "Ctrl", "Alt", "Shift", "Meta", "AltGr", "Caps Lock", "Num Lock", "Scroll Lock",
    }  # fmt: skip


def _function_key(s: Step) -> bool:
    last = s.chord.split("+")[-1]
    return s.action == "hotkey" and last[:1] == "F" and last[1:].isdigit()


def _rule(where: str, when: Callable[[Step], bool], description: str, unlabelled: str = "") -> Rule:
    class_name, _, subclass_name = where.partition(" / ")
    return Rule(class_name, subclass_name, when, description, unlabelled or description.partition(" - ")[0])


_INPUT, _CLICK, _KEY, _GO = "Application Field Input", "Application Click", "Hotkey", "Navigation"

RULES: tuple[Rule, ...] = (
    # the mouse button decides before the element does
    _rule(f"{_CLICK} / Scroll", _mouse("scroll", "wheel"), "Scrolling the screen"),
    _rule(f"{_CLICK} / Context Menu", _mouse("rb ", "right"), "Opening a context menu - {label}"),
    # data entries
    _rule(f"{_INPUT} / Search Field", lambda s: s.action != "hotkey" and s.role in _SEARCH, "Searching - {label}"),
    _rule(f"{_INPUT} / Edit Cell", lambda s: _types(s) and s.role in _CELL, "Editing a cell"),
    _rule(f"{_INPUT} / Edit Cell", lambda s: s.action == "click" and s.role in _CELL, "Selecting a cell to edit"),
    _rule(f"{_INPUT} / Edit Text", lambda s: _types(s) and s.role in _PROSE, "Writing a text - {label}"),
    _rule(f"{_INPUT} / Edit Text", lambda s: s.action == "click" and s.role in _PROSE, "Editing a text - {label}"),
    _rule(f"{_INPUT} / Edit Field", _family("field"), "Editing an application field - {label}"),
    _rule(f"{_INPUT} / Edit Field", _types, "Editing an application field - {label}"),
    _rule(f"{_INPUT} / Character", lambda s: s.action == "hotkey" and s.printable, "Typing a character"),
    # navigation by keys
    _rule(f"{_GO} / Switch Application", _keys("Alt+Tab", "Alt+Shift+Tab", "Meta+Tab", "Alt+Escape"),
          "Switching to another application"),
    _rule(f"{_GO} / Switch Tab", _keys("Ctrl+Tab", "Ctrl+Shift+Tab", "Ctrl+Page Up", "Ctrl+Page Down"),
          "Switching to another tab"),
    _rule(f"{_GO} / Back", _keys("Alt+Left"), "Going back"),
    _rule(f"{_GO} / Forward", _keys("Alt+Right"), "Going forward"),
    _rule(f"{_GO} / Reload", _keys("F5", "Ctrl+R", "Meta+R", "Ctrl+F5", "Ctrl+Shift+R"), "Reloading the screen"),
    _rule(f"{_GO} / New Tab", _keys("Ctrl+T", "Meta+T", "Ctrl+Shift+T"), "Opening a new tab"),
    _rule(f"{_GO} / Close", _keys("Ctrl+W", "Meta+W", "Ctrl+F4", "Alt+F4", "Meta+Q", "Ctrl+Q"),
          "Closing a tab or window"),
    _rule(f"{_GO} / Address Bar", _keys("Ctrl+L", "Meta+L", "Alt+D", "F6"), "Going to the address bar"),
    # hotkeys with a meaning of their own
    _rule(f"{_KEY} / Copy", _keys("Ctrl+C", "Meta+C", "Ctrl+Insert"), "Copying with {key}"),
    _rule(f"{_KEY} / Cut", _keys("Ctrl+X", "Meta+X", "Shift+Delete"), "Cutting with {key}"),
    _rule(f"{_KEY} / Paste", _keys("Ctrl+V", "Meta+V", "Shift+Insert", "Ctrl+Shift+V"), "Pasting with {key} - {label}",
          "Pasting with {key}"),
    _rule(f"{_KEY} / Save", _keys("Ctrl+S", "Meta+S", "Ctrl+Shift+S", "F12"), "Saving with {key}"),
    _rule(f"{_KEY} / Undo", _keys("Ctrl+Z", "Meta+Z"), "Undoing with {key}"),
    _rule(f"{_KEY} / Redo", _keys("Ctrl+Y", "Ctrl+Shift+Z", "Shift+Meta+Z"), "Redoing with {key}"),
    _rule(f"{_KEY} / Find", _keys("Ctrl+F", "Meta+F", "F3", "Ctrl+H", "Ctrl+G"), "Finding with {key}"),
    _rule(f"{_KEY} / Select All", _keys("Ctrl+A", "Meta+A"), "Selecting all with {key}"),
    _rule(f"{_KEY} / Print", _keys("Ctrl+P", "Meta+P", "Print Screen"), "Printing with {key}"),
    _rule(f"{_KEY} / New", _keys("Ctrl+N", "Meta+N", "Ctrl+Shift+N"), "Creating something new with {key}"),
    _rule(f"{_KEY} / Open", _keys("Ctrl+O", "Meta+O"), "Opening with {key}"),
    _rule(f"{_KEY} / Format", _keys("Ctrl+B", "Ctrl+I", "Ctrl+U", "Meta+B", "Meta+I", "Meta+U"),
          "Formatting with {key}"),
    # navigation from the sequence: the first step in an application, or the step that leads to another screen
    _rule(f"{_GO} / Switch Application", lambda s: s.arrives, "Switching to another application"),
    _rule(f"{_GO} / Open Screen", lambda s: s.leaves and s.family in {"link", "tab", "menu", "button"},
          "Opening another screen - {label}"),
    _rule(f"{_GO} / Open Screen", lambda s: s.leaves and (s.action == "click" or s.chord == "Enter"),
          "Opening another screen"),
    # single keys
    _rule(f"{_KEY} / Submit", _keys("Enter", "Ctrl+Enter", "Meta+Enter"), "Confirming with {key} - {label}",
          "Confirming with {key}"),
    _rule(f"{_KEY} / Next Field", _keys("Tab", "Shift+Tab"), "Going to the next field with {key}"),
    _rule(f"{_KEY} / Cancel", _keys("Escape"), "Cancelling with {key}"),
    _rule(f"{_KEY} / Delete", _keys("Backspace", "Delete", "Ctrl+Backspace", "Ctrl+Delete", "Shift+Backspace"),
          "Deleting with {key}"),
    _rule(f"{_KEY} / Move", _moves, "Moving with {key}"),
    _rule(f"{_KEY} / Function Key", _function_key, "Pressing the function key {key}"),
    _rule(f"{_KEY} / Modifier", _modifier_only, "Pressing {key}"),
    # clicks by element
    _rule(f"{_CLICK} / Link", _family("link"), "Clicking on a link - {label}"),
    _rule(f"{_CLICK} / Tab", _family("tab"), "Clicking on a tab - {label}"),
    _rule(f"{_CLICK} / Menu", _family("menu"), "Clicking on a menu item - {label}"),
    _rule(f"{_CLICK} / Check Box", _family("check"), "Changing a check box - {label}"),
    _rule(f"{_CLICK} / Select List", _family("choice"), "Choosing from a list - {label}"),
    _rule(f"{_CLICK} / Button", _family("button"), "Clicking on a button - {label}"),
    _rule(f"{_CLICK} / Double Click", _mouse("double"), "Double-clicking on the screen"),
    _rule(f"{_CLICK} / List Row", _family("row"), "Selecting a row"),
    _rule(f"{_CLICK} / Image", _family("image"), "Clicking on an image"),
    _rule(f"{_CLICK} / Text", _family("text"), "Clicking on a text"),
    _rule(f"{_CLICK} / Window Control", _family("window"), "Clicking on the window"),
    # everything else
    _rule(f"{_CLICK} / Area", lambda s: s.action == "click", "Clicking on the screen"),
    _rule(f"{_KEY} / Shortcut", lambda s: "+" in s.chord, "Using the shortcut {key}"),
    _rule(f"{_KEY} / Key", lambda s: True, "Pressing a key"),
)  # fmt: skip

_LONGEST_LABEL = 80


def classify(step: Step) -> tuple[str, str, str]:
    """(class_name, subclass_name, description) by the first rule that holds."""
    rule = next(rule for rule in RULES if rule.when(step))
    label = plain_label(step.label)
    text = rule.description if label or "{label}" not in rule.description else rule.unlabelled
    # not str.format: a label may hold braces
    return rule.class_name, rule.subclass_name, text.replace("{key}", step.chord).replace("{label}", label)


def plain_label(label: str) -> str:
    """A label for a description: one line, without the marks of a required field, "INVOICE*" → "invoice".

    Only labels made of common form words are written in lower case: what may be a name keeps its shape, so that the
    text engine still recognises it. A long label is left out whole, because half a name is harder to find.
    """
    text = " ".join(label.split()).strip(" *:").strip()
    if len(text) > _LONGEST_LABEL:
        return ""
    words = text.casefold().split()
    return " ".join(words) if words and all(w.strip(".#") in _FORM_WORDS for w in words) else text
