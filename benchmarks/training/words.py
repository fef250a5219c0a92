# ruff: noqa: E501 - lines of text are data here
"""Words that are nobody's name: the hard negatives and the fillers of templates. Written for this project."""

from __future__ import annotations


def _w(text: str) -> tuple[str, ...]:
    return tuple(p.strip() for p in text.split(";") if p.strip())


JOBS = _w(
    "Software Engineer; Senior Accountant; Sales Manager; HR Business Partner; Recruiter; Nurse; Teacher; Head of Finance; Account Executive; CEO; CTO; CFO; Vice President; "
    "Project Manager; Data Analyst; Product Owner; Paralegal; Attorney; Solicitor; Judge; Clerk; Registrar; Director of Operations; Office Manager; Team Lead; Intern; Consultant; "
    "Customer Success Manager; Support Agent; DevOps Engineer; Payroll Specialist; Purchasing Agent; Warehouse Supervisor; Chief of Staff; Executive Assistant; Professor; Physician; "
    "Chemical Engineer; Marketing Coordinator; Controller; Auditor; Buyer; Dispatcher; Receptionist; Underwriter; Claims Adjuster; Loan Officer; Trader; Broker; Designer; UX Researcher; "
    "QA Tester; Scrum Master; System Administrator; Network Engineer; Electrician; Foreman; Mechanic; Chef; Driver; Journalist; Editor; Actor; Singer; Photographer; Footballer; Coach; "
    "President; Prime Minister; Minister; Mayor; Governor; Secretary; Bishop; Priest; General; Colonel; Detective; Police Officer; Firefighter; Farmer; Architect; Surgeon; Dentist; Lecturer"
)
PRODUCTS = _w(
    "Microsoft Excel; Word; PowerPoint; Outlook; Microsoft Teams; Slack; Zoom; Jira; Confluence; Salesforce; SAP; NetSuite; Workday; Google Docs; Google Sheets; Gmail; Google Chrome; "
    "Chrome; Firefox; Safari; Visual Studio Code; GitHub; GitLab; Notion; Trello; Asana; Figma; Photoshop; Acrobat Reader; Dropbox; OneDrive; SharePoint; Power BI; Tableau; ServiceNow; "
    "Zendesk; HubSpot; QuickBooks; Xero; Stripe; DocuSign; Windows; Windows 11; macOS; Ubuntu; Linux; Android; Python; Java; JavaScript; TypeScript; Ruby; Rust; Go; Perl; Julia; Scala; Swift; "
    "Kotlin; Docker; Kubernetes; Jenkins; Terraform; Ansible; Apache; Tomcat; Maven; Gradle; Nginx; Redis; PostgreSQL; MySQL; MongoDB; Cassandra; Kafka; Elasticsearch; Grafana; Prometheus; "
    "LibreOffice Writer; LibreOffice Calc; Thunderbird; Notepad; Notepad++; Paint; Calculator; File Explorer; Finder; Terminal; PowerShell; Siri; Alexa; Cortana; Copilot; Bluetooth; "
    "Wi-Fi; USB; PDF; CSV; HTML; JSON; Teams; Power Automate; OneNote; Skype; WhatsApp; Signal; Telegram; Discord; YouTube; Facebook; Twitter; LinkedIn; Instagram; Claude; Jasper; Watson; Oscar; Joomla; Django; Flask"
)
UI = _w(
    "Save; Save As; Save changes; Save and close; Cancel; OK; Apply; Close; Open; New; New tab; New window; Edit; Delete; Remove; Add; Add row; Add item; Add user; Add customer; Copy; Paste; Cut; Undo; "
    "Redo; Find; Find and replace; Select all; Print; Print preview; Export; Export to CSV; Import; Import data; Upload; Upload file; Download; Share; Send; Send email; Reply; Reply all; Forward; Archive; Mark as read; "
    "Mark all as read; Bill to; Ship to; Sold to; Bill of materials; Will be deleted; May be empty; Frank feedback; Page 1 of 3; Page layout; Page setup; Chase payment; Price list; Price; Prices; Grant access; "
    "Grant permission; Drew a line; Art board; Jack; Rich text; Rich text editor; Sign in; Sign out; Sign up; Log in; Log out; Username; Password; Forgot password?; Remember me; Settings; Preferences; "
    "Account settings; Profile; My profile; Dashboard; Home; Inbox; Drafts; Sent; Spam; Trash; Junk; Folders; Labels; Tags; Filter; Filters; Sort by; Group by; Columns; Rows; View; View all; Show more; Show less; "
    "Next; Previous; Back; Finish; Submit; Submit for approval; Approve; Reject; Approved; Rejected; Pending; In progress; Done; To do; Open; Closed; Resolved; On hold; Overdue; Paid; Unpaid; Draft; Active; Inactive; "
    "Enabled; Disabled; Yes; No; True; False; None; N/A; All; Any; Unknown; Other; Default; Custom; Standard; Basic; Advanced; General; Details; Overview; Summary; History; Activity; Notes; Comments; Attachments; "
    "Related; Help; Help center; About; What's new; Keyboard shortcuts; Contact us; Terms of service; Privacy policy; Search; Search results; No results found; Loading...; Please wait; Try again; Error; Warning; "
    "Success; Information; Untitled; Untitled document; Document1; Book1; Sheet1; Presentation1; Purchase order; Sales order; Invoice; Invoices; Credit note; Quote; Estimate; Opportunity; Opportunities; Leads; Contacts; Accounts; "
    "Accounts payable; Accounts receivable; General ledger; Journal entry; Trial balance; Balance sheet; Profit and loss; Cash flow; Bank reconciliation; Vendors; Customers; Employees; Time off; Time sheet; Timesheets; "
    "Payroll; Benefits; Performance review; Job requisition; Candidates; Applicants; Interview; Interview schedule; Offer letter; Onboarding; Offboarding; Background check; Organization chart; Cost center; Department; "
    "Business unit; Location; Subsidiary; Class; Project; Projects; Tasks; Task list; Calendar; Schedule; Meeting; Agenda; Minutes; Reminder; Notification; Notifications; Alerts; Reports; Report builder; Chart; "
    "Charts; Tables; Pivot table; Formula bar; Conditional formatting; Data validation; Merge cells; Freeze panes; Wrap text; Bold; Italic; Underline; Font; Font size; Heading 1; Normal; Insert; Insert image; "
    "Insert link; Format; Tools; Extensions; Add-ons; Window; File; First name; Last name; Full name; Middle name; Name; Display name; Company; Company name; Email; Email address; Phone; Phone number; Mobile; Fax; "
    "Address; Street; City; State; Zip code; Postal code; Country; Region; Date; Start date; End date; Due date; Date of birth; Gender; Male; Female; Nationality; Marital status; Single; Married; Title; Job title; "
    "Manager; Supervisor; Assigned to; Assignee; Owner; Created by; Modified by; Last modified; Requested by; Reporter; Approver; Status; Priority; High; Medium; Low; Critical; Type; Category; Description; Subject; "
    "From; To; Cc; Bcc; Quantity; Unit price; Amount; Total; Subtotal; Tax; Discount; Currency; Exchange rate; Payment terms; Net 30; Payment method; Credit card; Bank transfer; Cash; Check; Shipping address; "
    "Billing address; Tracking number; Order number; Order date; Item; Items; SKU; Serial number; Warehouse; Stock; In stock; Out of stock; Backorder; Version; Version history; Release notes; Changelog; License; "
    "Read me; Source code; Pull requests; Issues; Merge; Branch; Commit; Clone; Fork; Star; Watch; Actions; Wiki; Security; Insights; Pipelines; Deployments; Environment; Production; Staging; Sandbox; Test; "
    "Debug; Console; Network; Sources; Elements; Performance; Memory; Application; Lighthouse; Recorder; Zoom in; Zoom out; Full screen; Dark mode; Language; English; Spanish; French; German; Chinese; Japanese; "
    "Time zone; Greenwich Mean Time; Eastern Time; Today; Yesterday; Tomorrow; This week; Last month; Monday; Tuesday; Wednesday; Thursday; Friday; Saturday; Sunday; January; February; March; April; May; June; July; "
    "August; September; October; November; December; Jan; Feb; Mar; Apr; Jun; Jul; Aug; Sep; Oct; Nov; Dec; Q1; Q2; FY24; Spring; Summer; Autumn; Winter; Christmas; Easter; Thanksgiving; New Year; Labor Day; "
    "Recycle Bin; This PC; Desktop; Documents; Downloads; Pictures; Music; Videos; Control Panel; Task Manager; Device Manager; Network and Internet; Start menu; Taskbar; System tray; Wallpaper; Screensaver; "
    "Cart; Checkout; Wish list; My orders; Track order; Return policy; Customer service; Free shipping; Best sellers; New arrivals; Gift cards; Add to cart; Buy now; Write a review; Star rating; Reviews; "
    "Live chat; Start chat; Knowledge base; Community; Forum; Ticket; Tickets; My tickets; Escalate; Service level agreement; Change request; Incident; Problem; Root cause; Case number; Case; Queue; Team; Teams; Channel; Channels; "
    "Direct messages; Threads; Mentions; Reactions; Mute; Unmute; Join; Join meeting; Leave; Record; Stop recording; Share screen; Raise hand; Chat; Participants; Breakout rooms; Waiting room; Host; Guest; Anonymous; Admin; Administrator; Member; Members; Everyone; Group; Groups; Role; Roles; Permissions"
)
NOUNS = _w(
    "report; budget; contract; invoice; proposal; schedule; meeting; project; plan; order; shipment; payment; account; draft; agreement; policy; update; ticket; request; review; audit; forecast; deck; spreadsheet; "
    "presentation; document; file; memo; letter; summary; analysis; estimate; quote; claim; deal; offer; training; workshop; interview; onboarding; migration; release; deployment; server; database; printer; laptop; "
    "password; licence; delivery; warehouse; inventory; price; discount; refund; deposit; loan; lease; permit; inspection; survey; campaign; newsletter; website; form; survey; checklist; roadmap; backlog; milestone; "
    "deadline; conference; call; agenda; minutes; slides; numbers; figures; results; data; model; pipeline; gas; power; storage; capacity; position; book; trade; confirmation; market"
)
ADJECTIVES = _w(
    "new; final; updated; revised; quarterly; annual; monthly; weekly; urgent; open; pending; late; early; missing; wrong; correct; long; short; big; small; great; good; bad; nice; quick; slow; old; young; first; "
    "second; third; next; last; main; public; private; legal; financial; technical; internal; external; global; local; national; important; critical; likely; ready; available; digital; green; blue; red; black; white"
)
VERBS = _w(
    "review; send; check; approve; sign; update; prepare; finish; discuss; forward; fix; test; deliver; cancel; schedule; confirm; complete; print; upload; file; pay; book; order; ship; close; open; read; write; explain; follow up on; look at; work on; talk about; sort out"
)
PAST = _w(
    "reviewed; sent; checked; approved; signed; updated; prepared; finished; discussed; forwarded; fixed; tested; delivered; cancelled; scheduled; confirmed; completed; printed; uploaded; filed; paid; booked; ordered; shipped; closed; opened; read; wrote; explained; rejected; asked for; complained about; found; lost; got; made"
)
INVENTED_WORDS = _w(
    "Verdant; Lumen; Apex; Nova; Zenith; Orbit; Quantum; Pioneer; Summit; Cascade; Horizon; Beacon; Atlas; Vertex; Polar; Meridian; Keystone; Cobalt; Ember; Fathom; Granite; Harbor; Ironwood; Juniper; Kestrel; "
    "Lattice; Monarch; Nimbus; Onyx; Prism; Quill; Radiant; Sable; Tundra; Umbra; Vantage; Willow; Yonder; Zephyr; Bright; Blue; Red; Silver; Golden; Northern; Southern; Eastern; Western; Pacific; Atlantic; "
    "Global; United; National; First; Premier; Royal; Allied; Advanced; Integrated; Central; Continental; Trans; Inter; Omni; Pan; Euro; Micro; Macro; Cyber; Digital; Smart; Green; Solar; Urban; Rapid; Swift; True; Open; Clear; Deep; High; Stone; River; Lake; Mountain; Forest; Oak; Pine; Cedar; Maple; Eagle; Falcon; Lion; Tiger; Bear; Wolf; Fox; Crown; Star; Sun; Moon; Sky; Ocean; Delta; Sigma; Omega; Alpha; Beta; Gamma"
)
INDUSTRY = _w(
    "Logistics; Industries; Solutions; Systems; Technologies; Software; Analytics; Consulting; Capital; Partners; Holdings; Ventures; Energy; Power; Gas; Oil; Pipeline; Foods; Bakery; Brewing; Coffee; Pharma; Pharmaceuticals; Biotech; "
    "Health; Healthcare; Medical; Clinic; Hospital; Dental; Insurance; Bank; Financial; Finance; Credit Union; Trust; Securities; Investments; Properties; Realty; Construction; Builders; Engineering; Steel; Metals; Mining; "
    "Chemicals; Plastics; Paper; Packaging; Textiles; Apparel; Shoes; Furniture; Interiors; Design; Studios; Media; Press; Publishing; Records; Entertainment; Games; Sports; Travel; Airlines; Airways; Hotels; Resorts; "
    "Motors; Automotive; Tires; Electric; Electronics; Semiconductors; Networks; Telecom; Wireless; Communications; Security; Robotics; Aerospace; Defense; Marine; Shipping; Freight; Trucking; Supply; Trading; Imports; "
    "Markets; Stores; Retail; Outfitters; Farms; Organics; Water; Environmental; Recycling; Services; Staffing; Recruiting; Law; Legal; Associates; Group; Labs; Research; Institute; Academy; Works; Dynamics; Innovations; Ltda; Comercial"
)
LEGAL_FORMS = _w(
    "Inc; Inc.; LLC; L.L.C.; Ltd; Ltd.; Limited; Corp; Corp.; Corporation; Co.; Company; PLC; plc; LLP; LP; L.P.; GmbH; AG; KG; S.A.; SA; S.A.S.; SARL; S.r.l.; SpA; S.p.A.; B.V.; BV; N.V.; AB; AS; A/S; Oy; Oyj; Sp. z o.o.; s.r.o.; d.o.o.; Kft.; Pty Ltd; Pvt. Ltd.; Pvt Ltd; K.K.; Co., Ltd.; Bhd; Sdn Bhd; JSC; OOO; Ltda.; S.A. de C.V.; e.V.; & Co.; & Sons; Bros.; and Company"
)
AREAS = _w(
    "Finance; Legal; Sales; Marketing; Operations; Support; Engineering; Payroll; Procurement; Logistics; Security; Facilities; Training; Compliance; Accounting; Treasury; Research; Quality; Production; Planning; Human Resources; Information Technology; Customer Care; Risk Management; Public Affairs; Trading; Credit; Tax; Audit; Communications; Health and Safety"
)
NATIONALITIES = _w(
    "American; British; French; German; Italian; Spanish; Dutch; Polish; Turkish; Russian; Ukrainian; Indian; Chinese; Japanese; Korean; Brazilian; Mexican; Canadian; Australian; Nigerian; Kenyan; Egyptian; Greek; Swedish; Norwegian; Danish; Finnish; Irish; Scottish; Welsh; Austrian; Swiss; Belgian; Portuguese; Romanian; Hungarian; Czech; Slovak; Croatian; Serbian; Bulgarian; Moldovan; European; African; Asian; Catholic; Muslim; Jewish; Christian; Kurdish"
)
HASHTAGS = _w(
    "#mondaymotivation; #tbt; #nowplaying; #fail; #winning; #love; #job; #hiring; #sale; #free; #news; #breaking; #music; #food; #travel; #fitness; #tech; #ai; #devops; #nofilter; #blessed; #goals; #giveaway; #election; #climate; #summer; #weekend"
)
