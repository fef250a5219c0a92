"""What the recorded workflows are, in our own words. Data that has other process names gets no invented definition."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

DEFINITIONS: dict[str, dict[str, str]] = {
    "Finance": {
        "Invoice processing": "An invoice from a supplier arrives. It is compared with the purchase order it refers to "
        "and sent to the person who may approve it.",
        "Purchase order creation": "After a requisition was approved, a purchase order is written for it.",
        "Vendor onboarding": "A new supplier is registered in the accounting system with the details needed to order "
        "from and pay it.",
        "Contract updates and forwarding": "Details of a contract and its purchase order are entered in the customer "
        "relations system, and the record is passed on to the finance team.",
        "Financial review of contract": "The terms of a contract and its purchase order are checked in the customer "
        "relations system; the contract is approved or sent back.",
        "Invoice creation": "An invoice to a customer is made from an approved purchase order.",
        "Invoice dispatch": "A finished invoice is sent to the customer by mail or put into the customer's portal.",
        "Payment collection": "Incoming payments are recorded, and a report tells how long invoices have been open.",
        "Revenue accounting": "Payments received and newly signed contracts are carried into the revenue records.",
        "Invoice accounting": "The figures of an invoice are extracted and booked, with taxes and adjustments.",
        "Invoice payment": "A supplier's invoice is scheduled and paid, the supplier is told, and the records are "
        "brought up to date.",
    },
    "Legal": {
        "Contract kickoff": "A request for a contract is taken in. If a master service agreement (MSA) with the "
        "customer exists it is updated, otherwise a new one is begun.",
        "First pass contract review": "A contract is read for the first time; clauses to be clarified are marked.",
        "MSA contract iteration": "A master service agreement is revised with remarks from colleagues and from the "
        "customer's lawyers until both sides agree.",
        "Legal finalization and MSA execution": "The master service agreement is made final and signed digitally.",
        "SOW kickoff and order form creation": "An order form and a statement of work (SOW) are drawn up and linked to "
        "the master service agreement.",
        "SOW iteration": "A statement of work is refined together with the customer.",
        "Legal finalization and SOW execution": "The agreed statement of work is made final, signed, and forwarded to "
        "sales operations.",
    },
    "HR": {
        "Candidate sourcing and screening": "Resumes are put into the applicant portal and assessed; suitable "
        "candidates move to the next step.",
        "Job creation": "An open position is entered, new or copied from an earlier one, with its description.",
        "Employment letter generation": "A standard employment letter is adapted to a person and signed.",
        "Employment record reporting": "Employment records are extracted, reconciled with the people who left, and "
        "turned into a report.",
        "Monthly leave reporting": "The month's leave data is downloaded, validated, corrected and published.",
        "Employee offboarding": "For a person who leaves, access rights are withdrawn and the letters of resignation "
        "and relieving are handled.",
    },
}


def process_list(names: Mapping[str, Sequence[str]]) -> list[dict[str, Any]]:
    """One entry {"domain", "process_name", "definition", "in_data"} for every defined or recorded process.

    `names` maps a domain to the process names found in its rows. A domain without data is left out; a name without a
    definition has definition null. Defined processes that were not recorded stay, since they are candidate classes.
    """
    entries: list[dict[str, Any]] = []
    for domain in sorted(names):
        defined = DEFINITIONS.get(domain, {})
        for name in [*defined, *sorted(set(names[domain]) - set(defined))]:
            entries.append(
                {
                    "domain": domain,
                    "process_name": name,
                    "definition": defined.get(name),
                    "in_data": name in names[domain],
                }
            )
    return entries
