// The videos of demonstrations: raw beside released, the frames with low confidence first, marks on a frame, a verdict.
import { $, ask, guarded, inTurn, make, say, tell, words } from "./page.js";
import { clock, Player } from "./player.js";
import { Pair } from "./view.js";

const SAID = { todo: "not decided", accepted: "accepted", flagged: "flagged", outside: "not in the plan" };
const SKIP_MS = 5000;
const doubt = (score, kind = "") => (score < 1 ? `${score.toFixed(2)}${kind && ` · ${words(kind)}`}` : "no doubt");

export class Videos {
  // state(): the page's state; onState(state): a verdict was recorded; kinds(chosen): a <select> of kinds
  constructor({ state, onState, kinds }) {
    Object.assign(this, { state, onState, kinds, index: -1, frame: -1, boxes: [], marks: [], drafts: new Map() });
    this.pair = new Pair([$("video-raw"), $("video-redacted")], {
      onDraw: (box) => this.add({ type: "missed", kind: $("video-kind").value, box, text: "" }),
      onBox: (at) => this.toggleWrong(at),
      onZoom: (scale) => ($("video-zoom").textContent = `${Math.round(scale * 100)}%`),
    });
    this.pair.setTool("draw");
    const [raw, redacted] = ["#video-raw video", "#video-redacted video"].map((at) => document.querySelector(at));
    this.player = new Player({
      raw, redacted, still: $("video-still"),
      onTime: (ms) => this.showTime(ms),
      onFrame: (n) => this.stand(n),
      onPlay: (playing) => this.showPlaying(playing),
      onGone: (side) => say(side === "raw"
        ? "This browser cannot play the captured video, or it is gone: its frames are shown in its place."
        : "The released video cannot be played: it is not the one in the manifest, or damaged. Do not accept it.", true),
    });
    const clicks = {
      "video-play": () => this.player.toggle(), "video-frame-back": () => this.step(-1), "video-frame-on": () => this.step(1),
      "video-back": () => this.skip(-SKIP_MS), "video-on": () => this.skip(SKIP_MS), "video-next-least": () => this.nextLeast(),
      "video-fit": () => this.pair.fit("all"), "video-turn": () => this.turn(), "video-undo": () => this.undo(), "video-undo-verdict": () => this.undoVerdict(),
    };
    for (const [id, work] of Object.entries(clicks)) $(id).addEventListener("click", inTurn(work));
    $("video-accept").addEventListener("click", () => this.decide("accept"));
    $("video-flag").addEventListener("click", () => this.decide("flag"));
    $("videos-close").addEventListener("click", () => $("videos-dialog").close());
    $("videos-dialog").addEventListener("close", () => { this.keep(); this.index = -1; this.player.close(); });
    $("video-speed").addEventListener("change", () => this.player.speed(Number($("video-speed").value)));
    $("video-seek").addEventListener("input", () => { this.player.pause(false); this.player.seek(Number($("video-seek").value)); });
    $("video-boxes").addEventListener("change", () => $("videos-dialog").classList.toggle("no-boxes", !$("video-boxes").checked));
    $("video-numbers").addEventListener("submit", (event) => { event.preventDefault(); this.byNumbers(event.target); });
    // the focus is on the page itself after something that had it went away
    document.addEventListener("keydown", (event) => { if ($("videos-dialog").open) this.key(event); });
    new ResizeObserver(() => this.drawTimeline()).observe($("video-ticks"));
    this.decide = guarded((verdict) => this.record(verdict));
  }

  async open() {
    if (!$("videos-dialog").open) $("videos-dialog").showModal();
    if (!$("video-kind").options.length) {
      $("video-kind").replaceChildren(...this.kinds("person").options);
      $("video-kind").value = "person";
    }
    const first = this.state().videos.slice(0, this.state().videos_due).indexOf("todo");
    await this.show(first >= 0 ? first : 0);
  }

  async showList() {
    this.list = await ask("videos");
    const { videos, videos_due } = this.state(), decided = videos.slice(0, videos_due).filter((one) => one !== "todo").length;
    $("videos-counts").textContent = `${decided} of ${videos_due} videos reviewed`;
    $("video-list").replaceChildren(...this.list.map((one, at) => {
      const line = make("li"), button = Object.assign(make("button", "", `video-one ${videos[at]}`), { type: "button" });
      button.append(make("strong", `${at + 1} · ${one.title}`), make("span", one.application),
        make("span", `${(one.milliseconds / 60000).toFixed(2)} min · ${one.frames.toLocaleString("en")} frames · lowest ${doubt(one.lowest)}`),
        make("span", `${SAID[videos[at]]} · ${one.looked >= one.to_be_shown ? "looked at" : `${one.looked} of ${one.to_be_shown} frames looked at`}`));
      if (at === this.index) button.setAttribute("aria-current", "true");
      button.addEventListener("click", inTurn(() => this.show(at)));
      line.append(button);
      return line;
    }));
  }

  async show(at) {
    this.keep();
    this.index = Math.max(0, Math.min(at, this.state().videos.length - 1));
    $("videos-dialog").dataset.ready = "";
    const item = this.item = await ask(`video/${this.index}`);
    const before = this.drafts.get(this.index) ?? item.decision ?? { marks: [], note: "" };
    this.marks = before.marks.map((mark) => ({ ...mark }));
    this.shown = new Set(item.shown);
    this.frame = -1;
    $("video-note").value = before.note;
    $("video-title").textContent = `Video ${this.index + 1} of ${this.state().videos.length}: ${item.title}`;
    $("video-about").textContent = `${item.application} · ${clock(item.milliseconds)} · ${item.frames.length.toLocaleString("en")} different frames`;
    $("video-seek").max = item.milliseconds;
    this.pair.show(item.width, item.height);
    this.pair.draw([]);
    this.showStatus();
    this.showLeast();
    this.showMarks();
    this.showTime(0);
    this.drawTimeline();
    await this.showList();
    await this.player.load(`video/${this.index}`, item);
    this.player.speed(Number($("video-speed").value));
    this.pair.shown.focus({ preventScroll: true });
    $("videos-dialog").dataset.ready = String(this.index);
  }

  // What is marked but not decided stays marked, whatever is looked at in between.
  keep() {
    if (this.index < 0 || !this.item) return;
    const said = JSON.stringify([this.marks, $("video-note").value]), kept = this.item.decision ?? { marks: [], note: "" };
    if (said === JSON.stringify([kept.marks, kept.note])) this.drafts.delete(this.index);
    else this.drafts.set(this.index, { marks: this.marks, note: $("video-note").value });
  }

  async stand(n) {
    const index = this.index, boxes = await ask(`video/${index}/frame/${n}`);
    if (index !== this.index || n !== this.player.at) return;
    Object.assign(this, { frame: n, boxes });
    this.shown.add(n);
    $("videos-dialog").dataset.frame = String(n);
    this.showMarks();
    this.showLeast();
  }

  showTime(ms) {
    $("video-time").textContent = `${clock(ms)} of ${clock(this.item?.milliseconds ?? 0)} · frame ${this.player.frameAt(ms) + 1}`;
    $("video-seek").value = ms;
    $("video-seek").setAttribute("aria-valuetext", `${clock(ms)} of ${clock(this.item?.milliseconds ?? 0)}`);
  }

  showPlaying(playing) {
    $("video-play").firstChild.textContent = playing ? "Pause " : "Play ";
    if (!playing) return;
    // boxes belong to one frame
    Object.assign(this, { frame: -1, boxes: [] });
    $("videos-dialog").dataset.frame = "";
    this.showMarks();
  }

  get left() { return this.item.least.slice(0, this.item.to_be_shown).filter(([n]) => !this.shown.has(n)).map(([n]) => n); }

  showStatus() {
    const status = this.state().videos[this.index];
    $("video-status").className = `status ${status}`;
    $("video-status").textContent = `${SAID[status][0].toUpperCase()}${SAID[status].slice(1)}`;
    $("video-undo-verdict").hidden = !this.item.decision;
  }

  showLeast() {
    const left = this.left.length, all = this.item.to_be_shown;
    $("video-left").textContent = left ? `${all - left} of ${all} shown; all of them before you accept.` : `All ${all} that have to be shown were.`;
    $("video-accept").disabled = left > 0;
    if ($("video-least").dataset.of !== String(this.index)) {
      $("video-least").dataset.of = String(this.index);
      $("video-least").replaceChildren(...this.item.least.map(([n, score, kind, again]) => {
        const line = make("li"), button = Object.assign(make("button", "", "least"), { type: "button" });
        button.dataset.frame = n;
        button.append(make("b", clock(this.item.frames[n][0])), make("span", `${doubt(score, kind)}${again ? " · as before" : ""}`), make("span", "", "seen"));
        button.addEventListener("click", inTurn(() => this.go(n)));
        line.append(button);
        return line;
      }));
    }
    const listed = $("video-list").children[this.index]?.querySelector("span:last-child");
    if (listed) listed.textContent = `${SAID[this.state().videos[this.index]]} · ${left ? `${all - left} of ${all} frames looked at` : "looked at"}`;
    for (const button of $("video-least").querySelectorAll("button")) {
      const n = Number(button.dataset.frame);
      button.lastChild.textContent = this.shown.has(n) ? "✓ shown" : "";
      if (n === this.frame) button.setAttribute("aria-current", "true"); else button.removeAttribute("aria-current");
    }
  }

  // A line for every frame that differs, taller the less certain; red is under 0.5, amber under 0.9.
  drawTimeline() {
    const canvas = $("video-ticks"), { clientWidth: width, clientHeight: height } = canvas;
    if (!this.item || !width) return;
    const ratio = devicePixelRatio, sheet = canvas.getContext("2d");
    Object.assign(canvas, { width: width * ratio, height: height * ratio });
    sheet.scale(ratio, ratio);
    const [bad, warn, line] = ["--bad", "--warn", "--quiet"].map((name) => {
      canvas.style.color = `var(${name})`;
      return getComputedStyle(canvas).color;
    });
    for (const [at, lowest, count] of this.item.frames) {
      const tall = count ? height * (0.35 + 0.65 * (1 - lowest)) : height * 0.2;
      sheet.fillStyle = count && lowest < 0.5 ? bad : count && lowest < 0.9 ? warn : line;
      sheet.fillRect(Math.min(width - 2, (at / this.item.milliseconds) * width), height - tall, 2, tall);
    }
  }

  async go(n) { await this.player.toFrame(n); this.pair.shown.focus({ preventScroll: true }); }
  async step(by) { this.player.pause(false); await this.player.toFrame(this.player.frameAt(this.player.ms) + by); }
  async skip(ms) { await this.player.seek(this.player.ms + ms); }
  async nextLeast() {
    const next = this.left[0] ?? this.item.least.map(([n]) => n).find((n) => !this.shown.has(n));
    if (next === undefined) say("Every frame of the list was shown."); else await this.go(next);
  }

  here() {
    if (this.frame >= 0 && !this.player.playing) return true;
    say("Pause first: a mark belongs to one frame.", true);
    return false;
  }

  add(mark) {
    if (!this.here()) return;
    this.marks.push({ text: "", ...mark, frame: this.frame });
    this.showMarks();
    say(mark.type === "wrong" ? "Marked as wrongly redacted, on this frame."
      : `Marked as missed: ${words(mark.kind)}. It is hidden on every frame where its pixels show.`);
  }

  toggleWrong(at) {
    if (!this.here()) return;
    const { box, kind } = this.boxes[at];
    const same = (mark) => mark.type === "wrong" && mark.frame === this.frame && String(mark.box) === String(box);
    if (!this.marks.some(same)) { this.add({ type: "wrong", kind, box }); return; }
    this.marks = this.marks.filter((mark) => !same(mark));
    this.showMarks();
  }

  // Both side by side, or one of them as wide as there is room.
  turn() {
    const views = ["both", "raw", "redacted"], dialog = $("videos-dialog");
    dialog.dataset.view = views[(views.indexOf(dialog.dataset.view ?? "both") + 1) % views.length];
    this.pair.fit();
    // a view that is no longer seen would take every key with it
    this.pair.shown.focus({ preventScroll: true });
  }

  byNumbers(form) {
    const [x, y, w, h] = ["x", "y", "w", "h"].map((name) => Number(form.elements[name].value));
    if (x + w > this.item.width || y + h > this.item.height) { say("That lies outside the video.", true); return; }
    this.add({ type: "missed", kind: $("video-kind").value, box: [x, y, x + w, y + h], text: "" });
    form.reset();
  }

  undo() {
    if (this.marks.pop()) { this.showMarks(); say("Taken back."); } else say("There is nothing to take back.");
  }

  showMarks() {
    const here = this.marks.filter((mark) => mark.frame === this.frame);
    const wrong = new Set(here.filter((mark) => mark.type === "wrong").map((mark) => String(mark.box)));
    this.pair.draw([
      ...this.boxes.map(({ box, kind, score, detector }, at) => ({
        box, index: at, name: wrong.has(String(box)) ? "box wrong" : "box", title: `${words(kind)} · ${score} · ${detector}`,
      })),
      ...here.filter((mark) => mark.type === "missed").map(({ box }) => ({ box, name: "missed" })),
    ]);
    $("video-box-count").textContent = this.frame < 0 ? "pause to see them" : this.boxes.length;
    $("video-box-list").replaceChildren(...this.boxes.map(({ box, kind, score }, at) => {
      const line = make("li"), button = Object.assign(make("button", wrong.has(String(box)) ? "Marked wrong" : "Wrong?"), { type: "button" });
      button.setAttribute("aria-pressed", String(wrong.has(String(box))));
      button.addEventListener("click", () => this.toggleWrong(at));
      line.append(make("span", `${words(kind)} · ${score.toFixed(2)} · at ${box[0]}, ${box[1]}`), button);
      return line;
    }));
    $("video-no-marks").hidden = this.marks.length > 0;
    $("video-marks").replaceChildren(...this.marks.map((mark, at) => {
      const line = make("li", "", mark.type), [x0, y0, x1, y1] = mark.box;
      const place = Object.assign(make("button", clock(this.item.frames[mark.frame]?.[0] ?? 0)), { type: "button" });
      place.setAttribute("aria-label", `Go to the frame of mark ${at + 1}`);
      place.addEventListener("click", inTurn(() => this.go(mark.frame)));
      line.append(make("span", `${mark.type === "wrong" ? "Wrong redaction" : "Missed"}: ${x1 - x0} × ${y1 - y0} px at ${x0}, ${y0}`), place);
      if (mark.type === "missed") {
        const select = this.kinds(mark.kind), input = Object.assign(document.createElement("input"), { type: "text", value: mark.text, maxLength: 2000, placeholder: "What it says: hides it everywhere", autocomplete: "off", spellcheck: false });
        select.setAttribute("aria-label", "Kind");
        select.addEventListener("change", () => (mark.kind = select.value));
        input.setAttribute("aria-label", "What it says (optional)");
        input.addEventListener("change", () => (mark.text = input.value));
        line.append(select, input);
      }
      const remove = Object.assign(make("button", "Remove"), { type: "button" });
      remove.addEventListener("click", () => { this.marks.splice(at, 1); this.showMarks(); });
      line.append(remove);
      return line;
    }));
  }

  async record(verdict) {
    if ($("videos-dialog").dataset.ready !== String(this.index)) throw new Error("Wait until the video is shown.");
    const at = this.index;
    const marks = this.marks.map(({ type, kind, box, text, frame }) => ({ type, kind, box, text, frame }));
    this.onState(await tell(`video/${at}/decide`, { verdict, marks, note: $("video-note").value }));
    this.drafts.delete(at);
    this.index = -1;
    const asked = this.state().videos.slice(0, this.state().videos_due);
    const next = asked.findIndex((status, other) => other > at && status === "todo"), first = asked.indexOf("todo");
    await this.show(next >= 0 ? next : first >= 0 ? first : at);
    say(`${verdict === "accept" ? "Accepted" : "Flagged"}. ${first >= 0 ? `Video ${this.index + 1}.` : "Every video of the plan is reviewed."}`);
  }

  async undoVerdict() {
    const at = this.index, before = { marks: this.marks, note: $("video-note").value };
    this.onState(await tell(`video/${at}/undo`));
    this.drafts.set(at, before);
    this.index = -1;
    await this.show(at);
    say(`The verdict on video ${at + 1} is taken back.`);
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target;
    if (target.matches("input[type=text], input[type=number], textarea, select")) {
      if (event.key === "Enter" && target.matches("input[type=text]")) { event.preventDefault(); target.blur(); }
      return;
    }
    if (target.matches("input[type=range]") && event.key.startsWith("Arrow")) return;
    if (event.key === " " && target.matches("button, summary, input")) return;
    const move = event.shiftKey && { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] }[event.key];
    if (move) { event.preventDefault(); this.pair.move(...move); return; }
    const work = {
      " ": () => this.player.toggle(), k: () => this.player.toggle(), ArrowLeft: () => this.step(-1), ArrowRight: () => this.step(1),
      j: () => this.skip(-SKIP_MS), l: () => this.skip(SKIP_MS), u: () => this.nextLeast(),
      n: () => this.show(this.index + 1), p: () => this.show(this.index - 1), z: () => this.undo(),
      v: () => this.turn(), b: () => $("video-boxes").click(), t: () => $("video-marks").querySelector("li:last-child input")?.focus(),
      "+": () => this.pair.zoom(1.25), "=": () => this.pair.zoom(1.25), "-": () => this.pair.zoom(0.8), 0: () => this.pair.fit("all"),
    }[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    const verdict = { a: "accept", f: "flag" }[event.key.toLowerCase()];
    if (event.repeat || (!work && !verdict)) return;
    event.preventDefault();
    if (verdict) this.decide(verdict); else inTurn(work)();
  }
}
