"""Material for the speed figures and the over-masking figure: a repeating log, prose, and harmless interface labels."""

from __future__ import annotations

import random

#: Labels of menus, buttons, columns and headings as product documentation prints them. None identifies anybody.
LABELS: tuple[str, ...] = tuple(
    """Save|Save and New|Save As…|Cancel|Close Window|Delete Row|Mark as Read|Mark All as Complete|Grant Access|
Will Call|May Report|Rich Text|Bill To|Ship To|Bill Payment|New Invoice|Invoice Number|Purchase Order|
Purchase Requisition|Vendor Bill|Vendor Return Authorization|Customer Deposit|Sales Order|Credit Memo|
Chart of Accounts|General Ledger|Accounts Payable|Accounts Receivable|Trial Balance|Journal Entry|Fiscal Year|
Posting Period|Due Date|Payment Terms|Net 30|Amount Due|Subtotal|Tax Rate|Currency|Exchange Rate|Memo|
Department|Class|Location|Subsidiary|Approval Status|Pending Approval|Fully Billed|Partially Received|Sign in|
Sign out|Forgot password?|Remember me|Two-factor authentication|Change Password|Account Settings|Privacy Policy|
Terms of Service|Help Center|What's New|Release Notes|Keyboard Shortcuts|Send Feedback|Report a Problem|
Dark Mode|Full Screen|Zoom In|Zoom Out|Print Preview|Page Setup|Export to Excel|Import CSV|Download PDF|
Upload File|Drag and drop files here|Attach File|Insert Table|Insert Picture|Format Painter|
Conditional Formatting|Freeze Panes|Merge & Center|Wrap Text|Sort & Filter|Find & Replace|Pivot Table|
Data Validation|Text to Columns|Name Manager|Trace Precedents|Macro Security|Track Changes|Accept Change|
Reject Change|New Comment|Spelling & Grammar|Word Count|Table of Contents|Insert Footnote|Mail Merge|Reply All|
Forward|Junk Email|Sent Items|Deleted Items|Drafts|Inbox (12)|Out of Office|Calendar|New Meeting|Add Attendees|
Recurring Event|Working Hours|Time Zone|Reminder|Snooze|Flag Message|Focused Inbox|Search Mail|All Folders|
Archive|Unsubscribe|Print|Job Openings|Candidate Pipeline|Add Candidate|Schedule Interview|Offer Letter|
Hiring Plan|Reject Candidate|Scorecard|Job Description|Cover Letter|Employee Directory|Leave Balance|
Apply for Leave|Casual Leave|Sick Leave|Attendance|Timesheet|Payroll Run|Pay Slip|Tax Declaration|
Exit Interview|Relieving Letter|Onboarding Checklist|Performance Review|Goals|Learning Path|Org Chart|
Contract Type|Start Date|End Date|Probation Period|Notice Period|Signature Required|Sign Here|Finish Later|
Envelope History|Add Recipients|Signing Order|Void Envelope|Templates|Shared with Me|Recent Documents|My Drive|
Trash|Storage|Version History|Rename|Move To|Copy Link|Manage Access|Can Edit|Can View|Request Access|
Opportunity Stage|Closed Won|Closed Lost|Lead Source|Campaign|Forecast|Quote Line|Price Book|Contact Roles|
Activity Timeline|Log a Call|New Task|New Event|Related Lists|Page Layout|Validation Rules|Flow Builder|
Apex Classes|Setup Home|Object Manager|Profiles|Permission Sets|Sandboxes|Deployment Status|Home|Dashboard|
Reports|Analytics|Overview|Summary|Details|Notes|Attachments|Audit Trail|System Information|Communication|
Custom Fields|Advanced Settings|Preferences|Notifications|Language|English (US)|Theme|Integrations|API Keys|
Webhooks|Billing|Subscription|Usage|Invoices|Payment Method|Upgrade Plan|Free Trial|Contact Sales|Learn More|
Get Started|Next|Back|Skip|Done|Submit|Confirm|Apply|Reset|Clear All|Select All|Deselect|Refresh|Retry|Undo|
Redo|Cut|Copy|Paste|Paste Special|Properties|Options|Tools|View|Edit|File|Insert|Format|Window|Help|About|
Check for Updates|Quit|Loading…|No results found|Showing 1 to 25 of 312 entries|Rows per page|Page 2 of 14|
Last updated 3 minutes ago|Today|Yesterday|Last 30 Days|This Quarter|Custom Range|Monday|January|Q3 FY2025|
Status|Priority|High|Medium|Low|Assignee|Due|Tags|Labels|Sprint|Backlog|Board|Story Points|Epic|Bug|In Progress|
Code Review|Merged|Open|Closed|Pull Requests|Issues|Actions|Projects|Wiki|Security|Insights|Fork|Star|Watch|
Clone|Branches|Commits|Release v2.4.1|README.md|package.json|main.py|Connection timed out|Error 404|
Internal Server Error|Permission denied|Unsaved changes|Are you sure?|This action cannot be undone.|
Session expired|Oracle NetSuite|Microsoft Outlook|Google Chrome|Adobe Acrobat Reader|Visual Studio Code|
Windows Security|Task Manager|Control Panel|Recycle Bin|Document1 - Word|Book1.xlsx - Excel|New Tab|
Untitled - Notepad|Slide 4 of 18|Sheet1|A1:C24|=SUM(B2:B14)|LB Down|Ctrl+C|Enter|Alt+Tab""".replace("\n", "").split("|")
)

_APPLICATIONS = (
    "4814618-sb1.app.netsuite.com",
    "outlook.office.com",
    "EXCEL.EXE",
    "app.greenhouse.io",
    "na3.docusign.net",
    "people.zoho.com",
)
_FIRST, _LAST = (
    ("Marta", "Ilse", "Devika", "Omar", "Piet", "Svetla"),
    ("Kellermann", "Ortizan", "Brandvold", "Achterberg", "Marchetti", "Lindqvist"),
)


def rows(count: int) -> list[list[tuple[str, str]]]:
    """`count` rows of 16 (field, value) pairs that repeat the way a log of office work repeats."""
    draw = random.Random(2404)
    made = []
    for i in range(count):
        person = f"{draw.choice(_FIRST)} {draw.choice(_LAST)}"
        label = draw.choice(LABELS)
        made.append(
            [
                ("process_instance_uuid", f"67262701-6d66-492d-af78-{i // 40:012d}"),
                ("process_name", "Invoice creation"),
                ("interaction_uuid", f"9e2c8808-9a31-4e05-b151-{i:012d}"),
                ("class_name", "Application Field Input"),
                ("subclass_name", "Edit Field"),
                ("description", f"Editing an application field - {label.lower()}"),
                ("timestamp", f"2025-04-18 17:{i // 60 % 60:02d}:{i % 60:02d}.466"),
                ("application_name", draw.choice(_APPLICATIONS)),
                ("screenshot_name", f"Screen-2025-04-18T17-01-16.466E{i}.png"),
                ("screen_name", f"Invoice - {person} - NetSuite"),
                ("interaction_type", "Click"),
                ("interaction_value", "LB Down"),
                ("interaction_coordinates", f'{{"x": {i % 1600}, "y": {i % 900}}}'),
                ("field_name", label),
                ("field_value", draw.choice((person, "56202596", "Net 30", "accounts@northwind-labs.com"))),
                ("time_spent", f"0.{i % 1000}"),
            ]
        )
    return made


def prose() -> list[str]:
    """About 100,000 characters of distinct business mails."""
    draw = random.Random(11)
    mails = []
    for i in range(160):
        one, two = (f"{draw.choice(_FIRST)} {draw.choice(_LAST)}" for _ in range(2))
        mails.append(
            f"From: {one}\nTo: {two}\nSubject: Invoice {10_000 + i}\n\nDear {two.split()[0]},\n\nthe purchase order "
            f"{4_500_000 + i} was approved on "
            f"Tuesday, and the remaining {draw.randint(2, 90)} units will be shipped from our warehouse next week. "
            f"Please check the amounts on page "
            f"{draw.randint(1, 9)} of the attached statement and confirm the delivery address before Friday. If "
            f"anything is unclear, call me at "
            f"(415) 555-01{draw.randint(10, 99)} or write to billing{i}@northwind-labs.com.\n\nThe auditors asked "
            f"again for the signed contract; could you upload "
            f"it to the shared folder today?\n\nKind regards,\n{one}"
        )
    return mails
