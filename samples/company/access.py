"""Who may do what in the invented company: the rules of each source, as access/<name>.json holds them."""

from __future__ import annotations

from typing import Any

FORMAT = "entrophy-access/1"
Rule = dict[str, Any]
EVERYBODY = {"level_at_least": 9}
_READ, _WRITE = ["read"], ["create", "update", "delete"]


def _rule(id_: str, allow: list[str], when: dict[str, Any], fields: list[str] | None = None) -> Rule:
    return {"id": id_, "allow": allow, "fields": fields or ["*"], "when": when, "lower_only": False}


def _of(department: str, level: int) -> dict[str, Any]:
    return {"all": [{"department": department}, {"level_at_least": level}]}


_DIRECTORY = ["emp_id", "Name", "email", "category", "Level", "description", "skills", "reportees", "reports_to"]
_LEAVES = ["Remaining Casual Leaves", "Remaining Sick Leaves", "Remaining Vacation Leaves"]

#: Of every source: open to everybody for reading or not, and its rules.
ACCESS: dict[str, tuple[bool, list[Rule]]] = {
    "employees": (
        False,
        [
            _rule("directory", _READ, EVERYBODY, _DIRECTORY),
            _rule("own-record", _READ, {"owner": "emp_id"}),
            _rule("own-phone", ["update"], {"owner": "emp_id"}, ["phone", "skills"]),
            _rule("leaves-of-my-people", _READ, {"manager_of": "emp_id"}, [*_LEAVES, "Performance Rating", "DOJ"]),
            _rule("approve-leaves", ["update"], {"manager_of": "emp_id"}, [*_LEAVES, "Performance Rating"]),
            _rule("hr-reads", _READ, _of("HR", 10)),
            _rule("hr-writes", ["create", "update"], _of("HR", 12)),
            _rule("hr-deletes", ["delete"], _of("HR", 13)),
            _rule("executives-read", _READ, {"role": "executive"}),
        ],
    ),
    "customers": (
        False,
        [
            _rule("names", _READ, EVERYBODY, ["customer_id", "customer_name"]),
            _rule("sales-reads", _READ, {"any": [{"department": "Sales"}, {"department": "BPO"}]}),
            _rule("sales-writes", ["create", "update"], _of("Sales", 10)),
            _rule("sales-deletes", ["delete"], _of("Sales", 12)),
        ],
    ),
    "clients": (
        False,
        [
            _rule("business-reads", _READ, {"any": [_of("Business Development", 9), {"role": "manager"}]}),
            _rule("representative", ["read", "update"], {"owner": "business_representative_employee"}),
            _rule("business-writes", _WRITE, _of("Business Development", 12)),
        ],
    ),
    "vendors": (
        False,
        [
            _rule("management-reads", _READ, {"any": [{"department": "Management"}, {"department": "Finance"}]}),
            _rule("representative", ["read", "update"], {"owner": "management_representative_employee"}),
            _rule("management-writes", _WRITE, _of("Management", 12)),
        ],
    ),
    "products": (True, [_rule("sales-writes", _WRITE, _of("Sales", 10))]),
    "sales": (
        False,
        [
            _rule("sales-reads", _READ, {"any": [{"department": "Sales"}, {"department": "Finance"}]}),
            _rule("sales-writes", _WRITE, _of("Sales", 10)),
        ],
    ),
    "it_tickets": (
        False,
        [
            _rule("raised", ["read", "create", "update"], {"owner": "raised_by_emp_id"}),
            _rule("assigned", ["read", "update"], {"owner": "emp_id"}),
            _rule("it-reads", _READ, {"department": "Information Technology"}),
            _rule("it-deletes", ["delete"], _of("Information Technology", 12)),
        ],
    ),
    "customer_support_chats": (
        False,
        [
            _rule("own-chats", ["read", "create", "update"], {"owner": "emp_id"}),
            _rule("of-my-people", _READ, {"manager_of": "emp_id"}),
            _rule("sales-leads", ["read", "delete"], _of("Sales", 12)),
        ],
    ),
    "emails": (
        False,
        [
            _rule("sent", ["read", "create", "delete"], {"owner": "sender_emp_id"}),
            _rule("received", _READ, {"owner": "recipient_emp_id"}),
        ],
    ),
    "posts": (
        True,
        [
            _rule("author", _WRITE, {"owner": "emp_id"}),
            _rule("moderation", ["delete"], _of("HR", 12)),
        ],
    ),
}


def access_of(name: str) -> dict[str, Any]:
    """access/<name>.json of a source. KeyError for one that is none."""
    public, rules = ACCESS[name]
    return {"format": FORMAT, "source": name, "public": public, "rules": rules}
