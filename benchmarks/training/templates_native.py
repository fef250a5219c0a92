# ruff: noqa: E501 - lines of text are data here
"""Short texts in languages other than English, {p1} being a name of the same language. Our own wording."""

from __future__ import annotations

NATIVE: dict[str, tuple[str, ...]] = {
    "ru": (
        "[Отчёт подготовил|Отчёт подготовила|Автор|Менеджер|Ответственный|Исполнитель|Клиент|Сотрудник|Кому|От кого|Тема: встреча с][:|] {p1}[.|]",
        "{p1} [написал письмо|написала письмо|подписал договор|позвонила вчера|работает в отделе продаж|присоединился к встрече].",
        "[Здравствуйте|Добрый день|Привет|Уважаемая|Уважаемый], {p1:first}! [Документы готовы|Спасибо за ответ|Посмотрите счёт].",
        "[С уважением|Спасибо],\\n{p1}",
        "[Вчера|Сегодня|Потом] {p1} [и {p2} |]обсудили [проект|бюджет|заказ].",
    ),
    "uk": (
        "[Звіт підготував|Автор|Відповідальна|Клієнт|Кому|Від][:|] {p1}",
        "{p1} [написав листа|підписала договір|працює у відділі продажів].",
        "[Вітаю|Добрий день|Шановний], {p1:first}! Документи готові.",
        "З повагою,\\n{p1}",
    ),
    "bg": ("[Автор|Клиент|Отговорник|До|От]: {p1}", "{p1} [подписа договора|изпрати писмо|работи в отдела]."),
    "mk": ("[Автор|Клиент|До|Од]: {p1}", "{p1} го потпиша договорот."),
    "el": (
        "[Προς|Από|Πελάτης|Υπεύθυνος|Συντάκτης]: {p1}",
        "{p1} [έστειλε το τιμολόγιο|υπέγραψε τη σύμβαση|εργάζεται στο τμήμα πωλήσεων].",
        "[Αγαπητέ|Αγαπητή|Γεια σου] {p1:first}, [το έγγραφο είναι έτοιμο|ευχαριστώ πολύ].",
        "Με εκτίμηση,\\n{p1}",
    ),
    "zh": (
        "我叫{p1}，[在北京工作|今年三十岁|是工程师]。",
        "{p1}[发送了一条消息|已加入会议|批准了申请|提交了报告|今天请假]",
        "[联系人|客户|负责人|经理|审批人|收件人|发件人|姓名][：|:|: ]{p1}",
        "[请联系|谢谢|你好，|感谢]{p1}[，文件已经准备好了。|！|]",
        "[昨天|今天]{p1}和{p2}[讨论了项目|签了合同]。",
        "{p1}[先生|女士|经理|老师]，[您好|请查收附件]。",
        "{p1}",
    ),
    "ja": (
        "{p1}さん[が参加しました|からのメッセージ|、お疲れ様です|へ]",
        "[担当|氏名|宛先|差出人|承認者|作成者|顧客][：|:|: ]{p1}[様|]",
        "{p1}[様|さん|部長|課長]、[お世話になっております|ご確認をお願いします]。",
        "[昨日|本日]{p1}と{p2}が[会議をしました|契約書を確認しました]。",
        "{p1}です。よろしくお願いします。",
        "{p1}",
    ),
    "ko": (
        "{p1}님이 [회의에 참가했습니다|메시지를 보냈습니다|승인했습니다|파일을 공유했습니다]",
        "[담당자|고객|이름|작성자|수신|발신][:|: ]{p1}",
        "안녕하세요 {p1}입니다. [문서를 확인해 주세요|감사합니다].",
        "[어제|오늘] {p1}과 {p2}가 프로젝트를 논의했습니다.",
        "{p1} [대리|과장|부장|팀장]님, [확인 부탁드립니다|감사합니다].",
        "{p1}",
    ),
    "ar": (
        "[الاسم|العميل|المدير|إلى|من|الموظف]: {p1}",
        "[أرسل|وقع|وافق] {p1} [على العقد|التقرير|الفاتورة].",
        "[مرحبا|عزيزي|السيد|السيدة] {p1:first}، [الملف جاهز|شكرا لك].",
        "مع التحية،\\n{p1}",
        "{p1}",
    ),
    "fa": (
        "[نام|مشتری|مدیر|به|از]: {p1}",
        "{p1} [نامه را فرستاد|قرارداد را امضا کرد].",
        "سلام {p1:first}، فایل آماده است.",
    ),
    "he": (
        "[שם|לקוח|מנהל|אל|מאת]: {p1}",
        "{p1} [שלח את הדוח|חתם על החוזה|הצטרפה לפגישה].",
        "[שלום|היי|לכבוד] {p1:first}, [המסמך מוכן|תודה רבה].",
        "בברכה,\\n{p1}",
    ),
    "th": ("[ชื่อ|ลูกค้า|ผู้จัดการ|ถึง|จาก]: {p1}", "คุณ{p1} [ส่งรายงานแล้ว|เข้าร่วมประชุม]", "เรียน คุณ{p1:first}"),
    "hi": (
        "[नाम|ग्राहक|प्रबंधक|प्रति|प्रेषक]: {p1}",
        "{p1} ने [रिपोर्ट भेजी|अनुबंध पर हस्ताक्षर किए]।",
        "नमस्ते {p1:first} जी, [फ़ाइल तैयार है|धन्यवाद]।",
        "{p1}",
    ),
    "": (
        "{p1}",
        "{p1}: {foreign}",
        "{p1}, {job}",
        "From: {p1} <{p1:mail}>",
        "{p1} joined",
        "Name: {p1}",
        "Customer {p1} - {product}",
    ),
}

#: Prose around a name, so that running text of these languages is not taken for names and names in it are seen.
PROSE: dict[str, tuple[str, ...]] = {
    "ru": (
        "[Вчера|На прошлой неделе|В понедельник] {p1} [сообщил, что|рассказала, что] [поставка задерживается|бюджет утверждён|клиент доволен].",
        "[Наш директор|Коллега|Мой начальник|Бухгалтер|Юрист] {p1} [попросил проверить счёт|уже в отпуске|приедет завтра].",
        "[Передайте|Позвоните|Напишите|Отправьте копию] {p1}, [пожалуйста|если будут вопросы].",
        "[Встреча с|Звонок с|Письмо от|Ответ от|Договор с] {p1} [перенесён|назначен|готов].",
        "[Настройки профиля|Журнал событий|Заказ поставщику|Общие сведения|Отменить заявку|Добавить строку|Отчёт о продажах|Срок оплаты истёк]",
        "[Счёт|Заказ|Задача] №{num}\n{p1}\n[Новый|В работе|Закрыт]",
        "{p1}, {p2} и {p3} [присоединились к встрече|в отпуске].",
    ),
    "uk": (
        "[Вчора|Сьогодні|У понеділок] {p1} [повідомив, що бюджет затверджено|надіслала рахунок|зателефонує пізніше].",
        "[Зустріч з|Лист від|Договір з] {p1} [перенесено|готовий].",
        "[Налаштування профілю|Додати рядок|Звіт про продажі|Скасувати замовлення]",
    ),
    "bg": (
        "[Вчера|Днес] {p1} [каза, че поръчката закъснява|одобри бюджета|изпрати фактурата].",
        "[Настройки на профила|Добави ред|Отчет за продажби|Отказ]",
    ),
    "el": (
        "[Χθες|Σήμερα|Τη Δευτέρα] [ο|η] {p1} [είπε ότι η παράδοση καθυστερεί|ενέκρινε τον προϋπολογισμό|κάλεσε τον πελάτη].",
        "[Η συνάντηση με|Το μήνυμα από|Η σύμβαση με] {p1} [αναβλήθηκε|είναι έτοιμη].",
        "[Ρυθμίσεις προφίλ|Προσθήκη γραμμής|Αναφορά πωλήσεων|Ακύρωση παραγγελίας|Γενικές πληροφορίες]",
        "{p1} και {p2} [συμφώνησαν|είναι σε άδεια].",
    ),
    "zh": (
        "[据|根据]{p1}[介绍，|说，]项目将在下个月完成。",
        "[会议由|合同由|该方案由]{p1}[主持|签署|提出]，{p2}[参加|审核]。",
        "[请把文件发给|我已经联系了|昨天见到了|任务已分配给]{p1}。",
        "[个人设置|添加一行|销售报表|取消订单|采购管理|库存查询|系统消息|搜索结果|新建任务|确认付款]",
        "{p1}\n[销售部|财务部|技术部|人事部] [经理|工程师|主管]",
        "订单{num} {p1} [待审批|已完成|已发货]",
        "{p1}、{p2}、{p3}",
    ),
    "ja": (
        "[昨日|先週]、{p1}さんから[電話がありました|連絡をいただきました]。",
        "[この件は|資料は|契約書は]{p1}[さんが担当します|様に送付しました|部長が承認しました]。",
        "[設定を変更する|行を追加|売上レポート|注文をキャンセル|在庫一覧|検索結果|新しいタスク|支払いの確認]",
        "{p1} [営業部|経理部|人事部] [課長|主任]",
        "注文{num} {p1} [承認待ち|完了|発送済み]",
        "{p1}、{p2}、{p3}",
    ),
    "ko": (
        "[어제|지난주에] {p1} [씨가 보고서를 제출했습니다|과장이 계약서에 서명했습니다|님과 통화했습니다].",
        "[이 업무는|자료는] {p1}[ 씨가 담당합니다|에게 전달했습니다].",
        "[설정 변경|행 추가|매출 보고서|주문 취소|재고 목록|검색 결과|새 작업|결제 확인]",
        "주문 {num} {p1} [승인 대기|완료|발송됨]",
    ),
    "ar": (
        "[أمس|اليوم|في الأسبوع الماضي] [قال|ذكر|أعلن] {p1} [إن الشحنة تأخرت|أن الميزانية جاهزة|إن العميل راض].",
        "[اتصل بـ|تحدث مع|اجتمعنا مع] {p1} [بخصوص الفاتورة|في المكتب|صباح اليوم].",
        "[المحاسب|المهندس|الدكتور|الأستاذة|زميلنا] {p1} [في إجازة|وافق على الطلب].",
        "[إعدادات الملف الشخصي|إضافة صف|تقرير المبيعات|إلغاء الطلب|نتائج البحث|معلومات عامة]",
        "{p1} و {p2}",
    ),
    "fa": (
        "[دیروز|امروز|هفته گذشته] {p1} [گفت که سفارش آماده است|صورتحساب را فرستاد].",
        "[آقای|خانم|همکار ما] {p1} [در مرخصی است|جلسه را لغو کرد].",
        "[تنظیمات|افزودن سطر|گزارش فروش|لغو سفارش|نتایج جستجو]",
    ),
    "he": (
        "[אתמול|היום|בשבוע שעבר] {p1} [אמר שהמשלוח מתעכב|אישרה את התקציב|התקשר ללקוח].",
        "[הפגישה עם|המכתב של|החוזה עם] {p1} [נדחתה|מוכן].",
        "[הגדרות פרופיל|הוספת שורה|דוח מכירות|ביטול הזמנה|תוצאות חיפוש]",
    ),
    "th": (
        "[เมื่อวาน|วันนี้]{p1}[แจ้งว่าสินค้ามาช้า|อนุมัติงบประมาณแล้ว|โทรหาลูกค้า]",
        "[นาย|นางสาว|นาง|คุณ]{p1} [แผนกขาย|แผนกบัญชี]",
        "[ตั้งค่าโปรไฟล์|เพิ่มแถว|รายงานการขาย|ยกเลิกคำสั่งซื้อ|ผลการค้นหา]",
        "{p1} และ {p2}",
    ),
    "hi": (
        "[कल|आज|पिछले सप्ताह] {p1} ने [बताया कि ऑर्डर देर से आएगा|बजट मंज़ूर किया|ग्राहक को फ़ोन किया]।",
        "[श्री|श्रीमती|डॉ.|हमारे सहयोगी] {p1} [छुट्टी पर हैं|बैठक में शामिल हुए]।",
        "[प्रोफ़ाइल सेटिंग|पंक्ति जोड़ें|बिक्री रिपोर्ट|ऑर्डर रद्द करें|खोज परिणाम]",
        "{p1} और {p2}",
    ),
    "ne": ("[हिजो|आज] {p1}ले [प्रतिवेदन पठाउनुभयो|सम्झौतामा हस्ताक्षर गर्नुभयो]।", "[नाम|ग्राहक|प्रबन्धक]: {p1}"),
    "bn": (
        "[গতকাল|আজ] {p1} [প্রতিবেদন পাঠিয়েছেন|চুক্তিতে সই করেছেন|সভায় যোগ দিয়েছেন]।",
        "[নাম|গ্রাহক|ব্যবস্থাপক|প্রাপক]: {p1}",
        "[প্রোফাইল সেটিংস|বিক্রয় প্রতিবেদন|অর্ডার বাতিল]",
    ),
    "ta": (
        "[பெயர்|வாடிக்கையாளர்|மேலாளர்]: {p1}",
        "{p1} [அறிக்கையை அனுப்பினார்|ஒப்பந்தத்தில் கையெழுத்திட்டார்].",
        "[அமைப்புகள்|விற்பனை அறிக்கை|தேடல் முடிவுகள்]",
    ),
    "hy": ("[Անուն|Հաճախորդ|Ղեկավար]՝ {p1}", "{p1} [ուղարկեց հաշիվը|ստորագրեց պայմանագիրը]։"),
    "ka": ("[სახელი|კლიენტი|მენეჯერი]: {p1}", "{p1} [ხელი მოაწერა ხელშეკრულებას|გააგზავნა ანგარიში]."),
}

#: Sentences around people in languages with Latin letters, whose other templates are English.
LATIN: dict[str, tuple[str, ...]] = {
    "de": (
        "[Sehr geehrte Frau|Sehr geehrter Herr|Hallo|Liebe|Guten Tag] {p1:last}, [die Rechnung ist da|vielen Dank|bitte prüfen Sie die Bestellung].",
        "{p1} hat [den Antrag genehmigt|die Datei geteilt|gestern angerufen|das Ticket geschlossen].",
        "[Ansprechpartner|Bearbeiter|Erstellt von|Kunde|Verantwortlich|Zugewiesen an]: {p1}",
        "[Gestern|Heute|Am Montag] haben {p1} und {p2} [den Vertrag besprochen|das Angebot geprüft].",
    ),
    "fr": (
        "[Bonjour|Chère|Cher|Madame|Monsieur] {p1}, [la facture est prête|merci de votre réponse].",
        "{p1} a [approuvé la demande|partagé le fichier|appelé le client|fermé le ticket].",
        "[Contact|Responsable|Créé par|Client|Attribué à] : {p1}",
        "[Hier|Lundi|La semaine dernière], {p1} et {p2} ont [signé le contrat|relu le devis].",
    ),
    "es": (
        "[Hola|Estimada|Estimado|Buenos días] {p1:first}, [la factura está lista|gracias por su respuesta].",
        "{p1} [aprobó la solicitud|compartió el archivo|llamó al cliente|cerró la incidencia].",
        "[Contacto|Responsable|Creado por|Cliente|Asignado a]: {p1}",
        "[Ayer|El lunes] {p1} y {p2} [firmaron el contrato|revisaron la oferta].",
    ),
    "it": (
        "[Ciao|Gentile|Buongiorno] {p1:first}, [la fattura è pronta|grazie della risposta].",
        "{p1} ha [approvato la richiesta|condiviso il file|chiamato il cliente].",
        "[Referente|Responsabile|Creato da|Cliente|Assegnato a]: {p1}",
    ),
    "pt": (
        "[Olá|Prezada|Caro|Bom dia] {p1:first}, [a fatura está pronta|obrigado pela resposta].",
        "{p1} [aprovou o pedido|partilhou o ficheiro|ligou ao cliente|encerrou o chamado].",
        "[Contato|Responsável|Criado por|Cliente|Atribuído a]: {p1}",
    ),
    "nl": (
        "[Beste|Hallo|Geachte mevrouw|Geachte heer] {p1:last}, [de factuur is klaar|bedankt voor uw antwoord].",
        "{p1} heeft [de aanvraag goedgekeurd|het bestand gedeeld|de klant gebeld].",
        "[Contactpersoon|Gemaakt door|Klant|Toegewezen aan]: {p1}",
    ),
    "pl": (
        "[Dzień dobry|Witam|Szanowna Pani|Szanowny Panie] {p1:first}, [faktura jest gotowa|dziękuję za odpowiedź].",
        "{p1} [zatwierdził wniosek|udostępniła plik|zadzwonił do klienta|zamknęła zgłoszenie].",
        "[Osoba kontaktowa|Utworzył|Klient|Przypisano do|Kierownik]: {p1}",
        "[Wczoraj|W poniedziałek] {p1} i {p2} [podpisali umowę|omówili ofertę].",
    ),
    "tr": (
        "[Merhaba|Sayın|Sevgili] {p1}, [fatura hazır|yanıtınız için teşekkürler].",
        "{p1} [talebi onayladı|dosyayı paylaştı|müşteriyi aradı|kaydı kapattı].",
        "[İlgili kişi|Oluşturan|Müşteri|Atanan|Yönetici]: {p1}",
        "[Dün|Pazartesi günü] {p1} ve {p2} [sözleşmeyi imzaladı|teklifi inceledi].",
    ),
    "vi": (
        "[Chào|Kính gửi|Xin chào] {p1}, [hóa đơn đã sẵn sàng|cảm ơn đã trả lời].",
        "{p1} đã [duyệt yêu cầu|chia sẻ tệp|gọi cho khách hàng|đóng phiếu].",
        "[Người liên hệ|Người tạo|Khách hàng|Giao cho|Quản lý]: {p1}",
    ),
    "cs": (
        "[Dobrý den|Vážená paní|Vážený pane] {p1:last}, [faktura je připravena|děkuji za odpověď].",
        "{p1} [schválil žádost|sdílela soubor|volal zákazníkovi].",
        "[Kontaktní osoba|Vytvořil|Zákazník|Přiřazeno]: {p1}",
    ),
    "hu": ("[Kedves|Tisztelt] {p1}, [a számla elkészült|köszönöm a választ].", "{p1} [jóváhagyta a kérelmet|megosztotta a fájlt].", "[Kapcsolattartó|Létrehozta|Ügyfél]: {p1}"),
    "ro": ("[Bună ziua|Stimată|Stimate] {p1}, [factura este gata|mulțumesc].", "{p1} a [aprobat cererea|trimis fișierul|sunat clientul].", "[Persoană de contact|Creat de|Client]: {p1}"),
    "sv": ("[Hej|Bästa] {p1:first}, [fakturan är klar|tack för svaret].", "{p1} [godkände ansökan|delade filen|ringde kunden].", "[Kontaktperson|Skapad av|Kund|Tilldelad]: {p1}"),
    "da": ("[Hej|Kære] {p1:first}, [fakturaen er klar|tak for svaret].", "{p1} [godkendte ansøgningen|delte filen].", "[Kontaktperson|Oprettet af|Kunde]: {p1}"),
    "fi": ("[Hei|Hyvä] {p1:first}, [lasku on valmis|kiitos vastauksesta].", "{p1} [hyväksyi pyynnön|jakoi tiedoston|soitti asiakkaalle].", "[Yhteyshenkilö|Luonut|Asiakas]: {p1}"),
    "id": ("[Halo|Yth. Bapak|Yth. Ibu] {p1}, [faktur sudah siap|terima kasih].", "{p1} [menyetujui permintaan|membagikan berkas|menelepon pelanggan].", "[Kontak|Dibuat oleh|Pelanggan]: {p1}"),
    "hr": ("[Poštovani|Poštovana|Bok] {p1}, [račun je spreman|hvala na odgovoru].", "{p1} je [odobrio zahtjev|podijelila datoteku].", "[Kontakt osoba|Izradio|Kupac]: {p1}"),
    "sk": ("[Dobrý deň|Vážená pani] {p1:last}, [faktúra je pripravená|ďakujem].", "{p1} [schválil žiadosť|zdieľala súbor].", "[Kontaktná osoba|Vytvoril|Zákazník]: {p1}"),
    "sl": ("[Pozdravljeni|Spoštovani] {p1}, [račun je pripravljen|hvala].", "{p1} je [odobril zahtevo|delila datoteko].", "[Kontaktna oseba|Ustvaril|Stranka]: {p1}"),
    "lt": ("[Sveiki|Gerbiamas|Gerbiama] {p1}, [sąskaita paruošta|ačiū].", "{p1} [patvirtino prašymą|pasidalijo failu].", "[Kontaktinis asmuo|Sukūrė|Klientas]: {p1}"),
    "lv": ("[Labdien|Cienījamais] {p1}, [rēķins ir gatavs|paldies].", "{p1} [apstiprināja pieteikumu|kopīgoja failu].", "[Kontaktpersona|Izveidoja|Klients]: {p1}"),
    "et": ("[Tere|Lugupeetud] {p1}, [arve on valmis|aitäh].", "{p1} [kinnitas taotluse|jagas faili].", "[Kontaktisik|Looja|Klient]: {p1}"),
    "nb": ("[Hei|Kjære] {p1:first}, [fakturaen er klar|takk for svaret].", "{p1} [godkjente søknaden|delte filen].", "[Kontaktperson|Opprettet av|Kunde]: {p1}"),
    "az": ("[Salam|Hörmətli] {p1}, [faktura hazırdır|təşəkkür edirəm].", "{p1} [sorğunu təsdiqlədi|faylı paylaşdı].", "[Əlaqə|Yaradan|Müştəri]: {p1}"),
    "ca": ("[Hola|Benvolguda] {p1:first}, [la factura és a punt|gràcies].", "{p1} ha [aprovat la sol·licitud|compartit el fitxer].", "[Contacte|Creat per|Client]: {p1}"),
}  # fmt: skip
