"""Why something was refused: one table of stable codes, each with a sentence for people and a remedy.

The codes are part of the released quarantine table: add, never rename.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from redaction.records import Refusal


@dataclass(frozen=True, slots=True)
class Reason:
    """`sentence` says what was refused and why, `remedy` what to do about it. Neither quotes a captured value."""

    sentence: str
    remedy: str


_AGAIN = "record or export it again."

REASONS: Mapping[str, Reason] = MappingProxyType(
    {
        # who and where
        "consent_missing": Reason(
            "No documented consent of the recorded person.",
            "add a consent with status granted, recorded_at and evidence to batch.json, or leave the recording out.",
        ),
        "consent_withdrawn": Reason(
            "The recorded person withdrew the consent.", "delete the recording; it must not be used again."
        ),
        "forgotten": Reason(
            "The person whom this is about asked to be forgotten.",
            "delete the recording or the row; when no capture holds the person any more, end the request "
            "(`forget --done`).",
        ),
        "consent_scope": Reason(
            "The consent does not cover this.",
            "obtain a consent whose scope names events (and screenshots, if screenshots are used).",
        ),
        "unknown_participant": Reason(
            "The recording names a participant that batch.json does not list.",
            "list the participant with a documented consent in batch.json.",
        ),
        "environment_production": Reason(
            "The batch was recorded in a production environment.",
            "record in staging, or name the batch in capture.allow_production of the policy.",
        ),
        "application_not_allowed": Reason(
            "The application is not on the allow-list of the batch.",
            "add the application to the list in batch.json if it may be recorded.",
        ),
        # demonstrations
        "demonstration_name": Reason(
            "The folder of a demonstration has no name of the form '<task id> @ <YYYY-MM-DD-HH-MM-SS>'.",
            "rename the folder and its files as WONDERBREAD names them.",
        ),
        "trace_missing": Reason(
            "The demonstration has no trace that can be opened.", "put <name>.json into its folder, or leave it out."
        ),
        "trace_order": Reason(
            "The trace does not alternate states and actions.",
            "record it again, or repair it with the recorder's tool.",
        ),
        "html_too_large": Reason(
            "A page in the trace is larger than is read.", "record the page anew, or leave its HTML out."
        ),
        "html_too_deep": Reason(
            "The elements of a page in the trace lie deeper in each other than any browser goes.",
            "record the page anew, or leave its HTML out.",
        ),
        "html_unstable": Reason(
            "A page in the trace would not read the same once it is written.",
            "record the page anew, or leave its HTML out.",
        ),
        "sop_missing": Reason(
            "The demonstration has no written guide that can be read; it goes on without one.",
            "put 'SOP - <name>.txt' into its folder, as UTF-8 text.",
        ),
        "index_rows": Reason(
            "Rows of an index file are broken or refer to no demonstration of this form; the others go on.",
            "export the file again, one row a demonstration, with the columns that its name stands for.",
        ),
        "index_values": Reason(
            "Values of an index file are not what their column holds (a number, a flag, a link); they were emptied.",
            "correct them, or leave them empty.",
        ),
        # company sources
        "source_name": Reason(
            "The folder of a source is not called as a source may be: small letters, digits and _, a letter first.",
            "rename it, and name it so in batch.json.",
        ),
        "source_missing": Reason(
            "The header (batch.json) names a source of which there is no folder.",
            "put it into sources/<name>, or leave it out.",
        ),
        "source_unlisted": Reason(
            "There is a source that batch.json does not name; it was not read.",
            "name it under sources in batch.json, or remove its folder.",
        ),
        "source_schema": Reason(
            "The source has no schema that holds, and none ships with the package under its name.",
            "write its schema.json; docs/sources.md has the format.",
        ),
        "source_shape": Reason(
            "The data of the source cannot be read as a table.",
            "give one of data.json (a list of objects), data.jsonl, data.csv (with a head) and data.parquet.",
        ),
        "source_documents": Reason(
            "A source of documents has no folder documents/, or one that is none has one; it stays out.",
            "put PDFs into documents/ and say sort: documents in the schema, or remove the folder.",
        ),
        "document_name": Reason(
            "A file among the documents is not called <key of its row>.pdf in plain letters, digits, '.', '_' and '-', "
            "or is no plain file; it was left out.",
            "rename it, or remove it.",
        ),
        "document_missing": Reason(
            "There is no document for the row; it was left out.", "add documents/<key>.pdf, or leave the row out."
        ),
        "document_unlisted": Reason(
            "No row that was accepted has the key that the document is called by; it was left out.",
            "add its row, or remove the document.",
        ),
        "document_forgotten": Reason(
            "The document speaks of somebody who asked to be forgotten; it was left out with its row.",
            "nothing need be done; take them out of the document to release the rest of it.",
        ),
        "pdf_too_large": Reason(
            "The PDF has too many bytes, pages, objects or letters, or needed more memory than a document may.",
            "export it anew or in parts, or leave it out.",
        ),
        "pdf_too_slow": Reason(
            "The PDF took longer to draw than a document may.", "export it anew or in parts, or leave it out."
        ),
        "pdf_broken": Reason("The PDF cannot be read or drawn whole.", "export it anew, or leave it out."),
        "pdf_encrypted": Reason("The PDF is encrypted.", "save it without encryption, or leave it out."),
        "pdf_recursive": Reason(
            "The tree of pages of the PDF leads back to itself.", "export it anew, or leave it out."
        ),
        "source_empty": Reason(
            "No row of the source was accepted; it stays out.", "see the refusals of its rows, or leave it out."
        ),
        "source_row_shape": Reason("The row is no object.", "write every row as one JSON object."),
        "csv_broken": Reason(
            "The row has another number of cells than the head, or its quotes do not close.", "export the table again."
        ),
        "duplicate_key": Reason(
            "An earlier row of the source has the same key; this one was left out.", "give every row a key of its own."
        ),
        "reference_broken": Reason(
            "The row must refer to a row of another source, and that is not there; it was left out.",
            "add the row that it refers to, or correct the reference.",
        ),
        "reference_emptied": Reason(
            "References of these rows lead nowhere; they were emptied, the rows stay.",
            "add the rows that they refer to, or correct the references.",
        ),
        "reference_unchecked": Reason(
            "A field refers to a source that is not in the batch: its ids are replaced, and nothing says that they "
            "exist.",
            "add the source, or make the field an id in the schema.",
        ),
        "access_broken": Reason(
            "The access rules of the source are no JSON object of their form; they stay out.",
            "correct access/<name>.json; docs/sources.md has the format.",
        ),
        # screenshots by the rules of recording
        "screenshot_on_printable": Reason(
            "A screenshot was taken while text was typed; the event stays without it.",
            "set the recorder to take screenshots on clicks and non-printable keys only.",
        ),
        "screenshot_too_fast": Reason(
            "More screenshots in one second than the policy allows; the event stays without it.",
            "slow the recorder down, or raise capture.screenshots_per_second in the policy.",
        ),
        "screenshot_missing": Reason(
            "The screenshot that an event names is not there; the event stays without it.",
            "put the file into the screenshots folder of its recording.",
        ),
        "screenshot_reused": Reason(
            "An earlier event of the recording already holds this screenshot; the event stays without it.",
            "take one screenshot an event.",
        ),
        "screenshot_unreferenced": Reason(
            "No event refers to this screenshot; it is not released.", "remove the file, or name it in its event."
        ),
        "coordinates_outside": Reason(
            "The pointer was outside the screenshot of its event (on another monitor, or left of or above the screen), "
            "so its coordinates say nothing; the event stays without them.",
            "record one screenshot of all monitors, or coordinates from the top left of the one that is recorded.",
        ),
        # files
        "path_outside": Reason(
            "A screenshot name leads out of the screenshots folder of its recording; the event stays without it.",
            "name files of that folder only, without any folder part.",
        ),
        "symlink": Reason("A symbolic link inside the batch.", "put the file or folder itself in place of the link."),
        "file_unexpected": Reason("A file or folder that the format does not know; it was not read.", "remove it."),
        "image_missing": Reason("The image is missing.", "put the file back or remove what refers to it."),
        "image_not_file": Reason("The image is not a regular file.", "put an ordinary image file there."),
        "image_symlink": Reason("The image is a symbolic link.", "put the file itself in place of the link."),
        "image_corrupt": Reason("The image cannot be decoded whole.", _AGAIN),
        "image_mislabelled": Reason(
            "The extension and the content of the image disagree.",
            "give the file the extension of its real format.",
        ),
        "image_shape": Reason(
            "The image is longer, or more elongated, than any screen.", "record the screen itself, or cut the image."
        ),
        "image_bomb": Reason(
            "The image has more pixels than the policy allows.",
            "shrink the image, or raise capture.max_image_pixels in the policy.",
        ),
        "image_too_large": Reason(
            "The image file has more bytes than the policy allows.",
            "shrink the file, or raise capture.max_image_bytes in the policy.",
        ),
        "image_animated": Reason("The image holds several frames.", "give one still image a file."),
        "video_missing": Reason("The video is missing.", "put the file back or remove what refers to it."),
        "video_not_file": Reason("The video is not a regular file.", "put an ordinary video file there."),
        "video_symlink": Reason("The video is a symbolic link.", "put the file itself in place of the link."),
        "video_too_large": Reason(
            "The video file has more bytes than the policy allows.",
            "cut the recording, or raise demonstrations.max_video_bytes in the policy.",
        ),
        "video_too_long": Reason(
            "The video lasts longer than the policy allows.",
            "cut the recording, or raise demonstrations.max_video_minutes in the policy.",
        ),
        "video_mislabelled": Reason(
            "The video is no MP4, MOV, MKV or WebM, or another one of these than its extension says.",
            "export it as MP4 with H.264, or give the file the extension of its real format.",
        ),
        "video_streams": Reason(
            "The file does not hold exactly one stream of moving pictures.", "export the one that shows the screen."
        ),
        "video_shape": Reason(
            "The pictures of the video are longer, or more elongated, than any screen, change their size on the way, "
            "or are turned by something else than a quarter.",
            "record the screen itself, upright and in one size, or export the video so.",
        ),
        "video_bomb": Reason(
            "The video has more pixels in a picture, or more pictures in its time, than are read.",
            "export it smaller, or raise capture.max_image_pixels in the policy.",
        ),
        "video_times": Reason(
            "The pictures of the video have no times, or times that run backwards.", "export the video again."
        ),
        "video_undecodable": Reason(
            "The video cannot be decoded to its end without an error.",
            "record or export it again, as MP4 with H.264.",
        ),
        # records
        "json_broken": Reason("The text is not one well-formed JSON object with unique keys.", _AGAIN),
        "encoding_broken": Reason("The text is not valid Unicode in UTF-8.", "export it as UTF-8."),
        "control_character": Reason(
            "A field holds control characters.", "export the field without NUL and other control characters."
        ),
        "line_too_long": Reason(
            "The line has more bytes than the policy allows.",
            "shorten the record, or raise capture.max_line_bytes in the policy.",
        ),
        "wrong_type": Reason("A field has the wrong type.", "give the field the type that docs/ingest.md says."),
        "missing_field": Reason("A required field is missing.", "add the field."),
        "unknown_field": Reason(
            "Fields that the format does not know were left out; the record itself stays.",
            "remove them, or correct their names.",
        ),
        "unknown_action": Reason("The action is none of click, type and hotkey.", "use one of the three."),
        "button_on_typing": Reason(
            "The event tells of typing, but its value is a mouse button.",
            "record the event as a click, or the text that was typed.",
        ),
        "value_out_of_range": Reason(
            "A value is outside its range.", "give a finite, sensible value; docs/ingest.md has the ranges."
        ),
        "duplicate_id": Reason(
            "The id was used before in the batch.", "give every event and recording an id of its own."
        ),
        "time_out_of_order": Reason(
            "The event, or a state of the trace, is earlier than the one before it.",
            "write events in time order, clock in UTC.",
        ),
        "recording_id": Reason(
            "The folder name and process_instance_uuid of the recording are not one and the same UUID.",
            "name the folder after the UUID in its recording.json.",
        ),
        "recording_unreadable": Reason(
            "The recording lacks a readable recording.json or events.jsonl.",
            "add the missing file, or remove the folder.",
        ),
        "recording_empty": Reason(
            "No event of the recording was accepted.", "see the refusals of its events, or remove the folder."
        ),
        # later stages
        "unreadable_screen": Reason(
            "The screenshot could not be read, so nothing can be promised about it; it is not released.",
            "look at the screenshot by hand, or leave it out.",
        ),
        "leak_check": Reason(
            "The independent reader of the finished release found on this screenshot what must not be there; it is "
            "withheld, its row stays without it.",
            "look at it in the work folder, declare what was missed in batch.json, and build again; it comes back when "
            "nothing is found on it.",
        ),
        "leak_check_demonstration": Reason(
            "The leak check still found something in the redacted demonstration; its rows stay without it.",
            "declare the missed entities in batch.json, or correct the screen that shows it in the review, and build "
            "again.",
        ),
        "leak_check_row": Reason(
            "The independent reader of the finished release found in the text of this row what must not be there; its "
            "description, title, value and field are withheld, everything else of it stays.",
            "look at the row in the work folder, declare what was missed in batch.json, and build again; its text "
            "comes back when nothing is found in it.",
        ),
        "leak_check_source_row": Reason(
            "The independent reader of the finished release found in a text of this row of a source what must not be "
            "there; its texts are withheld, ids and figures stay.",
            "look at the row in the work folder, declare what was missed in batch.json, and build again; its texts "
            "come back when nothing is found in them.",
        ),
        "detector_failed": Reason(
            "A detector failed on this record; it is not released.", "run again, and report it if it fails twice."
        ),
    }
)


def refusal(record: str, reason: str, *, concerned: str = "") -> Refusal:
    """A row of ingest for the quarantine table.

    `record` is an opaque id or a position, `concerned` the name of a field of the format (never a name found in the
    data). Raises KeyError for a code that is not in the table: every refusal has a remedy.
    """
    remedy = REASONS[reason].remedy
    return Refusal(record, "ingest", reason, f"{remedy} Field: {concerned}." if concerned else remedy)
