"""The Kaggle client's process: credentials, and a bare environment with its own HOME, KAGGLE_CONFIG_DIR and TMPDIR."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from redaction.errors import PublishError
from release.publish.host_process import Host, HostError, HostProcess, bare_environment
from release.publish.publish_types import PublishSettings, Say
from validation.files.file_models import FileModel, parsed

_NEW_TOKEN = (
    "make a token on the settings page of your Kaggle account, then set KAGGLE_API_TOKEN, or KAGGLE_USERNAME and "
    "KAGGLE_KEY, or save it as ~/.kaggle/kaggle.json with mode 0600."
)
KAGGLE = Host("Kaggle", "kaggle", "kaggle_worker.py", _NEW_TOKEN)

__all__ = ["KAGGLE", "HostError", "KaggleProcess", "child_environment", "credentials"]


def credentials(environ: Mapping[str, str]) -> dict[str, str]:
    """The variables that log in, from the environment or kaggle.json. PublishError if there are none."""
    if token := environ.get("KAGGLE_API_TOKEN"):
        path = Path(token)
        is_file = len(token) < 4096 and path.is_file()
        return {"KAGGLE_API_TOKEN": path.read_text(encoding="utf-8").strip() if is_file else token}
    if environ.get("KAGGLE_USERNAME") and environ.get("KAGGLE_KEY"):
        return {name: environ[name] for name in ("KAGGLE_USERNAME", "KAGGLE_KEY")}
    home = Path(environ.get("HOME") or Path.home())
    folders = [home / ".kaggle", Path(environ.get("XDG_CONFIG_HOME") or home / ".config") / "kaggle"]
    if environ.get("KAGGLE_CONFIG_DIR"):
        folders.insert(0, Path(environ["KAGGLE_CONFIG_DIR"]))
    for folder in folders:
        for name in ("access_token", "kaggle.json"):
            if (folder / name).is_file():
                return _from_file(folder / name)
    raise PublishError("no Kaggle credentials were found.", remedy=_NEW_TOKEN)


class Account(FileModel):
    """kaggle.json, as the host hands it out."""

    username: str
    key: str


def _from_file(path: Path) -> dict[str, str]:
    if path.stat().st_mode & 0o077:
        raise PublishError(
            "the credentials file is open to other users.", record=path.name, remedy="run `chmod 600` on it."
        )
    try:
        text = path.read_text(encoding="utf-8")
        if path.name == "access_token":
            return {"KAGGLE_API_TOKEN": text.strip()}
        account = parsed(Account, text.encode())
        return {"KAGGLE_USERNAME": account.username, "KAGGLE_KEY": account.key}
    except (OSError, ValueError):
        raise PublishError("the credentials file cannot be read.", record=path.name, remedy=_NEW_TOKEN) from None


def child_environment(environ: Mapping[str, str], work: Path) -> dict[str, str]:
    """A bare environment: allow-listed variables, credentials, and folders of its own under `work`."""
    environment = environ.get("KAGGLE_API_ENVIRONMENT")
    if environment not in (None, "PROD", "LOCALHOST"):
        raise PublishError(
            "this value of KAGGLE_API_ENVIRONMENT would be taken for the public site.",
            record="KAGGLE_API_ENVIRONMENT",
            remedy="unset it, or use LOCALHOST for a stand-in on this machine.",
        )
    folders = {"HOME": "home", "KAGGLE_CONFIG_DIR": "config", "TMPDIR": "tmp"}
    return credentials(environ) | bare_environment(environ, work, folders, ["KAGGLE_API_ENVIRONMENT"])


class KaggleProcess(HostProcess):
    """A running Kaggle client."""

    def __init__(self, environ: Mapping[str, str], work: Path, settings: PublishSettings, say: Say) -> None:
        super().__init__(KAGGLE, child_environment(environ, work), work, settings, say)
