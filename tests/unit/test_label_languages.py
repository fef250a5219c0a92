"""Labels of more languages (data/labels-languages.yaml): what they promise, and what no label promises."""

from __future__ import annotations

from importlib import resources

import pytest
import yaml

from redaction.findings import Kind
from redaction.kinds.table import KINDS
from redaction.lexicon.label_words import words
from redaction.lexicon.labels import inline_label, label_kind, label_spec
from redaction.lexicon.vocabulary import part_of_name, sections
from redaction.text.patterns.labels import labelled
from redaction.text.patterns.passports import MENTIONED, passports

_LABELS = {
    Kind.PERSON: (
        "Sagsbehandler, Oprettet af, Fullt navn, Handläggare, Senast ändrad av, Etunimi, Potilaan nimi, "
        "Umsækjandi, Imię i nazwisko, Zatwierdzone przez, Jméno a příjmení, Ošetřující lékař, Priezvisko, "
        "Ügyintéző, Nume și prenume, Ime i prezime, Priimek, Adı Soyadı, Hasta adı, Họ và tên, Người phê duyệt, "
        "Nama Lengkap, Nama pelanggan, Dibuat oleh, Cognoms, Perekonnanimi, Vārds, uzvārds, Vardas ir pavardė, "
        "氏名, 患者氏名, 担当者名：, 氏名（必須）, ＊担当者, 申請者 必須, 姓名, 客户姓名, 聯絡人, 联系人姓名, "
        "ФИО, Фамилия, Лечащий врач, Прізвище, Трите имена, Ονοματεπώνυμο, 성명, 환자명, 담당자, الاسم الكامل, "
        "اسم المريض, שם מלא, שם הלקוח, पूरा नाम, रोगी का नाम, ชื่อ-นามสกุล, ชื่อผู้ป่วย"
    ),
    Kind.DATE_OF_BIRTH: (
        "Datum nar., Data nasc., Szül. dátum, "
        "Fødselsdato, Födelsedatum, Syntymäaika, Data urodzenia, Születési idő, Doğum Tarihi, Ngày sinh, "
        "Tanggal lahir, 生年月日, 出生日期, Дата рождения, Ημερομηνία γέννησης, 생년월일, تاريخ الميلاد, "
        "תאריך לידה, जन्म तिथि, วันเกิด"
    ),
    Kind.ID: (
        "Medarbejdernr., Asiakasnumero, Personnummer, Nr klienta, ID pacjenta, Rodné číslo, "
        "Číslo občanského průkazu, TAJ szám, Ügyfélszám, Cod numeric personal, Broj kartice, Müşteri No, "
        "T.C. Kimlik No, Số CCCD, Nomor pasien, Isikukood, Personas kods, Asmens kodas, 社員番号, 患者ID, "
        "社員No., 身份证号, 員工編號, 银行卡号, Табельный номер, Номер полиса, ИНН, Αριθμός ταυτότητας, "
        '고객번호, 주민등록번호, رقم الهوية, מספר עובד, ת"ז, आधार संख्या, ग्राहक आईडी, รหัสพนักงาน'
    ),
    Kind.ADDRESS: (
        "Postnr. og by, Gatuadress, Katuosoite, Kod pocztowy, Bydliště, Lakcím, Cod poștal, Poštanski broj, "
        "İlçe, Địa chỉ, Alamat, Aadress, Dzīvesvieta, Gatvė, 住所, 患者住所, 郵便番号, 收货地址, "
        "Адрес проживания, Διεύθυνση, 주소, العنوان, כתובת, पता, ที่อยู่"
    ),
    Kind.PHONE: (
        "Tlf., Puhelin, Telefonní číslo, Cep telefonu, Số điện thoại, 電話番号, 手机号, Телефон, Τηλέφωνο, "
        "휴대폰, رقم الجوال, טלפון נייד, मोबाइल नंबर, เบอร์โทรศัพท์"
    ),
    Kind.EMAIL: (
        "E-postadress, Sähköposti, Adres e-mail, E-posta, メールアドレス, 邮箱, Электронная почта, 이메일, דוא״ל, อีเมล"
    ),
    Kind.COMPANY: (
        "Arbetsgivare, Työnantaja, Pracodawca, Zaměstnavatel, Tvrtka, Şirket adı, Công ty, 会社名, 公司名称, "
        "Поставщик, 회사명, الشركة, שם החברה, บริษัท"
    ),
    Kind.USERNAME: (
        "Brukernavn, Käyttäjätunnus, Nazwa użytkownika, Kullanıcı adı, ユーザー名, 用户名, Имя пользователя, "
        "사용자명, اسم المستخدم, שם משתמש, ชื่อผู้ใช้"
    ),
    Kind.PASSPORT: (
        "Pasnummer, Numer paszportu, Útlevélszám, Hộ chiếu, パスポート番号, 护照号码, Номер паспорта, 여권번호, דרכון"
    ),
}
_HARMLESS = (
    "By, Sted, Status, Beløb, Antal, Ordrenummer, Fakturanr., Oprettet den, Vare, Moms, Art, Man, Pass, "
    "Belopp, Tuote, Tila, Kwota, Nazwa, Numer faktury, Produkt, Číslo objednávky, Cena, Összeg, "
    "Rendelésszám, Broj računa, Naziv, Tarih, Sipariş No, Hasta, Ürün adı, Dosya adı, Số lượng, Mã đơn hàng, "
    "Jumlah, Nama barang, Nama file, Kogus, Summa, Suma, Ten, Stk, Nip code",
    "ファイル名, 商品名, 数量, 金額, 注文番号, 請求書番号, ステータス, 設定, 作成日, 型番, 備考, 件名, 患者, 社員",
    "订单号, 商品名称, 数量, 金额, 状态, 创建时间, 备注, 型号, 发票号码, 文件名, 标题, 設定, 客户, 员工",
    "Статус, Сумма, Дата, Номер заказа, Номер счёта-фактуры, Количество, Товар, Название, Тема, Отчёт, "
    "Кількість, Замовлення",
    "Κατάσταση, Ποσό, Ημερομηνία, Αριθμός παραγγελίας, Ποσότητα, Προϊόν, Τίτλος, Περιγραφή, Σχόλια, Τιμή, "
    "Σύνολο, Ρυθμίσεις",
    "상태, 금액, 주문번호, 수량, 상품명, 파일명, 제목, 설명, 날짜, 설정, 합계, 비고",
    "الحالة, المبلغ, التاريخ, رقم الطلب, الكمية, المنتج, اسم المنتج, ملاحظات, الإعدادات, رقم الفاتورة, السعر, الوصف",
    "סטטוס, סכום, תאריך, מספר הזמנה, כמות, מוצר, שם המוצר, הערות, הגדרות, מספר חשבונית, מחיר, תיאור",
    "स्थिति, राशि, दिनांक, मात्रा, उत्पाद, उत्पाद का नाम, विवरण, टिप्पणी, मूल्य, कुल, सेटिंग, ऑर्डर संख्या",
    "สถานะ, จำนวนเงิน, วันที่, เลขที่ใบสั่งซื้อ, จำนวน, สินค้า, ชื่อสินค้า, หมายเหตุ, ราคา, รวม, ตั้งค่า, ชื่อไฟล์",
)


def _apart(text: str) -> list[str]:
    return [entry.strip() for entry in text.split(",")]


@pytest.mark.parametrize(("kind", "label"), [(kind, label) for kind, text in _LABELS.items() for label in _apart(text)])
def test_labels_of_many_languages(kind: Kind, label: str) -> None:
    spec = label_spec(label)
    assert spec is not None and spec.kind is kind and not spec.shape


@pytest.mark.parametrize("label", [label for text in _HARMLESS for label in _apart(text)])
def test_what_no_label_promises(label: str) -> None:
    assert label_kind(label) is None


@pytest.mark.parametrize(
    ("line", "label"),
    [
        ("患者氏名：氷見 杏", "患者氏名"),
        ("पता: गली 4", "पता"),
        ("ที่อยู่: 4", "ที่อยู่"),
        ("氏名（必須）：氷見", "氏名（必須）"),
    ],
)
def test_a_label_and_its_value_in_one_line(line: str, label: str) -> None:
    found = inline_label(line)
    assert found is not None and found[0] == label


def test_vowel_signs_are_part_of_a_word() -> None:
    assert words("पता") != words("पति") and len(words("ที่อยู่")) == 1


@pytest.mark.parametrize(
    ("label", "part"),
    [("Etunimi", ("", True)), ("Nazwisko", ("", False)), ("姓", ("", False)), ("शहर", None)],
)
def test_parts_of_names(label: str, part: tuple[str, bool] | None) -> None:
    assert part_of_name(label) == part


def _blocks() -> dict[str, dict[str, str]]:
    data = resources.files("redaction.lexicon").joinpath("data/labels-languages.yaml").read_text(encoding="utf-8")
    blocks: dict[str, dict[str, str]] = yaml.safe_load(data)
    return blocks


def test_a_word_says_the_same_in_both_files() -> None:
    telling = {labels.section for spec in KINDS for labels in spec.labels}
    first = sections(others=False)
    where = {entry: {name for name in telling if entry in first[name]} for name in telling for entry in first[name]}
    assert set().union(*_blocks().values()) <= {*first, "leading_names", "leading_numbers"}
    for language, block in _blocks().items():
        for name in telling & set(block):
            entries = [" ".join(words(entry)) for entry in block[name].split(",")]
            assert all(entries) and len(entries) == len(set(entries)), (language, name)
            assert [entry for entry in entries if where.get(entry)] == [], (language, name)


def test_every_label_for_passports_is_mentioned() -> None:
    entries = [entry for block in _blocks().values() for entry in _apart(block.get("passports", "")) if entry]
    assert len(entries) > 60
    assert [entry for entry in entries if not MENTIONED.search(entry)] == []
    assert [entry for entry in entries if len([*passports(f"{entry}: C01X00T47")]) != 1] == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("ada@northwind.example ověřeno", "ada@northwind.example"),
        ("ada @northwind.example", "ada @northwind.example"),
        ("ada@northwind.example, ben@northwind.example", "ada@northwind.example, ben@northwind.example"),
    ],
)
def test_words_behind_a_whole_mail_address_are_none_of_it(text: str, found: str) -> None:
    assert [text[f.start : f.end] for f in labelled(text, "E-mail")] == [found]
