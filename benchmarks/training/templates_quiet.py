# ruff: noqa: E501 - lines of text are data here
"""Titles, headings and buttons that hold no person and look as if they did, and people in the same places. Our own wording.

Cities, months, days, projects, products, column heads, meetings and verbs with a capital after a sender.
"""

#: What is planned, held and kept in offices, one word each; alone on a screen it is nobody's name.
_EVENT = (
    "[Conference|Roadmap|Standup|Stand-up|Retro|Retrospective|Offsite|Onsite|Kickoff|Workshop|Webinar|Townhall|Summit|Hackathon|Onboarding|"
    "Offboarding|Sync|Triage|Grooming|Refinement|Milestone|Backlog|Sprint|Changelog|Runbook|Playbook|Postmortem|Handover|Checkpoint|Showcase|"
    "Keynote|Panel|Breakout|Lunch|Training|Orientation|Induction|Appraisal|Audit|Inventory|Stocktake|Payroll|Timesheet|Rota|Roster|Helpdesk|"
    "Intranet|Wiki|Sandbox|Staging|Production|Rollout|Migration|Cutover|Freeze|Outage|Maintenance|Newsletter|Survey|Poll|Feedback|Escalation|"
    "Shortlist|Pipeline|Forecast|Budget|Quote|Tender|Proposal|Contract|Renewal|Churn|Upsell|Campaign|Launch|Pilot|Beta|Prototype|Mockup|Wireframe|"
    "Storyboard|Moodboard|Brief|Debrief|Agenda|Minutes|Protocol|Checklist|Template|Snapshot|Baseline|Benchmark|Scorecard|Heatmap|Funnel|Cohort]"
)
_DID = (
    "[Accepted|Declined|Tentative|Invited|Sent|Shared|Uploaded|Commented|Mentioned|Replied|Forwarded|Assigned|Reopened|Resolved|Merged|Approved|"
    "Requested|Changed|Moved|Renamed|Archived|Joined|Left|Liked|Reacted|Signed|Viewed|Edited|Created|Closed|Snoozed|Canceled|Cancelled|Updated|Proposed]"
)
_BESIDE = "[ - | — | · | \\| |: | / |\\n]"

QUIET = (
    _EVENT,
    _EVENT,
    f"{_EVENT}{_BESIDE}{{product}}",
    f"{_EVENT} [{{year}}|{{month}}|{{day}}|{{small}}|Q{{small}}]",
    f"[{{month}}|{{day}}|{{year}}|{{l1:city}}|{{dept}}|{{codename}}|{{coin}}] {_EVENT}",
    f"{_EVENT}\\n{_EVENT}\\n{_EVENT}\\n{_EVENT}",
    f"{_EVENT} [with|by|for|from] {{p1:full}}",
    f"{_EVENT} {{p1:first}} / {{p2:first}}",
    f"{{p1:full}}{_BESIDE}{_EVENT}",
    f"{{p1:first}}'s {_EVENT}",
    f"{_EVENT} [in|near|at] {{l1:city}}",
    f"{{l1:city}}{_BESIDE}{{product}}",
    f"{{l1:city}}{_BESIDE}{{feature}}{_BESIDE}{{coin}}",
    f"[{{feature}}|{{doc}}|{{phrase}}|{{dept}}] {{l1:city}}{_BESIDE}{{product}}",
    "{l1:city} [{feature}|{doc}|{dept}|{meeting}|{noun:cap}|{state}]",
    f"{{l1:city}} [{{feature}}|{{doc}}|{{dept}}|{{meeting}}]{_BESIDE}{{product}}",
    f"{{meeting}}{_BESIDE}{{l1:city}}",
    "{l1:city}",
    "{l1:city}",
    "[Office|Branch|Site|Region|Warehouse|Store|Airport|Station|City|Hub|Plant|Territory] {l1:city}",
    "{l1:city} [Office|Branch|Site|Warehouse|Store|Airport|Station|Hub|Plant|Campus|Team|North|South|Central]",
    f"{{p1:full}}{_BESIDE}{{l1:city}}",
    f"{{p1:full}}{_BESIDE}{{product}}",
    f"{{p1:full}}{_BESIDE}{{feature}}{_BESIDE}{{coin}}",
    "{p1:full}",
    "{p1:first}",
    "{month}",
    "{day}",
    "{month} {year}",
    f"[{{doc}}|{{feature}}|{{meeting}}|{{phrase}}] {{month}}[ {{year}}|]{_BESIDE}{{product}}",
    "{month} [{doc}|{feature}|{meeting}|{state}|{noun:cap}]",
    f"{{day}} [{{meeting}}|{{feature}}|{{state}}|{{noun:cap}}]{_BESIDE}{{product}}",
    "{day}\\n{day}\\n{day}\\n{month}",
    "{month}\\t{month}\\t{month}\\t{head}",
    f"{{p1:first}}{_BESIDE}{{month}} {{doc}}",
    "{codename}",
    f"{{codename}}{_BESIDE}{{product}}",
    f"{{coin}}{_BESIDE}{{doc}}",
    f"{{coin}} {{version}}{_BESIDE}{{feature}}",
    f"[Project|Product|Module|App|Repository|Board|Space|Program]{_BESIDE}{{coin}}",
    f"[Project|Product|Module|App|Board|Space|Program]{_BESIDE}{{run}}",
    "{coin} {noun:cap}",
    "{coin}\\n{coin}\\n{coin}",
    f"{{coin}}{_BESIDE}{{p1:full}}",
    f"{{camel}}{_BESIDE}{{product}}",
    "{head}\\n{head}\\n{head}\\n{p1:full}",
    "{head}\\t{head}\\t{head}\\t{head}",
    "{head} {head} {head}",
    f"{{p1:full}} {_DID}[ {{doc}}|: {{meeting}}| {{id}}| {{feature}}|]",
    f"{{p1:first}} {_DID}[ {{doc}}|: {{meeting}}| {{id}}| {{feature}}|]",
    f"[From|Sender|By|Von]: {{p1:full}} {_DID}",
    f"{{p1:full}}\\n{_DID}\\n{{p2:full}}\\n{_DID}",
    f"{_DID}: {{meeting}}",
    f"{_DID}{_BESIDE}{{product}}",
    f"{_DID} by {{p1:full}}",
    f"{_DID} [by|to|with|from] {{p1:first}}",
)
