"""Traces people leave: paths with their name, handles, log-ins, repositories, channels, dates of birth."""

from __future__ import annotations

import re
from collections.abc import Iterator

from redaction.findings import Kind, TextFinding
from redaction.lexicon.words import is_word, listing

_HOME = re.compile(
    r"(?:/(?:home|Users|export/home|var/home)/|/mnt/[a-z]/Users/|[A-Za-z]:[\\/]{1,2}(?:Users|Documents and "
    r"Settings)[\\/]{1,2}|"
    r"\\\\[\w.-]+\\(?:Users|home|profiles)\$?\\|~)(?P<user>[^\\/\s:*?\"<>|,;()']{2,40}(?: [A-Z][^\\/\s:*?\"<>|"
    r"]{1,30}(?=[\\/]))?)"
)
_SYSTEM_USERS = listing(
    """
    public shared default all root admin administrator user username me you runner ubuntu app guest defaultuser0 www
    """
)
_HANDLE = re.compile(
    r"(?<![\w@./:=&+-])[@＠](?P<handle>[^\W\d_][\w]{0,29}(?:[.-][\w]{1,30})*|_[\w]{2,30}|\d+[^\W\d]\w{1,30})(?![\w@]|"
    r"\.\w+\()"
)
_DECORATORS = listing(
    """
    property staticmethod classmethod override param return returns author see media import keyframes charset here
    all channel everyone team font-face include extend mixin deprecated test before after todo throws since version
    types type
    """
)
_LOGIN = re.compile(
    r"\b(?:user\s?name|user|login|log-?in|logon|account|sam ?account(?: ?name)?|upn|uid|userid|user id|screen name|"
    r"handle|nick(?:name)?|"
    r"skype|skype id|telegram|twitter|instagram|slack|github|aim|icq|wechat)\s*+(?:(?:id|name|handle)\s*+)?(?:[:=]|"
    r"\bis\b|"
    r"➜|->)\s*[\"'`@]?"
    r"(?P<login>[A-Za-z][\w.-]{2,31})(?![\w@])",
    re.IGNORECASE,
)
_DOMAIN_LOGIN = re.compile(r"(?<![\w\\/:.])(?P<domain>[A-Z][A-Z0-9-]{1,14})\\(?P<login>[A-Za-z][\w.-]{2,31})(?![\w\\])")
_SHELL = re.compile(
    r"(?<![\w@./-])(?P<login>[a-z][a-z0-9._-]{1,30})@(?P<host>[A-Za-z0-9][\w-]{1,60})(?=[:~\s]\s?[~/$#])"
)
#: "publickey for jdoe from 10.1.2.3", "session of user jdoe.", "sudo: jdoe : TTY=pts/1" in system logs.
_LOGGED = re.compile(
    r"\b(?:(?:[Uu]ser|sudo:|su:|login:) |for (?=\S+ from \S*\d))(?P<login>[a-z_][a-z0-9._-]{1,30}[a-z0-9])"
    r"(?=[.,;]?$|[.,;]? (?:from|on|at|by|port|tty|via|pid|session|logged|is|has|was|:|\d)|\()"
)
#: The owner in a listing of files: "-rw-r--r-- 1 jdoe staff".
_LISTED = re.compile(r"(?:^|\s)[-dlbcps](?:[-r][-w][-xsStT]){3}[.+@]?\s+\d+\s+(?P<login>[a-z_][\w.-]{1,31})(?=\s|$)")
_DAEMONS = listing(
    """
    nobody daemon www-data postgres mysql nginx apache git deploy jenkins docker redis syslog sshd cron bin sys mail
    backup service systemd messagebus ntp chrony dbus polkitd tomcat elasticsearch kibana grafana prometheus rabbitmq
    mongodb vagrant ec2-user centos debian fedora uucp proxy operator anonymous test tester
    """
)
_CHANNEL = re.compile(r"(?<![\w#&/.])#(?P<channel>[^\W\d_][\w-]*[^\W_])(?![\w#;])", re.UNICODE)
_CHANNEL_PREFIX = re.compile(
    r"^(?:customer|cust|client|acct|account|ext|proj|project|deal|vendor|partner|team|support|incident|inc|candidate|"
    r"hiring|dm|case)s?[-_]"
)
_GIT = re.compile(r"(?:git@|ssh://git@)(?P<host>[\w.-]+)[:/](?P<repo>[\w.~-]+(?:/[\w.-]+){1,3}?)(?:\.git)?(?![\w/])")
_REPO_WORD = re.compile(
    r"\b(?:repo|repository|clone|fork(?:ed)?|branch of|gh pr|checkout)\b\s*+(?:(?:of\b|:|=|from\b|"
    r"the\b)\s*+)?[`\"']?(?P<repo>[A-Za-z0-9][\w.-]{1,38}/[A-Za-z0-9][\w.-]{1,60})",
    re.IGNORECASE,
)
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|"
    r"nov(?:ember)?|dec(?:ember)?)\.?"
)
DATE = (
    rf"(?:\d{{4}}[-./]\d{{1,2}}[-./]\d{{1,2}}|\d{{1,2}}[-./]\d{{1,2}}[-./](?:\d{{4}}|\d{{2}})|\d{{1,2}}(?:st|nd|rd|"
    rf"th)?\s+(?:of\s+)?{_MONTH},?\s+\d{{4}}"
    rf"|{_MONTH}\s+\d{{1,2}}(?:st|nd|rd|th)?,?\s+\d{{4}}|\d{{1,2}}-{_MONTH}-\d{{2,4}})"
)
_BIRTH = re.compile(
    rf"(?:\b(?:d\.?o\.?b\.?|birth\s?date|birthday|date of birth|born(?:\s+(?:on|in))?|geburtsdatum|geboren(?:\s+am)?|"
    rf"né(?:e)? le|"
    rf"nac\.|nasc\.|geb\.|nat[oa]\.|"
    rf"date de naissance|fecha de nacimiento|data di nascita|nato il|nata il|geboortedatum|b\.))[\s:=,()*-]*(?:is\s+|"
    rf"was\s+|on\s+)?(?P<date>{DATE})",
    re.IGNORECASE,
)


def paths(text: str) -> Iterator[TextFinding]:
    """User names in file paths: /home/x, /Users/x, C:\\Users\\x, ~x."""
    if "/" not in text and "\\" not in text:
        return
    for match in _HOME.finditer(text):
        user = match["user"]
        if match.group().startswith("~") and (
            (match.start() and text[match.start() - 1].isalnum()) or not user[0].isalpha()
        ):
            continue
        if user.casefold() not in _SYSTEM_USERS and any(c.isalpha() for c in user):
            yield TextFinding(match.start("user"), match.end("user"), Kind.USERNAME, 0.9, "path-user")


def handles(text: str) -> Iterator[TextFinding]:
    """@handles, log-ins named by their context, DOMAIN\\login and login@machine prompts."""
    if "@" in text or "＠" in text:
        for match in _HANDLE.finditer(text):
            if match["handle"].casefold() not in _DECORATORS:
                yield TextFinding(match.start("handle"), match.end("handle"), Kind.USERNAME, 0.75, "handle")
        for match in _SHELL.finditer(text):
            yield TextFinding(match.start("login"), match.end("login"), Kind.USERNAME, 0.8, "login-shell")
            if not is_word(match["host"]):
                yield TextFinding(match.start("host"), match.end("host"), Kind.URL, 0.7, "login-shell")
    for match in _LOGIN.finditer(text):
        login = match["login"].rstrip(".-")
        if not is_word(login) and login.casefold() not in _SYSTEM_USERS:
            yield TextFinding(
                match.start("login"), match.start("login") + len(login), Kind.USERNAME, 0.7, "login-context"
            )
    for pattern in (_LOGGED, _LISTED):
        for match in pattern.finditer(text):
            login = match["login"]
            if not is_word(login) and login not in _SYSTEM_USERS and login not in _DAEMONS:
                yield TextFinding(match.start("login"), match.end("login"), Kind.USERNAME, 0.75, "login-log")
    if "\\" in text:
        for match in _DOMAIN_LOGIN.finditer(text):
            if not is_word(match["login"]) or match["domain"].casefold() in {"corp", "ad"}:
                yield TextFinding(match.start("login"), match.end("login"), Kind.USERNAME, 0.75, "login-domain")


def channels(text: str) -> Iterator[TextFinding]:
    """#channels that name something beyond ordinary words (#customer-acme, but not #general or #123)."""
    if "#" not in text:
        return
    for match in _CHANNEL.finditer(text):
        name = match["channel"]
        if re.fullmatch(r"[0-9a-fA-F]{3,8}", name):
            continue
        words = [w for w in re.split(r"[-_]", name) if w]
        private = [w for w in words if not w.isdigit() and not is_word(w)]
        if private and ("-" in name or "_" in name):
            yield TextFinding(match.start("channel"), match.end("channel"), Kind.CHANNEL, 0.75, "channel")
        elif _CHANNEL_PREFIX.match(name) and len(words) > 1:
            yield TextFinding(match.start("channel"), match.end("channel"), Kind.CHANNEL, 0.6, "channel")


def repositories(text: str) -> Iterator[TextFinding]:
    """git remotes and owner/name after words that speak of a repository."""
    for match in _GIT.finditer(text) if "git@" in text else ():
        yield TextFinding(match.start("repo"), match.end("repo"), Kind.REPOSITORY, 0.9, "git-remote")
    if "/" in text:
        for match in _REPO_WORD.finditer(text):
            end = match.end("repo") - (4 if match["repo"].endswith(".git") else 0)
            yield TextFinding(match.start("repo"), end, Kind.REPOSITORY, 0.7, "repository")


def births(text: str) -> Iterator[TextFinding]:
    """Dates that their context calls a birth date."""
    if any(c.isdigit() for c in text):
        for match in _BIRTH.finditer(text):
            yield TextFinding(match.start("date"), match.end("date"), Kind.DATE_OF_BIRTH, 0.9, "birth")
