// The review page. Everything it knows comes from this address; captured text is only ever set as text.
import { Crops } from "./crops.js";
import { Overview } from "./overview.js";
import { $, ask, guarded, holdSecret, inTurn, make, percent, say, tell, words } from "./page.js";
import { Videos } from "./videos.js";
import { Pair } from "./view.js";

let state, item, index = -1, marks = [], kind = "person", layout = "", side = "raw";
// What was marked and not yet decided, by screen; and how to take back what was done, the last at the end.
const drafts = new Map(), done = [];

const pair = new Pair([$("view-raw"), $("view-redacted")], {
  onDraw: (box) => addMark({ type: "missed", kind, box, text: "" }),
  onBox: (at) => toggleWrong(at),
  onZoom: (scale) => ($("zoom").textContent = `${Math.round(scale * 100)}%`),
});

const overview = new Overview({ state: () => state, onChoose: (at) => go(at) });
const crops = new Crops({ onState: showState, onChoose: inTurn(async (at, box) => { await show(at); pair.look(box); }) });

const videos = new Videos({ state: () => state, onState: showState, kinds });

function showState(now) {
  state = { ...state, ...now };
  if (now.csrf) holdSecret(now.csrf);
  const asked = state.items.slice(0, state.due), all = asked.length;
  const count = (what) => asked.filter((one) => one === what).length;
  const accepted = count("accepted"), flagged = count("flagged");
  $("about").textContent = `Version ${state.version} · bundle ${state.bundle.slice(0, 12)} · ${state.auditor}`;
  $("bar-accepted").style.width = `${(100 * accepted) / all}%`;
  $("bar-flagged").style.width = `${(100 * flagged) / all}%`;
  $("bar").setAttribute("aria-valuemax", Math.max(1, all));
  $("bar").setAttribute("aria-valuenow", accepted + flagged);
  $("counts").textContent = `${accepted + flagged} of ${all} screens reviewed · ${accepted} accepted · ${flagged} flagged`;
  $("counts").textContent += state.whole ? " · the plan: every screen"
    : ` · the plan: none missed shows below ${percent(state.fraction)} with ${percent(state.confidence)} confidence`;
  $("open-videos").hidden = !state.videos.length;
  if (state.videos.length) $("counts").textContent += ` · ${state.videos_due - state.videos_todo} of ${state.videos_due} videos reviewed`;
  $("plan-text").textContent = state.plan;
  $("plan-bound").textContent = accepted + flagged
    ? `So far: at most ${percent(state.bound)} of the screens, with ${percent(state.confidence)} confidence, if the reviewed ones had been drawn at random.` : "";
  $("plan-looked").textContent = state.looked;
  $("agreement").hidden = !state.independent;
  if (state.independent) $("agreement-told").textContent = state.agreement.told;
  $("strata").replaceChildren(...state.strata.map((cells) => {
    const line = make("tr");
    line.append(...cells.map((cell) => make("td", String(cell))));
    return line;
  }));
}

async function show(at) {
  // a release of videos alone has no screen
  $("main").hidden = $("decide").hidden = !state.items.length;
  if (!state.items.length) return;
  keepDraft();
  index = Math.min(state.items.length - 1, Math.max(0, at));
  document.body.dataset.ready = "";
  item = await ask(`item/${index}`);
  const before = drafts.get(index) ?? item.decision ?? { marks: [], note: "" };
  marks = before.marks.map((mark) => ({ ...mark }));
  $("note").value = $("note").defaultValue = before.note;
  $("where").textContent = `Screen ${index + 1} of ${state.due}`;
  $("jump").value = index + 1;
  $("jump").max = state.items.length;
  $("where-more").textContent = `${item.process} · ${item.application} · ${item.reason}`;
  $("others").textContent = item.others.map(({ auditor, verdict, note }) =>
    `${auditor} ${verdict === "accept" ? "accepted" : "flagged"} this screen${note ? `: ${note}` : "."}`).join(" ");
  if (!layout) document.body.dataset.layout = pair.readable(item.width, $("main").clientWidth / 2 - 30) ? "both" : "one";
  $("layout").checked = document.body.dataset.layout === "one";
  pair.show(item.width, item.height);
  const load = (view, path) => new Promise((done, fail) => {
    const image = view.querySelector("img");
    image.onload = done;
    image.onerror = () => fail(new Error("A picture cannot be shown; it was not accepted."));
    image.src = `${path}?${crypto.randomUUID()}`;
  });
  showSide("raw");
  showStatus();
  showRows();
  showMarks();
  await Promise.all([load($("view-raw"), `raw/${index}`), load($("view-redacted"), `redacted/${index}`)]);
  document.body.dataset.ready = String(index);
  showDifference();
}

// What is marked but not decided stays marked, whatever is looked at in between.
function keepDraft() {
  if (index < 0) return;
  const said = JSON.stringify([marks, $("note").value]), kept = item.decision ?? { marks: [], note: "" };
  if (said === JSON.stringify([kept.marks, kept.note])) drafts.delete(index);
  else drafts.set(index, { marks, note: $("note").value });
}

const showSide = (which) => (side = document.body.dataset.side = which);

// One picture, the full width of the page, raw and redacted in turn: what changed catches the eye.
function flicker() {
  if (document.body.dataset.layout !== "one") return setLayout("one");
  showSide(side === "raw" ? "redacted" : "raw");
}

function setLayout(how) {
  layout = document.body.dataset.layout = how;
  $("layout").checked = how === "one";
  pair.fit();
}

function showDifference() {
  const wanted = $("difference").checked && document.body.dataset.ready === String(index);
  $("changes").hidden = !wanted;
  $("changed").textContent = wanted ? `${percent(pair.differ($("changes")))} of the pixels changed` : "";
  if (wanted && document.body.dataset.layout === "one") showSide("redacted");
}

function showStatus() {
  const status = state.items[index];
  $("status").className = `status ${status}`;
  $("status").textContent = { todo: "Not decided", accepted: "Accepted", flagged: "Flagged", outside: "Not in the plan" }[status];
  $("undo-verdict").hidden = !item.decision;
  $("previous").disabled = index === 0;
  $("next").disabled = index === last();
}

// Next and Previous stay within what is asked for, until a screen beyond it is chosen.
const last = () => (index < state.due ? state.due : state.items.length) - 1;

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

// Every change of the marks goes through here, so that it can be taken back.
function edit(change) {
  if (document.body.dataset.ready !== String(index)) { say("Wait until both pictures are shown.", true); return; }
  const at = index, before = marks.map((mark) => ({ ...mark }));
  done.push(async () => {
    if (index !== at) await show(at);
    marks = before;
    showMarks();
    say("Taken back.");
  });
  change();
  showMarks();
}

function addMark(mark) {
  edit(() => marks.push({ interaction: "", field: "", text: "", ...mark }));
  say(mark.type === "wrong" ? "Marked as wrongly redacted."
    : `Marked as missed: ${words(mark.kind)}.${mark.text ? "" : " T: type what it says, to have it hidden everywhere."}`);
}

function toggleWrong(at) {
  const box = item.boxes[at];
  const same = (mark) => mark.type === "wrong" && String(mark.box) === String(box.box);
  if (marks.some(same)) { edit(() => (marks = marks.filter((mark) => !same(mark)))); say("Mark taken back."); }
  else addMark({ type: "wrong", kind: box.kind, box: box.box });
}

const undo = inTurn(async () => {
  const back = done.pop();
  if (back) await back(); else say("There is nothing to take back.");
});

async function undoVerdict(at, before) {
  showState(await tell(`undo/${at}`));
  drafts.delete(at);
  if (before) drafts.set(at, before);
  index = -1;
  await show(at);
  say(`The verdict on screen ${at + 1} is taken back.`);
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
      select.addEventListener("change", () => edit(() => (mark.kind = select.value)));
      const input = Object.assign(document.createElement("input"), { type: "text", value: mark.text, maxLength: 2000, placeholder: "What it says: hides it everywhere", autocomplete: "off", spellcheck: false });
      input.setAttribute("aria-label", "What it says (optional)");
      input.addEventListener("change", () => input.value !== mark.text && edit(() => (mark.text = input.value)));
      line.append(select, input);
    }
    const remove = Object.assign(make("button", "Remove"), { type: "button" });
    remove.addEventListener("click", () => edit(() => marks.splice(at, 1)));
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
  const at = index, given = { marks, note: $("note").value };
  const sent = marks.map(({ type, kind, box, interaction, field, text }) => ({ type, kind, box, interaction, field, text }));
  showState(await tell(`decide/${at}`, { verdict, marks: sent, note: given.note }));
  done.push(() => undoVerdict(at, given));
  drafts.delete(at);
  index = -1;
  const told = verdict === "accept" ? "Accepted." : "Flagged.";
  const asked = state.items.slice(0, state.due);
  const next = asked.findIndex((status, other) => other > at && status === "todo"), first = asked.indexOf("todo");
  await show(next >= 0 ? next : first >= 0 ? first : at);
  say(next >= 0 || first >= 0 ? `${told} Screen ${index + 1} of ${state.due}.` : `${told} Every screen of the plan is reviewed.`);
});
const go = inTurn((at) => show(at));
const step = inTurn((by) => show(Math.min(last(), index + by)));

async function openSign() {
  showState(await ask("state"));
  const todo = state.todo + state.videos_todo, open = state.open_flags;
  const release = state.signing && !todo && !open && !state.unready;
  const what = state.videos.length ? `${state.todo} screen(s) and ${state.videos_todo} video(s)` : `${state.todo} screen(s)`;
  $("sign-state").textContent = !state.signing ? "This page cannot sign: run entrophy sign."
    : todo || open ? `Not ready for release: ${what} to decide, ${open} open flag(s). A flag closes when the release is built again without what was flagged.`
    : state.unready ? `Not ready for release: ${state.unready} ${state.videos.length ? "screen(s) and video(s)" : "screen(s)"} were not accepted by two auditors. ${state.agreement.told}`
    : `${state.plan} The whole bundle is verified again before it is signed; this can take minutes.`;
  $("sign-looked").textContent = state.looked;
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

const press = (id) => () => $(id).click();
const keys = {
  a: () => decide("accept"), f: () => decide("flag"), n: () => step(1), p: () => step(-1),
  ArrowRight: () => step(1), ArrowLeft: () => step(-1),
  " ": flicker, v: press("layout"), d: press("difference"), b: press("boxes"), z: undo,
  "+": () => pair.zoom(1.25), "=": () => pair.zoom(1.25), "-": () => pair.zoom(0.8),
  0: () => pair.fit("all"), w: () => pair.fit("width"),
  g: () => $("jump").select(), t: () => $("marks").querySelector("li:last-child input")?.focus(),
  o: press("open-overview"), c: press("open-crops"), m: () => !$("open-videos").hidden && $("open-videos").click(), s: inTurn(openSign), "?": press("open-help"),
};
const moves = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] };
const TYPED = "input[type=text], input[type=number], textarea, select";

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  const target = event.target;
  // a box of a dialog that was just closed still has the focus for a moment
  if (target.matches(TYPED) && target.checkVisibility()) {
    if (event.key !== "Escape" && (event.key !== "Enter" || (event.shiftKey && target.matches("textarea")))) return;
    event.preventDefault();
    if (target === $("jump") && event.key === "Enter") go(Number(target.value) - 1);
    else if (target.form?.id === "numbers" && event.key === "Enter") target.form.requestSubmit();
    // so that the next key is a command again
    target.blur();
    return;
  }
  if (target.matches("input[type=radio]") && event.key.startsWith("Arrow")) return;
  if (event.key === " " && target.matches("button, summary, input")) return;
  if (event.shiftKey && moves[event.key]) { event.preventDefault(); pair.move(...moves[event.key]); return; }
  const work = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (work && !event.repeat) { event.preventDefault(); work(); }
});
// A kind picked with the mouse is picked: what is pressed next is a command, not a letter of another kind.
let byMouse = false;
document.addEventListener("pointerdown", (event) => (byMouse = event.target.matches("select")));
document.addEventListener("keydown", () => (byMouse = false), true);
document.addEventListener("change", (event) => { if (byMouse && event.target.matches("select")) event.target.blur(); });
window.addEventListener("beforeunload", (event) => {
  keepDraft();
  videos.keep();
  if (drafts.size || videos.drafts.size) event.preventDefault();
});

$("accept").addEventListener("click", () => decide("accept"));
$("flag").addEventListener("click", () => decide("flag"));
$("next").addEventListener("click", () => step(1));
$("previous").addEventListener("click", () => step(-1));
$("zoom-in").addEventListener("click", () => pair.zoom(1.25));
$("zoom-out").addEventListener("click", () => pair.zoom(0.8));
$("zoom-fit").addEventListener("click", () => pair.fit("all"));
$("zoom-width").addEventListener("click", () => pair.fit("width"));
$("layout").addEventListener("change", () => setLayout($("layout").checked ? "one" : "both"));
$("difference").addEventListener("change", showDifference);
$("side").addEventListener("click", flicker);
$("undo").addEventListener("click", undo);
$("undo-verdict").addEventListener("click", inTurn(() => undoVerdict(index, { marks, note: $("note").value })));
$("note").addEventListener("change", () => {
  const at = index, before = $("note").defaultValue;
  $("note").defaultValue = $("note").value;
  done.push(async () => { if (index !== at) await show(at); $("note").value = before; say("Taken back."); });
});
$("open-overview").addEventListener("click", inTurn(() => overview.open(index)));
$("overview-close").addEventListener("click", () => $("overview-dialog").close());
$("open-crops").addEventListener("click", inTurn(() => crops.open(state.crops)));
$("open-videos").addEventListener("click", inTurn(() => videos.open()));
$("crops-close").addEventListener("click", () => $("crops-dialog").close());
// Back at the screen its clock goes on, and the keys are the page's.
for (const dialog of document.querySelectorAll("dialog")) {
  dialog.addEventListener("close", () => {
    if (index < 0) return;
    pair.shown.focus({ preventScroll: true });
    if (dialog.matches(".wide")) ask(`item/${index}`).catch(() => {});
  });
}
$("boxes").addEventListener("change", () => document.body.classList.toggle("no-boxes", !$("boxes").checked));
$("open-plan").addEventListener("click", () => $("plan-dialog").showModal());
$("open-help").addEventListener("click", () => $("help-dialog").showModal());
$("open-sign").addEventListener("click", inTurn(openSign));
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
$("close").addEventListener("click", inTurn(async () => {
  drafts.clear();
  videos.drafts.clear();
  index = -1;
  await tell("close", {});
  document.body.replaceChildren(make("main", "The review is closed. Decisions are kept; you can close this tab."));
}));

inTurn(async () => {
  pair.setTool("draw");
  showState(await ask("state"));
  const select = kinds(kind);
  $("kind").replaceChildren(...select.options);
  $("kind").value = kind;
  const first = state.items.slice(0, state.due).indexOf("todo");
  await show(first >= 0 ? first : 0);
  if (!state.items.length) await videos.open();
})();
