# ruff: noqa: E501 - lists of words are read as rows
"""Ordinary words of screens in 26 languages, invented people of the same languages, and sentences that hold either.

Written for this benchmark: no list or training text was made from it. The rules for Chinese, Japanese, Korean and Thai
(`redaction/text/surnames.py`) and the weighing of sentences were mended after its misses, so it is a development set.
For each language:
labels (menus, buttons, states, departments, products, a month, a day, a city), people, a sentence around a label, a
sentence around a person.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Language:
    labels: tuple[str, ...]
    people: tuple[str, ...]
    about_label: str
    about_person: str


def _rows(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(";"))


LANGUAGES: dict[str, Language] = {
    "de": Language(
        _rows("Offene Rechnungen; Lagerbestand prüfen; Urlaubsantrag; Freigabe erteilen; Belege hochladen; Schichtplan; Buchhaltung; Bürostuhl; Oktober; Donnerstag; Rostock; Mahnung versendet"),
        _rows("Sabine Kettler; Jürgen Vollrath; Anneliese Brandhuber; Torsten Wiegand; Ulrike Mehnert; Detlef Osterkamp"),
        "Bitte öffnen Sie {} und prüfen Sie die Angaben.", "Bitte fragen Sie {} nach den Unterlagen."),
    "fr": Language(
        _rows("Factures impayées; Suivi des livraisons; Demande de congé; Enregistrer le brouillon; Pièces jointes; Tableau de bord; Comptabilité; Imprimante; Février; Mercredi; Grenoble; En attente de validation"),
        _rows("Mireille Charpentier; Gaston Lefebvre; Océane Marchand; Thibault Rousselet; Solange Perrin; Yannick Delorme"),
        "Cliquez sur {} pour continuer la saisie.", "Transmettez le dossier à {} avant ce soir."),
    "es": Language(
        _rows("Pedidos pendientes; Hoja de gastos; Solicitar vacaciones; Guardar borrador; Archivos adjuntos; Panel de control; Contabilidad; Impresora; Septiembre; Miércoles; Zaragoza; Envío retrasado"),
        _rows("Marisol Echeverría; Joaquín Barrientos; Rocío Villanueva; Ignacio Cardenal; Consuelo Pizarro; Ramiro Ledesma"),
        "Pulse {} para volver al inicio.", "Envíe el informe a {} antes del viernes."),
    "it": Language(
        _rows("Fatture scadute; Elenco fornitori; Richiesta ferie; Salva bozza; Allegati; Cruscotto; Magazzino; Stampante; Gennaio; Giovedì; Bergamo; In attesa di approvazione"),
        _rows("Fiorella Martinelli; Gianluca Bonfanti; Ornella Castagna; Matteo Guarnieri; Loredana Pisani; Ettore Valsecchi"),
        "Apri {} e controlla i dati inseriti.", "Chiedi a {} di firmare il modulo."),
    "pt": Language(
        _rows("Notas em aberto; Lista de fornecedores; Pedido de férias; Guardar rascunho; Anexos; Painel de controle; Contabilidade; Impressora; Fevereiro; Quinta-feira; Curitiba; Aguardando aprovação"),
        _rows("Fernanda Queiroz; Thiago Vasconcelos; Conceição Moura; Otávio Brandão; Lurdes Tavares; Renato Figueiredo"),
        "Clique em {} para ver os detalhes.", "Envie o contrato para {} até amanhã."),
    "nl": Language(
        _rows("Openstaande facturen; Voorraad bijwerken; Verlof aanvragen; Concept opslaan; Bijlagen; Overzicht; Boekhouding; Beeldscherm; Maart; Woensdag; Eindhoven; Wacht op goedkeuring"),
        _rows("Marieke Hoogendoorn; Sjoerd Verschuren; Annelies Kuiper; Bram Oosterhuis; Femke Wolters; Gijs Terpstra"),
        "Klik op {} om verder te gaan.", "Vraag {} om het formulier te tekenen."),
    "pl": Language(
        _rows("Zaległe faktury; Stan magazynu; Wniosek urlopowy; Zapisz szkic; Załączniki; Pulpit; Księgowość; Drukarka; Październik; Czwartek; Wrocław; Oczekuje na akceptację"),
        _rows("Grażyna Wiśniewska; Zbigniew Kaczmarczyk; Małgorzata Sikorska; Przemysław Dudek; Bożena Olszewska; Radosław Jabłoński"),
        "Proszę otworzyć {} i sprawdzić dane.", "Dokumenty podpisał dziś {} w biurze."),
    "cs": Language(
        _rows("Neuhrazené faktury; Stav zásob; Žádost o dovolenou; Uložit koncept; Přílohy; Přehled; Účetnictví; Tiskárna; Říjen; Čtvrtek; Olomouc; Čeká na schválení"),
        _rows("Vlasta Horáčková; Zdeněk Kratochvíl; Jarmila Součková; Bohumil Vaněk; Ludmila Procházková; Radim Šebesta"),
        "Klikněte na {} a zkontrolujte údaje.", "Smlouvu dnes podepsala {} v kanceláři."),
    "sv": Language(
        _rows("Obetalda fakturor; Lagersaldo; Ledighetsansökan; Spara utkast; Bilagor; Översikt; Bokföring; Skrivare; Augusti; Torsdag; Linköping; Väntar på godkännande"),
        _rows("Birgitta Sandström; Göran Hallberg; Annika Wallin; Stellan Nyqvist; Gunilla Åkesson; Torbjörn Edlund"),
        "Öppna {} och kontrollera uppgifterna.", "Skicka avtalet till {} före lunch."),
    "fi": Language(
        _rows("Avoimet laskut; Varastosaldo; Lomahakemus; Tallenna luonnos; Liitteet; Yhteenveto; Kirjanpito; Tulostin; Lokakuu; Torstai; Jyväskylä; Odottaa hyväksyntää"),
        _rows("Päivi Koskela; Heikki Rautiainen; Marjatta Lehtonen; Jarkko Savolainen; Sirpa Tolvanen; Veikko Hyvönen"),
        "Avaa {} ja tarkista tiedot.", "Sopimuksen allekirjoitti tänään {} toimistolla."),
    "hu": Language(
        _rows("Kifizetetlen számlák; Raktárkészlet; Szabadságkérelem; Piszkozat mentése; Mellékletek; Áttekintés; Könyvelés; Nyomtató; Október; Csütörtök; Debrecen; Jóváhagyásra vár"),
        _rows("Horváth Ildikó; Szabó Zsolt; Németh Krisztina; Balogh Attila; Lakatos Erzsébet; Fekete Gergely"),
        "Nyissa meg: {} és ellenőrizze az adatokat.", "A szerződést ma {} írta alá."),
    "ro": Language(
        _rows("Facturi restante; Stoc disponibil; Cerere de concediu; Salvează ciorna; Fișiere atașate; Panou de control; Contabilitate; Imprimantă; Octombrie; Miercuri; Timișoara; În așteptarea aprobării"),
        _rows("Luminița Cristea; Răzvan Munteanu; Simona Dobrescu; Cătălin Ungureanu; Viorica Stănescu; Dragoș Ilinca"),
        "Deschideți {} și verificați datele.", "Trimiteți contractul către {} până mâine."),
    "tr": Language(
        _rows("Ödenmemiş faturalar; Stok durumu; İzin talebi; Taslağı kaydet; Ekli dosyalar; Gösterge paneli; Muhasebe; Yazıcı; Ağustos; Perşembe; Eskişehir; Onay bekliyor"),
        _rows("Gülşen Karaca; Orhan Yıldırım; Şebnem Aksoy; Tuncay Özdemir; Nurhan Çelebi; Ercan Bozkurt"),
        "Devam etmek için {} düğmesine basın.", "Sözleşmeyi bugün {} imzaladı."),
    "vi": Language(
        _rows("Hóa đơn chưa thanh toán; Tồn kho; Đơn xin nghỉ phép; Lưu bản nháp; Tệp đính kèm; Bảng điều khiển; Kế toán; Máy in; Tháng Mười; Thứ Năm; Hải Phòng; Chờ phê duyệt"),
        _rows("Nguyễn Thị Hạnh; Trần Văn Quyết; Phạm Thu Trang; Lê Hoàng Nam; Đặng Minh Châu; Vũ Đức Thắng"),
        "Nhấn {} để tiếp tục nhập dữ liệu.", "Hôm nay {} đã ký hợp đồng."),
    "id": Language(
        _rows("Faktur belum dibayar; Stok gudang; Pengajuan cuti; Simpan draf; Lampiran; Dasbor; Akuntansi; Pencetak; Agustus; Kamis; Surabaya; Menunggu persetujuan"),
        _rows("Siti Nurhayati; Bambang Setiawan; Dewi Lestari; Agus Prasetyo; Ratna Wulandari; Hendra Gunawan"),
        "Klik {} untuk melanjutkan.", "Kontrak itu ditandatangani {} hari ini."),
    "ru": Language(
        _rows("Неоплаченные счета; Остатки на складе; Заявление на отпуск; Сохранить черновик; Вложения; Панель управления; Бухгалтерия; Принтер; Октябрь; Четверг; Челябинск; Ожидает согласования"),
        _rows("Галина Воронцова; Аркадий Мещеряков; Зинаида Лаптева; Виталий Горшков; Тамара Ермолаева; Глеб Новосёлов"),
        "Откройте {} и проверьте данные.", "Договор сегодня подписала {} в офисе."),
    "uk": Language(
        _rows("Несплачені рахунки; Залишки на складі; Заява на відпустку; Зберегти чернетку; Вкладення; Панель керування; Бухгалтерія; Принтер; Жовтень; Четвер; Запоріжжя; Очікує погодження"),
        _rows("Оксана Гнатюк; Богдан Кравчук; Людмила Савченко; Тарас Мельничук; Ярослава Бондаренко; Остап Дзюба"),
        "Відкрийте {} і перевірте дані.", "Договір сьогодні підписала {} в офісі."),
    "bg": Language(
        _rows("Неплатени фактури; Складова наличност; Молба за отпуск; Запази чернова; Прикачени файлове; Табло; Счетоводство; Принтер; Октомври; Четвъртък; Пловдив; Чака одобрение"),
        _rows("Цветанка Илиева; Борислав Пенчев; Снежана Тодорова; Красимир Велков; Йорданка Стоянова; Пламен Ганев"),
        "Отворете {} и проверете данните.", "Договора днес подписа {} в офиса."),
    "el": Language(
        _rows("Ανεξόφλητα τιμολόγια; Απόθεμα αποθήκης; Αίτηση άδειας; Αποθήκευση προχείρου; Συνημμένα; Πίνακας ελέγχου; Λογιστήριο; Εκτυπωτής; Οκτώβριος; Πέμπτη; Λάρισα; Αναμονή έγκρισης"),
        _rows("Ευγενία Παπαγεωργίου; Σταύρος Κατσαρός; Χρυσούλα Μανωλάκη; Λευτέρης Ζαφειρόπουλος; Δέσποινα Αλεξίου; Θανάσης Βλάχος"),
        "Ανοίξτε {} και ελέγξτε τα στοιχεία.", "Τη σύμβαση υπέγραψε σήμερα {} στο γραφείο."),
    "ar": Language(
        _rows("فواتير غير مدفوعة; رصيد المخزون; طلب إجازة; حفظ المسودة; المرفقات; لوحة التحكم; المحاسبة; الطابعة; أكتوبر; الخميس; الإسكندرية; بانتظار الموافقة"),
        _rows("سعاد الخطيب; طارق المنصوري; هدى البغدادي; ياسر الشامي; نجلاء القحطاني; فيصل الدوسري"),
        "افتح {} وتحقق من البيانات.", "وقع العقد اليوم {} في المكتب."),
    "he": Language(
        _rows("חשבוניות שלא שולמו; מלאי במחסן; בקשת חופשה; שמירת טיוטה; קבצים מצורפים; לוח בקרה; הנהלת חשבונות; מדפסת; אוקטובר; יום חמישי; אשדוד; ממתין לאישור"),
        _rows("רונית אברהמי; גדעון שפירא; אורלי ברקוביץ; יהודה מזרחי; תמר רוזנברג; אלון פרידמן"),
        "פתחו את {} ובדקו את הנתונים.", "על החוזה חתם היום {} במשרד."),
    "hi": Language(
        _rows("बकाया चालान; गोदाम का स्टॉक; अवकाश आवेदन; मसौदा सहेजें; संलग्नक; नियंत्रण पटल; लेखा विभाग; मुद्रक; अक्टूबर; गुरुवार; कानपुर; स्वीकृति लंबित"),
        _rows("सुनीता अग्रवाल; राजेश त्रिपाठी; मीनाक्षी देशमुख; अनिल चतुर्वेदी; कविता सक्सेना; दिनेश राठौर"),
        "{} खोलें और विवरण जाँचें।", "आज {} ने अनुबंध पर हस्ताक्षर किए।"),
    "th": Language(
        _rows("ใบแจ้งหนี้ค้างชำระ; สินค้าคงคลัง; ใบลาพักร้อน; บันทึกฉบับร่าง; ไฟล์แนบ; แผงควบคุม; ฝ่ายบัญชี; เครื่องพิมพ์; ตุลาคม; วันพฤหัสบดี; เชียงใหม่; รออนุมัติ"),
        _rows("สมหญิง รักดี; วิชัย ทองสุข; กาญจนา ศรีสุวรรณ; ประเสริฐ แก้วมณี; นภาพร บุญมา; อนุชา วงศ์ไทย"),
        "เปิด {} แล้วตรวจสอบข้อมูล", "วันนี้คุณ{} ลงนามในสัญญา"),
    "zh": Language(
        _rows("未付账单; 库存盘点; 请假申请; 保存草稿; 附件列表; 控制面板; 财务部; 打印机; 十月; 星期四; 成都; 等待审批"),
        _rows("李秀兰; 张建国; 陈晓东; 刘思琪; 赵文博; 孙丽华"),
        "请打开{}并核对数据。", "今天{}签署了合同。"),
    "ja": Language(
        _rows("未払い請求書; 在庫確認; 休暇申請; 下書きを保存; 添付ファイル; 管理画面; 経理部; プリンター; 十月; 木曜日; 仙台; 承認待ち"),
        _rows("佐藤美咲; 鈴木健一; 高橋由美子; 渡辺 翔太; 小林さくら; 加藤 大輔"),
        "{}を開いて内容を確認してください。", "本日、{}が契約書に署名しました。"),
    "ko": Language(
        _rows("미납 청구서; 재고 현황; 휴가 신청; 임시 저장; 첨부 파일; 제어판; 회계팀; 프린터; 시월; 목요일; 대전; 승인 대기"),
        _rows("김영희; 박준호; 이수진; 최동현; 정미경; 강민석"),
        "{} 메뉴를 열어 내용을 확인하세요.", "오늘 {} 씨가 계약서에 서명했습니다."),
}  # fmt: skip
