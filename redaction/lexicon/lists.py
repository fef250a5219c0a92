"""The word lists of data/lists.yaml, each by its name: read once, as a set or as a piece of an expression.

A list can be left out, to learn what it earns, before the module that reads it is imported: `leave_out`.
"""

from __future__ import annotations

import gzip
import re
from enum import StrEnum
from functools import cache
from importlib import resources

import yaml


class WordList(StrEnum):
    """Every list; what it is for stands above it in the data file."""

    HEADER_WORDS = "header_words"
    WRITTEN_DOMAINS = "written_domains"
    SYSTEM_USERS = "system_users"
    AT_WORDS = "at_words"
    DAEMONS = "daemons"
    NO_SECRETS = "no_secrets"
    KEYS_OF_NOTHING = "keys_of_nothing"
    POLITE_ROLES = "polite_roles"
    COMMON_NAMES = "common_names"
    SENTENCE_STARTS = "sentence_starts"
    TENANT_HOSTS = "tenant_hosts"
    PRODUCT_LABELS = "product_labels"
    PUBLIC_SITES = "public_sites"
    FILE_ENDINGS = "file_endings"
    REPOSITORY_HOSTS = "repository_hosts"
    REPOSITORY_PAGES = "repository_pages"
    COMMON_SUFFIXES = "common_suffixes"
    EMPTY_VALUES = "empty_values"
    STATE_VALUES = "state_values"
    NAME_PARTICLES = "name_particles"
    GROUP_WORDS = "group_words"
    COMPANY_TAILS = "company_tails"
    ROLE_MAILBOXES = "role_mailboxes"
    MAIL_PROVIDERS = "mail_providers"
    ROOM_WORDS = "room_words"
    CONNECTING_WORDS = "connecting_words"
    COMPANY_ENDS = "company_ends"
    KEPT_TITLES = "kept_titles"
    KEPT_BUSINESS = "kept_business"
    KEPT_STREETS = "kept_streets"
    KEPT_HOST_WORDS = "kept_host_words"
    KEPT_STATES = "kept_states"
    CALENDAR = "calendar"
    SHORT_MARKS = "short_marks"
    INTERFACE = "interface"
    COUNTRIES = "countries"
    NEVER_NAMES = "never_names"
    SHORT_NAMES = "short_names"
    SURNAME_ENDS = "surname_ends"
    TITLES = "titles"
    FEMALE_TITLES = "female_titles"
    MALE_TITLES = "male_titles"
    PARTICLES = "particles"
    LEGAL_WORDS = "legal_words"
    LEGAL_FORMS = "legal_forms"
    GREETINGS = "greetings"
    HONORIFICS = "honorifics"
    HEADER_LABELS = "header_labels"
    COMPANY_KINDS = "company_kinds"
    STREET_WORDS = "street_words"
    DRUG_STEMS = "drug_stems"
    PATH_HOLDERS = "path_holders"
    NUMBER_HOLDERS = "number_holders"
    LOGIN_NETWORKS = "login_networks"
    PROFILE_PARTS = "profile_parts"
    PERSON_KEYS = "person_keys"
    SECRET_KEYS = "secret_keys"
    KEYBOARD_KEYS = "keyboard_keys"
    NOT_PHONE_WORDS = "not_phone_words"
    PHONE_WORDS = "phone_words"
    BIRTH_WORDS = "birth_words"
    COMPANY_LEADS = "company_leads"
    COMPANY_TRAILS = "company_trails"
    CODE_HOLDERS = "code_holders"
    DOCUMENTS = "documents"
    REGISTERS = "registers"
    STREET_ENDS = "street_ends"
    STREET_LEADS = "street_leads"
    UNIT_WORDS = "unit_words"
    DOORS = "doors"
    FLOORS = "floors"
    USER_WORDS = "user_words"
    TRADES = "trades"
    TRADES_FIRST = "trades_first"
    SURNAME_PARTICLES = "surname_particles"
    FORMS_BEHIND = "forms_behind"
    MONTHS_AND_NAMES = "months_and_names"
    DAYS_AND_NAMES = "days_and_names"
    TOTALS = "totals"
    PROJECT_WORDS = "project_words"
    FORMS_OF_ADDRESS = "forms_of_address"
    LEDGER_COLUMNS = "ledger_columns"
    THING_LABELS = "thing_labels"


_left_out: set[WordList] = set()
_read: set[WordList] = set()


@cache
def _file() -> dict[str, str]:
    raw = resources.files("redaction.lexicon").joinpath("data/lists.yaml").read_bytes()
    lists: dict[str, str] = yaml.load(raw, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    return lists


@cache
def word_list(name: WordList) -> frozenset[str]:
    """The entries of a list, as they are written; none when it is left out."""
    _read.add(name)
    return frozenset() if name in _left_out else frozenset(entry.strip() for entry in _file()[name].split(","))


#: Words of interfaces, roles and products: what one text tells of them as of somebody holds nowhere else.
_INTERFACE_LISTS = (
    WordList.EMPTY_VALUES,
    WordList.INTERFACE,
    WordList.NEVER_NAMES,
    WordList.PRODUCT_LABELS,
    WordList.REPOSITORY_PAGES,
    WordList.ROLE_MAILBOXES,
)


@cache
def nobodys() -> frozenset[str]:
    """Words that are an interface's own."""
    return frozenset().union(*map(word_list, _INTERFACE_LISTS))


@cache
def machines() -> frozenset[str]:
    """Log-ins that nobody has: users of systems and daemons."""
    return word_list(WordList.SYSTEM_USERS) | word_list(WordList.DAEMONS)


def any_of(*names: WordList, blank: str = " ") -> str:
    """The entries of lists as alternatives of an expression, the longest first; `blank` is what stands for a blank."""
    entries = {entry for name in names for entry in word_list(name)}
    ordered = sorted(entries, key=lambda entry: (-len(entry), entry))
    return "(?:" + "|".join(blank.join(map(re.escape, entry.split(" "))) for entry in ordered) + ")"


def leave_out(*names: WordList) -> None:
    """Make lists empty for this process. RuntimeError for one that was read already: expressions are made of it."""
    if late := sorted(_read.intersection(names)):
        raise RuntimeError(f"{', '.join(late)}: read already; leave lists out before redaction.text is imported")
    _left_out.update(names)


def packed(package: str, name: str) -> str:
    """The text of a list that a package ships gzipped in its data folder."""
    return gzip.decompress(resources.files(package).joinpath("data", name).read_bytes()).decode("utf-8")
