# ruff: noqa: E501 - lines of text are data here
"""Names of features, modules, groups, meetings and documents: in Title Case and nobody's. Written for this project."""

from __future__ import annotations

from benchmarks.training.words import _w

#: First and last words of names of features, modules, screens and plugins ("Sales Orders", "Kanban Board").
FEATURE_FIRST = _w(
    "Sales; Purchase; Kanban; Gantt; Task; Project; Time; Resource; Team; Meeting; Work; Cost; Budget; Issue; Bug; Sprint; Release; Version; Test; Customer; Vendor; Supplier; Product; Price; Stock; Asset; "
    "Fleet; Shift; Leave; Absence; Expense; Travel; Payroll; Payment; Bank; Tax; Journal; Fiscal; Chart; Pivot; Report; Query; Search; Filter; Custom; Field; Form; Page; Site; Theme; Menu; Widget; Block; Post; "
    "Media; Image; Video; File; Folder; Document; Contract; Template; Mail; Message; Chat; Notification; Alert; Event; Calendar; Booking; Room; Seat; Visitor; Contact; Lead; Deal; Pipeline; Campaign; Audience; Segment; "
    "Survey; Poll; Quiz; Course; Lesson; Student; Class; Grade; Patient; Ward; Lab; Order; Cart; Checkout; Shipping; Delivery; Route; Warehouse; Bin; Batch; Serial; Lot; Recipe; Work; Machine; Quality; Audit; Risk; "
    "Policy; Access; Role; Permission; Identity; Single; Session; Token; Key; Password; Backup; Restore; Import; Export; Sync; Data; Schema; Table; Index; Cache; Queue; Job; Cron; Log; Trace; Metric; Health; Cluster; "
    "Node; Container; Image; Secret; Config; Feature; Flag; Plugin; Module; Package; Library; Component; Design; Style; Color; Font; Icon; Layout; Grid; Column; Row; Cell; Sheet; Formula; Macro; Script; Workflow; "
    "Approval; Automation; Trigger; Action; Rule; Condition; Webhook; Integration; Connector; Gateway; Channel; Community; Knowledge; Help; Support; Service; Ticket; Incident; Change; Problem; Inbox; Outbox; Activity; "
    "Timeline; Roadmap; Backlog; Board; List; Card; Label; Tag; Category; Attribute; Variant; Bundle; Coupon; Gift; Loyalty; Reward; Subscription; Plan; Billing; Invoice; Credit; Debit; Refund; Dispute; Ledger; Account"
)
FEATURE_LAST = _w(
    "Board; Boards; Management; Manager; Tracking; Tracker; Planner; Planning; Orders; Order; Lists; List; Types; Type; Statuses; Settings; Options; Rules; Rule; Templates; Template; Groups; Group; Categories; Fields; "
    "Builder; Editor; Viewer; Explorer; Browser; Wizard; Center; Hub; Portal; Console; Studio; Dashboard; Dashboards; Reports; Report; Analytics; Insights; Overview; Summary; Details; History; Log; Logs; Entries; "
    "Entry; Items; Lines; Notes; Comments; Attachments; Files; Documents; Records; Registry; Directory; Catalog; Library; Gallery; Collection; Archive; Queue; Pipeline; Workflow; Automation; Requests; Request; Approvals; "
    "Policies; Roles; Permissions; Access; Security; Backup; Sync; Import; Export; Integration; Integrations; Connector; Gateway; Engine; Service; Services; Server; Client; Agent; Assistant; Bot; Plugin; Extension; "
    "Add-on; Module; Package; Bundle; Kit; Toolkit; Suite; Platform; Framework; API; SDK; Manual; Guide; Reference; Tutorial; Plan; Plans; Calendar; Schedule; Timeline; Chart; Charts; Diagram; Map; View; Views; Layout; "
    "Matrix; Table; Grid; Form; Forms; Page; Pages; Widget; Panel; Sidebar; Toolbar; Menu; Configuration; Setup; Preferences; Defaults; Codes; Terms; Methods; Accounts; Journals; Invoices; Payments; Bills; Receipts; Returns; "
    "Shipments; Deliveries; Transfers; Adjustments; Counts; Levels; Forecast; Budget; Costs; Rates; Prices; Discounts; Taxes; Currencies; Units; Locations; Zones; Routes; Campaigns; Leads; Contacts; Surveys; Courses; Grades"
)
#: Parts of coined names of software ("FlowDesk", "TaskPilot").
COIN_FIRST = _w(
    "Open; Flow; Task; Team; Work; Time; Doc; Mail; Form; Data; Cloud; Code; Git; Note; Page; Site; Web; Net; Dev; Ops; Meta; Auto; Easy; Quick; Fast; Smart; Simple; Super; Hyper; Ultra; Micro; Mini; Multi; Omni; Poly; "
    "Pixel; Vector; Photo; Video; Audio; Sound; Screen; Shot; Snap; Clip; Click; Tap; Type; Word; Text; Table; Sheet; Grid; Chart; Graph; Map; Geo; Bio; Eco; Agri; Edu; Med; Health; Fit; Pay; Bill; Book; Count; Ledger; "
    "Tax; Cash; Trade; Stock; Shop; Cart; Ship; Fleet; Track; Trace; Scan; Print; Sign; Seal; Safe; Lock; Key; Pass; Shield; Guard; Fire; Sky; Blue; Red; Green; Black; White; Bright; Clear; Deep; Wild; Busy; Happy; "
    "Good; Next; Own; My; Our; Every; All; One; Two; Zen; Kan; Jet; Neo; Nano; Quantum; Turbo; Mega; Rocket; Star; Moon; Sun; Hive; Bee; Ant; Fox; Bear; Owl; Elephant; Penguin; Dolphin; Panda; Bamboo; Free; Libre; Re; Un"
)
COIN_LAST = _w(
    "Project; Desk; Board; Pilot; Ledger; Forge; Base; Hub; Lab; Labs; Works; Flow; Stack; Stream; Sync; Link; Bridge; Gate; Port; Dock; Box; Bin; Bank; Vault; Safe; Pad; Paper; Book; Note; Sheet; Docs; Doc; Page; "
    "Press; Cart; Commerce; Shop; Store; Market; Pay; Bill; Books; Count; CRM; ERP; CMS; LMS; HR; API; SQL; DB; QL; JS; OS; VM; AI; ML; App; Apps; Kit; Tool; Tools; Suite; Studio; Craft; Builder; Maker; Editor; Mind; "
    "Brain; Sense; Scope; View; Vision; Eye; Watch; Guard; Shield; Wall; Fire; Wire; Line; Track; Tracker; Trace; Metrics; Meter; Chart; Graph; Grid; Map; Maps; Space; Place; Point; Spot; Path; Way; Road; Ride; Drive; "
    "Cloud; Sky; Wave; Ware; Soft; Mate; Buddy; Genie; Ninja; Monkey; Bee; Hive; Nest; Tree; Leaf; Seed; Root; Stone; Rock; Beat; Chat; Talk; Mail; Post; Call; Meet; Room; Office; Shot; Snap; ify; ly; io; ium; ara; ora; able; matic; tron; ster"
)
DEPARTMENTS = _w(
    "Legal; Finance; Accounting; Treasury; Procurement; Purchasing; Sales; Inside Sales; Field Sales; Marketing; Brand; Communications; Investor Relations; Public Relations; Public Affairs; Government Affairs; Regulatory Affairs; "
    "Human Resources; People Operations; Talent Acquisition; Learning and Development; Compensation and Benefits; Payroll; Facilities; Real Estate; Security; Information Security; Information Technology; IT Operations; Service Desk; "
    "Engineering; Platform Engineering; Quality Assurance; Research and Development; Product Management; Design; Data Science; Business Intelligence; Customer Success; Customer Support; Technical Support; Field Service; Logistics; "
    "Supply Chain; Warehouse; Manufacturing; Production; Maintenance; Health and Safety; Environmental Health; Risk Management; Credit Risk; Market Risk; Compliance; Internal Audit; Tax; Structuring; Origination; Trading; Gas Trading; "
    "Power Trading; Settlements; Confirmations; Scheduling; Gas Control; Volume Management; Contract Administration; Capacity Planning; Asset Management; Corporate Development; Mergers and Acquisitions; Strategy; Back Office; Mid Office; Front Desk; Reception; Radiology; Cardiology; Pediatrics; Emergency Medicine; Admissions; Registrar"
)
GROUP_FIRST = _w(
    "All; Legal; Risk; Credit; Audit; Executive; Steering; Management; Leadership; Advisory; Works; Safety; Ethics; Finance; Budget; Hiring; Interview; Project; Product; Design; Data; Security; Change; Release; Incident; Core; Regional; "
    "Global; Local; National; European; Northern; Southern; West; East; Central; Gulf; Desk; Day; Night; Weekend; New; Senior; Junior; External; Internal; Remote; Temporary; Technical; Policy; Pricing; Rates; Markets; Pipeline; Storage; Operations; Customer; Vendor; Partner; Member; Employee; Alumni; Student; Parents"
)
GROUP_LAST = _w(
    "Team; Group; Committee; Board; Council; Department; Employees; Users; Members; Managers; Leads; Staff; Desk; Office; Squad; Crew; Division; Unit; Panel; Task Force; Working Group; Focus Group; Admins; Administrators; Owners; Reviewers; "
    "Approvers; Agents; Analysts; Traders; Engineers; Developers; Consultants; Contractors; Vendors; Partners; Customers; Guests; Interns; Shareholders; Directors; Officers; Counsel; Coordinators; Schedulers; Recipients; Subscribers; Participants; Attendees; List; Community; Chapter; Association; Forum; Circle"
)
MEETINGS = _w(
    "Daily Standup; Weekly Sync; Sprint Planning; Sprint Review; Retrospective; Backlog Refinement; All Hands; Town Hall; Kickoff; Project Kickoff; Steering Committee; Quarterly Business Review; Monthly Close; Budget Review; Forecast Call; "
    "Pipeline Review; Deal Review; Design Critique; Architecture Review; Code Review; Demo Day; Lunch and Learn; Brown Bag; Team Lunch; Coffee Break; Happy Hour; Holiday Party; Offsite; Open House; Board Meeting; Shareholder Meeting; "
    "Staff Meeting; Floor Meeting; Conference Call; Status Update; Check-in; Catch-up; Phone Screen; Onsite Interview; Debrief; Performance Review; Exit Interview; Orientation; New Hire Training; Safety Training; Fire Drill; Vendor Demo; Customer Visit; Site Visit; Plant Tour; Audit Walkthrough; Focus Time; Out of Office; Public Holiday; Doctor Appointment; Dentist; School Pickup"
)
STATUSES = _w(
    "Open; Closed; New; Draft; Pending; Approved; Rejected; On Hold; In Review; In Progress; Waiting for Customer; Waiting on Vendor; Needs Info; Ready for QA; Ready to Ship; Partially Paid; Paid in Full; Past Due; Written Off; Void; Voided; "
    "Cancelled; Expired; Renewed; Active; Inactive; Suspended; Locked; Archived; Deleted; Deferred; Duplicate; Won't Fix; Resolved; Verified; Reopened; Escalated; Assigned; Unassigned; Accepted; Declined; Tentative; No Response; Busy; Free; Away; "
    "Do Not Disturb; Online; Offline; Idle; Scheduled; Running; Failed; Succeeded; Skipped; Queued; Timed Out; Hired; Not Selected; Offer Extended; Phone Interview; Shortlisted; Withdrawn; Closed Won; Closed Lost; Qualified; Unqualified; Nurturing; High Priority; Low; Medium; Urgent; Blocker; Critical; Major; Minor; Trivial"
)
JARGON = _w(
    "spot price; forward curve; basis; index; swap; call option; put option; strike price; heat rate; spark spread; transport; firm transport; interruptible; nomination; imbalance; tariff; rate case; open season; city gate; pool; hub; citygate; "
    "compressor station; lateral; interconnect; meter; dekatherm; MMBtu; Mcf; kilowatt; megawatt hour; capacity release; storage injection; withdrawal; linepack; peaking; baseload; load factor; curtailment; congestion; transmission; ancillary services; "
    "ramp rate; turbine; generator; outage; unit commitment; margin call; collateral; netting; master agreement; credit support; letter of credit; parental guarantee; mark to market; value at risk; hedge; long position; short position; book; book value; "
    "deal ticket; counterparty; settlement; confirmation; wire transfer; invoice; accrual; true-up; reserve; write-off; goodwill; amortization; depreciation; covenant; term sheet; closing; escrow; due diligence; data room; filing; docket; rehearing; intervention; protest; "
    "stipulation; rulemaking; order; compliance filing; tariff sheet; rate schedule; balancing; allocation; overrun; penalty; cash out; fuel retention; line loss; day-ahead; real-time; intraday; month-end; bid week; prompt month; strip; cal strip; winter strip; summer strip; crude; propane; butane; ethane; naphtha; liquids; coal; emissions; allowances; pulp; steel; freight; bandwidth; weather"
)
DOCUMENTS = _w(
    "User Guide; Getting Started Guide; Employee Handbook; Code of Conduct; Travel Policy; Expense Policy; Privacy Notice; Terms and Conditions; Master Services Agreement; Statement of Work; Letter of Intent; Term Sheet; Purchase Agreement; Confidentiality Agreement; "
    "Annual Report; Quarterly Report; Status Report; Trip Report; White Paper; Case Study; Fact Sheet; Data Sheet; Price List; Rate Sheet; Org Chart; Meeting Minutes; Action Items; Talking Points; Press Release; Newsletter; Weekly Digest; Daily Update; Morning Report; "
    "Market Summary; Trade Log; Position Report; Exposure Report; Credit Report; Risk Report; Variance Report; Balance Sheet; Income Statement; Cash Flow Statement; Audit Plan; Test Plan; Project Charter; Business Case; Request for Proposal; Scope Document; Design Document; Runbook; Playbook; Checklist; Release Notes; Change Log; Known Issues; FAQ; Glossary; Appendix; Table of Contents; Executive Summary; Cover Letter; Offer Letter; Job Description; Performance Plan; Training Manual; Seating Chart; Phone List; Contact Sheet; Reading List; Packing List; Bill of Lading"
)
PLAIN = _w(
    "Weekend Weather; Football Pool; Fantasy League; Super Sunday; Rain Delay; Opening Day; Final Four; Home Game; Season Tickets; Lunch Today; Birthday Cake; Parking Passes; Free Pizza; Lost Keys; Car for Sale; Garage Sale; Recipe of the Day; Quote of the Day; "
    "Joke of the Day; Flu Shots; Blood Drive; Toy Drive; Food Drive; Book Club; Golf Outing; Softball Game; Summer Picnic; Holiday Schedule; Building Closed; Power Outage; Elevator Repair; Printer Down; Network Down; System Maintenance; Password Reset; Virus Warning; "
    "Expense Reports Due; Time Sheets Due; Year End; Quarter End; Month End Close; Vacation Plans; Travel Plans; Flight Changes; Hotel Rooms; Conference Room; Floor Plan; Office Move; New Phone Numbers; New Extension; Open Enrollment; Direct Deposit; Stock Options; Bonus Payments; Tax Forms; Hurricane Season; Heat Wave; Cold Front; Snow Day; Sunny Intervals; Light Rain; Heavy Showers; Pollen Count; Tide Times; Moon Phase"
)
BREADCRUMBS = _w(
    "Home; Settings; Admin; Docs; Products; Accounting; Inventory; Projects; Wiki; Help; Community; Reports; Users; System; Account; Resources; Solutions; Features; Blog; Pricing; Support; Downloads"
)
TABLE_HEADS = _w(
    "Name; Full Name; First Name; Last Name; Email; Phone; Title; Job Title; Company; Customer; Vendor; Account; Owner; Assignee; Reporter; Created; Created By; Updated; Modified By; Due; Due Date; Start; End; Status; State; Stage; Priority; Type; Category; "
    "Department; Location; City; Country; Amount; Total; Balance; Quantity; Qty; Unit; Rate; Price; Tax; Discount; Currency; Date; Time; Duration; Progress; % Done; Estimate; Spent; Remaining; Version; Build; Branch; Milestone; Sprint; Labels; Tags; Comments; Votes; Views; Size; Last Login; Role; Roles; Group; Groups; Members; Permissions; Actions; Notes; Description; Subject; ID; No.; Ref; SKU; Item; Memo; Terms; Ship Date; Aging; Score; Rank; Source; Channel; Campaign"
)
BUTTONS = _w(
    "Save; Save Draft; Save & Close; Save and New; Cancel; Discard; Submit; Submit for Review; Apply; Reset; Clear; Clear All; Delete; Remove; Add; Add New; Add Row; Add Filter; Create; Create New; New; Edit; Edit Columns; Duplicate; Clone; Copy Link; Share; Invite; Invite People; "
    "Send; Send Later; Schedule; Reply; Reply All; Forward; Archive; Snooze; Mark Done; Mark Unread; Approve; Reject; Return; Assign; Assign to Me; Claim; Release; Escalate; Close; Reopen; Resolve; Convert; Merge; Split; Print; Export; Export CSV; Download; Upload; Import; Refresh; Sync Now; Run; Run Now; Stop; "
    "Pause; Resume; Retry; Undo; Redo; Back; Next; Continue; Skip; Finish; Done; OK; Yes; No; Got It; Learn More; Read More; View Details; See All; Show All; Hide; Expand All; Collapse All; Select All; Sign In; Sign Up; Log Out; Get Started; Try for Free; Start Trial; Buy Now; Upgrade; Contact Sales; Book a Demo; Watch Video; Subscribe; Follow; Like; Report; Block; Join; Leave; Join Now; Start Meeting; Mute All; More; More Options; Help; Feedback"
)
#: Labels of fields whose value is a kind of thing, never a person or a company.
SORTS = _w(
    "Department; Module; Section; View; Category; Type; Queue; Team; Area; Topic; Component; Menu; Tab; Feature; Workspace; Board; Space; Channel; Group; Role; Program; Stream; Track; Label; Tag; Folder; Collection; Template; Theme; Page; Screen; Report; Layout; Group by; Sort by; Filter by; Go to; See also; Parent; Default; Mode; Method; Kind; Class; Level"
)
#: Institutions, laws and set phrases of other languages as they stand in English prose.
TERMS = _w(
    "Amtsgericht; Landgericht; Arbeitsgericht; Finanzgericht; Handelsregister; Grundbuchamt; Finanzamt; Standesamt; Bezirksamt; Gemeinderat; Stadtverwaltung; Bundesamt; Grundgesetz; Strafgesetzbuch; Handelsgesetzbuch; Arbeitszeitgesetz; Umsatzsteuer; Gewerbeanmeldung; Aufsichtsrat; Betriebsrat; Geschäftsführung; Vorstand; Kündigungsschutz; Mietvertrag; "
    "Tribunal administratif; Cour d'appel; Conseil municipal; préfecture; mairie; Code du travail; Code pénal; conseil d'administration; impôt sur le revenu; force majeure; carte d'identité; permis de séjour; assemblée générale; "
    "Urząd Skarbowy; Rada Miasta; Kodeks cywilny; Kodeks pracy; Ministerstwo Finansów; umowa o pracę; dowód osobisty; ustawa o podatku; Krajowa Rada; postanowienie; "
    "Vergi Dairesi; Belediye Meclisi; Bakanlar Kurulu; İş Kanunu; Ticaret Odası; nüfus cüzdanı; genel kurul; dava dilekçesi; Milli Eğitim Müdürlüğü; "
    "Agencia Tributaria; Juzgado de lo Social; Ley Orgánica; Consejo de Ministros; Registro Civil; junta directiva; contrato de trabajo; Seguridad Social; "
    "Agenzia delle Entrate; Codice Civile; Consiglio di Stato; Camera di Commercio; permesso di soggiorno; partita IVA; "
    "Kamer van Koophandel; Belastingdienst; Raad van State; Burgerlijk Wetboek; gemeenteraad; Receita Federal; Código Civil; Diário Oficial; Junta Comercial; carteira de trabalho; "
    "Skatteverket; Riksdagen; kommunfullmäktige; Arbejdstilsynet; Folketinget; Stortinget; lagmannsrett; Ústavní soud; Nejvyšší soud; živnostenský úřad; občanský zákoník; Közbeszerzési Hatóság; Polgári Törvénykönyv; Curtea de Apel; Codul Muncii; Zakon o radu; Vrhovni sud; Trgovački sud; Verkhovna Rada; Duma; Sejm; Knesset; Bundestag; Majlis; Diet; "
    "prima facie; bona fide; ad hoc; de facto; de jure; pro rata; per se; ipso facto; ex officio; ex parte; in camera; in absentia; mutatis mutandis; obiter dictum; ratio decidendi; res judicata; habeas corpus; ultra vires; mens rea; actus reus; locus standi; per capita; vice versa; status quo; curriculum vitae; quid pro quo; sine die; sub judice; a posteriori; raison d'être; vis-à-vis; en bloc; laissez-faire; Zeitgeist; Schadenfreude"
)
