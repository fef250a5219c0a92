// Contacts: a table that scrolls, a search that filters while one types, a menu over the names, a dialog to edit.
fetch("/api/data").then((r) => r.json()).then((data) => {
  const { people, me, product } = data;
  const notes = (p) => data.notes.map((t) => t.replaceAll("{name}", p.name).replaceAll("{given}", p.given).replaceAll("{company}", p.company));
  const app = document.getElementById("app");
  const nav = ["Dashboard", "Contacts", "Companies", "Deals", "Quotes", "Campaigns", "Reports", "Settings"];
  // a small window has no room for everything
  const narrow = innerWidth < 1000;
  const stages = ["New lead", "In contact", "Offer sent", "Customer", "On hold"];
  const top = el("div", { class: "top" }, el("b", {}, product), el("a", {}, "Home"), el("a", {}, "Contacts"), el("a", {}, "Pipeline"), el("span", { class: "grow" }),
    el("span", {}, me.name), kit.avatar(me, 28));
  const side = el("nav", { style: "width:170px;padding:12px 10px;border-right:1px solid var(--line)", "aria-label": "Main" },
    nav.map((n) => el("div", { class: "item", role: "link" }, n)));
  const body = el("main", { style: "flex:1;padding:14px 18px;min-width:0;display:flex;flex-direction:column" });
  kit.add(app, top, el("div", { style: "display:flex;height:calc(100vh - 44px)" }, narrow ? null : side, body));

  function list() {
    kit.title(`Contacts - ${product}`);
    history.replaceState(null, "", "/contacts");
    const rows = el("div", { id: "rows", class: "scroll", style: "flex:1;border-top:1px solid var(--line)" });
    const count = el("span", { class: "mute" });
    const search = el("input", { id: "search", type: "search", placeholder: "Search contacts", "aria-label": "Search contacts", style: narrow ? "width:150px" : "width:260px", oninput: () => fill(search.value) });
    const columns = narrow ? "44px 210px minmax(0,1fr) 140px" : "44px 210px minmax(0,1fr) minmax(0,1fr) minmax(0,1.5fr) 150px 100px";
    const head = el("div", { class: "mute", style: `display:grid;grid-template-columns:${columns};padding:6px 0;margin-top:10px` },
      (narrow ? ["", "Name", "E-mail", "Phone"] : ["", "Name", "Company", "Job title", "E-mail", "Phone", "Stage"]).map((h) => el("span", {}, h)));
    function fill(what) {
      const found = people.filter((p) => kit.fold(p.name + " " + p.latin).includes(kit.fold(what)));
      kit.set(count, `${found.length} of ${people.length} contacts`);
      kit.set(rows, found.map((p) => el("div", { class: "item", id: "contact-" + p.slug, "data-owner": me.username, style: `display:grid;grid-template-columns:${columns};align-items:center;height:38px;padding:0;border-bottom:1px solid var(--line)` },
        kit.avatar(p, 26),
        el("span", { class: "row", style: "gap:4px;padding-right:14px" }, el("a", { href: "/contacts/" + p.slug, title: p.name, style: "flex:1;white-space:nowrap;overflow:hidden;text-overflow:ellipsis", onclick: (e) => { e.preventDefault(); open(p); } }, p.name),
          el("button", { class: "plain", style: "padding:0 6px", "aria-label": `Actions for ${p.name}`, onclick: (e) => actions(e.currentTarget, p) }, "⋯")),
        narrow ? null : [el("span", {}, p.company), el("span", { class: "mute" }, p.title)], el("a", { href: "mailto:" + p.email, style: "overflow:hidden;text-overflow:ellipsis;white-space:nowrap;padding-right:10px" }, p.email), el("span", {}, p.phone), narrow ? null : el("span", {}, el("span", { class: "badge" }, stages[p.number % 5])))));
    }
    function actions(button, p) {
      kit.menu(button, [["menu-open", "Open record", () => open(p)], ["menu-call", "Log a call", () => kit.toast("Call with ", p.name, " logged")], ["menu-task", "Create task", () => kit.toast("Task created for ", p.given)],
        ["menu-list", "Add to list", () => {}], ["menu-merge", "Merge", () => {}], ["menu-archive", "Archive", () => {}]], 132, false);
    }
    fill("");
    kit.set(body, el("div", { class: "row" }, el("h1", {}, "Contacts"), count, el("span", { class: "grow" }), search, narrow ? null : [el("button", {}, "Filter"), el("button", {}, "Export")], el("button", { class: "main" }, "New contact")), head, rows);
  }

  function open(p) {
    kit.title(`${p.name} - Contacts - ${product}`);
    kit.go("/contacts/" + p.slug + "?tab=activity");
    const phone = el("span", { id: "phone-value" }, p.phone);
    const field = (name, ...value) => el("div", { style: "margin-bottom:9px" }, el("label", {}, name), el("div", {}, ...value));
    const times = ["Today", "Yesterday", "Monday", "Last week", "3 April"];
    kit.set(body,
      el("div", { class: "row", style: "margin-bottom:12px" }, el("button", { id: "back", onclick: list }, "‹ Contacts"), kit.avatar(p, 40), el("h1", {}, p.name), el("span", { class: "badge" }, stages[p.number % 5]), el("span", { class: "grow" }),
        el("button", { id: "edit", onclick: edit }, "Edit"), el("button", {}, "Follow"), el("button", { class: "main", id: "log", onclick: () => kit.toast("Call with ", p.name, " logged") }, "Log a call")),
      el("div", { class: "row", style: "align-items:flex-start;gap:16px;flex:1;min-height:0" },
        el("div", { class: "panel", style: "width:300px" }, el("h2", {}, "Details"), field("Company", p.company), field("Job title", p.title), field("E-mail", el("a", { href: "mailto:" + p.email }, p.email)), field("Phone", phone), field("Address", p.address), field("Owner", me.name), field("Payment terms", "30 days net"), field("Language", "English")),
        el("div", { class: "panel scroll", style: "flex:1;align-self:stretch" }, el("h2", {}, "Activity"),
          notes(p).map((n, i) => el("p", {}, el("span", { class: "mute" }, times[i % 5] + " · "), n)))));
    function edit() {
      const input = el("input", { id: "phone", "aria-label": "Phone", value: p.phone, style: "width:100%" });
      const name = el("input", { id: "full-name", "aria-label": "Full name", value: p.name, style: "width:100%;margin-bottom:10px" });
      kit.dialog("Edit contact", el("div", {}, el("label", {}, "Full name"), name, el("label", {}, "Phone"), input),
        [["cancel", "Cancel", "", () => {}], ["save", "Save changes", "main", () => { kit.set(phone, p.newPhone); kit.toast("Saved contact ", p.name); }]]);
    }
  }
  list();
  window.__ready = true;
});
