"""The fields of the sources, under the names that published tables of companies have."""

from __future__ import annotations

from typing import Any

FORMAT = "entrophy-source/1"
Field = dict[str, Any]


def _field(type_: str, role: str, **more: Any) -> Field:
    return {"type": type_, "role": role, **more}


def _id(type_: str = "string") -> Field:
    return _field(type_, "id")


def _to(source: str, type_: str = "string", **more: Any) -> Field:
    return _field(type_, "reference", to=source, **more)


def _called(kind: str, **more: Any) -> Field:
    return _field("string", "identifier", kind=kind, **more)


_TEXT = _field("string", "text")
_DATE = _field("string", "date")
_MONEY = _field("string", "quantity")
_COUNT = _field("integer", "quantity")
_WORD = _field("string", "category")
_QUASI = _field("string", "category", quasi_identifier=True)

#: Key and fields of each source, the fields in the order of their columns.
SOURCES: dict[str, tuple[str, dict[str, Field]]] = {
    "employees": (
        "emp_id",
        {
            "emp_id": _id(),
            "Name": _field("string", "person"),
            "email": _called("email"),
            "phone": _called("phone"),
            "username": _called("username"),
            "category": _QUASI,
            "Level": _QUASI,
            "description": _TEXT,
            "skills": _TEXT,
            "DOJ": _field("string", "date", quasi_identifier=True),
            "Salary": _field("integer", "quantity", sensitive=True),
            "Remaining Casual Leaves": _COUNT,
            "Remaining Sick Leaves": _COUNT,
            "Remaining Vacation Leaves": _COUNT,
            "Age": _field("integer", "quantity", quasi_identifier=True),
            "Performance Rating": _field("integer", "quantity", sensitive=True),
            "Marital Status": _QUASI,
            "Gender": _QUASI,
            "is_valid": _field("boolean", "category"),
            "reportees": _to("employees", "list"),
            "reports_to": _to("employees", optional=True),
        },
    ),
    "customers": (
        "customer_id",
        {
            "customer_id": _id(),
            "customer_name": _field("string", "person"),
            "email": _called("email"),
            "phone": _called("phone"),
            "address": _called("address"),
        },
    ),
    "clients": (
        "client_id",
        {
            "client_id": _id(),
            "business_name": _field("string", "company"),
            "industry": _QUASI,
            "business_type": _QUASI,
            "contact_person_name": _field("string", "person"),
            "contact_email": _called("email"),
            "phone_number": _called("phone"),
            "registered_address": _called("address"),
            "tax_id": _called("id"),
            "monthly_revenue": _field("string", "quantity", sensitive=True),
            "onboarding_date": _field("string", "date", quasi_identifier=True),
            "POC_status": _WORD,
            "engagement_description": _TEXT,
            "business_representative_employee": _to("employees"),
        },
    ),
    "vendors": (
        "client_id",
        {
            "client_id": _id(),
            "business_name": _field("string", "company"),
            "industry": _QUASI,
            "business_type": _QUASI,
            "contact_person_name": _field("string", "person"),
            "contact_email": _called("email"),
            "registered_address": _called("address"),
            "tax_id": _called("id"),
            "onboarding_date": _field("string", "date", quasi_identifier=True),
            "relationship_description": _TEXT,
            "management_representative_employee": _to("employees"),
        },
    ),
    "products": (
        "product_id",
        {
            "product_id": _id(),
            "product_name": _TEXT,
            "category": _WORD,
            "discounted_price": _MONEY,
            "actual_price": _MONEY,
            "about_product": _TEXT,
        },
    ),
    "sales": (
        "sales_record_id",
        {
            "sales_record_id": _id("integer"),
            "product_id": _to("products"),
            "customer_id": _to("customers"),
            "discounted_price": _MONEY,
            "actual_price": _MONEY,
            "Date_of_Purchase": _DATE,
        },
    ),
    "it_tickets": (
        "id",
        {
            "id": _id(),
            "priority": _WORD,
            "raised_by_emp_id": _to("employees"),
            "emp_id": _to("employees"),
            "assigned_date": _DATE,
            "status": _WORD,
            "Issue": _TEXT,
            "Resolution": _field("string", "text", optional=True),
        },
    ),
    "customer_support_chats": (
        "chat_id",
        {
            "chat_id": _id(),
            "emp_id": _to("employees"),
            "customer_id": _to("customers"),
            "customer_name": _field("string", "person", of="customers"),
            "product_id": _to("products"),
            "text": _TEXT,
            "interaction_date": _DATE,
        },
    ),
    "emails": (
        "email_id",
        {
            "email_id": _id(),
            "thread_id": _id(),
            "date": _DATE,
            "sender_emp_id": _to("employees"),
            "sender_name": _field("string", "person", of="employees"),
            "recipient_emp_id": _to("employees"),
            "recipient_name": _field("string", "person", of="employees"),
            "subject": _TEXT,
            "body": _TEXT,
            "importance": _WORD,
        },
    ),
    "posts": (
        "post_id",
        {
            "post_id": _id(),
            "Title": _TEXT,
            "Post": _TEXT,
            "emp_id": _to("employees"),
            "author": _field("string", "person", of="employees"),
            "date": _DATE,
        },
    ),
}


def schema_of(name: str) -> dict[str, Any]:
    """schema.json of a source. KeyError for one that is none."""
    key, fields = SOURCES[name]
    return {"format": FORMAT, "name": name, "sort": "table", "key": key, "fields": fields}
