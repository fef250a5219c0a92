"""What a released archive may hold: stored members, fixed headers, and no byte that belongs to none of them."""

from __future__ import annotations

import zipfile
from pathlib import Path

from validation.files.demonstration_layout import is_archive, place_of
from validation.files.source_layout import is_source_archive, source_place

_FIXED_TIME = (1980, 1, 1, 0, 0, 0)
_LOCAL, _CENTRAL, _END, _END64 = 30, 46, 22, 76


def archive_problems(path: Path, archive: zipfile.ZipFile) -> list[str]:
    """Everything in an open archive that its members' names and bytes do not need, in English, without content."""
    problems: set[str] = set()
    infos = archive.infolist()
    demonstrations, sources = is_archive(path.name), is_source_archive(path.name)
    if archive.comment:
        problems.add("the archive has a comment")
    if len({info.filename.casefold() for info in infos}) != len(infos):
        problems.add("two members have the same name")
    if [info.filename for info in infos] != sorted(info.filename for info in infos):
        problems.add("the members are not sorted")
    at = extras = 0
    for info in infos:
        name = info.filename
        length = len(name.encode("utf-8"))
        plain = "/" not in name and "\\" not in name and "\0" not in name and not name.startswith(".")
        known = place_of(name) is not None if demonstrations else source_place(name) is not None if sources else plain
        if not known:
            placed = demonstrations or sources
            problems.add("a member has no known place" if placed else "a member is not a plain file name")
        if info.comment:
            problems.add("a member has a comment")
        if info.compress_type != zipfile.ZIP_STORED or info.file_size != info.compress_size:
            problems.add("a member is compressed")
        if info.flag_bits & ~0x800 or info.date_time != _FIXED_TIME or info.create_system != 3:
            problems.add("a member's header differs from the fixed one")
        if info.external_attr != 0o100644 << 16 or info.internal_attr:
            problems.add("a member's attributes differ from the fixed ones")
        if info.header_offset != at:
            problems.add("there are bytes between or before the members")
        at = info.header_offset + _LOCAL + length + info.compress_size
        # Archives beyond 4 GB carry long offsets in a field of their own (type 1); nothing else may be there.
        if info.extra and int.from_bytes(info.extra[:2], "little") != 1:
            problems.add("a member has an extra field")
        extras += _CENTRAL + length + len(info.extra)
    size = path.stat().st_size
    if archive.start_dir != at or size - at - extras not in (_END, _END + _END64):
        problems.add("there are bytes after the members")
    return sorted(problems)
