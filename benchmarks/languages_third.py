# ruff: noqa: E501 - lists of words are read as rows
"""Ordinary words of screens in 26 languages, invented people, and sentences that hold either, by somebody who saw no code.

For each language: 18 labels (menus, states, months or days, cities, modules and projects), seven people, a sentence
around a label, a sentence around a person; the sentences differ over the languages. First asked by the finished code
(`python -m benchmarks.languages --set third`).
"""

from __future__ import annotations

from benchmarks.languages_words import Language, _rows

THIRD: dict[str, Language] = {
    "en": Language(
        _rows(
            "Pending Approval; Leave Balance; Snooze; Accounts Payable; Escalated; Bill of Lading; Discharge Summary; Audit Log; Sort Order; February; Thursday; October; Sheffield; Auckland; Nairobi; Expense Hub; Payroll Core; Cloud Migration"
        ),
        _rows(
            "Harriet Ashcombe; Devon Okafor-Lane; Priscilla Mae Thornbury; Callum Redfearn; Imogen Whitlock; Tyrone Beasley; Gurpreet Dhaliwal"
        ),
        "I can't find {} anywhere since the last update.",
        "Please forward the signed copy to {} before noon.",
    ),
    "de": Language(
        _rows(
            "Urlaubsantrag; Fälligkeitsdatum; Zurückgestellt; Wareneingang; Kostenstelle; Filter zurücksetzen; Rechtsabteilung; Laborbefund; Papierkorb; März; Donnerstag; Dezember; Nürnberg; Graz; Mailand; Reisekostenmodul; Lagerverwaltung; Projekt Nordlicht"
        ),
        _rows(
            "Annegret Hölscher; Torsten Wiedemann; Marie-Luise Brandstätter; Jannik Osterkamp; Friederike von Althaus; Aylin Karadağ; Korbinian Moosrainer"
        ),
        "Der Eintrag „{}“ fehlt seit gestern in meiner Übersicht.",
        "Gestern hat {} die Unterlagen persönlich abgeholt.",
    ),
    "fr": Language(
        _rows(
            "Bon de livraison; Solde de congés; En attente; Service juridique; Réinitialiser; Date d'échéance; Pièces jointes; Ordonnance; Corbeille; Mercredi; Août; Février; Grenoble; Québec; Londres; Module Paie; Suivi des stocks; Projet Horizon"
        ),
        _rows(
            "Ghislaine Mercadier; Thibault Garrigue; Anne-Sophie Delahousse; Bastien Lecoutre; Solène Kerbrat; Yacine Benhaddou; Marcelin Toussaint Dorval"
        ),
        "{} ne s'affiche plus depuis la mise à jour de ce matin.",
        "La demande a été validée par {} hier soir.",
    ),
    "es": Language(
        _rows(
            "Nómina; Fecha de vencimiento; Reasignar; Cuentas por cobrar; En tránsito; Historia clínica; Guardar borrador; Atención al cliente; Número de guía; Miércoles; Enero; Septiembre; Zaragoza; Guadalajara; Nueva York; Portal del empleado; Gestor de almacén; Proyecto Amanecer"
        ),
        _rows(
            "Rocío Valdivieso Montes; Joaquín Etxarte; María Fernanda Quiroga; Hernán Bustamante; Nuria Pedraza Lozano; José Ignacio Arriaga; Nayra Mamani Quispe"
        ),
        "Para ver los cambios hay que pulsar en {} y esperar unos segundos.",
        "¿Le has enviado ya el contrato a {}?",
    ),
    "it": Language(
        _rows(
            "Ferie residue; Bolla di consegna; In lavorazione; Ufficio acquisti; Annulla modifiche; Scadenza; Cartella clinica; Nota spese; Esporta tutto; Giovedì; Luglio; Novembre; Bologna; Cagliari; Parigi; Modulo Presenze; Gestione magazzino; Progetto Aurora Verde"
        ),
        _rows(
            "Fiammetta Bortolussi; Gianluca Scaramella; Maria Teresa Pignataro; Ottavio Lombardini; Chiara Zanobetti; Salvatore Impellizzeri; Greta Oberhofer"
        ),
        "Nel menu a sinistra bisogna scegliere {}.",
        "{} ha chiesto di spostare la riunione alle tre.",
    ),
    "pt": Language(
        _rows(
            "Folha de pagamento; Nota fiscal; Em andamento; Contas a pagar; Anexar arquivo; Data de vencimento; Recursos Humanos; Prontuário; Chamado reaberto; Quarta-feira; Março; Dezembro; Coimbra; Belo Horizonte; Bruxelas; Painel de Vendas; Controle de Frota; Projeto Maré Alta"
        ),
        _rows(
            "Lurdes Figueiredo Paiva; Thiago Boaventura; Ana Beatriz Seabra; Gonçalo Vilhena; Jussara Camargo; João Pedro Mesquita; Ubiratã Karajá"
        ),
        "A equipe só vê a opção {} quando entra como administrador.",
        "Falei ontem com {} sobre o novo contrato.",
    ),
    "nl": Language(
        _rows(
            "Verlofaanvraag; Openstaand; Vervaldatum; Personeelszaken; Opnieuw toewijzen; Pakbon; Wachtkamer; Prullenbak; Onkostennota; Woensdag; Maart; Augustus; Groningen; Antwerpen; Parijs; Module Roosters; Voorraadbeheer; Project Zeewind"
        ),
        _rows(
            "Marijke van Oosterhout; Sjoerd Wiersma; Anne-Fleur Dijkhuizen; Wouter Vandekerckhove; Liesbeth ter Braak; Youssef el Khattabi; Jan Willem Schuurmans"
        ),
        "Klik rechtsboven op {} en wacht tot het venster sluit.",
        "Volgens {} is de levering al onderweg.",
    ),
    "pl": Language(
        _rows(
            "Lista płac; Termin płatności; Zwrot towaru; Dział kadr; Przypisz ponownie; List przewozowy; Skierowanie; Kopia zapasowa; Pokaż wszystko; Środa; Listopad; Kwiecień; Wrocław; Rzeszów; Lizbona; Moduł Rozliczeń; Panel Kierownika; Projekt Bursztyn"
        ),
        _rows(
            "Bożena Krzemińska; Przemysław Gołębiowski; Anna Maria Wolniewicz; Zdzisław Pietrucha; Małgorzata Sikorska-Bielak; Kacper Dąbrówka; Hanka Šymkowiak"
        ),
        "Po zalogowaniu kolumna „{}” jest całkiem pusta.",
        "Fakturę podpisała wczoraj {}.",
    ),
    "cs": Language(
        _rows(
            "Žádost o dovolenou; Splatnost; Hromadné úpravy; Mzdová účtárna; Skladová karta; Obnovit heslo; Dodavatelé; Rozpracováno; Středisko; Pátek; Únor; Září; Olomouc; Plzeň; Vídeň; Modul Docházka; Evidence majetku; Projekt Horizont"
        ),
        _rows(
            "Blanka Vondrušková; Zdeněk Hrubeš; Anna Marie Kopřivová; Lubomír Stejskal; Šárka Dohnalová; Vojtěch Pazdera; Nguyen Thi Hoa"
        ),
        "Položka {} se po aktualizaci přesunula dolů.",
        "Smlouvu včera přivezl {} osobně.",
    ),
    "sv": Language(
        _rows(
            "Lägg till rad; Förfallodatum; Väntar på svar; Ekonomiavdelningen; Avvikelser; Plocklista; Journalanteckning; Mina ärenden; Friskvårdsbidrag; Lördag; Maj; November; Göteborg; Umeå; Köpenhamn; Tidrapportering; Lagermodulen; Projekt Norrsken"
        ),
        _rows(
            "Gunilla Hedenström; Torbjörn Åkerlund; Anna-Karin Sjövall; Linus Bergqvist; Ebba Lilliehöök; Shirin Rahmani; Nils-Ante Labba"
        ),
        "Varför är {} gråmarkerad hos mig?",
        "Ring {} om du har frågor om fakturan.",
    ),
    "da": Language(
        _rows(
            "Lønseddel; Indbakke; Afsluttet; Kundeservice; Fortryd; Vareprøver; Sygemelding; Vedhæftede filer; Momskode; Onsdag; Januar; Juni; Aarhus; Esbjerg; Rom; Modulet Vagtplan; Driftsovervågning; Projekt Havbrise"
        ),
        _rows(
            "Birgitte Vestergaard; Jeppe Kjærsgaard; Anne Mette Skovbjerg; Troels Lindegaard; Sidsel Munkholm; Rasmus Bo Thygesen; Aviaja Kleist"
        ),
        "Du finder knappen {} nederst på siden.",
        "{} har lovet at sende rapporten på fredag.",
    ),
    "fi": Language(
        _rows(
            "Matkalasku; Eräpäivä; Keskeneräinen; Henkilöstöhallinto; Palauta oletukset; Lähetysluettelo; Ajanvaraus; Kuittaa hälytys; Poissaolot; Maanantai; Maaliskuu; Heinäkuu; Jyväskylä; Rovaniemi; Tallinna; Varastonhallinta; Työvuorosuunnittelu; Hanke Revontuli"
        ),
        _rows(
            "Pirjo Kettunen; Juha-Pekka Rautiainen; Anna Kaisa Hietala; Veikko Lammasniemi; Riikka Ylitalo; Onni Saarelainen; Inger-Mari Aikio"
        ),
        "Valitse valikosta {} ja tallenna muutokset.",
        "Tarjouksen laati {} viime viikolla.",
    ),
    "hu": Language(
        _rows(
            "Bérjegyzék; Kapcsolattartók; Lezárt jegyek; Könyvelés; Nyomtatási kép; Szállítólevél; Beutaló; Mellékletek; Áfakulcs; Kedd; Április; Augusztus; Debrecen; Szeged; Pozsony; Raktárkezelő; Munkaidő modul; Pirkadat projekt"
        ),
        _rows(
            "Szentirmai Boglárka; Kocsis Zsombor; Dr. Hegedűs-Barna Ildikó; Vadász Ákos; Fülöp Anna Réka; Tóthfalusi Gergő; Lakatos Rudolf Dezső"
        ),
        "A(z) „{}” gomb nálam nem csinál semmit.",
        "Tegnap {} vette át a csomagot.",
    ),
    "ro": Language(
        _rows(
            "Stat de plată; Cont de profit; Anulată parțial; Achiziții; Deconectare; Aviz de însoțire; Bilet de trimitere; Rezultate analize; Listă de verificare; Sâmbătă; Iunie; Decembrie; Cluj-Napoca; Constanța; Chișinău; Modul Pontaj; Gestiune stocuri; Proiectul Orizont"
        ),
        _rows(
            "Mihaela Drăgulescu; Răzvan Ciobotaru; Ana-Maria Păunescu; Valeriu Ștefănucă; Ilinca Brătescu; Sorin Gheorghe Mocanu; Kinga Székely"
        ),
        "{} apare de două ori în lista mea.",
        "Am primit oferta de la {} azi-dimineață.",
    ),
    "tr": Language(
        _rows(
            "Bordro; Cari Hesaplar; Onay Bekliyor; Satın Alma; Sütunları Gizle; Sevk İrsaliyesi; Tahlil Sonuçları; Oturumu Kapat; Birim Fiyat; Pazartesi; Şubat; Ağustos; Eskişehir; Trabzon; Bakü; Depo Yönetimi; Vardiya Modülü; Yeni Ufuk Projesi"
        ),
        _rows(
            "Nurcan Kocabıyık; Serhat Güngörmüş; Ayşe Nur Tekindağ; Orhan Bayraktutan; Zeynep Altınok Sezgin; Berkay Uçarlı; Rojda Bozyel"
        ),
        "Ekranın altındaki {} düğmesi çalışmıyor.",
        "Sözleşmeyi dün {} imzaladı.",
    ),
    "vi": Language(
        _rows(
            "Bảng lương; Công nợ phải thu; Đang vận chuyển; Phòng Kế toán; Xuất ra Excel; Đơn thuốc; Lịch họp; Quên mật khẩu; Mã vận đơn; Thứ Bảy; Tháng Tư; Chủ Nhật; Đà Nẵng; Cần Thơ; Luân Đôn; Quản lý kho; Phân hệ Chấm công; Dự án Bình Minh"
        ),
        _rows(
            "Nguyễn Thị Thuý Diễm; Trần Quốc Khải; Lê Hoàng Bảo Ngân; Phạm Đức Lộc; Đặng Thuỳ Linh; Võ Minh Triết; H'Len Niê"
        ),
        "Tôi không thấy mục “{}” trong trình đơn bên trái.",
        "Hôm qua {} đã gửi báo giá cho khách hàng.",
    ),
    "id": Language(
        _rows(
            "Slip Gaji; Jatuh Tempo; Buku Besar; Layanan Pelanggan; Unggah Berkas; Surat Jalan; Rekam Medis; Selesai Sebagian; Tingkat Prioritas; Kamis; Februari; Desember; Surabaya; Makassar; Kuala Lumpur; Manajemen Gudang; Modul Absensi; Proyek Fajar Timur"
        ),
        _rows(
            "Retno Wulandari; Bambang Suryanegara; Siti Halimah Maharani; Yohanes Simanjuntak; Ni Luh Ayu Pramesti; Fadhil Ramadhansyah; Melinda Tanuwijaya"
        ),
        "Silakan buka menu {} lalu tekan simpan.",
        "Berkas itu sudah diperiksa oleh {} tadi pagi.",
    ),
    "ru": Language(
        _rows(
            "Расчётный лист; Обращения; На согласовании; Отдел снабжения; Сбросить фильтр; Накладная; Больничный; Журнал событий; Воронка продаж; Вторник; Июнь; Октябрь; Екатеринбург; Казань; Ташкент; Складской учёт; Модуль Табель; Проект Янтарь"
        ),
        _rows(
            "Светлана Игоревна Малютина; Глеб Заречный; Таисия Воропаева; Аркадий Львович Шестопалов; Ульяна Коробейникова; Тимофей Беспалов; Айгуль Мухаметзянова"
        ),
        "После обновления пропала кнопка «{}».",
        "Вчера документы принимала {}, всё было в порядке.",
    ),
    "uk": Language(
        _rows(
            "Штатний розпис; Термін сплати; У дорозі; Бухгалтерія; Скасувати бронювання; Видаткова накладна; Направлення; Резервна копія; Одиниця виміру; Середа; Лютий; Серпень; Харків; Чернівці; Варшава; Облік складу; Модуль Графіки; Проєкт Світанок"
        ),
        _rows(
            "Оксана Петрівна Гриценюк; Остап Заболотний; Соломія Яворська; Тарас Михайлович Кушнір; Любов Чорнобай; Данило Перебийніс; Ельвіна Сеітаблаєва"
        ),
        "Чому в моєму звіті немає стовпця {}?",
        "{} обіцяв надіслати рахунок до кінця дня.",
    ),
    "el": Language(
        _rows(
            "Μισθοδοσία; Παραστατικά; Σε εκκρεμότητα; Λογιστήριο; Αποσύνδεση; Δελτίο αποστολής; Παραπεμπτικό; Εισερχόμενα; Κωδικός είδους; Παρασκευή; Μάρτιος; Ιούλιος; Θεσσαλονίκη; Λεμεσός; Βερολίνο; Διαχείριση αποθήκης; Ενότητα Βάρδιες; Έργο Κεχριμπάρι"
        ),
        _rows(
            "Ευγενία Παπαστεργίου; Στυλιανός Καραμπέτσος; Άννα-Μαρία Δημητρακοπούλου; Θρασύβουλος Μαυρίδης; Δέσποινα Χατζηλάμπρου; Ορέστης Γιαννακάκης; Αϊσέ Χασάν Ογλού"
        ),
        "Η επιλογή «{}» δεν είναι διαθέσιμη για τον λογαριασμό μου.",
        "Τα έγγραφα τα παρέλαβε χθες το πρωί {}.",
    ),
    "ar": Language(
        _rows(
            "كشف الرواتب; عروض الأسعار; قيد التنفيذ; خدمة العملاء; تسجيل الخروج; بوليصة الشحن; الوصفات الطبية; النسخ الاحتياطي; رقم الصنف; الأربعاء; فبراير; تموز; الإسكندرية; الدار البيضاء; مسقط; إدارة المخازن; وحدة الحضور; مشروع الأفق الجديد"
        ),
        _rows(
            "هيفاء عبد الرحمن الزبيدي; طارق بن سالم الحارثي; رانيا محمود الشافعي; عبد اللطيف بوزيان; لمياء الخوري; زياد أنور القطان; مينا جرجس بطرس"
        ),
        "لا أستطيع العثور على {} في القائمة الجانبية.",
        "وقّع {} العقد صباح أمس.",
    ),
    "he": Language(
        _rows(
            "תלוש שכר; הזמנות רכש; בטיפול; הנהלת חשבונות; ייצוא לקובץ; תעודת משלוח; הפניה לרופא; פגישות היום; מספר פנייה; יום שלישי; מרץ; נובמבר; באר שבע; חיפה; אתונה; ניהול מלאי; מודול נוכחות; פרויקט זריחה"
        ),
        _rows(
            "אורית שמעוני; יהונתן בר-לב; חנה רבקה אייזנברג; עידו קדושאי; מיכל לוי-אברמוב; נחום זילברשטיין; סמאח אבו-ריא"
        ),
        "הכפתור „{}” נעלם אחרי העדכון.",
        "אתמול דיברתי עם {} על ההצעה.",
    ),
    "hi": Language(
        _rows(
            "वेतन पर्ची; क्रय आदेश; प्रगति में; लेखा विभाग; पासवर्ड बदलें; माल रसीद; रोगी सूची; संलग्नक; शिकायत संख्या; बुधवार; मार्च; दिसंबर; लखनऊ; भोपाल; काठमांडू; भंडार प्रबंधन; उपस्थिति मॉड्यूल; परियोजना सवेरा"
        ),
        _rows(
            "सुनीता भटनागर; हर्षवर्धन चतुर्वेदी; मीनाक्षी रानी तोमर; देवेंद्र प्रसाद कुशवाहा; अनन्या श्रीवास्तव; बलबीर सिंह ढिल्लों; शबाना अंसारी"
        ),
        "बाईं ओर के मेनू में {} दिखाई नहीं दे रहा है।",
        "कल {} ने अनुबंध पर हस्ताक्षर कर दिए।",
    ),
    "ja": Language(
        _rows(
            "給与明細; 経費精算; 差し戻し; 総務部; 一括編集; 納品書; 問診票; 未読のみ; 単価; 金曜日; 3月; 九月; 札幌; 神戸; シドニー; 在庫管理; 勤怠モジュール; 夜明けプロジェクト"
        ),
        _rows("綾瀬 美咲; 黒岩 拓海; 早乙女 千鶴; 榎本 龍之介; 小野寺 ひかり; 比嘉 朝陽; 金城 マリア 由美"),
        "画面右上の「{}」を押しても反応がありません。",
        "昨日、{}さんから見積書を受け取りました。",
    ),
    "ko": Language(
        _rows(
            "급여 명세서; 회의실 예약; 처리 중; 구매팀; 즐겨찾기; 운송장 번호; 진료 기록; 접근 권한; 매출 현황; 화요일; 5월; 십일월; 부산; 대전; 하노이; 재고 관리; 근태 모듈; 새벽 프로젝트"
        ),
        _rows("박서윤; 최동혁; 남궁 은비; 강태준; 윤혜진; 선우 재민; 응우옌 티 란"),
        "{} 버튼을 눌러도 아무 반응이 없습니다.",
        "어제 {} 님이 계약서를 보내 주셨습니다.",
    ),
    "zh": Language(
        _rows(
            "报销单; 商机阶段; 已驳回; 采购部; 批量导入; 提货单; 检验报告; 修改密码; 工单编号; 星期日; 六月; 十二月; 成都; 哈尔滨; 新加坡; 仓储管理; 考勤模块; 晨曦项目"
        ),
        _rows("陈雨桐; 欧阳志远; 刘建国; 赵晓曼; 司徒婉清; 孙浩然; 阿依古丽·买买提"),
        "我在左侧菜单里找不到“{}”这一项。",
        "昨天{}已经把合同寄给客户了。",
    ),
}
