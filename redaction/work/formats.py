"""The formats of all files that Entrophy writes and reads again, each in its version: the value of the field `format`.

A file of another version is refused, so a change of meaning is a new number here. Beside them the names of the files
that a scrubbed batch hands from redaction to validation and release.
"""

from __future__ import annotations

# in and between the stages
CAPTURE = "entrophy-capture/1"
DEMONSTRATIONS = "entrophy-demonstrations/1"
SOURCES = "entrophy-sources/1"
STAGE = "entrophy-stage/1"
CANARIES = "entrophy-canaries/1"
SCRUBBED = "entrophy-scrubbed/1"
# beside the key
LEDGER_STATE = "entrophy-ledger-state/1"
CORRECTIONS = "entrophy-corrections/1"
FINDINGS = "entrophy-findings/1"
RELEASE_STATE = "entrophy-release/1"
WITHDRAWALS = "entrophy-withdrawals/1"
RECALLED = "entrophy-recalled/1"
REVOKED_KEYS = "entrophy-revoked-keys/1"
KNOWN_RELEASES = "entrophy-known-releases/1"
# in a bundle and beside it
BUNDLE = "entrophy-bundle/1"
STATISTICS = "entrophy-statistics/1"
SUMMARY = "entrophy-redaction-summary/1"
DEMONSTRATION_INDEX = "entrophy-demonstration-index/1"
RELEASED_SOURCES = "entrophy-released-sources/1"
ACCESS = "entrophy-access/1"
SOURCE = "entrophy-source/1"
CERTIFICATE = "entrophy-leak-certificate/1"
RELEASE_KEYS = "entrophy-release-keys/1"
SIGNOFF, SIGNOFF_OF_BEFORE = "entrophy-signoff/2", "entrophy-signoff/1"
RECEIPT = "entrophy-publish/1"
# made from bundles, for people and for later builds
DIFFERENCE = "entrophy-difference/1"
PROFILE = "entrophy-profile/1"
# of the releases of a dataset
INDEX = "entrophy-index/1"
NOTICES = "entrophy-notices/1"

#: a capture batch and a scrubbed one are each told by a file of this name
BATCH = "batch.json"
#: what a scrubbed batch holds besides
INTERACTIONS, FINDINGS, QUARANTINE, BOXES = (
    "interactions.jsonl",
    "findings.jsonl",
    "quarantine.jsonl",
    "boxes.jsonl",
)
#: how the files of demonstrations end, by what they hold (index files keep their names), and what those of a film are
#: called
TRACE, RAW_TRACE, GUIDE = ".trace.json", ".raw.json", ".sop.txt"
VIDEO, KEY_FRAME = "{instance}.mp4", "{instance}.{state}.png"
SCREENSHOTS = "screenshots"
#: what is released of demonstrations: a line each, and their files
SCRUBBED_DEMONSTRATIONS, DEMONSTRATION_FILES = "demonstrations.jsonl", "demonstrations"
#: what is released of company sources: the list of them, and their files, by the name of the source
SCRUBBED_SOURCES, SOURCE_FILES = "sources.json", "sources"
SOURCE_ROWS, SOURCE_SCHEMA, SOURCE_ACCESS = "{name}.data.jsonl", "{name}.schema.json", "{name}.access.json"
#: where the documents of a source are told by their names, and one that is released, by the number of its row
SOURCE_DOCUMENTS, SOURCE_DOCUMENT = "{name}.documents.json", "{name}.{row}.pdf"
