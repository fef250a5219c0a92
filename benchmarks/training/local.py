# ruff: noqa: E501 - lists of words are data here
"""Companies, addresses and field labels as one language writes them, for the frames of `interface.py`.

Companies and addresses come from Faker's own provider of a locale where it has one; beside them stand companies put
together here: a family name or a coined word, a word of a trade and a legal form of the language, each of them or not.
Labels come from the label words of the shipped lexicon, and for the languages that stand there among English ones from
the lists here.
"""

from __future__ import annotations

import random
import warnings
from dataclasses import dataclass
from functools import cache

from benchmarks.training.grammar import LOC, NONE, ORG, PER
from benchmarks.training.names import SEED, Culture, Markov
from redaction.lexicon.vocabulary import other_languages

#: (words of trades, legal forms with {} for the name) by language.
TRADES: dict[str, tuple[str, str]] = {
    "de": ("Logistik Maschinenbau Bäckerei Technik Bau Elektro Apotheke Druckerei Versicherungen Consulting Metallbau Gartenbau Reisen Verlag Energie Feinkost Stadtwerke Spedition", "{} GmbH,{} AG,{} KG,{} GmbH & Co. KG,{} OHG,{} e.K.,{} eG,{} e.V.,{} SE,{} UG"),
    "fr": ("Transports Services Conseil Industrie Menuiserie Boulangerie Assurances Énergie Bâtiment Électricité Imprimerie Distribution Pharmacie Viticole Plomberie", "{} SARL,{} SAS,{} SA,SARL {},{} et Fils,{} EURL,Groupe {},Établissements {},Société {}"),
    "it": ("Costruzioni Trasporti Impianti Consulenza Arredamenti Officine Alimentari Servizi Tessile Edilizia Ceramiche Assicurazioni Farmacia Vini Meccanica Tipografia", "{} S.r.l.,{} S.p.A.,{} srl,{} s.n.c.,{} S.a.s.,{} e figli,Gruppo {},Studio {},Officine {},Cooperativa {}"),
    "es": ("Construcciones Transportes Servicios Alimentos Consultores Textiles Seguros Talleres Instalaciones Gráficas Farmacia Energía Maderas Bodegas", "{} S.L.,{} S.A.,{} SL,{} SA de CV,{} e Hijos,Grupo {},Talleres {},Bodegas {},{} Ltda."),
    "pt": ("Construções Transportes Serviços Alimentos Consultoria Têxteis Seguros Oficinas Instalações Gráfica Farmácia Energia Móveis Logística Cerâmica", "{} Lda.,{} Lda,{} S.A.,{} Ltda.,{} Ltda,{} & Filhos,Grupo {},Construtora {},{} ME,{} Unipessoal Lda."),
    "nl": ("Transport Bouw Techniek Advies Installatie Verzekeringen Bakkerij Groothandel Drukkerij Logistiek Apotheek Energie Schilderwerken", "{} BV,{} B.V.,{} NV,{} & Zonen,{} VOF,{} Groep,Bouwbedrijf {},Stichting {}"),
    "da": ("Byg Transport Teknik El VVS Bageri Rådgivning Forsikring Tryk Fisk Møbler Logistik Energi Entreprise Revision", "{} A/S,{} ApS,{} I/S,{} & Søn,{} Holding ApS,Firmaet {},{} Gruppen"),
    "nb": ("Bygg Transport Teknikk Elektro Rør Bakeri Rådgivning Forsikring Trykkeri Fiskeri Møbler Kraft", "{} AS,{} ASA,{} & Sønner AS,{} Holding AS,{} Gruppen"),
    "sv": ("Bygg Transport Teknik El Rör Bageri Rådgivning Försäkring Tryckeri Fastigheter Möbler Energi Redovisning", "{} AB,{} Aktiebolag,{} HB,{} & Söner AB,{} Gruppen,{} Holding AB"),
    "fi": ("Rakennus Kuljetus Tekniikka Sähkö Putki Leipomo Vakuutus Paino Kalusteet Energia Kiinteistöt", "{} Oy,{} Oyj,{} Ky,Oy {} Ab,{} Tmi"),
    "pl": ("Budownictwo Transport Usługi Doradztwo Piekarnia Drukarnia Meble Ubezpieczenia Apteka Energia Logistyka Instalacje", "{} Sp. z o.o.,{} S.A.,{} sp. j.,PPHU {},P.H.U. {},{} i Synowie,Grupa {}"),
    "cs": ("Stavby Doprava Technika Pekárna Tiskárna Pojišťovna Nábytek Energie Strojírny Lékárna Poradenství", "{} s.r.o.,{} a.s.,{} v.o.s.,{} spol. s r.o.,{} a synové"),
    "sk": ("Stavby Doprava Technika Pekáreň Tlačiareň Poisťovňa Nábytok Energia Strojárne Lekáreň", "{} s.r.o.,{} a.s.,{} spol. s r.o.,{} v.o.s."),
    "hu": ("Építő Szállítás Technika Pékség Nyomda Biztosító Bútor Energia Gépgyár Gyógyszertár Tanácsadó Kereskedelmi", "{} Kft.,{} Zrt.,{} Bt.,{} Nyrt.,{} és Társa Kft.,{} Kft,{} Csoport"),
    "ro": ("Construcții Transport Servicii Brutărie Tipografie Asigurări Mobilă Energie Consultanță Farmacia", "{} SRL,{} S.R.L.,SC {} SRL,{} SA,{} și Fiii"),
    "sl": ("Gradnje Prevozi Tehnika Pekarna Tiskarna Zavarovalnica Pohištvo Energija", "{} d.o.o.,{} d.d.,{} s.p.,{} in sinovi"),
    "hr": ("Gradnja Prijevoz Tehnika Pekara Tiskara Osiguranje Namještaj Energija", "{} d.o.o.,{} d.d.,{} j.d.o.o.,Obrt {}"),
    "lt": ("Statyba Transportas Technika Kepykla Spaustuvė Draudimas Baldai Energija", "UAB {},UAB „{}“,AB {},{} UAB,MB {},IĮ {}"),
    "lv": ("Būve Transports Tehnika Ceptuve Tipogrāfija Apdrošināšana Mēbeles Enerģija", "SIA {},SIA „{}”,AS {},IK {}"),
    "et": ("Ehitus Transport Tehnika Pagar Trükikoda Kindlustus Mööbel Energia", "{} OÜ,OÜ {},{} AS,AS {}"),
    "el": ("Κατασκευές Μεταφορές Τεχνική Αρτοποιείο Εκτυπώσεις Ασφάλειες Έπιπλα Ενέργεια", "{} Α.Ε.,{} ΕΠΕ,{} Ο.Ε.,{} ΙΚΕ,{} & Υιοί,Αφοί {}"),
    "ru": ("Строй Транс Техника Пекарня Типография Страхование Мебель Энерго Логистика Консалтинг", "ООО «{}»,ООО {},АО «{}»,ЗАО «{}»,ПАО {},ИП {}"),
    "uk": ("Буд Транс Техніка Пекарня Друкарня Страхування Меблі Енерго", "ТОВ «{}»,ТОВ {},ПрАТ «{}»,ФОП {},ПП {}"),
    "bg": ("Строй Транс Техника Пекарна Печатница Застраховане Мебели Енерго", "{} ООД,{} ЕООД,{} АД,„{}“ ООД,ЕТ {}"),
    "tr": ("İnşaat Nakliyat Teknik Fırın Matbaa Sigorta Mobilya Enerji Gıda Tekstil Danışmanlık", "{} A.Ş.,{} Ltd. Şti.,{} San. ve Tic. A.Ş.,{} Holding,{} ve Oğulları"),
    "id": ("Karya Transport Teknik Roti Percetakan Asuransi Mebel Energi Pangan", "PT {},PT {} Tbk,CV {},UD {},Toko {}"),
    "vi": ("Xây dựng Vận tải Thương mại Dịch vụ In ấn Bảo hiểm Nội thất", "Công ty TNHH {},Công ty Cổ phần {},Công ty CP {},Tập đoàn {}"),
    "zh_Hans": ("科技 贸易 物流 建设 食品 机械 电子 医药 印刷 能源 传媒 咨询 保险 纺织", "{}有限公司,{}股份有限公司,{}集团,{}公司,{}厂,{}事务所,{}工作室"),
    "zh_Hant": ("科技 貿易 物流 建設 食品 機械 電子 醫藥 印刷 能源 傳媒 諮詢", "{}有限公司,{}股份有限公司,{}集團,{}公司,{}行,{}企業社"),
    "ja": ("商事 物流 建設 食品 工業 電機 製薬 印刷 不動産 運輸 システム 商店 製作所", "株式会社{},{}株式会社,有限会社{},合同会社{},(株){},{}(株),{}"),
    "ko": ("물산 물류 건설 식품 전자 제약 인쇄 에너지 상사 테크 산업", "주식회사 {},(주){},㈜{},{} 주식회사,{}"),
    "ar": ("للتجارة للنقل للمقاولات للأغذية للطباعة للتأمين للطاقة للاستشارات", "شركة {},مؤسسة {},مجموعة {},شركة {} ذ.م.م,{} وأولاده"),
    "fa": ("تجارت ترابری ساختمان صنایع چاپ بیمه انرژی", "شرکت {},گروه {},مؤسسه {},{} و پسران"),
    "he": ("בנייה הובלות טכנולוגיות מזון דפוס ביטוח אנרגיה ייעוץ", '{} בע"מ,חברת {},{} ובניו,קבוצת {}'),
    "hi": ("निर्माण परिवहन तकनीक खाद्य मुद्रण बीमा ऊर्जा", "{} प्राइवेट लिमिटेड,{} लिमिटेड,{} एंड संस,{} ट्रेडर्स"),
    "th": ("ก่อสร้าง ขนส่ง เทคนิค อาหาร การพิมพ์ ประกันภัย พลังงาน", "บริษัท {} จำกัด,หจก. {},ร้าน {},บมจ. {}"),
}  # fmt: skip
#: Labels over people, companies and places, where the lexicon has the language's words among English ones.
LABELS: dict[str, tuple[str, str, str]] = {
    "de": ("Name,Ansprechpartner,Ansprechpartnerin,Bearbeiter,Sachbearbeiter,Kunde,Mitarbeiter,Verantwortlich,Absender,Empfänger,Erstellt von,Vorname,Nachname,Patient,Mieter", "Firma,Unternehmen,Lieferant,Auftraggeber,Kunde,Arbeitgeber,Hersteller,Spedition,Bank,Mandant", "Adresse,Anschrift,Straße,Ort,PLZ / Ort,Lieferadresse,Rechnungsadresse,Wohnort,Standort,Einsatzort"),
    "fr": ("Nom,Interlocuteur,Client,Responsable,Gestionnaire,Expéditeur,Destinataire,Créé par,Prénom,Patient,Locataire,Salarié", "Société,Entreprise,Fournisseur,Client,Employeur,Fabricant,Transporteur,Raison sociale", "Adresse,Rue,Ville,Adresse de livraison,Adresse de facturation,Domicile,Lieu,Code postal et ville"),
    "it": ("Nome,Referente,Cliente,Responsabile,Addetto,Mittente,Destinatario,Creato da,Cognome,Paziente,Dipendente,Inquilino,Nominativo", "Azienda,Ditta,Fornitore,Cliente,Ragione sociale,Datore di lavoro,Produttore,Corriere,Committente,Impresa", "Indirizzo,Via,Città,Indirizzo di consegna,Sede,Residenza,Comune,Luogo,CAP e città"),
    "es": ("Nombre,Contacto,Cliente,Responsable,Gestor,Remitente,Destinatario,Creado por,Apellidos,Paciente,Empleado,Inquilino", "Empresa,Proveedor,Cliente,Razón social,Empleador,Fabricante,Transportista,Compañía", "Dirección,Calle,Ciudad,Dirección de envío,Domicilio,Localidad,Lugar,Código postal"),
    "pt": ("Nome,Contacto,Cliente,Responsável,Gestor,Remetente,Destinatário,Criado por,Apelido,Paciente,Funcionário,Inquilino,Colaborador,Utente", "Empresa,Fornecedor,Cliente,Razão social,Empregador,Fabricante,Transportadora,Entidade,Firma", "Morada,Endereço,Rua,Cidade,Morada de entrega,Localidade,Local,Código postal,Sede"),
    "nl": ("Naam,Contactpersoon,Klant,Behandelaar,Medewerker,Afzender,Ontvanger,Aangemaakt door,Achternaam,Patiënt,Huurder", "Bedrijf,Leverancier,Klant,Opdrachtgever,Werkgever,Fabrikant,Vervoerder,Organisatie", "Adres,Straat,Plaats,Afleveradres,Factuuradres,Woonplaats,Postcode en plaats,Locatie"),
}  # fmt: skip
#: What the lexicon calls the languages, by their codes.
_CALLED = {
    "da": "danish", "nb": "norwegian", "sv": "swedish", "fi": "finnish", "pl": "polish", "cs": "czech", "sk": "slovak",
    "hu": "hungarian", "ro": "romanian", "sl": "slovenian", "tr": "turkish", "vi": "vietnamese", "ca": "catalan",
    "et": "estonian", "lv": "latvian", "lt": "lithuanian", "ja": "japanese", "zh": "chinese", "ru": "russian",
    "uk": "ukrainian", "bg": "bulgarian", "el": "greek", "ko": "korean", "ar": "arabic", "he": "hebrew", "hi": "hindi",
    "th": "thai",
}  # fmt: skip
_SECTIONS = {
    PER: ("roles", "names", "weak_roles", "shaped_roles"),
    ORG: ("companies", "weak_companies"),
    LOC: ("addresses", "shaped_addresses"),
    NONE: ("ids", "phones", "usernames", "births", "deeds"),
}
#: Languages whose companies are written without blanks.
SPACELESS = ("zh_Hans", "zh_Hant", "ja", "ko")
#: How many of each are drawn from Faker once.
_POOL = 160


@dataclass(frozen=True)
class Place:
    """What one locale has: whole companies, and addresses, streets and towns; empty where Faker has none of its own."""

    companies: tuple[str, ...]
    addresses: tuple[str, ...]
    streets: tuple[str, ...]
    towns: tuple[str, ...]


@cache
def place(locale: str) -> Place:
    """The pools of a locale, always the same."""
    from faker import Faker

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        fake = Faker(locale)
        fake.seed_instance(SEED)

        def own(kind: str, *makers: str) -> list[tuple[str, ...]]:
            module = f"faker.providers.{kind}.{locale}"
            if not any(type(p).__module__ == module for p in fake.get_providers()):
                return [() for _ in makers]
            return [tuple(sorted({str(getattr(fake, m)()) for _ in range(_POOL)})) for m in makers]

        (companies,) = own("company", "company")
        addresses, streets, towns = own("address", "address", "street_address", "city")
    return Place(companies, addresses, streets, towns)


#: Read once for all languages.
_of_lexicon = cache(other_languages)


def _trade_of(language: str) -> tuple[str, str]:
    """The row of TRADES of a language, or of what stands before its script; nothing but the name where there is none."""
    return TRADES.get(language) or TRADES.get(language.split("_")[0]) or ("", "{}")


@cache
def labels(language: str) -> dict[int, tuple[str, ...]]:
    """Labels of a language by what stands beside them (PER, ORG, LOC, or NONE for numbers and dates)."""
    if language in LABELS:
        return {tag: tuple(words.split(",")) for tag, words in zip((PER, ORG, LOC), LABELS[language], strict=True)}
    name = _CALLED.get(language)
    if name is None:
        return {}
    whole = _of_lexicon()[name]
    found = {}
    for tag, sections in _SECTIONS.items():
        words = [w.strip() for s in sections for w in (whole.get(s) or "").split(",") if w.strip()]
        if words:
            found[tag] = tuple(words)
    return found


@cache
def plain_words(language: str) -> tuple[tuple[str, ...], ...]:
    """Words of a language that are nobody's name: labels of fields, and words of trades."""
    heads = tuple(word for words in labels(language.split("_")[0]).values() for word in words)
    trades, _ = _trade_of(language)
    return tuple(words for words in (heads, tuple(trades.split())) if words)


@cache
def _coined(culture: Culture) -> Markov | None:
    """Words that sound like the family names of a culture; none in scripts whose names are too short for it."""
    long = [name for name in culture.last if name.isalpha() and len(name) > 3]
    return Markov(long) if len(long) > 40 else None


def company(r: random.Random, language: str, culture: Culture) -> str:
    """A company of a culture, as one of its companies may be called."""
    own = place(culture.name).companies
    if own and r.random() < 0.3:
        return r.choice(own)
    trades, forms = _trade_of(language)
    spaceless = language in SPACELESS
    coined = _coined(culture)
    core = coined.make(r) if coined is not None and r.random() < 0.45 else r.choice(culture.last)
    if spaceless:
        core = "".join(r.choice(r.choice(culture.first)) for _ in range(2)) if r.random() < 0.6 else core
        towns = place(culture.name).towns
        if towns and r.random() < 0.3:
            core = r.choice(towns) + core
    style = r.random()
    if trades and style < 0.6:
        trade = r.choice(trades.split())
        core = core + trade if spaceless else f"{trade} {core}" if r.random() < 0.3 else f"{core} {trade}"
    elif style < 0.68 and not spaceless:
        core = core.upper()
    return r.choice(forms.split(",")).format(core) if r.random() < 0.68 else core


def address(r: random.Random, culture: Culture) -> str | None:
    """An address, a street or a town of a culture; None where Faker has none of its own."""
    own = place(culture.name)
    pool = r.choices((own.addresses, own.streets, own.towns), (54, 34, 12))[0]
    return r.choice(pool).replace("\n", r.choice((", ", ", ", " ", "\n"))) if pool else None
