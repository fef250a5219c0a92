"""Numbers of many countries: how many are hidden beside a word for them and without one, and how many plain numbers
are touched.

    python -m benchmarks.numbers [--half seen|held-out] [--seed N] [--each N] [--model] [--countries us,gb] [--misses]

Numbers are drawn at random from the shapes that issuers publish until python-stdnum's check passes them. Plain numbers
are as many digits as theirs, and what offices write elsewhere (orders, amounts, versions, times).
The list of kinds is split by turns: rules were written looking at the results of the half `seen` alone. A number
counts as hidden when every letter and digit of it is covered, a text without one as touched when anything in it is.
"""

from __future__ import annotations

import argparse
import random
import re
from collections import defaultdict
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec

from benchmarks.secrets import Case, drawn, marked, within
from redaction.policy import TextPolicy
from redaction.text import TextEngine

#: Name (a module of python-stdnum checks it, if there is one), words for it, shapes. Dates are written out of `_DATES`.
KINDS: tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...] = (
    ("us.ssn", ("SSN", "Social security number"), ("<d:3>-<d:2>-<d:4>",)),
    ("gb.nhs", ("NHS number", "NHS no."), ("<d:3> <d:3> <d:4>", "<d:10>")),
    ("us.ein", ("EIN", "Employer ID"), ("<d:2>-<d:7>",)),
    ("ca.sin", ("SIN", "Social insurance number"), ("<d:3>-<d:3>-<d:3>", "<d:9>")),
    ("us.rtn", ("Routing number", "ABA"), ("<d:9>",)),
    ("in_.aadhaar", ("Aadhaar", "UID"), ("<d:4> <d:4> <d:4>", "<d:12>")),
    ("us.itin", ("ITIN", "Taxpayer ID"), ("9<d:2>-7<d:1>-<d:4>",)),
    ("in_.gstin", ("GSTIN",), ("27<U:5><d:4><U:1>1Z<u:1>",)),
    ("gb.utr", ("UTR", "Unique taxpayer reference"), ("<d:10>",)),
    ("in_.epic", ("Voter ID", "EPIC no."), ("<U:3><d:7>",)),
    ("gb.vat", ("VAT number", "VAT"), ("GB<d:9>", "<d:9>")),
    ("de.idnr", ("Steuer-ID", "IdNr."), ("<d:2> <d:3> <d:3> <d:3>", "<d:11>")),
    ("at.vnr", ("SVNR", "Sozialversicherungsnummer"), ("<d:4> <D><M><Y>",)),
    ("de.vat", ("USt-IdNr.", "Umsatzsteuer-ID"), ("DE<d:9>",)),
    ("fr.nir", ("NIR", "N° de sécurité sociale"), ("1 <Y> <M> <d:2> <d:3> <d:3> <d:2>", "2<Y><M><d:10>")),
    ("de.stnr", ("Steuernummer", "St.-Nr."), ("<d:2>/<d:3>/<d:5>", "<d:3>/<d:3>/<d:5>")),
    ("es.dni", ("DNI", "NIF"), ("<d:8><U:1>",)),
    ("ch.ssn", ("AHV-Nummer", "N° AVS"), ("756.<d:4>.<d:4>.<d:2>",)),
    ("es.nie", ("NIE",), ("X<d:7><U:1>", "Y<d:7><U:1>")),
    ("fr.siret", ("SIRET",), ("<d:3> <d:3> <d:3> <d:5>", "<d:14>")),
    ("it.codicefiscale", ("Codice fiscale", "C.F."), ("<U:6><Y>A<D><U:1><d:3><U:1>",)),
    ("es.ccc", ("Cuenta bancaria", "CCC"), ("<d:4>-<d:4>-<d:2> <d:10>",)),
    ("pt.nif", ("NIF", "Contribuinte"), ("<d:9>", "<d:3> <d:3> <d:3>")),
    ("it.iva", ("Partita IVA", "P. IVA"), ("<d:11>",)),
    ("nl.bsn", ("BSN", "Burgerservicenummer"), ("<d:9>",)),
    ("pt.cc", ("Cartão de cidadão",), ("<d:8> <d:1> <U:2><d:1>",)),
    ("be.nn", ("Rijksregisternummer", "Registre national"), ("<Y>.<M>.<D>-<d:3>.<d:2>", "<Y><M><D><d:5>")),
    ("nl.btw", ("BTW",), ("NL<d:9>B<d:2>",)),
    ("se.personnummer", ("Personnummer",), ("<Y><M><D>-<d:4>", "19<Y><M><D><d:4>")),
    ("ie.pps", ("PPS number", "PPSN"), ("<d:7><U:1>A", "<d:7><U:1>")),
    ("no.fodselsnummer", ("Fødselsnummer",), ("<D><M><Y> <d:5>", "<D><M><Y><d:5>")),
    ("dk.cpr", ("CPR", "CPR-nr."), ("<D><M><Y>-<d:4>",)),
    ("fi.hetu", ("Henkilötunnus", "HETU"), ("<D><M><Y>-<d:3><u:1>",)),
    ("no.kontonr", ("Kontonr.", "Kontonummer"), ("<d:4>.<d:2>.<d:5>",)),
    ("pl.pesel", ("PESEL",), ("<Y><M><D><d:5>",)),
    ("is_.kennitala", ("Kennitala",), ("<D><M><Y>-<d:4>",)),
    ("cz.rc", ("Rodné číslo",), ("<Y><M><D>/<d:4>",)),
    ("pl.nip", ("NIP",), ("<d:3>-<d:3>-<d:2>-<d:2>", "<d:10>")),
    ("ro.cnp", ("CNP",), ("1<Y><M><D><d:6>",)),
    ("hu.anum", ("Adószám",), ("<d:8>",)),
    ("bg.egn", ("ЕГН", "EGN"), ("<Y><M><D><d:4>",)),
    ("pl.regon", ("REGON",), ("<d:9>",)),
    ("hr.oib", ("OIB",), ("<d:11>",)),
    ("gr.amka", ("ΑΜΚΑ", "AMKA"), ("<D><M><Y><d:5>",)),
    ("si.emso", ("EMŠO",), ("<D><M>9<d:2><d:6>",)),
    ("gr.vat", ("ΑΦΜ", "AFM"), ("<d:9>",)),
    ("ee.ik", ("Isikukood",), ("3<Y><M><D><d:4>",)),
    ("rs.pib", ("ПИБ", "PIB"), ("<d:9>",)),
    ("ru.inn", ("ИНН", "INN"), ("<d:12>", "<d:10>")),
    ("lt.asmens", ("Asmens kodas",), ("4<Y><M><D><d:4>",)),
    ("tr.tckimlik", ("T.C. Kimlik No", "TCKN"), ("<d:11>",)),
    ("ua.rntrc", ("РНОКПП",), ("<d:10>",)),
    ("il.idnr", ("מספר זהות", "Teudat Zehut"), ("<d:8>-<d:1>", "<d:9>")),
    ("tr.vkn", ("Vergi No", "VKN"), ("<d:10>",)),
    ("za.idnr", ("ID number", "SA ID"), ("<Y><M><D><d:4>08<d:1>",)),
    ("au.tfn", ("TFN", "Tax file number"), ("<d:3> <d:3> <d:3>",)),
    ("au.abn", ("ABN",), ("<d:2> <d:3> <d:3> <d:3>", "<d:11>")),
    ("nz.ird", ("IRD number",), ("<d:2>-<d:3>-<d:3>",)),
    ("au.acn", ("ACN",), ("<d:3> <d:3> <d:3>",)),
    ("my.nric", ("NRIC", "MyKad"), ("<Y><M><D>-01-<d:4>",)),
    ("th.pin", ("เลขประจำตัว", "Thai ID"), ("1-<d:4>-<d:5>-<d:2>-<d:1>",)),
    ("id.npwp", ("NPWP",), ("01.<d:3>.<d:3>.<d:1>-<d:3>.000",)),
    ("cn.ric", ("身份证号", "Resident ID"), ("11010519<Y><M><D><d:4>",)),
    ("vn.mst", ("MST", "Mã số thuế"), ("<d:10>",)),
    ("kr.rrn", ("주민등록번호",), ("<Y><M><D>-1<d:6>",)),
    ("tw.ubn", ("統一編號",), ("<d:8>",)),
    ("jp.in_", ("マイナンバー", "My Number"), ("<d:4> <d:4> <d:4>",)),
    ("kr.brn", ("사업자등록번호",), ("<d:3>-<d:2>-<d:5>",)),
    ("br.cpf", ("CPF",), ("<d:3>.<d:3>.<d:3>-<d:2>", "<d:11>")),
    ("pk.cnic", ("CNIC",), ("3<d:4>-<d:7>-<d:1>",)),
    ("br.cnpj", ("CNPJ",), ("<d:2>.<d:3>.<d:3>/0001-<d:2>",)),
    ("mx.curp", ("CURP",), ("<U:1>A<U:2><Y><M><D>HDF<C:3>0<d:1>",)),
    ("ar.cuit", ("CUIT", "CUIL"), ("20-<d:8>-<d:1>",)),
    ("cl.rut", ("RUT", "RUN"), ("<d:2>.<d:3>.<d:3>-<d:1>",)),
    ("co.nit", ("NIT",), ("<d:3>.<d:3>.<d:3>-<d:1>",)),
    ("pe.ruc", ("RUC",), ("20<d:9>",)),
    ("ec.ci", ("Cédula",), ("17<d:8>",)),
    ("ve.rif", ("RIF",), ("V-<d:8>-<d:1>",)),
    ("do.cedula", ("Cédula",), ("001-<d:7>-<d:1>",)),
    ("uy.rut", ("RUT",), ("21-<d:6>-001-<d:1>",)),
    ("imei", ("IMEI",), ("<d:2>-<d:6>-<d:6>-<d:1>", "<d:15>")),
    ("lei", ("LEI",), ("5493<u:14><d:2>",)),
    ("us.npi", ("NPI", "Provider ID"), ("1<d:9>",)),
    ("de.kvnr", ("KVNR", "Krankenversichertennummer"), ("<U:1><d:9>",)),
    ("us.dea", ("DEA number",), ("A<U:1><d:7>",)),
    ("us.mbi", ("Medicare ID", "MBI"), ("1EG4-TE<d:1>-MK<d:2>",)),
    ("us.license", ("Driver's license", "DL no."), ("<U:1><d:7>", "<U:1><d:12>")),
    ("it.patente", ("Patente di guida", "Numero patente"), ("<U:2><d:7><U:1>",)),
    ("gb.licence", ("Driving licence",), ("MORGA65705<d:1>SM9IJ",)),
    ("de.fuehrerschein", ("Führerscheinnummer", "Führerschein"), ("B072RRE2I5<d:1>",)),
    ("au.medicare", ("Medicare", "Medicare no."), ("2<d:3> <d:5> <d:1>",)),
    ("ng.nin", ("NIN",), ("<d:11>",)),
    ("sg.nric", ("NRIC", "FIN"), ("S<d:7><U:1>",)),
    ("ph.umid", ("UMID", "CRN"), ("0<d:3>-<d:7>-<d:1>",)),
    ("hk.hkid", ("HKID",), ("<U:1><d:6>(<d:1>)",)),
    ("ru.snils", ("СНИЛС", "SNILS"), ("<d:3>-<d:3>-<d:3> <d:2>",)),
    ("ae.eid", ("Emirates ID",), ("784-<d:4>-<d:7>-<d:1>",)),
    ("crypto.bitcoin", ("Bitcoin wallet",), ("16Yeky6GMjeNkAiNcBY7ZhrLoMSgg1BoyZ",)),
    ("crypto.ethereum", ("Wallet",), ("0x<x:40>",)),
    ("machine.cisco", ("MAC",), ("<x:3>a.<x:4>.<x:4>",)),
    ("machine.mac", ("MAC address",), ("<x:11>a",)),
    ("phone.gb", ("Tel", "Mobile"), ("07<d:9>",)),
    ("phone.de", ("Telefon", "Handy"), ("0171<d:7>",)),
    ("phone.us", ("Phone", "Cell"), ("415<d:7>",)),
    ("phone.in", ("Mobile", "WhatsApp"), ("98<d:8>",)),
)
_DATES = {"<Y>": (55, 99), "<M>": (1, 12), "<D>": (1, 28)}
_NAMED = ("{n}: {v}", "{n} {v}", "| {n} | {v} |", '"{n}": "{v}"', "{n} = {v}, confirmed", "{n}\t{v}")
_UNNAMED = ("{v}", "please check {v} once more", "{v}; done", "see row 14: {v}")
_PLAIN = ("{v}", "order {v} was shipped", "see row 14: {v}", "item {v}, two pieces")
CLEAN = (
    *("Order 45000<d:5>", "Invoice INV-2026-<d:6>", "Total 1,<d:3>,<d:3>.00", "12 <d:3> <d:3> EUR", "PO 4500<d:6>"),
    *(
        "version 10.<d:1>.<d:2>.<d:1>",
        "2026-03-<D> 14:<d:1>5:09",
        "1767<d:6>",
        "tracking 1Z<u:16>",
        "SKU <U:3>-<d:5>-<U:2>",
    ),
    *(
        "978-3-16-<d:6>-0",
        "52.52<d:4>, 13.40<d:4>",
        "batch <d:8>/<d:2>",
        "page 112 of 3<d:3>",
        "Ticket #<d:6>",
        "0.<d:12>",
    ),
    *(
        "row 14: <d:6> <d:6>",
        "GL 4<d:3>-<d:4>-000",
        "cost centre <d:6>",
        "<d:3>,<d:3>,<d:3>",
        "WO-<d:7>",
        "<d:4>-<d:4>",
    ),
    *("order number 0<d:9>", "Order no. <d:3>-<d:7>-<d:7>", "ASIN B0<u:8>", "material <d:8>", "job <d:10> finished"),
)


def _dated(form: str, rng: random.Random) -> str:
    return re.sub("<[YMD]>", lambda match: f"{rng.randint(*_DATES[match.group()]):02d}", form)


def number(name: str, form: str, rng: random.Random) -> str:
    """A number of a shape that the check passes; what nobody checks is any."""
    module = f"stdnum.{name}"
    known = find_spec(module.rpartition(".")[0]) is not None and find_spec(module) is not None
    for _ in range(100_000):
        text = drawn(_dated(form, rng), rng)
        if not known or import_module(module).is_valid(text):
            return text
    raise ValueError(f"no number of {name} was drawn in {form}")


def cases(half: str, seed: int, each: int) -> Iterator[Case]:
    """Every kind of a half, named and unnamed, and plain numbers of its shapes."""
    rng, turn = random.Random(seed), 0 if half == "seen" else 1
    for _ in range(each):
        for name, words, shapes in KINDS[turn::2]:
            form, word = rng.choice(shapes), rng.choice(words)
            frame = rng.choice(_NAMED).replace("{n}", word)
            yield marked("named", frame.replace("{v}", f"«{number(name, form, rng)}»"))
            if not name.startswith(("phone", "machine")):
                value, frame = number(name, form, rng), rng.choice(_UNNAMED)
                group = "unnamed, digits alone" if value.isdecimal() else "unnamed"
                yield marked(group, frame.replace("{v}", f"«{value}»"))
            digits = sum(sign.isdigit() for sign in number(name, form, rng))
            yield Case("plain, as long", rng.choice(_PLAIN).replace("{v}", drawn(f"<d:{digits}>", rng)), ())
        for form in CLEAN:
            yield Case("plain, other", drawn(_dated(form, rng), rng), ())


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--half", default="seen", choices=["seen", "held-out"])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=int, default=4, help="draws of each kind")
    parser.add_argument("--model", action="store_true", help="with the names model")
    parser.add_argument("--countries", default="", help="of the policy, codes with commas between")
    parser.add_argument("--misses", action="store_true", help="print what is missed and touched (drawn at random)")
    options = parser.parse_args()
    countries = tuple(filter(None, options.countries.split(",")))
    engine = TextEngine(TextPolicy(engine="minilm" if options.model else "patterns", countries=countries))
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for case in cases(options.half, options.seed, options.each):
        found, text = engine.find(case.text), case.text
        covered = {i for f in found for i in range(f.start, f.end)}
        hidden = all(within(text, start, end, covered) for start, end in case.spans)
        hit = hidden if case.spans else bool(found)
        counts[case.group][0] += 1
        counts[case.group][1] += hit
        if options.misses and hit is not bool(case.spans):
            print(f"    {case.group}: {text!r} {[(text[f.start : f.end], f.detector) for f in found]}")
    for group, (total, hit) in sorted(counts.items()):
        verb = "touched" if group.startswith("plain") else "hidden"
        print(f"{group:20} {hit:5} of {total:5} {verb} ({hit / total:6.1%})")


if __name__ == "__main__":
    main()
