// What was not hidden and may be somebody's, then the findings that were least certain, cropped, forty at a time: is
// anybody still to be seen?
import { $, ask, inTurn, make, tell, words } from "./page.js";

// A crop of more pixels than this takes the room of two.
const WIDE = 420;

export class Crops {
  // onState(state): a pass was recorded; onChoose(index, box): a crop was chosen
  constructor({ onState, onChoose }) {
    Object.assign(this, { onState, onChoose, first: 0, side: "redacted", seen: new Set() });
    $("crops-side").addEventListener("click", () => this.flip());
    $("crops-none").addEventListener("click", inTurn(() => this.none()));
    $("crops-back").addEventListener("click", inTurn(() => this.show(this.first - this.aPass)));
    $("crops-next").addEventListener("click", inTurn(() => this.show(this.first + this.aPass)));
    $("crops-dialog").addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === " " && !event.repeat) { event.preventDefault(); this.flip(); }
    });
  }

  async open(seen) {
    if (!this.findings) {
      const told = await ask("findings");
      Object.assign(this, { findings: told.findings, aPass: told.a_pass });
      this.seen = new Set(seen);
      while (this.seen.has(this.first) && this.first + this.aPass < this.findings.length) this.first += this.aPass;
    }
    if (!$("crops-dialog").open) $("crops-dialog").showModal();
    await this.show(this.first);
  }

  async show(first) {
    this.first = Math.max(0, Math.min(first, Math.floor(Math.max(0, this.findings.length - 1) / this.aPass) * this.aPass));
    const here = this.findings.slice(this.first, this.first + this.aPass);
    if (here.length) await ask(`look/${this.first}`);
    $("crops-where").textContent = here.length
      ? `Crops ${this.first + 1} to ${this.first + here.length} of ${this.findings.length}: what was not hidden, the likeliest to be somebody's first, then what was hidden, the least certain first${this.seen.has(this.first) ? " · seen" : ""}`
      : "Nothing was hidden on any screen, nor is anything left in doubt.";
    $("crops").replaceChildren(...here.map((finding, at) => this.crop(finding, this.first + at)));
    $("crops").scrollTop = 0;
    $("crops-back").disabled = this.first === 0;
    $("crops-next").disabled = this.first + this.aPass >= this.findings.length;
    $("crops-none").disabled = !here.length;
    this.turn("redacted");
  }

  crop({ index, kind, score, box, shown }, number) {
    const line = make("li", "", shown[2] - shown[0] > WIDE ? "wide-crop" : ""), button = Object.assign(make("button", "", "crop"), { type: "button" });
    const frame = make("span", "", "frame"), outline = make("span", "", "outline");
    const image = Object.assign(document.createElement("img"), { alt: "" });
    image.dataset.number = number;
    const [width, height] = [shown[2] - shown[0], shown[3] - shown[1]];
    frame.style.aspectRatio = `${width} / ${height}`;
    Object.assign(outline.style, {
      left: `${(100 * (box[0] - shown[0])) / width}%`, top: `${(100 * (box[1] - shown[1])) / height}%`,
      width: `${(100 * (box[2] - box[0])) / width}%`, height: `${(100 * (box[3] - box[1])) / height}%`,
    });
    frame.append(image, outline);
    button.append(frame, make("span", `${words(kind)} · ${score.toFixed(2)} · screen ${index + 1}`, "caption"));
    button.addEventListener("click", () => { $("crops-dialog").close(); this.onChoose(index, box); });
    line.append(button);
    return line;
  }

  flip() { this.turn(this.side === "raw" ? "redacted" : "raw"); }

  turn(side) {
    this.side = side;
    $("crops-side").setAttribute("aria-pressed", String(side === "raw"));
    $("crops").className = side;
    for (const image of $("crops").querySelectorAll("img")) image.src = `crop/${image.dataset.number}/${side}`;
  }

  async none() {
    this.onState(await tell(`crops/${this.first}`));
    this.seen.add(this.first);
    await this.show(this.first + this.aPass);
  }
}
