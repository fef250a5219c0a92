// A ticket of a help desk: a queue that scrolls, a thread, a menu of agents over it, a comment.
fetch("/api/data").then((r) => r.json()).then((data) => {
  const { people, me, product, tickets } = data;
  const app = document.getElementById("app");
  const queue = el("div", { id: "queue", class: "scroll", style: "width:330px;border-right:1px solid var(--line)" });
  const main = el("main", { id: "thread", style: "flex:1;padding:16px 20px;min-width:0", class: "scroll" });
  kit.title(`Queue - ${product}`);
  history.replaceState(null, "", "/queue/open");
  kit.add(app, el("div", { class: "top" }, el("b", {}, product), ...["Queue", "Knowledge base", "Assets", "Reports"].map((n) => el("a", {}, n)), el("span", { class: "grow" }), el("span", {}, me.username), kit.avatar(me, 28)),
    el("div", { style: "display:flex;height:calc(100vh - 44px)" }, queue, main));
  kit.set(queue, tickets.map((t) => el("div", { class: "item", id: t.id, style: "height:auto;padding:9px 14px;border-bottom:1px solid var(--line)", onclick: () => open(t) },
    el("div", { class: "row" }, el("span", { class: "mute" }, "#" + t.number), el("b", { class: "grow" }, t.subject)), el("div", { class: "row mute" }, "from ", el("span", {}, t.from.name), el("span", { class: "badge" }, t.priority)))));
  kit.set(main, el("p", { class: "mute", style: "margin-top:140px;text-align:center" }, "Pick a ticket from the queue."));

  function open(t) {
    kit.title(`#${t.number} ${t.subject} (${t.from.name}) - ${product}`);
    kit.go(`/tickets/${t.number}/${t.from.slug}`);
    const owner = el("span", { id: "owner" }, "Unassigned");
    const thread = el("div", {}, t.thread.map(([who, ...said]) => el("div", { class: "panel", style: "margin-bottom:10px" }, el("div", { class: "row" }, kit.avatar(who, 28), el("b", {}, who.name), el("span", { class: "mute" }, who.company, " · by e-mail")), said.map((s) => el("p", { style: "margin:6px 0 0" }, s)))));
    const comment = el("div", { id: "comment", class: "write", contenteditable: "true", role: "textbox", "aria-label": "Comment", style: "min-height:54px;margin-bottom:8px" });
    kit.set(main, el("div", { class: "row", style: "margin-bottom:12px" }, el("h1", { class: "grow" }, t.subject), el("span", { class: "mute" }, "Assigned to"), owner, el("button", { id: "assign", onclick: (e) => kit.menu(e.currentTarget, people.slice(3, 9).map((p, i) => ["agent-" + i, p.name, () => { kit.set(owner, p.name); kit.toast("Ticket assigned to ", p.name); }]), 230, false) }, "Assign ▾"), el("button", {}, "Close ticket")),
      el("div", { class: "row mute", style: "margin-bottom:12px" }, "Requester: ", kit.tooltip(el("a", { id: "requester", href: "/people/" + t.from.slug }, t.from.name), t.from.name, ", ", t.from.email, ", ", t.from.phone), el("span", {}, "Product: Backup Agent 4.2"), el("span", {}, "Service level: 8 hours"), el("span", {}, "Category: Installation")),
      thread, el("div", { class: "panel" }, el("label", {}, "Internal comment"), comment, el("div", { class: "row end" }, el("button", {}, "Insert template"), el("button", { id: "post", class: "main", onclick: () => { const said = comment.textContent; kit.add(thread, el("div", { class: "panel", style: "margin-bottom:10px" }, el("div", { class: "row" }, kit.avatar(me, 28), el("b", {}, me.name), el("span", { class: "mute" }, "internal")), el("p", { style: "margin:6px 0 0" }, data.comment || said))); comment.replaceChildren(); main.scrollTop = 9999; } }, "Add comment"))));
  }
  window.__ready = true;
});
