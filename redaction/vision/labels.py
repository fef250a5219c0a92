"""Words that name a field on a screen and say whom or what its value identifies."""

from __future__ import annotations

import re

from redaction.findings import Kind

#: Headers and field labels, lower case, by the kind of their values.
_WORDS: dict[Kind, str] = {
    Kind.PERSON: """name|full name|first name|last name|surname|given name|family name|middle name|display name|real name
        |employee|employee name|candidate|candidate name|applicant|applicant name|customer name|client name|contact
        |contact name|contact person|person|patient|patient name|student|teacher|doctor|physician|provider|user|users
        |manager|coach|supervisor|reports to|assignee|assigned to|assigned|owner|record owner|account owner|author
        |created by|modified by|updated by|requested by|requester|requestor|reporter|approver|approved by|approval by
        |submitted by|signer|signed by|recipient|recipients|sender|from|to|cc|bcc|reply to|attendee|attendees|participant
        |participants|organizer|organiser|host|member|members|interviewer|recruiter|hiring manager|salesperson
        |sales rep|sales representative|account manager|agent|watcher|observer|technician|beneficiary|responsible
        |dependent|spouse|partner name|emergency contact|next of kin|father|mother|guardian|driver|passenger
        |correspondents|with|attn|attention|prepared by|billed to|bill to|ship to|contributor|contributors|donor""",
    Kind.EMAIL: "e-mail|email|email address|e-mail address|mail|work email|private email|login email|contact email",
    Kind.PHONE: """phone|phone number|telephone|tel|mobile|mobile phone|mobile number|cell|cell phone|fax|work phone
        |work mobile|home phone|private phone|caller id|emergency phone|extension""",
    Kind.COMPANY: """company|company name|organisation|organization|account|account name|customer|client|vendor|vendor name
        |supplier|employer|firm|bank|institution|agency|business|business name|merchant|carrier""",
    Kind.ADDRESS: """address|street|street address|private address|home address|work address|billing address
        |shipping address|mailing address|city|postal code|zip|zip code|postcode|location address|place of birth""",
    Kind.USERNAME: "username|user name|login|login name|log-in|user id|handle|nickname|screen name|account login|alias",
    Kind.DATE_OF_BIRTH: "date of birth|birthday|birth date|dob|born|birthdate",
    Kind.ID: """employee id|employee no|employee number|badge id|badge|ssn|ssn no|social security number|passport no
        |passport number|passport|identification no|identification number|national id|tax id|vat|vat number|iban
        |account number|bank account number|bank account|card number|driver license|driving licence|visa no|work permit no|mrn|patient id""",
}
_KIND_OF = {word.strip(): kind for kind, words in _WORDS.items() for word in words.split("|")}
#: A header of these alone says little: the column must hold several values that look like the kind.
_WEAK = frozenset({"name", "user", "users", "account", "to", "from", "with", "contact", "customer", "client", "member",
                   "members", "host", "owner", "agent", "person", "mail", "extension", "location", "born", "city",
                   "assigned", "business", "agency", "alias", "login", "passport", "account number", "badge"})  # fmt: skip
_TRIM = re.compile(r"^[\s*•\-–>]+|[\s:*?.…▲▼↑↓^~v]+$")


def label_kind(text: str) -> Kind | None:
    """The kind of value that a field label or column header announces, or None when the text is no known label."""
    return _KIND_OF.get(clean_label(text).lower())


def is_weak(text: str) -> bool:
    """True for labels that name people and things alike ("Name", "To")."""
    return clean_label(text).lower() in _WEAK


def clean_label(text: str) -> str:
    """The label without its colon, asterisk, question mark or sort arrow."""
    return " ".join(_TRIM.sub("", text).split())
