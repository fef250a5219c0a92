// The report works without this: nothing is hidden that a reader without scripts would miss. With it tables are sorted
// by their headings, searched, narrowed down and folded when they are long, and pictures can be enlarged.
document.documentElement.classList.add("js");

const PHONE = matchMedia("(max-width: 44rem)").matches;   // as in the style sheet: a row is a block there
const LONG = PHONE ? 6 : 20;   // rows that a table shows before it is unfolded
const SEARCHED = 12;  // a table with more rows than this can be searched
const CHOICES = 12;   // a column with no more different values than this can be chosen from
const make = (tag, text = "", more = {}) => Object.assign(document.createElement(tag), { textContent: text, ...more });
const number = (text) => parseFloat(text.replace(/,/g, "").replace(/^[<≥≤ ]+/, ""));

function enhance(table) {
  const heads = [...table.querySelectorAll("thead th")], body = table.tBodies[0];
  const rows = [...body.rows].filter((row) => row.cells.length === heads.length);
  rows.forEach((row) => [...row.cells].forEach((cell, at) => (cell.dataset.label = heads[at].textContent.trim())));
  if (rows.length < 2) return;
  const words = rows.map((row) => row.textContent.toLowerCase());
  const name = table.caption.textContent.trim();
  let open = false, order = rows, query = "";
  const chosen = new Map();

  const tools = make("div", "", { className: "table-tools" });
  const told = make("output");
  const more = make("button", "", { type: "button", className: "more" });
  more.addEventListener("click", () => { open = true; draw(); });
  if (rows.length > SEARCHED) {
    const search = make("input", "", { type: "search", placeholder: "Search" });
    search.setAttribute("aria-label", `Search: ${name}`);
    search.addEventListener("input", () => { query = search.value.trim().toLowerCase(); draw(); });
    tools.append(search);
    heads.forEach((head, at) => {
      const values = [...new Set(rows.map((row) => row.cells[at].textContent.trim()))].sort();
      if (head.matches(".n") || values.length < 2 || values.length > CHOICES || values.length > rows.length / 2) return;
      const select = make("select"), title = head.textContent.trim();
      select.append(new Option(`${title}: all`, ""), ...values.map((value) => new Option(value, value)));
      select.setAttribute("aria-label", `${title}: ${name}`);
      select.addEventListener("change", () => { select.value ? chosen.set(at, select.value) : chosen.delete(at); draw(); });
      tools.append(select);
    });
    tools.append(told);
    told.setAttribute("aria-live", "polite");
    table.parentElement.before(tools);
  }
  heads.forEach((head, at) => {
    const button = make("button", "", { type: "button", className: "sort" });
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => sort(head, at));
  });

  function sort(head, at) {
    const next = { ascending: "descending", descending: "" }[head.getAttribute("aria-sort")] ?? "ascending";
    heads.forEach((one) => one.removeAttribute("aria-sort"));
    order = rows;
    if (next) {
      head.setAttribute("aria-sort", next);
      const key = (row) => row.cells[at].textContent.trim(), sign = next === "ascending" ? 1 : -1;
      // what is no number comes last, whichever way
      const compare = head.matches(".n")
        ? (a, b) => { const [x, y] = [number(key(a)), number(key(b))]; return isNaN(x) || isNaN(y) ? isNaN(x) - isNaN(y) : sign * (x - y); }
        : (a, b) => sign * key(a).localeCompare(key(b), "en", { numeric: true });
      order = [...rows].sort(compare);
    }
    draw();
  }

  function draw() {
    const found = new Set(rows.filter((row, at) => words[at].includes(query)
      && [...chosen].every(([column, value]) => row.cells[column].textContent.trim() === value)));
    let shown = 0;
    body.append(...order);
    for (const row of order) {
      row.hidden = !found.has(row);
      row.classList.toggle("folded", !row.hidden && !open && shown >= LONG);
      if (!row.hidden) shown += 1;
    }
    told.textContent = shown === rows.length ? `${shown} rows` : `${shown} of ${rows.length} rows`;
    more.hidden = open || shown <= LONG;
    more.textContent = `Show all ${shown} rows`;
  }

  table.parentElement.after(more);
  draw();
}
document.querySelectorAll("main table").forEach((table) => table.tHead && enhance(table));

const large = make("dialog", "", { className: "large" });
const close = make("button", "Close", { type: "button" });
large.append(make("div"), make("p"), close);
large.setAttribute("aria-label", "Enlarged picture");
document.body.append(large);
close.addEventListener("click", () => large.close());
large.addEventListener("click", (event) => event.target === large && large.close());
for (const picture of document.querySelectorAll(".pair > img, .pair > svg")) {
  const said = picture.getAttribute("alt") ?? picture.getAttribute("aria-label");
  const button = make("button", "", { type: "button", className: "enlarge" });
  button.setAttribute("aria-label", `Enlarge: ${said}`);
  picture.replaceWith(button);
  button.append(picture);
  button.addEventListener("click", () => {
    large.firstChild.replaceChildren(picture.cloneNode(true));
    large.children[1].textContent = said;
    large.showModal();
  });
}
