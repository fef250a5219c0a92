// The review page. Everything it knows comes from this address; captured text is only ever set as text.
import { Pair } from "./view.js";

const $ = (id) => document.getElementById(id);
const make = (tag, text = "", name = "") => Object.assign(document.createElement(tag), { textContent: text, className: name });
const words = (kind) => kind.replaceAll("_", " ");
let state, item, index = -1, marks = [], kind = "person", busy = false;

async function ask(path) {
  const answer = await fetch(path, { cache: "no-store", credentials: "same-origin" });
  const told = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(told.problem || "The review has ended or is not yours. Start it again.");
  return told;
}

async function tell(path, body) {
  const answer = await fetch(path, {
    method: "POST", cache: "no-store", credentials: "same-origin",
    headers: { "Content-Type": "application/json", "X-Entrophy-Review": csrf }, body: JSON.stringify(body),
  });
  const told = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(told.problem || "The review has ended or is not yours. Start it again.");
  return told;
}
let csrf = "";

let sayTimer;
function say(text, problem = false) {
  $("say").textContent = text;
  $("say").classList.toggle("problem", problem);
  clearTimeout(sayTimer);
  sayTimer = setTimeout(() => ($("say").textContent = ""), problem ? 12000 : 4000);
}

const guarded = (work) => async (...args) => {
  if (busy) return;
  busy = true;
  try { await work(...args); } catch (error) { say(error.message, true); } finally { busy = false; }
};

const pair = new Pair([$("view-raw"), $("view-redacted")], {
  onDraw: (box) => addMark({ type: "missed", kind, box, text: "" }),
  onBox: (at) => toggleWrong(at),
  onZoom: (scale) => ($("zoom").textContent = `${Math.round(scale * 100)}%`),
});

const percent = (share) => `${(100 * share).toFixed(2).replace(/\.?0+$/, "")}%`;

function showState(now) {
  state = { ...state, ...now };
  if (now.csrf) csrf = now.csrf;
  const count = (what) => state.items.filter((one) => one === what).length;
  const all = state.items.length, accepted = count("accepted"), flagged = count("flagged");
  $("about").textContent = `Version ${state.version} · bundle ${state.bundle.slice(0, 12)} · ${state.auditor}`;
  $("bar-accepted").style.width = `${(100 * accepted) / all}%`;
  $("bar-flagged").style.width = `${(100 * flagged) / all}%`;
  $("bar").setAttribute("aria-valuemax", all);
  $("bar").setAttribute("aria-valuenow", accepted + flagged);
  $("counts").textContent = `${accepted + flagged} of ${all} screens reviewed · ${accepted} accepted · ${flagged} flagged`;
  $("counts").textContent += state.whole ? " · the plan: every screen"
    : ` · the plan: none missed shows below ${percent(state.fraction)} with ${percent(state.confidence)} confidence`;
  $("plan-text").textContent = state.plan;
  $("plan-bound").textContent = accepted + flagged
    ? `So far: at most ${percent(state.bound)} of the screens, with ${percent(state.confidence)} confidence, if the reviewed ones had been drawn at random.` : "";
  $("strata").replaceChildren(...state.strata.map((cells) => {
    const line = make("tr");
    line.append(...cells.map((cell) => make("td", String(cell))));
    return line;
  }));
}

async function show(at) {
  index = Math.min(state.items.length - 1, Math.max(0, at));
  item = await ask(`item/${index}`);
  marks = item.decision ? item.decision.marks.map((mark) => ({ ...mark })) : [];
  $("note").value = item.decision ? item.decision.note : "";
  $("where").textContent = `Screen ${index + 1} of ${state.items.length}`;
  $("where-more").textContent = `${item.process} · ${item.application} · ${item.reason}`;
  pair.show(item.width, item.height);
  const load = (view, path) => new Promise((done, fail) => {
    const image = view.querySelector("img");
    image.onload = done;
    image.onerror = () => fail(new Error("A picture cannot be shown; it was not accepted."));
    image.src = `${path}?${crypto.randomUUID()}`;
  });
  showStatus();
  showRows();
  showMarks();
  document.body.dataset.ready = "";
  await Promise.all([load($("view-raw"), `raw/${index}`), load($("view-redacted"), `redacted/${index}`)]);
  document.body.dataset.ready = String(index);
}

function showStatus() {
  const status = state.items[index];
  $("status").textContent = { todo: "Not decided", accepted: "Accepted", flagged: "Flagged" }[status];
  $("status").className = `status ${status}`;
  $("previous").disabled = index === 0;
  $("next").disabled = index === state.items.length - 1;
}

function showRows() {
  $("rows").replaceChildren(...item.rows.flatMap((row, nth) => {
    const table = make("table"), head = make("thead"), body = make("tbody"), titles = make("tr");
    titles.append(...["Field", "Raw", "Released", ""].map((title) => Object.assign(make("th", title), { scope: "col" })));
    head.append(titles);
    const above = nth ? item.rows[nth - 1].fields : [];
    for (const { name, raw, released } of row.fields) {
      // what the row above says already is not said again
      if (above.some((one) => one.name === name && one.raw === raw && one.released === released)) continue;
      const line = make("tr", "", raw === released ? "" : "changed");
      const title = Object.assign(make("th", words(name)), { scope: "row" });
      const cell = (text, name) => (text ? make("td", text, name) : make("td", "empty", `${name} empty`));
      const missed = Object.assign(make("button", "Missed"), { type: "button" });
      missed.setAttribute("aria-label", `Something was missed in ${words(name)}`);
      const rawCell = cell(raw, "raw");
      missed.addEventListener("mousedown", (event) => event.preventDefault());
      missed.addEventListener("click", () => {
        const chosen = getSelection();
        const text = rawCell.contains(chosen.anchorNode) && String(chosen).trim() ? String(chosen).trim() : raw;
        addMark({ type: "field", kind, box: null, interaction: row.interaction, field: name, text });
      });
      const last = make("td", "", "do");
      if (released) last.append(missed);
      line.append(title, rawCell, cell(released, "released"), last);
      body.append(line);
    }
    table.append(head, body);
    table.setAttribute("aria-label", `Row of ${row.time}`);
    return [make("p", nth ? `Then, without a screenshot of its own · ${row.time}` : row.time, "row-head"), table];
  }));
}

function addMark(mark) {
  marks.push({ interaction: "", field: "", text: "", ...mark });
  showMarks();
  say(mark.type === "wrong" ? "Marked as wrongly redacted." : `Marked as missed: ${words(mark.kind)}.`);
  if (mark.type === "missed") $("marks").querySelector("li:last-child input")?.focus();
}

function toggleWrong(at) {
  const box = item.boxes[at];
  const same = (mark) => mark.type === "wrong" && String(mark.box) === String(box.box);
  if (marks.some(same)) { marks = marks.filter((mark) => !same(mark)); showMarks(); say("Mark taken back."); }
  else addMark({ type: "wrong", kind: box.kind, box: box.box });
}

function showMarks() {
  const wrong = new Set(marks.filter((mark) => mark.type === "wrong").map((mark) => String(mark.box)));
  pair.draw([
    ...item.boxes.map(({ box, kind, score, detector }, at) => ({
      box, index: at, name: wrong.has(String(box)) ? "box wrong" : "box", title: `${words(kind)} · ${score} · ${detector}`,
    })),
    ...marks.filter((mark) => mark.type === "missed").map(({ box }) => ({ box, name: "missed" })),
  ]);
  $("no-marks").hidden = marks.length > 0;
  $("marks").replaceChildren(...marks.map((mark, at) => {
    const line = make("li", "", mark.type);
    const place = mark.box ? `${mark.box[2] - mark.box[0]} × ${mark.box[3] - mark.box[1]} px at ${mark.box[0]}, ${mark.box[1]}` : words(mark.field);
    line.append(make("span", { missed: "Missed: ", wrong: "Wrong redaction: ", field: "Missed in " }[mark.type] + place));
    if (mark.type !== "wrong") {
      const select = kinds(mark.kind);
      select.setAttribute("aria-label", "Kind");
      select.addEventListener("change", () => (mark.kind = select.value));
      const input = Object.assign(document.createElement("input"), { type: "text", value: mark.text, maxLength: 2000, placeholder: "What it says: hides it everywhere", autocomplete: "off", spellcheck: false });
      input.setAttribute("aria-label", "What it says (optional)");
      input.addEventListener("input", () => (mark.text = input.value));
      line.append(select, input);
    }
    const remove = Object.assign(make("button", "Remove"), { type: "button" });
    remove.addEventListener("click", () => { marks.splice(at, 1); showMarks(); });
    line.append(remove);
    return line;
  }));
  $("box-count").textContent = item.boxes.length;
  $("box-list").replaceChildren(...item.boxes.map(({ box, kind, score }, at) => {
    const line = make("li"), button = Object.assign(make("button", wrong.has(String(box)) ? "Marked wrong" : "Wrong?"), { type: "button" });
    button.setAttribute("aria-pressed", String(wrong.has(String(box))));
    button.addEventListener("click", () => toggleWrong(at));
    line.append(make("span", `${words(kind)} · ${score} · at ${box[0]}, ${box[1]}`), button);
    return line;
  }));
}

function kinds(chosen) {
  const select = document.createElement("select");
  select.append(...state.kinds.map((one) => new Option(words(one), one, false, one === chosen)));
  return select;
}

const decide = guarded(async (verdict) => {
  if (document.body.dataset.ready !== String(index)) throw new Error("Wait until both pictures are shown.");
  const sent = marks.map(({ type, kind, box, interaction, field, text }) => ({ type, kind, box, interaction, field, text }));
  showState(await tell(`decide/${index}`, { verdict, marks: sent, note: $("note").value }));
  const told = verdict === "accept" ? "Accepted." : "Flagged.";
  const next = state.items.findIndex((status, at) => at > index && status === "todo");
  const first = state.items.indexOf("todo");
  if (next >= 0 || first >= 0) { await show(next >= 0 ? next : first); say(`${told} Screen ${index + 1} of ${state.items.length}.`); }
  else { showStatus(); say(`${told} Every screen of the plan is reviewed.`); }
});
const go = guarded(show);

async function openSign() {
  showState(await ask("state"));
  const todo = state.todo, open = state.open_flags;
  const release = state.signing && !todo && !open;
  $("sign-state").textContent = !state.signing ? "This page cannot sign: run entrophy sign."
    : todo || open ? `Not ready for release: ${todo} screen(s) to decide, ${open} open flag(s). A flag closes when the release is built again without what was flagged.`
    : `${state.plan} The whole bundle is verified again before it is signed; this can take minutes.`;
  $("sign-release").disabled = !release;
  $("sign-stop").disabled = !state.signing;
  $("sign-told").textContent = "";
  $("sign-dialog").showModal();
}

const sign = guarded(async (decision) => {
  $("sign-told").textContent = "Checking…";
  $("sign-release").disabled = $("sign-stop").disabled = true;
  try {
    $("sign-told").textContent = (await tell("sign", { decision, note: $("sign-note").value })).told;
  } catch (error) {
    $("sign-told").textContent = error.message;
    $("sign-stop").disabled = false;
  }
});

const keys = {
  a: () => decide("accept"), f: () => decide("flag"), n: () => go(index + 1), p: () => go(index - 1),
  ArrowRight: () => go(index + 1), ArrowLeft: () => go(index - 1),
  b: () => $("boxes").click(), z: () => { if (marks.pop()) { showMarks(); say("Mark taken back."); } },
  "+": () => pair.zoom(1.25), "=": () => pair.zoom(1.25), "-": () => pair.zoom(0.8), 0: () => pair.fit(),
  s: guarded(openSign), "?": () => $("help-dialog").showModal(),
};
const moves = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] };

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (event.target.matches("input[type=text], input[type=number], textarea, select")) {
    if (event.key === "Escape") event.target.blur();
    return;
  }
  if (event.target.matches("input[type=radio]") && event.key.startsWith("Arrow")) return;
  if (event.shiftKey && moves[event.key]) { event.preventDefault(); pair.move(...moves[event.key]); return; }
  const work = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (work && !event.repeat) { event.preventDefault(); work(); }
});

$("accept").addEventListener("click", () => decide("accept"));
$("flag").addEventListener("click", () => decide("flag"));
$("next").addEventListener("click", () => go(index + 1));
$("previous").addEventListener("click", () => go(index - 1));
$("zoom-in").addEventListener("click", () => pair.zoom(1.25));
$("zoom-out").addEventListener("click", () => pair.zoom(0.8));
$("zoom-fit").addEventListener("click", () => pair.fit());
$("boxes").addEventListener("change", () => document.body.classList.toggle("no-boxes", !$("boxes").checked));
$("open-plan").addEventListener("click", () => $("plan-dialog").showModal());
$("open-help").addEventListener("click", () => $("help-dialog").showModal());
$("open-sign").addEventListener("click", guarded(openSign));
$("sign-release").addEventListener("click", () => sign("release"));
$("sign-stop").addEventListener("click", () => sign("stop"));
$("sign-cancel").addEventListener("click", () => $("sign-dialog").close());
$("kind").addEventListener("change", () => (kind = $("kind").value));
for (const tool of document.querySelectorAll("input[name=tool]")) tool.addEventListener("change", () => pair.setTool(tool.value));
$("numbers").addEventListener("submit", (event) => {
  event.preventDefault();
  const [x, y, w, h] = ["x", "y", "w", "h"].map((name) => Number(event.target.elements[name].value));
  if (x + w > item.width || y + h > item.height) { say("That lies outside the screenshot.", true); return; }
  addMark({ type: "missed", kind, box: [x, y, x + w, y + h], text: "" });
  event.target.reset();
});
$("close").addEventListener("click", guarded(async () => {
  await tell("close", {});
  document.body.replaceChildren(make("main", "The review is closed. Decisions are kept; you can close this tab."));
}));

guarded(async () => {
  pair.setTool("draw");
  showState(await ask("state"));
  const select = kinds(kind);
  $("kind").replaceChildren(...select.options);
  $("kind").value = kind;
  const first = state.items.indexOf("todo");
  await show(first >= 0 ? first : 0);
})();
