// An employee's form: fields with values, a manager's tooltip, a list of employees that scrolls.
fetch("/api/data").then((r) => r.json()).then((data) => {
  const { people, me, product } = data;
  const app = document.getElementById("app");
  const form = el("main", { style: "flex:1;padding:16px 20px;min-width:0" });
  const list = el("div", { id: "list", class: "scroll", style: "width:270px;border-right:1px solid var(--line)" });
  kit.title(`Employees - ${product}`);
  history.replaceState(null, "", "/employees");
  kit.add(app, el("div", { class: "top" }, el("b", {}, product), ...["Employees", "Absences", "Payroll", "Onboarding", "Documents"].map((n) => el("a", {}, n)), el("span", { class: "grow" }), el("span", {}, me.name), kit.avatar(me, 28)),
    el("div", { style: "display:flex;height:calc(100vh - 44px)" }, list, form));
  kit.set(list, el("div", { class: "mute", style: "padding:10px 12px" }, `All employees (${people.length})`), people.map((p) => el("div", { class: "item row", id: "employee-" + p.slug, style: "height:46px;padding:0 12px", onclick: () => open(p) },
    kit.avatar(p, 30), el("div", {}, el("div", {}, p.name), el("div", { class: "mute", style: "font-size:.88em" }, p.title)))));
  kit.set(form, el("p", { class: "mute", style: "margin-top:140px;text-align:center" }, "Choose an employee on the left."));

  function open(p) {
    kit.title(`${p.name} - Employee file - ${product}`);
    kit.go("/employees/" + p.slug + "/file");
    const boss = people[(p.number + 3) % people.length];
    const field = (id, name, value, width = "100%") => el("div", {}, el("label", { for: id }, name), el("br"), el("input", { id, name: id, value, style: `width:${width}` }));
    kit.set(form, el("div", { class: "row", style: "margin-bottom:14px" }, kit.avatar(p, 52), el("div", { class: "grow" }, el("h1", {}, p.name), el("span", { class: "mute" }, p.title, " · ", p.company, " · Full time, 40 hours")),
        el("button", { id: "save", class: "main", onclick: () => kit.toast("Employee file of ", p.name, " saved") }, "Save")),
      el("div", { class: "row", style: "gap:4px;border-bottom:1px solid var(--line);margin-bottom:14px" }, ["Personal data", "Contract", "Salary", "Working time", "Equipment"].map((t) => el("button", { class: "plain" }, t))),
      el("div", { style: "display:grid;grid-template-columns:1fr 1fr;gap:10px 24px" },
        field("full-name", "Full name", p.name), field("email", "Work e-mail", p.email), field("birth", "Date of birth", p.born), field("user", "User name", p.username), field("phone", "Phone", p.phone), field("emergency", "Emergency contact", ""),
        el("div", { style: "grid-column:1/3" }, field("address", "Home address", p.address))),
      el("div", { class: "row", style: "margin-top:16px" }, el("span", { class: "mute" }, "Reports to"), kit.tooltip(el("span", { id: "boss", class: "row", role: "img", "aria-label": boss.name }, kit.avatar(boss, 34)), boss.name, ", ", boss.title, ", ", boss.phone),
        el("span", { class: "mute" }, "Cost centre 4410 · Hannover office · Notice period three months")),
      el("p", { class: "mute", style: "margin-top:18px" }, "Changes are logged and take effect with the next payroll run. Fields marked in grey come from the directory."));
  }
  window.__ready = true;
});
