"""Invented people. Every name is a random combination of parts; none is taken from a list of real persons.

Telephone numbers lie in ranges set aside for fiction where a country has one, streets and domains are made up.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from random import Random

from samples.companies import Company
from samples.marks import mark, plain


@dataclass(frozen=True, slots=True)
class Culture:
    """Parts to make people of. `native` pairs a name in its own script with its Latin spelling."""

    given: tuple[str, ...]
    family: tuple[str, ...]
    phones: tuple[str, ...]
    addresses: tuple[str, ...]
    native: tuple[tuple[str, str, str], ...] = ()


#: In a phone pattern `#` is a digit and `%` one from 2 to 9; in an address `#` likewise.
CULTURES: dict[str, Culture] = {
    "polish": Culture(
        ("Grażyna", "Bartłomiej", "Świetlana", "Zdzisław"),
        ("Wrzeszczak", "Dąbkowicz", "Ślęzakowska", "Brzozdowski"),
        ("+48 22 60# ## ##",),
        ("ul. Brzozowego Gaju 1#, 00-4#1 Warszawa", "ul. Młynarska Dolna #7, 31-0#4 Kraków"),
    ),
    "german": Culture(
        ("Jürgen", "Annelore", "Henrike", "Götz"),
        ("Großkopfer", "Möllenbrück", "Schäfferling", "Uhlenkamp"),
        ("+49 30 23125 ###", "030/23125-###"),
        ("Lindenhofweg 1#, 1#437 Berlin", "Am Alten Speicher #, 20#57 Hamburg"),
    ),
    "irish": Culture(
        ("Siobhán", "Cormac", "Aoibheann", "Fergal"),
        ("O'Dunlavey", "O'Raghnell", "O'Brannagh"),
        ("+353 1 4%# ##%#",),
        ("1# Hazelmount Terrace, Dublin D0# X4%#", "# Quay Lane, Cork T12 K#%#"),
    ),
    "french": Culture(
        ("Maëlys", "Jean-Loïc", "Apolline", "Théophane"),
        ("Lefèvre-Aubrac", "Desrochettes-Vial", "Montclar-Viguié", "Bérengier-Nolet"),
        ("+33 1 99 00 ## ##",),
        ("1# rue des Tanneurs Bleus, 6900# Lyon", "#4 allée du Vieux Moulin, 3300# Bordeaux"),
    ),
    "spanish": Culture(
        ("Íñigo", "Marisol", "Ximena", "Álvaro"),
        ("Quintanero", "Etxebarrena", "Peñalosar", "Muñárriz"),
        ("+34 91 4%# ## ##",),
        ("Calle del Olmo Seco 1#, 2801# Madrid", "Paseo de la Ría #, 4800# Bilbao"),
    ),
    "indian": Culture(
        ("Lakshmipriya", "Devendranath", "Anjali", "Karthikeyan"),
        ("Venkatagiri", "Bhattamishra", "Krishnaswamyan", "Chaudhurani"),
        ("+91 98%## 4#%##",),
        ("4#/2 Tamarind Cross Road, Bengaluru 5600%#", "Flat 1#, Neem Court, Pune 4110%#"),
    ),
    "nigerian": Culture(
        ("Oluwaseyi", "Chiamaka", "Ngozika", "Babatunde"),
        ("Adeyinwale", "Nwachukwor", "Okonjide", "Ezeakolam"),
        ("+234 803 4%# ##%#",),
        ("1# Palmgrove Crescent, Lagos 1001%#", "#5 Harmattan Way, Abuja 9002%#"),
    ),
    "vietnamese": Culture(
        ("Bích Hằng", "Quốc Tuấn", "Thùy Dương"),
        ("Đoàn", "Nghiêm", "Trịnh"),
        ("+84 24 3%## #%##",),
        ("#7 Ngõ Hoa Sữa, Hà Nội 1000%#",),
    ),
    "turkish": Culture(
        ("Gülşen", "Çağrıhan", "İpek", "Tuğbanur"),
        ("Yıldırgan", "Öztorunlu", "Karaşahin"),
        ("+90 212 3%# ## ##",),
        ("Çınaraltı Sokak No: 1#, 343%# İstanbul",),
    ),
    "american": Culture(
        ("Will", "May", "Grace", "DeShawn", "Marisela", "Tanner"),
        ("Marshfield", "Hollowell", "Pennybaker", "Stonewater", "Banksley"),
        ("(206) 555-%###", "415-555-%###", "+1 512 555 %###"),
        ("1#% Alder Bend Rd, Suite 4#, Tacoma, WA 9840#", "2%#0 Copper Mill Ave, Dayton, OH 4540#"),
    ),
    "british": Culture(
        ("Imogen", "Rhys", "Winifred", "Callum"),
        ("Thistlewick", "Pemberlow", "Llewhelyn", "Ashgrove"),
        ("020 7946 0###", "07700 900###"),
        ("1# Fennel Row, Leeds LS# 4QN", "Unit #, Old Ropeworks, Bristol BS1 #TD"),
    ),
    "japanese": Culture(
        ("Misaki", "Haruto"),
        ("Takanashi", "Kuroiwa"),
        ("03-4%##-#%##",),
        ("東京都港区青葉台3-1#-#",),
        native=(("高梨 美咲香", "Misakika", "Takanashi"), ("黒磐 陽太郎", "Yotaro", "Kuroiwa")),
    ),
    "chinese": Culture(
        ("Qinglan", "Xiuyuan"),
        ("Wenren", "Tantai"),
        ("+86 21 5%## %###",),
        ("上海市长宁区梧桐里路4#弄1#号",),
        native=(("闻人清岚", "Qinglan", "Wenren"), ("澹台修远", "Xiuyuan", "Tantai")),
    ),
    "ukrainian": Culture(
        ("Oleksandra", "Bohdan"),
        ("Vereshchuk", "Holubenko"),
        ("+380 44 3%# ## ##",),
        ("вул. Липова Гора 1#, Київ 0100#",),
        native=(("Олександра Верещучко", "Oleksandra", "Vereshchuchko"), ("Богдан Голубняк", "Bohdan", "Holubniak")),
    ),
}

#: More of them, for the demonstrations alone: one more above would draw other people for the committed batches.
MORE_CULTURES: dict[str, Culture] = {
    "arabic": Culture(
        ("Nour al-Huda", "Tariq", "Rim", "Abd al-Karim"),
        ("Al-Zahrouni", "Ben Mansourat", "Haddadin", "Qasimiyeh"),
        ("+971 4 3%# ##%#", "+216 71 4%# #%#"),
        ("Villa 1#, Nakhla Street #, Sharjah", "#7 Rue du Jasmin, 20%# La Marsa"),
    ),
    "korean": Culture(
        ("Seo-yeonim", "Min-jaeho", "Ha-eunsol"),
        ("Namgungil", "Hwangboram", "Seonuk"),
        ("+82 2 3%## ##%#",),
        ("1#-2 Dalbit-ro, Mapo-gu, Seoul 04%##",),
    ),
    "danish": Culture(
        ("Søren", "Kjærstine", "Åge", "Bodil"),
        ("Højgaardsen", "Kæmpedal", "Østerløkke"),
        ("+45 33 %# ## ##",),
        ("Kærmindevej 1#, 2%00 København", "Nørre Sandgade #, 80#0 Aarhus"),
    ),
    "brazilian": Culture(
        ("João Vítor", "Conceição", "Iracêmia", "Thiago"),
        ("Brandãozinho", "Guimarãesto", "Sant'Annaro"),
        ("+55 11 3%##-##%#",),
        ("Rua das Acácias Brancas, 1#%, São Paulo 0453#-0%0",),
    ),
}

TITLES = (
    "Accounts Payable Lead",
    "Procurement Manager",
    "Office Coordinator",
    "Controller",
    "Head of Operations",
    "Regional Buyer",
    "Data Engineer",
    "People Partner",
    "Treasury Analyst",
)


@dataclass(frozen=True, slots=True)
class Person:
    """One invented person.

    All fields carry marks (see `samples.marks`) but `initials`, `title` and `photo` (a file of samples/photos).
    """

    name: str
    given: str
    latin: str
    email: str
    username: str
    phone: str
    address: str
    born: str
    initials: str
    title: str
    photo: str = ""

    @property
    def plain_name(self) -> str:
        """The name without marks."""
        return plain(self.name)


def digits(rng: Random, pattern: str) -> str:
    """Fill each `#` with a digit and each `%` with a digit from 2 to 9."""
    pools = {"#": "0123456789", "%": "23456789"}
    return "".join(rng.choice(pools[c]) if c in pools else c for c in pattern)


_LETTERS = {ord(c): ascii_ for c, ascii_ in zip("ßłŁđĐıø", ("ss", "l", "L", "d", "D", "i", "o"), strict=True)}


def fold(text: str) -> str:
    """ASCII lower-case letters of a name, as mail systems write it."""
    special = text.translate(_LETTERS)
    ascii_ = unicodedata.normalize("NFKD", special).encode("ascii", "ignore").decode()
    return "".join(c for c in ascii_.lower() if c.isalnum())


def make_person(rng: Random, culture: str, company: Company, *, native: bool = False) -> Person:
    """Invent a person of a culture, working at `company`. `native` writes the name in its own script."""
    c = CULTURES.get(culture) or MORE_CULTURES[culture]
    given, family = rng.choice(c.given), rng.choice(c.family)
    full = f"{family} {given}" if culture == "vietnamese" else f"{given} {family}"
    if native and c.native:
        full, given, family = rng.choice(c.native)
    first, last = fold(given), fold(family)
    local = rng.choice((f"{first}.{last}", f"{first[0]}{last}", f"{first}_{last[0]}", f"{last}.{first}"))
    latin_name = f"{given} {family}"
    return Person(
        name=mark("person", full),
        given=mark("person", given),
        latin=mark("person", latin_name),
        email=mark("email", f"{local}@{company.domain}"),
        username=mark("username", f"{first[0]}{last[:7]}{rng.randint(2, 89)}"),
        phone=mark("phone", digits(rng, rng.choice(c.phones))),
        address=mark("address", digits(rng, rng.choice(c.addresses))),
        born=mark("date_of_birth", f"{rng.randint(1, 28):02d}.{rng.randint(1, 12):02d}.{rng.randint(1963, 2001)}"),
        initials=(given[0] + family[0]).upper(),
        title=rng.choice(TITLES),
    )


def make_people(
    rng: Random, companies: list[Company], cultures: list[str], taken: set[str], *, native: bool = False
) -> list[Person]:
    """Invent one person for each of `cultures`, the k-th at the k-th company (in turn).

    `taken` holds the names in use and grows: no two people are alike while the parts last. With `native` the first
    writes their name in its own script.
    """
    people: list[Person] = []
    for i, culture in enumerate(cultures):
        for _ in range(50):
            person = make_person(rng, culture, companies[i % len(companies)], native=native and i == 0)
            if plain(person.latin) not in taken:
                break
        taken.add(plain(person.latin))
        people.append(person)
    return people
