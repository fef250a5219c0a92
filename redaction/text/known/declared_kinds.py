"""Words capture teams use for the kinds of entities they declare."""

from __future__ import annotations

from redaction.findings import Kind

DECLARED_KINDS: dict[str, Kind] = {
    "person": Kind.PERSON,
    "people": Kind.PERSON,
    "applicant": Kind.PERSON,
    "candidate": Kind.PERSON,
    "employee": Kind.PERSON,
    "customer": Kind.COMPANY,
    "client": Kind.COMPANY,
    "vendor": Kind.COMPANY,
    "supplier": Kind.COMPANY,
    "organization": Kind.COMPANY,
    "organisation": Kind.COMPANY,
    "company": Kind.COMPANY,
    "contract": Kind.ID,
    "invoice": Kind.ID,
    "job": Kind.ID,
    "job_opening": Kind.ID,
    "email": Kind.EMAIL,
    "phone": Kind.PHONE,
    "address": Kind.ADDRESS,
    "location": Kind.ADDRESS,
    "username": Kind.USERNAME,
    "login": Kind.USERNAME,
    "handle": Kind.USERNAME,
    "url": Kind.URL,
    "host": Kind.URL,
    "domain": Kind.URL,
    "id": Kind.ID,
    "repository": Kind.REPOSITORY,
    "repo": Kind.REPOSITORY,
    "channel": Kind.CHANNEL,
    "secret": Kind.SECRET,
    "date_of_birth": Kind.DATE_OF_BIRTH,
}
