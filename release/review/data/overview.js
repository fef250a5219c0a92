// Thumbnails of all screens, chosen by application, kind, confidence and verdict. Only those in sight exist.
import { $, ask, make, words } from "./page.js";

const TILE = { width: 212, height: 186 };
const SAID = { todo: "not decided", accepted: "accepted", flagged: "flagged", outside: "not in the plan" };

export class Overview {
  // state(): the page's state; onChoose(index): a screen was chosen
  constructor({ state, onChoose }) {
    Object.assign(this, { state, onChoose, chosen: [] });
    for (const id of ["of-application", "of-kind", "of-score", "of-status"]) $(id).addEventListener("change", () => this.filter());
    $("tiles").addEventListener("scroll", () => this.draw());
    new ResizeObserver(() => this.draw()).observe($("tiles"));
  }

  async open(index) {
    if (!this.about) {
      this.about = await ask("screens");
      $("of-application").append(...this.about.applications.map((name, at) => new Option(name, at)));
      $("of-kind").append(...this.about.kinds.map((name, at) => new Option(words(name), at)));
    }
    this.here = index;
    if (!$("overview-dialog").open) $("overview-dialog").showModal();
    this.filter();
    const at = this.chosen.indexOf(index);
    if (at >= 0) $("tiles").scrollTop = Math.max(0, Math.floor(at / this.columns) - 1) * TILE.height;
    this.draw();
  }

  filter() {
    const [application, kind, score, status] = ["of-application", "of-kind", "of-score", "of-status"].map((id) => $(id).value);
    const { items, due, agreement } = this.state();
    const disputed = new Set(agreement?.disputed);
    this.chosen = [];
    this.about.screens.forEach(([ofApplication, lowest, kinds], index) => {
      if (application && ofApplication !== Number(application)) return;
      if (kind && !kinds.includes(Number(kind))) return;
      if (score && !(lowest < Number(score))) return;
      if (status === "disputed" ? !disputed.has(index) : status === "plan" ? index >= due : status && items[index] !== status) return;
      this.chosen.push(index);
    });
    $("chosen").textContent = `${this.chosen.length.toLocaleString("en")} of ${items.length.toLocaleString("en")} screens`;
    $("tiles").scrollTop = 0;
    this.draw();
  }

  get columns() { return Math.max(1, Math.floor($("tiles").clientWidth / TILE.width)); }

  draw() {
    if (!this.about || !$("overview-dialog").open) return;
    const list = $("tile-list"), { scrollTop, clientHeight } = $("tiles"), columns = this.columns;
    list.style.height = `${Math.ceil(this.chosen.length / columns) * TILE.height}px`;
    const first = Math.max(0, Math.floor(scrollTop / TILE.height) - 1) * columns;
    const last = Math.min(this.chosen.length, (Math.ceil((scrollTop + clientHeight) / TILE.height) + 1) * columns);
    const kept = new Map([...list.children].map((tile) => [Number(tile.dataset.at), tile]));
    const shown = [];
    for (let at = first; at < last; at++) {
      const index = this.chosen[at], old = kept.get(at);
      const tile = old && Number(old.dataset.index) === index ? old : this.tile(index, at);
      this.label(tile.firstChild, index);
      tile.style.transform = `translate(${(at % columns) * TILE.width}px, ${Math.floor(at / columns) * TILE.height}px)`;
      shown.push(tile);
    }
    // what stays in sight keeps its place, and with it the focus
    for (const tile of kept.values()) {
      if (shown.includes(tile)) continue;
      // a picture that is no longer in sight need not arrive
      tile.querySelector("img").removeAttribute("src");
      tile.remove();
    }
    list.append(...shown.filter((tile) => !tile.isConnected));
  }

  tile(index, at) {
    const tile = make("li"), button = Object.assign(make("button", "", "tile"), { type: "button" });
    tile.dataset.at = at;
    tile.dataset.index = index;
    const image = Object.assign(document.createElement("img"), { alt: "", src: `thumbnail/${index}` });
    button.append(image, make("span", "", "tile-name"), make("span", "", "tile-status"));
    button.addEventListener("click", () => { $("overview-dialog").close(); this.onChoose(index); });
    tile.append(button);
    tile.setAttribute("aria-posinset", at + 1);
    tile.setAttribute("aria-setsize", this.chosen.length);
    return tile;
  }

  label(button, index) {
    const [application, lowest] = this.about.screens[index], status = this.state().items[index];
    button.querySelector(".tile-name").textContent = `${index + 1} · ${this.about.applications[application]}`;
    button.querySelector(".tile-status").textContent = `${SAID[status]} · ${lowest < 1 ? lowest.toFixed(2) : "no doubt"}`;
    button.className = `tile ${status}${index === this.here ? " here" : ""}`;
  }
}
