"""The policy file: every key described, unknown keys refused. `entrophy policy` prints the defaults, described."""

from __future__ import annotations

from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Literal

import yaml
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import ErrorDetails, PydanticCustomError

from redaction.errors import PolicyError
from redaction.findings import Kind
from redaction.kinds.spec import SurrogateNames, Treatment
from redaction.kinds.table import kinds_where, spec_of
from redaction.lexicon.national import countries
from redaction.screens.ocr.scripts import SCRIPTS
from redaction.screens.ocr.scripts import Name as ScriptName
from redaction.screens.redact.styles import HIDING_STYLES
from redaction.work.json_text import digest_of


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class CapturePolicy(_Section):
    """What may come in."""

    allow_production: tuple[str, ...] = Field(
        default=(), description="Batches (by name) recorded in production that may be used nevertheless."
    )
    screenshots_per_second: int = Field(
        default=2, ge=1, le=60, description="At most this many screenshots in any one second; the rest are refused."
    )
    max_image_pixels: int = Field(
        default=40_000_000, ge=1, description="An image of more pixels is refused before it is decoded."
    )
    max_image_bytes: int = Field(default=50_000_000, ge=1, description="An image file of more bytes is refused.")
    mislabelled_images: Literal["refuse", "accept"] = Field(
        default="refuse", description="What to do with an image whose extension is not that of its format."
    )
    max_line_bytes: int = Field(default=1_000_000, ge=1, description="An event line of more bytes is refused.")
    max_document_bytes: int = Field(
        default=200_000_000,
        ge=1,
        description="A trace, guide or index file of a demonstration of more bytes is refused.",
    )
    shift_times_days: int = Field(
        default=0,
        ge=0,
        le=3650,
        description="Move all recorded times of a participant by one secret number of whole seconds, at most so many "
        "days forwards or back; order and durations stay. 0 leaves times as they are.",
    )


class DemonstrationPolicy(_Section):
    """What of demonstrations (screen video, action trace, guide) comes in and goes out."""

    frames_per_second: int = Field(
        default=5,
        ge=1,
        le=60,
        description="At most so many different frames of any second of a video are searched and released; those "
        "between are left out, and each stays on the screen until the next.",
    )
    max_video_bytes: int = Field(default=4_000_000_000, ge=1, description="A video file of more bytes is refused.")
    max_video_minutes: int = Field(default=180, ge=1, description="A video that lasts longer is refused.")
    raw_trace: Literal["leave out", "scrub"] = Field(
        default="leave out",
        description="The raw trace holds every key and pointer event before they were put together: it is left out, or "
        "scrubbed like the trace.",
    )


class SourcePolicy(_Section):
    """What of company sources (tables) goes out, and how coarse."""

    keep_ids: tuple[str, ...] = Field(
        default=(),
        description="Sources whose ids are released as they are (products), wherever they stand. All others get others "
        "of the same form.",
    )
    k_at_least: int = Field(
        default=0,
        ge=0,
        le=1000,
        description="Make quasi-identifiers of each source coarser until at least so many rows are alike in all of "
        "them; 0 or 1: how unique rows are is told, and nothing is done.",
    )
    generalise: dict[str, dict[str, str]] = Field(
        default_factory=dict,
        description="Source, field and what is done with it first: round N, prefix N, rare N (rarer values become "
        "other), month, year, decade, swap (the values change places) or drop.",
    )


def _known_country(code: str) -> str:
    if code not in countries():
        raise PydanticCustomError("unknown_country", f"Input should be one of {', '.join(countries())}")
    return code


class TextPolicy(_Section):
    """How identifiers in text are found and replaced."""

    engine: Literal["minilm", "patterns", "spacy", "transformers", "gliner"] = Field(
        default="minilm",
        description="Names model: minilm is shipped; spacy, transformers and gliner need a model from a hub; "
        "patterns uses no model at all.",
    )
    model: str | None = Field(default=None, description="Hub model name for spacy, transformers or gliner.")
    threshold: float = Field(default=0.4, ge=0, le=1, description="Findings below this score are dropped.")
    surrogates: SurrogateNames = Field(
        default="common",
        description="What stands in for names: common, names such as many people bear, so that one that was missed "
        "does not stand out; or invented, words that nobody is called. What a ledger has issued stays.",
    )
    countries: tuple[Annotated[str, AfterValidator(_known_country)], ...] = Field(
        default=(),
        description="Countries (us, gb, de, …) whose numbers of people, firms and accounts are believed by their check "
        "digits alone. Elsewhere a number needs a word for it or a telling form; one of ten plain numbers passes.",
    )
    kinds: dict[Kind, Treatment] = Field(
        default_factory=dict,
        description="Per kind: substitute (a surrogate from the ledger, the default), mask ([KIND]) or keep.",
    )

    def treatment(self, kind: Kind) -> Treatment:
        """What the policy does with a kind; what it says nothing of, as the table of kinds says."""
        return self.kinds.get(kind, spec_of(kind).treatment)


def _known_style(name: str) -> str:
    if name not in HIDING_STYLES.names:
        *some, last = (f"'{one}'" for one in HIDING_STYLES.names)
        raise PydanticCustomError("unknown_style", f"Input should be {', '.join(some)} or {last}")
    return name


class VisionPolicy(_Section):
    """How identifiers on screenshots are found and hidden."""

    style: Annotated[str, AfterValidator(_known_style)] = Field(
        default="blur",
        description="Look of a hidden region: a blur or mosaic of made-up letters, a plain fill, or the surrogate "
        "written in place. No pixel of what was there is drawn again.",
    )
    faces: bool = Field(default=True, description="Find faces and avatars (MTCNN and avatar shapes).")
    codes: bool = Field(default=True, description="Find QR and bar codes.")
    unreadable: Literal["hide", "keep"] = Field(
        default="hide",
        description="What to do with lines that are there but cannot be read, such as text in a script the reader does "
        "not know (Thai, Georgian, Armenian and others) or text that is too small or too blurred.",
    )
    scripts: tuple[ScriptName, ...] = Field(
        default=tuple(script.name for script in SCRIPTS),
        description="Scripts that lines are read in where the reader, which knows Latin, Greek, Chinese and Japanese, "
        "is unsure. Each needs its Tesseract model; lines in what is left out are hidden unread.",
    )
    rescorer: bool = Field(
        default=True,
        description="Let a small model look at every word again: it finds part of what the rules miss and drops what "
        "the names model alone claims. It works beside the shipped names model (text.engine: minilm) only.",
    )
    device: Literal["auto", "cpu", "cpu-float32", "cuda"] = Field(
        default="auto",
        description="Where the detectors run: the GPU, or the CPU. A CPU that has bfloat16 reads faster with it; "
        "cpu-float32 does without, so that every processor reads alike.",
    )
    workers: int = Field(default=0, ge=0, description="Worker processes; 0 is one per core, on a GPU four at most.")


class CanaryPolicy(_Section):
    """Invented people planted in copies of rows and screens, to see on every build what the detectors catch."""

    enabled: bool = Field(default=True, description="Plant canaries; without them the certificate says so.")
    kinds: tuple[Kind, ...] = Field(
        default=kinds_where(lambda spec: spec.canary.by_default),
        description="Kinds that are planted. A kind of which not one is caught fails the build: take out face or code "
        "when vision.faces or vision.codes is off on purpose.",
    )
    rows_per_application: int = Field(default=4, ge=1, le=1000, description="Rows planted in, per application.")
    screens_per_application: int = Field(default=2, ge=0, le=100, description="Screens planted on, per application.")
    floor: float = Field(
        default=0.9,
        ge=0,
        le=1,
        description="Least share of canaries caught, in text, on screens and of each kind; no release where even the "
        "upper end of the 95% interval lies below.",
    )


class ReleasePolicy(_Section):
    """How the bundle is named and described."""

    title: str = Field(default="Entrophy interactions", min_length=6, max_length=50, description="Dataset title.")
    subtitle: str = Field(
        default="Redacted recordings of people at work", min_length=20, max_length=80, description="Subtitle."
    )
    slug: str = Field(default="entrophy-interactions", pattern=r"^[a-z0-9-]{6,50}$", description="Dataset slug.")
    owner: str = Field(default="owner", pattern=r"^[A-Za-z0-9-]+$", description="Kaggle user or organisation.")
    update_frequency: Literal["not specified", "never", "annually", "quarterly", "monthly"] = Field(
        default="not specified", description="How often a new version is to be expected, as Kaggle says it."
    )
    minimum_interactions: int = Field(default=1, ge=1, description="A release with fewer rows is refused.")
    verify_screens: float = Field(
        default=1.0,
        gt=0,
        le=1,
        description="Share of screenshots that the leak check reads again; below 1 the certificate states the bound.",
    )
    unread_at_most: float = Field(
        default=0.5,
        ge=0,
        le=1,
        description="Share of the regions of a screenshot that look like text that the independent reader may fail to "
        "read (ten regions at least); with more, the screenshot was not checked and is left out. Fewer are told.",
    )
    withhold_at_most: float = Field(
        default=0.05,
        ge=0,
        le=1,
        description="Share of screenshots (one at least; 0: none) that may be left out because the leak check found "
        "something on them; with more of them there is no release.",
    )
    withhold_demonstrations_at_most: float = Field(
        default=0.05,
        ge=0,
        le=1,
        description="The leak check stops the release when more than this share of the demonstrations would have to be "
        "left out. One may always be; 0 allows none.",
    )
    withhold_rows_at_most: float = Field(
        default=0.001,
        ge=0,
        le=1,
        description="Share of rows (one at least; 0: none) whose captured text may be left out because the leak check "
        "found something in it; with more of them, or with a finding anywhere else, there is no release.",
    )
    drift_shares_at_most: float = Field(
        default=0.2,
        ge=0,
        le=1,
        description="How far the shares by class, subclass, type, application, gap or hour may move from the version "
        "before or a profile, in a process or in all: total variation distance beyond chance; 1: as far as they like.",
    )
    drift_means_at_most: float = Field(
        default=0.5,
        ge=0,
        description="How far the mean of steps or seconds of a process may move likewise: relative change beyond "
        "chance.",
    )
    bent_at_most: float = Field(
        default=0.01,
        ge=0,
        le=1,
        description="Share of the rows of a batch (one at least; 0: none) by which redaction may change how often each "
        "application and each process occurs, under whatever names.",
    )
    similarity: bool = Field(
        default=True,
        description="Tell in the bundle how alike instances are, within and between processes, by embeddings of what "
        "was done (some ten milliseconds an interaction that is looked at, 64 an instance at most).",
    )
    utility_drop_at_most: float = Field(
        default=2.0,
        ge=0,
        le=100,
        description="Points of accuracy or boundary F1 that redaction may cost the offline baselines, in any domain "
        "of 50 instances or more; with a larger drop there is no release. 100: whatever it costs.",
    )


class ReviewPolicy(_Section):
    """What a sign-off asks of the review."""

    seconds_a_screen_at_least: int = Field(
        default=0,
        ge=0,
        le=60,
        description="Nothing is signed for release while a screen of the plan was accepted after less time before the "
        "auditor's eyes, or nobody measured it; 0: times are only told.",
    )


class Policy(_Section):
    """The whole policy. Its digest is part of every release."""

    capture: CapturePolicy = CapturePolicy()
    demonstrations: DemonstrationPolicy = DemonstrationPolicy()
    sources: SourcePolicy = SourcePolicy()
    text: TextPolicy = TextPolicy()
    vision: VisionPolicy = VisionPolicy()
    canaries: CanaryPolicy = CanaryPolicy()
    release: ReleasePolicy = ReleasePolicy()
    review: ReviewPolicy = ReviewPolicy()


def load_policy(path: Path | None) -> Policy:
    """Read a YAML policy; None gives the defaults. Raises PolicyError naming every offending key, sorted."""
    if path is None:
        return Policy()
    try:
        raw = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError, RecursionError) as error:
        raise PolicyError(
            f"the policy file cannot be read ({type(error).__name__}).",
            record=path.name,
            remedy="give a readable UTF-8 YAML file; `entrophy policy` prints one to start from.",
        ) from None
    try:
        return Policy.model_validate(raw or {})
    except ValidationError as error:
        problems = sorted(map(_problem, error.errors()))
        raise PolicyError(
            f"{len(problems)} setting(s) cannot be followed: " + "; ".join(problems) + ".",
            record=path.name,
            remedy="correct or remove them; `entrophy policy` prints every key with its meaning.",
        ) from None


_ALIKE = 0.6
"""Keys that share this much (difflib's ratio) are taken for one another's misspelling."""


def _problem(error: ErrorDetails) -> str:
    """What is wrong with one setting; of a key that there is not, which may have been meant."""
    where = ".".join(map(str, error["loc"]))
    if error["type"] != "extra_forbidden":
        return f"{where}: {error['msg']}"
    keys = [
        f"{name}.{key}" for name, section in Policy.model_fields.items() for key in type(section.default).model_fields
    ]
    named = [key for key in keys if key.rpartition(".")[2] == where.rpartition(".")[2]]
    alike = named or get_close_matches(where, [*Policy.model_fields, *keys], 1, _ALIKE)
    return f"{where}: there is no such key" + (f"; did you mean {alike[0]}?" if alike else "")


def policy_digest(policy: Policy) -> str:
    """SHA-256 of what the policy decides of the data: where it runs (device, workers) decides nothing, and what the
    review asks for stands in the manifest by itself."""
    return digest_of(policy.model_dump(mode="json", exclude={"vision": {"device", "workers"}, "review": True}))


def described_defaults() -> str:
    """The default policy as YAML, every key with its meaning as a comment: a file to start from."""
    lines = ["# Entrophy policy. Every key may be left out; unknown keys are refused.\n"]
    for name, section in Policy.model_fields.items():
        model = section.default
        lines.append(f"\n# {(type(model).__doc__ or '').strip()}\n{name}:\n")
        for key, info in type(model).model_fields.items():
            value = yaml.safe_dump(model.model_dump(mode="json")[key], default_flow_style=True, width=1000)
            lines.append(f"  # {info.description}\n  {key}: {value.removesuffix('...' + chr(10)).strip()}\n")
    return "".join(lines)
