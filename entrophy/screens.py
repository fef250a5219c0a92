"""Redacting screenshots: an image in, an image and what was hidden on it out; or files in, a folder out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from entrophy.given import (
    GivenEntities,
    GivenPolicy,
    key_file,
    policy_of,
    registry_of,
    screen_engine,
    workers_without_script,
)
from redaction.errors import sealed
from redaction.findings import Box, Kind

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL.Image import Image

    from redaction.scrub_images import Counts


@dataclass(frozen=True, slots=True)
class HiddenBox:
    """One region that was hidden.

    Attributes:
        box: x0, y0, x1, y1 in pixels of the image; x1 and y1 are exclusive.
        kind: What was there: person, email, face, code and so on.
        score: How sure the detector was, 0 to 1.
        detector: Which detector found it.
    """

    box: Box
    kind: Kind
    score: float
    detector: str


@dataclass(frozen=True, slots=True)
class ScrubbedImage:
    """A redacted image.

    Attributes:
        image: RGB, of the size of the input; pixels outside the boxes are those of the input.
        findings: What was hidden.
    """

    image: Image
    findings: tuple[HiddenBox, ...]


def scrub_image(
    image: Image | NDArray[np.uint8] | str | Path,
    *,
    entities: GivenEntities = (),
    policy: GivenPolicy = None,
    key: str | Path | None = None,
) -> ScrubbedImage:
    """Hide every identifier, face and code on one screenshot, for good.

    The first call loads the detectors, some seconds; later calls with the same policy use them again. Nothing is
    written to disk but what the ledger of `key` remembers.

    Args:
        image: A PIL image, an H × W × 3 RGB array of uint8 (or H × W, grey), or the path of a PNG or JPEG file.
        entities: What is known to identify somebody: an iterable of `DeclaredEntity`, or a file of them.
        policy: A `Policy` or a policy file; None: the defaults. `vision.style` is the look of what is hidden.
        key: The key file whose ledger gives the surrogates that are drawn; None: a neutral word per kind is drawn.

    Returns:
        The redacted image and the boxes that were hidden.

    Raises:
        ImageRefused: the file is not an ordinary, sound image, or is larger than the policy allows.
        PolicyError: the policy cannot be followed.
        KeyProblem: the key or its ledger cannot be used.
        EngineUnavailable: a detector cannot be loaded; nothing passes unread.
        TypeError: `image` is none of these, or does not have eight bits a channel.

    Example:
        ```python
        from entrophy import scrub_image

        done = scrub_image("screen.png")
        done.image.save("redacted.png")
        print([(box.kind, box.box) for box in done.findings])
        ```
    """
    from PIL import Image as Pictures

    from redaction.capture.images import open_image
    from redaction.screens.presidio_plugin import pixels_of
    from redaction.scrub_images import scrub_pixels

    rules = policy_of(policy)
    # An image is judged by what it is: a wrong extension says nothing about its pixels.
    capture = rules.capture.model_copy(update={"mislabelled_images": "accept"})
    _require_eight_bits(image)
    with sealed("scrub image"):
        pixels = open_image(Path(image), capture) if isinstance(image, str | Path) else pixels_of(image)
        hidden, findings = scrub_pixels(pixels, screen_engine(rules), registry_of(entities), rules, key_file(key))
    return ScrubbedImage(
        Pictures.fromarray(hidden),
        tuple(HiddenBox(box, finding.kind, finding.score, finding.detector) for finding, box in findings),
    )


def scrub_images(
    files: Iterable[str | Path],
    *,
    out: str | Path,
    entities: str | Path | None = None,
    policy: GivenPolicy = None,
    key: str | Path | None = None,
) -> Counts:
    """Redact image files that belong together into a folder: what one shows is hidden on all of them.

    `entrophy scrub images` as a function: `out` receives `<stem>.png` and a line of `findings.jsonl` for every image,
    and `quarantine.jsonl` names those that were refused. Worker processes read side by side (`vision.workers`).

    Args:
        files: PNG or JPEG files; no two of one stem.
        out: The folder to write.
        entities: A file of known entities.
        policy: A `Policy` or a policy file; None: the defaults.
        key: As for [scrub_image][entrophy.scrub_image].

    Returns:
        How many `images` were written, how many `findings` are on them, how many images were `refused`.

    Raises:
        EntrophyError: no file was given, or two would be written to one name.
    """
    from redaction.scrub_images import scrub_images as scrub

    known = Path(entities) if entities is not None else None
    with workers_without_script(), sealed("scrub images"):
        return scrub([Path(file) for file in files], Path(out), known, policy_of(policy), key_file(key))


def _require_eight_bits(image: object) -> None:
    """TypeError for pixels of another depth: cut to eight bits they would be black or white, and nothing be found."""
    import numpy as np
    from PIL import Image as Pictures

    if isinstance(image, np.ndarray):
        good = image.dtype == np.uint8 and (image.ndim == 2 or (image.ndim == 3 and image.shape[2] in (3, 4)))
    elif isinstance(image, Pictures.Image):
        good = image.mode[0] not in "IF"
    else:
        good = isinstance(image, str | Path)
    if not good:
        raise TypeError("give a path, or an image of eight bits a channel: PIL, H × W, or H × W × 3 of uint8.")
