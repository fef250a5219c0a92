// A week: appointments with people's names, a card when the mouse rests on one, a dialog for a new one.
fetch("/api/data").then((r) => r.json()).then((data) => {
  const { people, me, product, events } = data;
  const app = document.getElementById("app");
  const days = ["Mon 14", "Tue 15", "Wed 16", "Thu 17", "Fri 18"];
  kit.title(`Week 16 - ${me.name} - ${product}`);
  history.replaceState(null, "", "/week/2025-W16?user=" + kit.quote(me.username));
  const grid = el("div", { id: "grid", class: "scroll", style: "position:relative;flex:1;border-top:1px solid var(--line)" });
  const hour = 58, first = 8;
  const plane = el("div", { style: `position:relative;height:${hour * 11}px` });
  for (let h = 0; h < 11; h++) kit.add(plane, el("div", { class: "mute", style: `position:absolute;left:6px;top:${h * hour}px` }, `${first + h}:00`), el("div", { style: `position:absolute;left:56px;right:0;top:${h * hour}px;border-top:1px solid var(--line)` }));
  function place(e) {
    const box = el("div", { id: e.id, class: "event", "aria-label": `${e.subject} with ${e.who.name}`, style: `position:absolute;left:calc(60px + (100% - 60px) / 5 * ${e.day});width:calc((100% - 60px) / 5 - 8px);top:${(e.at - first) * hour + 2}px;height:${e.long * hour - 5}px;background:color-mix(in srgb, var(--accent) 16%, var(--panel));border-left:3px solid var(--accent);border-radius:4px;padding:4px 7px;overflow:hidden` },
      el("div", {}, el("b", {}, e.subject)), el("div", {}, e.who.name), e.long > 0.9 ? el("div", { class: "mute" }, e.room) : null);
    return kit.tooltip(box, e.subject, " with ", e.who.name, ", ", e.who.company, ". ", e.who.phone);
  }
  kit.add(plane, events.map(place));
  kit.add(grid, plane);
  const add = el("button", { class: "main", id: "new", onclick: () => {
    const what = el("input", { id: "what", "aria-label": "Subject", placeholder: "Subject", style: "width:100%;margin-bottom:8px" });
    const who = el("input", { id: "guest", "aria-label": "Guest", placeholder: "Invite somebody", style: "width:100%;margin-bottom:8px" });
    kit.dialog("New appointment", el("div", {}, el("label", {}, "Subject"), what, el("label", {}, "Guest"), who, el("p", { class: "mute" }, "Thursday 17 April, 14:00 to 15:00, no room")),
      [["cancel", "Cancel", "", () => {}], ["create", "Create", "main", () => { kit.add(plane, place({ ...data.fresh })); kit.toast("Invitation sent to ", data.fresh.who.name); }]]);
  } }, "New appointment");
  kit.add(app, el("div", { class: "top" }, el("b", {}, product), el("a", {}, "Day"), el("a", {}, "Week"), el("a", {}, "Month"), el("span", { class: "grow" }), el("span", {}, me.name), kit.avatar(me, 28)),
    el("div", { style: "display:flex;height:calc(100vh - 44px)" },
      el("nav", { style: "width:190px;padding:12px" }, add, el("h2", { style: "margin-top:16px" }, "My calendars"), ["Appointments", "Team absences", "Public holidays", "Meeting rooms"].map((n) => el("p", {}, "☑ " + n)), el("h2", { style: "margin-top:16px" }, "Colleagues"), people.slice(0, 6).map((p) => el("div", { class: "row", style: "margin-bottom:7px" }, kit.avatar(p, 22), el("span", { style: "white-space:nowrap;overflow:hidden;text-overflow:ellipsis" }, p.name)))),
      el("main", { style: "flex:1;display:flex;flex-direction:column;min-width:0" }, el("div", { style: "display:grid;grid-template-columns:60px repeat(5,1fr);padding:8px 0" }, el("span"), days.map((d) => el("b", {}, d + " April"))), grid)));
  window.__ready = true;
});
