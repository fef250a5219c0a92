"""The sample log of smartRPA: invented work in the columns that its logging server writes (nobody was recorded)."""

from __future__ import annotations

import csv
from pathlib import Path

USER = "kvold"
"""The login name in every row: an import that takes it over is wrong."""
COLUMNS = """timestamp user category application event_type event_src_path event_dest_path clipboard_content mouse_coord
workbook current_worksheet worksheets sheets cell_content cell_range cell_range_number window_size slides effect hotkey
id title description browser_url eventQual tab_moved_from_index tab_moved_to_index newZoomFactor oldZoomFactor
tab_pinned tab_audible tab_muted window_ingognito file_size tag_category tag_type tag_name tag_title tag_value
tag_checked tag_html tag_href tag_innerText tag_option tag_attributes xpath xpath_full screenshot"""
_PHONE = "+47 55 50 12 34"
_TITLE = "Contact: Maren Oldenkamp - Harbour CRM"
_PAGE = {"category": "Browser", "application": "Chrome", "browser_url": "https://crm.example.com/contacts/1"}
_SHEET = {
    "category": "MicrosoftOffice",
    "application": "Microsoft Excel",
    "workbook": "Contacts.xlsx",
    "current_worksheet": "Harbour",
    "worksheets": "['Harbour']",
}
_SYSTEM = {"category": "OperatingSystem", "application": "Excel", "title": "Contacts.xlsx - Excel"}
_FIELD = _PAGE | {"event_type": "changeField", "tag_category": "INPUT", "tag_type": "text", "tag_name": "phone"}
_NOTE = "Silje Aarhaug asked,\nto be called back."
_CALLED = {"cell_range": "C4", "cell_range_number": "3,4", "cell_content": "called Maren Oldenkamp"}
_ROWS: tuple[dict[str, str], ...] = (
    _SYSTEM | {"event_type": "programOpen", "application": "EXCEL.EXE", "title": ""},
    _SHEET | {"event_type": "openWorkbook", "event_src_path": f"C:\\Users\\{USER}\\Contacts.xlsx"},
    _SHEET | {"event_type": "getCell", "cell_range": "B4", "cell_range_number": "2,4", "cell_content": _PHONE},
    {"category": "Clipboard", "application": "Clipboard", "event_type": "copy", "clipboard_content": _PHONE},
    _PAGE | {"event_type": "selectTab", "title": _TITLE, "id": "7"},
    _FIELD | {"event_type": "clickTextField", "tag_value": "+47 55"},
    _PAGE | {"event_type": "paste", "clipboard_content": _PHONE},
    _FIELD | {"tag_value": _PHONE},
    _FIELD | {"tag_category": "SELECT", "tag_type": "select-one", "tag_name": "city", "tag_value": "Oslo"},
    _FIELD | {"tag_category": "TEXTAREA", "tag_type": "textarea", "tag_name": "note", "tag_value": _NOTE},
    _FIELD | {"tag_type": "password", "tag_name": "pin", "tag_value": "4711-Klabautermann"},
    _PAGE | {"event_type": "clickButton", "tag_category": "BUTTON", "tag_innerText": "Save contact"},
    _PAGE | {"event_type": "clickLink", "tag_category": "A", "tag_href": "/contacts", "tag_innerText": "All contacts"},
    _PAGE | {"event_type": "contextMenu"},
    _SHEET | {"event_type": "editCellSheet"} | _CALLED,
    _SHEET | {"event_type": "doubleClickCellWithValue"} | _CALLED,
    _SYSTEM | {"event_type": "hotkey", "hotkey": "CTRL+S", "description": "Save"},
    _SYSTEM | {"event_type": "cut", "hotkey": "CTRL+X", "clipboard_content": "called Maren Oldenkamp"},
)


def write_smartrpa(path: Path) -> None:
    """Write the log, with the byte order mark and the commas of the logging server."""
    columns = COLUMNS.split()
    with path.open("w", newline="", encoding="utf-8-sig") as file:
        writer = csv.writer(file)
        writer.writerow(columns)
        for i, row in enumerate(_ROWS):
            told = {"timestamp": f"2026-11-02 09:15:{2 * i:02}:{137 * i % 1000:03}", "user": USER} | row
            writer.writerow([told.get(column) for column in columns])
