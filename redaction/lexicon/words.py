"""Ordinary words: the dictionary shipped in data/, words of user interfaces, and the calendar."""

from __future__ import annotations

import gzip
from functools import lru_cache
from importlib import resources


def listing(text: str) -> frozenset[str]:
    """The words of a text: how word lists are written in this package."""
    return frozenset(text.split())


CALENDAR = listing(
    """
    january february march april may june july august september october november december jan feb mar apr jun jul
    aug sep sept oct nov dec monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur
    thurs fri sat sun today tomorrow yesterday easter christmas ramadan diwali
    """
)

#: Words of screens, mails and business documents that a dictionary of common English lacks or capitalises.
INTERFACE = listing(
    """
    inbox outbox dropdown checkbox login logout logon signup signin username password email emails e-mail url uri
    api sdk crm erp hr it qa pdf csv xlsx docx pptx xls doc ppt txt html json xml png jpg jpeg svg zip id ids uuid
    guid no nr ref fwd fw re cc bcc faq sso vpn ssl tls http https ftp ssh dns ip tcp cpu gpu ram usb sql db ui ux
    app apps config admin dashboard homepage website webpage online offline workflow workflows workspace workspaces
    timestamp metadata backend frontend dataset datasets template templates toolbar sidebar navbar tooltip popup
    widget widgets plugin plugins invoice invoices payable payables receivable receivables ledger subledger vat gst
    iban swift bic ach wire kpi roi sow msa nda po rfp rfq eta etd sku upc qty amt usd eur gbp inr jpy chf aud cad
    demo demos subtotal prepaid unpaid overdue onboarding offboarding payroll timesheet timesheets approver approvers
    assignee referral referrals
    assignees requestor requester requisition requisitions shortlist shortlisted resume resumes cv linkedin github
    gitlab bitbucket slack teams zoom outlook excel word powerpoint onenote sharepoint onedrive office windows
    microsoft google chrome gmail firefox safari edge mozilla apple macos ios android linux ubuntu debian oracle
    netsuite salesforce sap workday zoho docusign greenhouse jira confluence trello asana notion dropbox adobe
    acrobat reader photoshop amazon aws azure kubernetes docker jenkins python java javascript typescript nodejs
    react angular postgres postgresql mysql mongodb redis wikipedia youtube facebook twitter instagram whatsapp
    telegram reddit netflix spotify paypal stripe visa mastercard shopify hubspot zendesk servicenow tableau
    intellij eclipse wordpress odoo quickbooks xero freshdesk intercom english french german spanish italian
    portuguese dutch russian chinese japanese korean arabic hindi turkish polish swedish norwegian danish finnish
    greek hebrew american british european indian african asian canadian australian mexican brazilian irish scottish
    swiss austrian belgian ukrainian romanian hungarian czech vietnamese thai christian muslim jewish buddhist
    catholic ctrl alt esc del ins pgup pgdn caps numlock backspace lb rb mb am pm gmt utc est pst cet ist edt pdt
    mst cst bst ok yes no na n/a tbd tba asap fyi btw imo lol thx pls plz aka etc vs eg ie ps llc ltd inc corp gmbh
    plc sa ag bv
    """
)

COUNTRIES = listing(
    """
    afghanistan albania algeria andorra angola argentina armenia australia austria azerbaijan bahamas bahrain
    metrics integration integrations deployment deployments
    bangladesh barbados belarus belgium belize benin bhutan bolivia bosnia botswana brazil brunei bulgaria burundi
    cambodia cameroon canada chile china colombia congo croatia cuba cyprus czechia denmark djibouti dominica
    ecuador egypt eritrea estonia ethiopia fiji finland france gabon gambia germany ghana greece grenada guatemala
    guinea guyana haiti honduras hungary iceland india indonesia iran iraq ireland israel italy jamaica japan
    kazakhstan kenya kuwait kyrgyzstan laos latvia lebanon lesotho liberia libya liechtenstein lithuania luxembourg
    madagascar malawi malaysia maldives mali malta mauritania mauritius mexico moldova monaco mongolia montenegro
    morocco mozambique myanmar namibia nepal netherlands nicaragua niger nigeria norway oman pakistan palau panama
    paraguay peru philippines poland portugal qatar romania russia rwanda samoa senegal serbia seychelles singapore
    slovakia slovenia somalia spain sudan suriname sweden switzerland syria taiwan tajikistan tanzania thailand togo
    tonga tunisia turkey turkmenistan uganda ukraine uruguay uzbekistan vanuatu venezuela vietnam yemen zambia
    zimbabwe usa uk uae eu us america europe asia africa england scotland wales britain oceania antarctica
    """
)


@lru_cache(maxsize=1)
def dictionary() -> frozenset[str]:
    """About 35,000 common English words in lower case (data/words.txt.gz), with calendar and interface words."""
    packed = resources.files("redaction.lexicon").joinpath("data/words.txt.gz").read_bytes()
    return frozenset(gzip.decompress(packed).decode("utf-8").split()) | CALENDAR | INTERFACE


def is_word(token: str) -> bool:
    """Whether the token, case aside, is an ordinary word, a calendar word or a word of user interfaces."""
    low = token.casefold()
    words = dictionary()
    if low in words:
        return True
    return (low.endswith("'s") or low.endswith("’s")) and low[:-2] in words
