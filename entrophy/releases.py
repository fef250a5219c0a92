"""Releases: build, verify, plan the review, publish. Reviewing and signing are a person's work: `entrophy review`,
`entrophy sign`."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from entrophy.given import GivenPolicy, key_file, policy_file, workers_without_script
from redaction.errors import sealed
from release.bundle.bundle_format import find_bundle
from release.publish.publish_types import PublishReceipt, PublishSettings
from release.review.plan import CONFIDENCE, FRACTION, Plan
from release.verify.origin import default_key_path, key_beside
from release.verify.problems import VerifyReport


@dataclass(frozen=True, slots=True)
class BuiltRelease:
    """What a build left.

    Attributes:
        bundle: The folder of the release: verified, not yet signed off.
        report: The audit report, one HTML file.
        work: The work folder. It holds captured values and stays where it is.
    """

    bundle: Path
    report: Path
    work: Path


def build(
    captures: Iterable[str | Path],
    *,
    out: str | Path,
    version: str = "",
    previous: str | Path | None = None,
    profile: str | Path | None = None,
    policy: GivenPolicy = None,
    key: str | Path | None = None,
    progress: bool = False,
    engine: str = "local",
    address: str = "",
) -> BuiltRelease:
    """Turn capture batches into one verified bundle and its audit report: `entrophy build` as a function.

    Runs the same Dagster jobs in this process, minutes to hours. One build at a time in a folder and in a process: the
    process' `umask` and `DAGSTER_HOME` are set while it runs. A build that was stopped goes on with the same call.

    Args:
        captures: Capture batch folders.
        out: The folder for bundle, report and work files.
        version: Version of the release, X.Y.Z; "": the one that follows from what changed since `previous`, or 0.1.0.
        previous: The bundle of the version before, or the folder it was built in: what changed is told, and
            its data is what that of the new one may not have drifted from.
        profile: A file of `entrophy profile`, likewise.
        policy: A `Policy` or a policy file; None: the defaults.
        key: The key file, made on first use; None: the default key (`ENTROPHY_KEY`, else `~/.config/entrophy/key`).
        progress: Show bars on standard error.
        engine: Where screenshots are worked on: `local`, or `ray` (a cluster). What comes out is the same.
        address: The Ray cluster to join, HOST:PORT; without it Ray is started on this machine.

    Returns:
        Where bundle, report and work folder are.

    Raises:
        EntrophyError: what stopped it; nothing was released. What would stop a build is told in its first second.

    Example:
        ```python
        from entrophy import build

        done = build(["recordings/may", "recordings/june"], out="out/1.2.0", version="1.2.0")
        print(done.report)
        ```
    """
    from rich.console import Console

    from assets.resources import Workspace
    from pipeline.runner import run_release

    before = Path(previous) if previous is not None else None
    with policy_file(policy) as rules, workers_without_script(), _environment_kept():
        workspace = Workspace(
            captures=[str(Path(folder).resolve()) for folder in captures],
            out=str(Path(out).resolve()),
            key=str(key_file(key) or key_file(default_key_path())),
            policy=str(rules) if rules is not None else "",
        )
        run_release(
            workspace,
            version,
            Console(stderr=True, highlight=False, quiet=not progress),
            before,
            engine,
            address,
            Path(profile) if profile is not None else None,
        )
    return BuiltRelease(workspace.bundle_path, workspace.report_path, workspace.work_path)


def verify(
    bundle: str | Path,
    *,
    public_key: str | None = None,
    captures: Iterable[str | Path] = (),
    read_screens: bool = False,
    signed: bool = True,
    auditors: str | Path | None = None,
    key: str | Path | None = None,
    policy: GivenPolicy = None,
) -> VerifyReport:
    """Check a bundle and its sign-off: `entrophy verify` as a function. Nothing in a bundle makes it raise.

    Args:
        bundle: The bundle, or the folder that `build` wrote.
        public_key: The maintainer's public key (base64), told by another way than the bundle.
        captures: The capture batches it was made from: no value of theirs may be in it.
        read_screens: Read every screenshot again by OCR, about a second each.
        signed: False: before the sign-off, judge the bundle alone.
        auditors: The list of the auditors whose signatures count, told by another way.
        key: The maintainer's key file: the whole leak check is computed again (slow).
        policy: The policy that it is computed with.

    Returns:
        A report. `trusted` is True when everything holds and the keys that signed are the right ones; `ok` when all
        holds, whoever signed; `problems` tell what, where and the remedy; `unchecked` whose key was not checked.

    Raises:
        EntrophyError: a file that you gave (key, list of auditors, policy) cannot be used.

    Example:
        ```python
        from entrophy import verify

        report = verify("out/demo", public_key="…")
        if not report.trusted:
            raise SystemExit(report.problems or report.unchecked or report.older)
        ```
    """
    from pipeline.commands.judge_bundle import judge

    path = Path(bundle)
    with policy_file(policy) as rules, workers_without_script():
        return judge(
            path,
            captures=[Path(folder) for folder in captures],
            public_key=public_key,
            screens=read_screens,
            unsigned=not signed,
            auditors=Path(auditors) if auditors is not None else None,
            key=key_file(key),
            home=_key_for(path, key),
            policy=rules,
        )


def review_plan(
    out: str | Path,
    *,
    fraction: float = FRACTION,
    confidence: float = CONFIDENCE,
    key: str | Path | None = None,
    previous: str | Path | None = None,
) -> Plan:
    """Which screenshots an auditor will have to look at, and what that shows. Reads only.

    The plan of a review that was begun is given as it was begun.

    Args:
        out: The folder that `build` wrote, with its work folder.
        fraction: When no sampled screen misses an identifier, fewer than this share of all screens do …
        confidence: … with this probability.
        key: The key file of the build, beside which flags and plans lie; None: as for the command line.
        previous: The folder of the signed version before: what is the same there is not asked again.

    Returns:
        The plan: `screenshots` in the order of review, `strata` per application, `text()` in one sentence.

    Raises:
        EntrophyError: the bundle or the work folder cannot be read, or a share does not lie between 0 and 1.
    """
    import json

    from redaction.capture.originals import read_boxes
    from release.review.decisions import Decisions, decisions_path
    from release.review.kept import kept_from
    from release.review.plan import plan_from_json
    from release.review.reviewed_bundle import open_review_bundle
    from release.review.session import first_plan
    from release.review.standing import flagged_names, flagged_videos
    from release.review.videos import lowest_scores, read_films

    folder = Path(out)
    with sealed("review plan"):
        bundle = open_review_bundle(find_bundle(folder))
        path = decisions_path(_key_for(folder, key))
        decisions = Decisions(path) if path.is_file() else None
        begun = decisions.plan(bundle.digest) if decisions is not None else None
        if begun is not None:
            return plan_from_json(json.loads(begun))
        flags = decisions.flagged_before() if decisions is not None else ()
        boxes = read_boxes(folder / "work")
        must = flagged_names(bundle, flags) | flagged_videos(bundle, flags)
        videos = lowest_scores(read_films(folder / "work")) if bundle.videos else {}
        kept = kept_from(Path(previous), bundle, folder / "work", decisions) if previous is not None else ()
        return first_plan(bundle, boxes, must, fraction=fraction, confidence=confidence, kept=kept, videos=videos)


def publish(
    bundle: str | Path,
    *,
    to: Literal["folder", "kaggle", "huggingface", "s3"],
    destination: str | Path | None = None,
    yes: bool = False,
    public: bool = False,
    allow_older: bool = False,
    key: str | Path | None = None,
    say: Callable[[str], None] | None = None,
) -> PublishReceipt:
    """Verify a signed-off bundle, publish it, and read it back: `entrophy publish` as a function.

    Args:
        bundle: The bundle, or the folder that `build` wrote.
        to: `folder`: a local copy. `kaggle`, `huggingface`, `s3`: the data leaves this machine.
        destination: For `folder`: where to; None: `published` beside the bundle. For `s3`: s3://BUCKET/PREFIX.
        yes: Really let the data leave this machine; without it a host only says what would happen, and raises.
        public: For `kaggle` and `huggingface`: make a new dataset public; private otherwise.
        allow_older: For `folder` and `s3`: also a version older than one that is there.
        key: The maintainer's key file; None: the key beside the build, else the default key.
        say: Called with what is done, a sentence at a time.

    Returns:
        The receipt, which is also written beside the bundle.

    Raises:
        PublishError: it does not pass verification, is not signed off, or the host refused, lost or altered something.
    """
    from release.publish.publish import publish as run
    from release.publish.publish import verify_as_ours
    from release.sign.signing_gate import signoff_check

    path = Path(bundle)
    home = _key_for(path, key)
    with sealed("publish"):
        return run(
            path,
            to,
            yes=yes,
            settings=PublishSettings(
                public=public,
                older=allow_older,
                destination=destination,
            ),
            verify=verify_as_ours(home),
            signoff=signoff_check(home),
            say=say or (lambda line: None),
        )


def _key_for(out: Path, key: str | Path | None) -> Path:
    """The key given; else the key that a demo made beside its folder; else the default key."""
    return key_file(key) or key_beside(out) or default_key_path().absolute()


@contextmanager
def _environment_kept() -> Iterator[None]:
    """What a build sets for itself is afterwards as the program had it."""
    home, mask = os.environ.get("DAGSTER_HOME"), os.umask(0o077)
    os.umask(mask)
    try:
        yield
    finally:
        os.umask(mask)
        if home is None:
            os.environ.pop("DAGSTER_HOME", None)
        else:
            os.environ["DAGSTER_HOME"] = home
