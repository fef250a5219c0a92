"""The rows of the ten sources, and every mention of one row's entity in a text of another."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, timedelta
from random import Random
from string import ascii_lowercase, ascii_uppercase, digits
from typing import Any
from uuid import UUID

from samples.company.cast import DEPARTMENTS, LEVELS, Entity, Firm, People, firms
from samples.company.texts import ANSWERS, CHATS, MAILS, POSTS, RESOLUTIONS, TICKETS, fill

Row = dict[str, Any]
_INDUSTRIES = ("Healthcare", "Technology", "Manufacturing", "Hospitality", "Logistics", "Education")
_PRODUCTS = (
    ("Desk lamp", "Office"),
    ("Label printer", "Office"),
    ("Noise-free headset", "Audio"),
    ("Field recorder", "Audio"),
    ("Cable drum", "Electrical"),
    ("Torque driver", "Tools"),
    ("Folding trolley", "Logistics"),
    ("Thermal mug", "Kitchen"),
)
_COLOURS = ("black", "grey", "blue", "green", "red", "white")
_SKILLS = ("SQL", "Python", "negotiation", "payroll", "networks", "Rust", "recruiting", "bookkeeping", "CRM", "audits")
_FIRST_DAY = date(2022, 1, 3)
_DAYS = 1_100


@dataclass(slots=True)
class Rows:
    """Rows by source; `mentions` are those of texts, with source, row and field of the text."""

    home: Firm
    sources: dict[str, list[Row]] = field(default_factory=dict)
    mentions: list[Row] = field(default_factory=list)
    entities: list[Entity] = field(default_factory=list)


class Company:
    """Makes them. The same for the same seed and number of employees."""

    def __init__(self, seed: int, employees: int) -> None:
        self._rng = Random(f"{seed}/company/{employees}")
        self._people = People(self._rng)
        self._home, *self._firms = firms(self._rng, 1 + max(6, employees // 4))
        self.made = Rows(self._home)
        self._taken: set[str] = set()
        self._employees(employees)
        self._customers(max(8, employees))
        self._clients()
        self._products()
        self._sales(employees * 6)
        self._tickets(employees)
        self._chats(employees * 2)
        self._mails(employees)
        self._posts(max(6, employees // 2))

    def _key(self, pattern: str) -> str:
        """An id of a form that is nobody's yet: `9` a digit, `A` and `a` letters, `X` either."""
        pools = {"9": digits, "A": ascii_uppercase, "a": ascii_lowercase, "X": ascii_uppercase + digits}
        while True:
            key = "".join(self._rng.choice(pools[c]) if c in pools else c for c in pattern)
            if key not in self._taken:
                self._taken.add(key)
                return key

    def _day(self) -> str:
        return (_FIRST_DAY + timedelta(days=self._rng.randrange(_DAYS))).isoformat()

    def _add(self, source: str, row: Row, key: str, entity: Entity | None = None) -> None:
        """A row whose texts are (text, mentions) pairs."""
        for name, value in row.items():
            if isinstance(value, tuple):
                text, found = value
                row[name] = text
                self.made.mentions += [{"in": source, "row": row[key], "field": name, **one} for one in found]
        self.made.sources.setdefault(source, []).append(row)
        if entity is not None:
            self.made.entities.append(entity)

    def _entities(self, source: str) -> list[Entity]:
        return [one for one in self.made.entities if one.source == source]

    def _employees(self, count: int) -> None:
        rng, departments = self._rng, list(DEPARTMENTS)
        placed: list[tuple[Row, int]] = []
        for i in range(count):
            department = "Management" if i == 0 else departments[(i - 1) % len(departments)]
            turn = (i - 1) // len(departments)
            level = 14 if i == 0 else LEVELS[turn % len(LEVELS)]
            one, key = self._people.one(self._home.domain), self._key("emp_9999")
            above = [row for row, of in placed if of > level and row["category"] == department] or [
                row for row, of in placed if of > level
            ]
            # Under the closest above; several on that level share their people.
            boss = rng.choice(
                [row for row in above if row["Level"][2:] == min(r["Level"][2:] for r in above)] or [None]
            )
            row: Row = {
                "emp_id": key,
                "Name": one.name,
                "email": one.email,
                "phone": one.phone,
                "username": one.username,
                "category": department,
                "Level": f"{DEPARTMENTS[department]}{level:02d}",
                "description": f"{one.name} works in {department} at level {level}.",
                "skills": ", ".join(sorted(rng.sample(_SKILLS, 3))),
                "DOJ": self._day(),
                "Salary": 1_000 * (level * 6 + rng.randrange(20)),
                "Remaining Casual Leaves": rng.randrange(8),
                "Remaining Sick Leaves": rng.randrange(12),
                "Remaining Vacation Leaves": rng.randrange(20),
                "Age": rng.randrange(22, 64),
                "Performance Rating": rng.randrange(1, 6),
                "Marital Status": rng.choice(("Married", "Single")),
                "Gender": rng.choice(("Female", "Male")),
                "is_valid": True,
                "reportees": [],
                "reports_to": boss["emp_id"] if boss else None,
            }
            if boss:
                boss["reportees"].append(key)
            entity = Entity("employees", key, one.forms(key))
            row["description"] = fill(f"{{who.name}} works in {department} at level {level}.", {"who": entity})
            self._add("employees", row, "emp_id", entity)
            placed.append((row, level))

    def _customers(self, count: int) -> None:
        for _ in range(count):
            one, key = self._people.one(self._rng.choice(("postbox.example", "mail.example"))), self._key("aaaaa")
            row = {"customer_id": key, "customer_name": one.name, "email": one.email, "phone": one.phone}
            row["address"] = one.address
            self._add("customers", row, "customer_id", Entity("customers", key, one.forms(key)))

    def _clients(self) -> None:
        for number, firm in enumerate(self._firms):
            source = "clients" if number % 2 == 0 else "vendors"
            key = (
                str(UUID(int=self._rng.getrandbits(128), version=4)) if source == "clients" else self._key("AAAA-9999")
            )
            contact = self._people.one(firm.domain)
            department = "Business Development" if source == "clients" else "Management"
            about = Entity(source, key, {"name": firm.name, "short": firm.short, "id": key})
            person = Entity(source, key, contact.forms(key))
            mine = self._rng.choice([r for r in self.made.sources["employees"] if r["category"] == department])
            who = next(one for one in self.made.entities if one.key == mine["emp_id"])
            row: Row = {
                "client_id": key,
                "business_name": firm.name,
                "industry": self._rng.choice(_INDUSTRIES),
                "business_type": self._rng.choice(("B2B", "B2C", "Corporate")),
                "contact_person_name": contact.name,
                "contact_email": contact.email,
                "registered_address": contact.address,
                "tax_id": self._key("AA99999"),
                "onboarding_date": self._day(),
            }
            if source == "clients":
                told = "{firm.short} tries our platform; {person.name} decides with {who.name}."
                row |= {
                    "phone_number": contact.phone,
                    "monthly_revenue": f"${self._rng.randrange(20, 900) * 1_000:,}",
                    "POC_status": self._rng.choice(("ongoing", "completed")),
                    "engagement_description": fill(told, {"firm": about, "person": person, "who": who}),
                    "business_representative_employee": mine["emp_id"],
                }
            else:
                told = "{firm.name} delivers monthly. Contact {person.turned}, ours {who.email}."
                row |= {
                    "relationship_description": fill(told, {"firm": about, "person": person, "who": who}),
                    "management_representative_employee": mine["emp_id"],
                }
            self._add(source, row, "client_id", about)

    def _products(self) -> None:
        for colour in _COLOURS:
            for name, category in _PRODUCTS:
                key, price = self._key("B99XXXXXXX"), self._rng.randrange(300, 9_000)
                row = {
                    "product_id": key,
                    "product_name": f"{name}, {colour}",
                    "category": category,
                    "discounted_price": f"₹{price - self._rng.randrange(10, 250):,}",
                    "actual_price": f"₹{price:,}",
                    "about_product": f"{name} in {colour}, with two years of warranty.",
                }
                named = Entity("products", key, {"name": row["product_name"], "id": key})
                self._add("products", row, "product_id", named)

    def _sales(self, count: int) -> None:
        for number in range(1, count + 1):
            product = self._rng.choice(self.made.sources["products"])
            row = {"sales_record_id": number, "product_id": product["product_id"]}
            row |= {"customer_id": self._rng.choice(self.made.sources["customers"])["customer_id"]}
            row |= {name: product[name] for name in ("discounted_price", "actual_price")}
            self._add("sales", row | {"Date_of_Purchase": self._day()}, "sales_record_id")

    def _in(self, department: str) -> Entity:
        rows = [r["emp_id"] for r in self.made.sources["employees"] if r["category"] == department]
        key = self._rng.choice(rows)
        return next(one for one in self.made.entities if one.key == key)

    def _cast(self, **given: Entity) -> dict[str, Entity]:
        """Somebody for every place of a text; no employee has two."""
        employees = [one for one in self._entities("employees") if one not in given.values()]
        found = dict(zip(("to", "third", "boss"), self._rng.sample(employees, 3), strict=True))
        found["firm"] = self._rng.choice([*self._entities("clients"), *self._entities("vendors")])
        found["customer"] = self._rng.choice(self._entities("customers"))
        found["product"] = self._rng.choice(self._entities("products"))
        return found | given

    def _tickets(self, count: int) -> None:
        for _ in range(count):
            agent = self._in("Information Technology")
            who = self._rng.choice([one for one in self._entities("employees") if one is not agent])
            cast, (title, issue) = self._cast(who=who, agent=agent), self._rng.choice(TICKETS)
            solved = self._rng.random() < 0.7
            row = {
                "id": self._key("INC-99999"),
                "priority": self._rng.choice(("low", "medium", "high")),
                "raised_by_emp_id": who.key,
                "emp_id": agent.key,
                "assigned_date": self._day(),
                "status": "closed" if solved else "open",
                "Issue": fill(f"{title}. {issue}", cast),
                "Resolution": fill(self._rng.choice(RESOLUTIONS), cast) if solved else None,
            }
            self._add("it_tickets", row, "id")

    def _chats(self, count: int) -> None:
        for _ in range(count):
            cast = self._cast(who=self._in("Sales"))
            row = {
                "chat_id": self._key("CH-99999"),
                "emp_id": cast["who"].key,
                "customer_id": cast["customer"].key,
                "customer_name": cast["customer"].forms["name"],
                "product_id": cast["product"].key,
                "text": fill(self._rng.choice(CHATS), cast),
                "interaction_date": self._day(),
            }
            self._add("customer_support_chats", row, "chat_id")

    def _mails(self, threads: int) -> None:
        for _ in range(threads):
            thread, day = self._key("TH-9999"), date.fromisoformat(self._day())
            cast = self._cast(who=self._rng.choice(self._entities("employees")))
            subject, body = self._rng.choice(MAILS)
            for turn in range(self._rng.randint(1, 3)):
                sent = cast if turn % 2 == 0 else cast | {"who": cast["to"], "to": cast["who"]}
                row = {
                    "email_id": self._key("EM-999999"),
                    "thread_id": thread,
                    "date": (day + timedelta(days=turn)).isoformat(),
                    "sender_emp_id": sent["who"].key,
                    "sender_name": sent["who"].forms["name"],
                    "recipient_emp_id": sent["to"].key,
                    "recipient_name": sent["to"].forms["name"],
                    "subject": fill(("Re: " if turn else "") + subject, cast),
                    "body": fill(body if turn == 0 else self._rng.choice(ANSWERS), sent),
                    "importance": self._rng.choice(("normal", "high")),
                }
                self._add("emails", row, "email_id")

    def _posts(self, count: int) -> None:
        for _ in range(count):
            cast, (title, text) = self._cast(who=self._rng.choice(self._entities("employees"))), self._rng.choice(POSTS)
            row = {
                "post_id": self._key("P-9999"),
                "Title": fill(title, cast),
                "Post": fill(text, cast),
                "emp_id": cast["who"].key,
                "author": cast["who"].forms["name"],
                "date": self._day(),
            }
            self._add("posts", row, "post_id")
