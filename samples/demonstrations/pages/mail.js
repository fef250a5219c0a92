// A mail inbox: a list that scrolls, a reading pane, a reply with suggestions, a question before it is sent.
fetch("/api/data").then((r) => r.json()).then((data) => {
  const { people, me, product, mails } = data;
  const app = document.getElementById("app");
  const folders = ["Inbox", "Drafts", "Sent items", "Archive", "Deleted items", "Newsletters", "Invoices 2025"];
  const pane = el("main", { style: "flex:1;padding:18px;min-width:0", class: "scroll", id: "pane" });
  const list = el("div", { id: "list", class: "scroll", style: "width:350px;border-right:1px solid var(--line)", role: "list" });
  kit.title(`Inbox (${mails.filter((m) => m.unread).length}) - ${me.name} - ${product}`);
  history.replaceState(null, "", "/inbox");
  kit.add(app, el("div", { class: "top" }, el("b", {}, product), el("input", { id: "find", placeholder: "Search mail and people", style: "width:340px" }), el("span", { class: "grow" }), el("span", {}, me.email), kit.avatar(me, 28)),
    el("div", { style: "display:flex;height:calc(100vh - 44px)" }, el("nav", { style: "width:150px;padding:10px" }, el("button", { class: "main", style: "width:100%;margin-bottom:10px" }, "New message"), folders.map((f) => el("div", { class: "item", style: "padding:5px 8px" }, f))), list, pane));
  kit.set(pane, el("p", { class: "mute", style: "margin-top:120px;text-align:center" }, "Select a message to read it here."));
  kit.set(list, mails.map((m) => el("div", { class: "item", role: "listitem", id: m.id, "aria-label": `Message from ${m.from.name}: ${m.subject}`, style: "height:auto;padding:8px 12px;border-bottom:1px solid var(--line);display:flex;gap:10px", onclick: () => open(m) },
    kit.avatar(m.from, 32), el("div", { style: "min-width:0;flex:1" }, el("div", { class: "row" }, el("b", { style: "flex:1;white-space:nowrap;overflow:hidden;text-overflow:ellipsis" }, m.from.name), el("span", { class: "mute" }, m.time)), el("div", {}, m.subject),
      el("div", { class: "mute", style: "white-space:nowrap;overflow:hidden;text-overflow:ellipsis" }, m.body[0])))));

  function open(m) {
    kit.title(`${m.subject} - ${m.from.name} - ${product}`);
    kit.go(`/inbox/${m.id}?from=${kit.quote(m.from.email)}`);
    kit.set(pane, el("h1", { style: "margin-bottom:12px" }, m.subject),
      el("div", { class: "row", style: "margin-bottom:12px" }, kit.avatar(m.from, 40), el("div", { class: "grow" }, el("div", {}, el("b", {}, m.from.name), el("span", { class: "mute" }, " <", m.from.email, ">")), el("div", { class: "mute" }, "To: ", me.name, "; Cc: ", m.cc.name)), el("button", { id: "reply", onclick: () => reply(m) }, "Reply"), el("button", {}, "Forward"), el("button", {}, "Archive")),
      m.body.map((b) => el("p", {}, b)), el("p", {}, "Kind regards,"), el("p", {}, m.from.name, el("br"), el("span", { class: "mute" }, m.from.title, ", ", m.from.company), el("br"), m.from.phone),
      el("div", { id: "answer" }));
  }
  function reply(m) {
    const to = el("input", { id: "cc", "aria-label": "Add people", placeholder: "Add people", style: "width:100%", autocomplete: "off" });
    const hints = el("div", { id: "hints" });
    to.addEventListener("input", () => {
      const what = kit.fold(to.value);
      kit.set(hints, what.length < 2 ? [] : people.filter((p) => kit.fold(p.name + " " + p.latin).includes(what)).slice(0, 4).map((p, i) =>
        el("div", { class: "item row", id: "hint-" + i, role: "option", style: "height:36px;background:var(--hover)", onclick: () => { kit.set(hints); kit.expect(to, p.name + "; "); to.value = kit.plain(p.name) + "; "; } }, kit.avatar(p, 24), el("span", {}, p.name), el("span", { class: "mute" }, p.email))));
    });
    const write = el("div", { class: "write", id: "write", contenteditable: "true", role: "textbox", "aria-label": "Message", style: "min-height:70px;margin:8px 0" });
    kit.set(document.getElementById("answer"), el("div", { class: "panel" }, el("label", {}, "Reply to ", m.from.name), to, hints, write,
      el("div", { class: "row" }, el("button", { class: "main", id: "send", onclick: () => kit.dialog("Send this message?", el("p", {}, "It goes to ", m.from.name, " (", m.from.email, ") at ", m.from.company, "."),
        [["wait", "Keep editing", "", () => {}], ["sure", "Send now", "main", () => { kit.set(document.getElementById("answer")); kit.toast("Message sent to ", m.from.name); }]]) }, "Send"), el("button", {}, "Attach file"), el("button", {}, "Discard"))));
    document.getElementById("answer").scrollIntoView({ block: "end" });
  }
  window.__ready = true;
});
