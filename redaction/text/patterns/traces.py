"""Traces people leave: paths with their name, handles, log-ins, repositories, channels, dates of birth."""

from __future__ import annotations

import re
from collections.abc import Iterator

from redaction.findings import Kind, TextFinding
from redaction.lexicon.lists import WordList, any_of, machines, word_list
from redaction.lexicon.vocabulary import sections
from redaction.lexicon.words import is_word
from redaction.text.patterns.pattern import Pattern, find_all
from redaction.text.patterns.secret import USER_OPTION

_BIRTHS = any_of(WordList.BIRTH_WORDS, blank=r"\s+")
_PATH_HOLDERS = any_of(WordList.PATH_HOLDERS)
_NETWORKS = any_of(WordList.LOGIN_NETWORKS)
_SYSTEM_USERS = word_list(WordList.SYSTEM_USERS)
_DECORATORS = word_list(WordList.AT_WORDS)
_SHELL = re.compile(
    r"(?<![\w@./-])(?P<login>[a-z][a-z0-9._-]{1,30})@(?P<host>[A-Za-z0-9][\w-]{1,60})(?=[:~\s]\s?[~/$#])"
)
_CHANNEL = re.compile(r"(?<![\w#&/.])#(?P<channel>[^\W\d_][\w-]*[^\W_])(?![\w#;])", re.UNICODE)
#: Words that say whose channel it is.
_CHANNEL_PREFIX = re.compile(
    r"^(?:customer|cust|client|acct|account|ext|proj|project|deal|vendor|partner|team|support|incident|inc|candidate|"
    r"hiring|dm|case)s?[-_]"
)
#: A log-in as Unix writes it.
_UNIX = r"[a-z_][a-z0-9._-]{1,30}"
_COLOUR = re.compile(r"[0-9a-fA-F]{3,8}")
_DEEDS = "|".join(sorted(sections(others=False)["deeds"], key=lambda deed: (-len(deed), deed)))
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|"
    r"nov(?:ember)?|dec(?:ember)?)\.?"
)
DATE = (
    rf"(?:\d{{4}}[-./]\d{{1,2}}[-./]\d{{1,2}}|\d{{1,2}}[-./]\d{{1,2}}[-./](?:\d{{4}}|\d{{2}})|\d{{1,2}}(?:st|nd|rd|"
    rf"th)?\s+(?:of\s+)?{_MONTH},?\s+\d{{4}}"
    rf"|{_MONTH}\s+\d{{1,2}}(?:st|nd|rd|th)?,?\s+\d{{4}}|\d{{1,2}}-{_MONTH}-\d{{2,4}})"
)


def _home_of_somebody(match: re.Match[str]) -> bool:
    user = match["user"]
    glued = match.start() > 0 and match.string[match.start() - 1].isalnum()
    if match.group().startswith("~") and (glued or not user[0].isalpha()):
        return False
    return user.casefold() not in _SYSTEM_USERS and any(c.isalpha() for c in user)


def _login_span(match: re.Match[str]) -> Iterator[tuple[int, int]]:
    """Without the points and hyphens behind it; nothing for an ordinary word and for users that nobody is."""
    login = match["login"].rstrip(".-")
    start = match.start("login")
    if not is_word(login) and login.casefold() not in _SYSTEM_USERS:
        yield start, start + len(login)


def _logged(match: re.Match[str]) -> bool:
    login = match["login"]
    return not is_word(login) and login not in machines()


def _system_login(match: re.Match[str]) -> Iterator[tuple[int, int]]:
    """The log-in, whatever word it is, unless nobody is called so."""
    for group, login in match.groupdict().items():
        if login and login not in machines():
            yield match.span(group)


def _in_domain(match: re.Match[str]) -> bool:
    return not is_word(match["login"]) or match["domain"].casefold() in {"corp", "ad"}


def _private_channel(match: re.Match[str]) -> bool:
    """Several words, of which one is in no dictionary: #customer-acme, but not #general or #123."""
    name = match["channel"]
    words = (word for word in re.split(r"[-_]", name) if word)
    return (
        not _COLOUR.fullmatch(name)
        and ("-" in name or "_" in name)
        and any(not word.isdigit() and not is_word(word) for word in words)
    )


def _prefixed_channel(match: re.Match[str]) -> bool:
    """Ordinary words behind one that says whose channel it is: #client-sunrise."""
    name = match["channel"]
    several = sum(map(bool, re.split(r"[-_]", name))) > 1
    return not _private_channel(match) and not _COLOUR.fullmatch(name) and several and bool(_CHANNEL_PREFIX.match(name))


def _repository_span(match: re.Match[str]) -> Iterator[tuple[int, int]]:
    yield match.start("repo"), match.end("repo") - (4 if match["repo"].endswith(".git") else 0)


# fmt: off
ROWS: tuple[Pattern, ...] = (
    Pattern("path-user", Kind.USERNAME, re.compile(
            r"(?:/(?:home|Users|export/home|var/home)/|/mnt/[a-z]/Users/|[A-Za-z]:[\\/]{1,2}(?:Users|"
            r"Documents and Settings)[\\/]{1,2}|\\\\[\w.-]+\\(?:Users|home|profiles)\$?\\|~)(?P<user>[^\\/\s:*?\"<>|"
            r",;()']{2,40}(?: [A-Z][^\\/\s:*?\"<>|]{1,30}(?=[\\/]))?)"
        ), 0.9, group="user", needs=("/", "\\"), check=_home_of_somebody,
        examples=("/home/«zvexlor»/notes.txt", "C:\\Users\\«zvexlor»\\Desktop", "cd ~«zvexlor»/bin"),
        counterexamples=("/home/ubuntu/notes.txt", "C:\\Users\\Public", "1~2/3", "/homely/zvexlor")),
    Pattern("handle", Kind.USERNAME, re.compile(
            r"(?<![\w@./:=&+-])[@＠](?P<handle>[^\W\d_][\w]{0,29}(?:[.-][\w]{1,30})*|_[\w]{2,30}|"
            r"\d+[^\W\d]\w{1,30})(?![\w@]|\.\w+\()"
        ), 0.75, group="handle", needs=("@", "＠"), check=lambda match: match["handle"].casefold() not in _DECORATORS,
        examples=("thanks @«zvexlor»!", "＠«zvexlor»"),
        counterexamples=("@everyone", "@override", "zq@vexlor.com", "@ home")),
    Pattern("login-shell", Kind.USERNAME, _SHELL, 0.8, group="login", needs=("@",),
        examples=("«zvexlor»@kiosk7:~$ ls",), counterexamples=("zvexlor@kiosk7 wrote", "Zvexlor@kiosk7:~$")),
    # Who did something, by a log-in that shows itself: digits, a point or a line in it.
    Pattern("login-by", Kind.USERNAME, re.compile(
            rf"(?i:\b(?:{_DEEDS}) by|\b(?:message|call|reply|request|ticket|comment|note|mail) from)\s"
            r"(?P<login>[a-z]{3,20}\d{2,4}|[a-z]{1,20}[._][a-z]{3,20})(?![\w@/-]|\.\w)"
        ), 0.7, spans=_login_span, examples=("Acknowledged by «frank83», 7 %", "Message from «s_vexlor»: closed"),
        counterexamples=("sorted by field_vexlor", "Updated by cron", "Created by utf8", "message from vexlor.io/a")),
    Pattern("login-host", Kind.URL, _SHELL, 0.7, group="host", needs=("@",),
        check=lambda match: not is_word(match["host"]), examples=("zvexlor@«kiosk7»:~$ ls",),
        counterexamples=("zvexlor@mail:~$ ls",)),
    Pattern("login-context", Kind.USERNAME, re.compile(
            rf"\b(?:user\s?name|user|login|log-?in|logon|account|sam ?account(?: ?name)?|upn|uid|userid|user id|"
            rf"screen name|handle|nick(?:name)?|{_NETWORKS})\s*+(?:(?:id|name|handle)\s*+)?(?:[:=]|\bis\b|➜|"
            rf"->)\s*[\"'`@]?(?P<login>[A-Za-z][\w.-]{{2,31}})(?![\w@])",
            re.IGNORECASE,
        ), 0.7, spans=_login_span, examples=("username: «zvexlor».", "log-in is «zvexlor»"),
        counterexamples=("username: required", "user: root", "the user zvexlor")),
    # "publickey for jdoe from 10.1.2.3", "session of user jdoe.", "sudo: jdoe : TTY=pts/1" in system logs
    Pattern("login-log", Kind.USERNAME, re.compile(
            r"\b(?:(?:[Uu]ser|sudo:|su:|login:) |for (?=\S+ from \S*\d))(?P<login>[a-z_][a-z0-9._-]{1,30}[a-z0-9])"
            r"(?=[.,;]?$|[.,;]? (?:from|on|at|by|port|tty|via|pid|session|logged|is|has|was|:|\d)|\()"
        ), 0.75, group="login", check=_logged,
        examples=("Accepted publickey for «zvexlor» from 10.1.2.3", "sudo: «zvexlor» : TTY=pts/1"),
        counterexamples=("sudo: nginx : TTY=pts/1", "waiting for zvexlor from home", "User access from")),
    # The same where no word can stand: "publickey for jdoe from 10.1.2.3", "sudo: jdoe : TTY=pts/1", a line of passwd
    Pattern("login-system", Kind.USERNAME, re.compile(
            rf"\b(?:publickey|password|keyboard-interactive(?:/pam)?) for (?:invalid user )?(?P<login>{_UNIX})"
            r"(?= from \d)|"
            rf"\bsudo: {{1,8}}(?P<sudoer>{_UNIX}) : (?:TTY|PWD|[a-z ]{{1,40}}; TTY)|"
            rf"^(?P<entry>{_UNIX}):[x*!]:\d{{1,10}}:\d{{1,10}}:(?!.{{0,200}}(?:nologin|/false)$)"
        ), 0.85, spans=_system_login,
        examples=("Accepted publickey for «limbo» from 10.1.2.3", "sudo: «limbo» : TTY=pts/1 ; PWD=/",
            "«limbo»:x:1085:100::/home"),
        counterexamples=("Failed password for root from 10.1.2.3", "sudo: nginx : TTY=pts/1", "daemon:x:1:1:daemon",
            "vexlor:x:990:990::/var:/sbin/nologin")),
    # Who is asked for a password, in any language: "[sudo] password for jdoe:"
    Pattern("login-sudo", Kind.USERNAME,
        re.compile(r"\[sudo\](?: [^\W\d_][\w'’-]*){1,6} (?P<login>[a-z_][a-z0-9._-]{1,30}[a-z0-9]) ?:"),
        0.8, group="login", needs=("[sudo]",), check=_logged,
        examples=("[sudo] password for «zvexlor»:", "[sudo] Mot de passe de «zvexlor» :"),
        counterexamples=("[sudo] password for root:", "[sudo] zvexlor:")),
    # Whose password stands behind a colon: "curl -u jdoe:…"
    Pattern("login-command", Kind.USERNAME, re.compile(
            rf"{USER_OPTION}(?P<login>[A-Za-z_][\w.-]{{1,40}})(?=:[^\s:])"
        ), 0.8, group="login", check=_logged, needs=("-u", "--user"),
        examples=("curl -u «zvexlor»:Zq81 http://cache", "curl --user '«z.vexlor»:Zq81' http://cache"),
        counterexamples=("curl -u root:Zq81 http://cache", "curl -u zvexlor http://cache", "tar -u zvexlor:Zq81")),
    # Who wrote an entry of a journal, behind its day: "05/28 jdoe: called back", "27/05/25 ZV: address changed"
    Pattern("login-journal", Kind.USERNAME, re.compile(
            rf"^(?:{DATE}|\d{{1,2}}[-/]\d{{1,2}})(?:,? \d\d?:\d\d)?[ ]"
            r"(?P<login>[a-z]{3,20}\d{0,4}|[A-Z]{2,3}): (?=\S)"
        ), 0.6, group="login", needs=(":",), check=_logged,
        examples=("05/28 «zvexlor»: called back", "27/05/25 «ZV»: address changed", "2025-03-02 09:14 «zvexlor»: ok"),
        counterexamples=("05/28 total: 12", "27/05/25 Zvexlor: address", "05/28 zvexlor called", "27/05/25 FYI: ok")),
    # Whose record a path of an interface is: "GET /api/v2/clients/912996"
    Pattern("id-path", Kind.ID, re.compile(
            rf"/(?:{_PATH_HOLDERS})/(?P<value>\d{{4,12}})(?=[/?&#\s\"']|$)", re.IGNORECASE
        ), 0.7, group="value", needs=("/",),
        examples=("GET /api/v2/clients/«912996» 200", "/app/Patienten/«40118»/akte"),
        counterexamples=("/blog/2024", "/clients/12", "/orders/912996")),
    # the owner in a listing of files: "-rw-r--r-- 1 jdoe staff"
    Pattern("login-listed", Kind.USERNAME,
        re.compile(r"(?:^|\s)[-dlbcps](?:[-r][-w][-xsStT]){3}[.+@]?\s+\d+\s+(?P<login>[a-z_][\w.-]{1,31})(?=\s|$)"),
        0.75, group="login", check=_logged, examples=("-rw-r--r-- 1 «zvexlor» staff",),
        counterexamples=("-rw-r--r-- 1 root staff", "rw-r--r-- 1 zvexlor staff")),
    # Who is at a terminal, as "who", "w" and "last" list it: "jdoe pts/0 Mon 07:55"
    Pattern("login-terminal", Kind.USERNAME,
        re.compile(rf"(?<![\w@./-])(?P<login>{_UNIX}) {{1,16}}(?:pts/\d{{1,3}}|tty\d{{1,2}})(?=\s|$)"),
        0.8, spans=_system_login, needs=("pts/", "tty"),
        examples=("«zvexlor»  pts/0  Mon 07:55", "«limbo» tty1 2025-03-02"),
        counterexamples=("root pts/0 Mon", "zvexlor pts", "zvexlor/pts/0")),
    # Whose a note in a program is; the reader takes its O for a nought.
    Pattern("login-note", Kind.USERNAME,
        re.compile(rf"(?<![^\W_])(?i:t[o0]d[o0]|fixme|hack)\(@?(?P<login>{_UNIX})\)"),
        0.8, group="login", check=_logged, examples=("# TODO(«zvexlor»): move it", "ToD0(«zvexlor»)"),
        counterexamples=("TODO(later)", "todo(root)", "autodo(zvexlor)", "TODO (zvexlor)")),
    Pattern("login-domain", Kind.USERNAME,
        re.compile(r"(?<![\w\\/:.])(?P<domain>[A-Z][A-Z0-9-]{1,14})\\(?P<login>[A-Za-z][\w.-]{2,31})(?![\w\\])"),
        0.75, group="login", needs=("\\",), check=_in_domain, examples=("ACME\\«zvexlor»", "CORP\\«grace»"),
        counterexamples=("ACME\\grace", "acme\\zvexlor", "ACME\\zvexlor\\x")),
    Pattern("channel", Kind.CHANNEL, _CHANNEL, 0.75, group="channel", check=_private_channel,
        examples=("see #«proj-vexlor»",), counterexamples=("#general", "#123", "#ffeedd", "#team-sunrise")),
    Pattern("channel-prefix", Kind.CHANNEL, _CHANNEL, 0.6, group="channel", check=_prefixed_channel,
        examples=("see #«client-sunrise»",), counterexamples=("#sunrise-news", "#client", "#client-vexlor")),
    Pattern("git-remote", Kind.REPOSITORY,
        re.compile(r"(?:git@|ssh://git@)(?P<host>[\w.-]+)[:/](?P<repo>[\w.~-]+(?:/[\w.-]+){1,3}?)(?:\.git)?(?![\w/])"),
        0.9, group="repo", needs=("git@",), examples=("git clone git@code.example:«vexlor/ledger.git» now",),
        counterexamples=("https://code.example/vexlor/ledger",)),
    Pattern("repository", Kind.REPOSITORY, re.compile(
            r"\b(?:repo|repository|clone|fork(?:ed)?|branch of|gh pr|checkout)\b\s*+(?:(?:of\b|:|=|from\b|"
            r"the\b)\s*+)?[`\"']?(?P<repo>[A-Za-z0-9][\w.-]{1,38}/[A-Za-z0-9][\w.-]{1,60})",
            re.IGNORECASE,
        ), 0.7, spans=_repository_span, needs=("/",),
        examples=("repo: «vexlor/ledger».git", "checkout «vexlor/ledger»"),
        counterexamples=("either vexlor/ledger", "repo ledger")),
    Pattern("birth", Kind.DATE_OF_BIRTH, re.compile(
            rf"(?:\b(?:{_BIRTHS}))[\s:=,()*-]*(?:is\s+|was\s+|on\s+)?(?P<date>{DATE})",
            re.IGNORECASE,
        ), 0.9, group="date", examples=("DOB: «1980-05-03»", "born on «3 May 1980»", "né le «03/05/1980»"),
        counterexamples=("due on 1980-05-03", "DOB: unknown")),
)
# fmt: on


def traces(text: str) -> Iterator[TextFinding]:
    """User names in paths, @handles, log-ins, channels, repositories, dates of birth."""
    return find_all(ROWS, text)
