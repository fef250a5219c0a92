// Two films that play, pause and seek as one; standing, the captured one is the very picture that was searched.

// Players drift: by more than this many seconds the captured film is set to the other's time.
const APART = 0.08;

export const clock = (ms) => {
  const tenths = Math.round(ms / 100);
  return `${Math.floor(tenths / 600)}:${String(Math.floor(tenths / 10) % 60).padStart(2, "0")}.${tenths % 10}`;
};

export class Player {
  // raw, redacted: the two <video>; still: the <img> of a captured frame over the raw one.
  // onTime(ms): the time moved; onFrame(n): they stand at this frame; onPlay(playing); onGone(side): a film cannot be played
  constructor({ raw, redacted, still, onTime, onFrame, onPlay, onGone }) {
    Object.assign(this, { raw, redacted, still, onTime, onFrame, onPlay, onGone, frames: [], until: 0, gone: new Set(), at: -1, playing: false });
    for (const film of [raw, redacted]) film.addEventListener("error", () => film.getAttribute("src") && this.lose(film));
    redacted.addEventListener("ended", () => this.pause());
    redacted.addEventListener("seeked", () => { if (!this.playing) this.stand(); });
  }

  get ms() { return Math.min(this.until, Math.round(1000 * this.redacted.currentTime)); }

  // item: what the server told of a video. Resolves when the released film stands at its first frame.
  async load(path, item) {
    this.close();
    // whatever is waited for ends when the films are closed
    this.closed = new Promise((done) => (this.end = done));
    Object.assign(this, { path, frames: item.frames.map(([at]) => at), until: item.milliseconds, gone: new Set(), at: -1 });
    const ready = (film) => new Promise((done) => {
      film.addEventListener("loadeddata", done, { once: true });
      film.addEventListener("error", done, { once: true });
    });
    const both = [this.raw, this.redacted].map(ready);
    const once = crypto.randomUUID();
    this.raw.src = `${path}/raw?${once}`;
    this.redacted.src = `${path}/redacted?${once}`;
    await this.unlessClosed(Promise.all(both));
    await this.stand();
  }

  unlessClosed(promise) { return Promise.race([promise, this.closed]); }

  close() {
    this.end?.();
    this.pause(false);
    for (const film of [this.raw, this.redacted]) { film.removeAttribute("src"); film.load(); }
    this.still.removeAttribute("src");
    this.frames = [];
  }

  lose(film) {
    const side = film === this.raw ? "raw" : "redacted";
    this.gone.add(side);
    this.onGone(side);
  }

  // The frame that is shown at a time: the last that has appeared.
  frameAt(ms) {
    let low = 0, high = this.frames.length - 1;
    while (low < high) { const middle = (low + high + 1) >> 1; if (this.frames[middle] <= ms) low = middle; else high = middle - 1; }
    return low;
  }

  async toggle() { if (this.playing) this.pause(); else await this.play(); }

  async play() {
    if (this.gone.has("redacted")) return;
    if (this.ms >= this.until - 50) await this.seek(0);
    this.raw.currentTime = this.redacted.currentTime;
    this.still.hidden = !this.gone.has("raw");
    this.playing = true;
    this.onPlay(true);
    await Promise.all([this.redacted.play(), this.gone.has("raw") ? null : this.raw.play().catch(() => {})]);
    this.tick();
  }

  tick() {
    if (!this.playing) return;
    const apart = this.raw.currentTime - this.redacted.currentTime;
    if (!this.raw.seeking && Math.abs(apart) > APART) this.raw.currentTime = this.redacted.currentTime;
    this.onTime(this.ms);
    // without a captured film its frames stand for it
    if (this.gone.has("raw")) this.stand(true);
    requestAnimationFrame(() => this.tick());
  }

  pause(stand = true) {
    const was = this.playing;
    this.playing = false;
    this.redacted.pause();
    this.raw.pause();
    if (was) this.onPlay(false);
    if (was && stand) this.seek(this.ms);
  }

  speed(rate) { for (const film of [this.raw, this.redacted]) film.playbackRate = film.defaultPlaybackRate = rate; }

  async seek(ms) {
    const seconds = Math.max(0, Math.min(ms, this.until - 1)) / 1000;
    this.raw.currentTime = seconds;
    const there = new Promise((done) => this.redacted.addEventListener("seeked", done, { once: true }));
    this.redacted.currentTime = seconds;
    if (!this.gone.has("redacted")) await this.unlessClosed(there);
    this.onTime(this.ms);
  }

  // A little into the frame, so that no rounding shows the one before.
  async toFrame(n) {
    const at = Math.max(0, Math.min(n, this.frames.length - 1)), next = this.frames[at + 1] ?? this.until;
    this.pause(false);
    await this.seek(this.frames[at] + Math.min(20, (next - this.frames[at]) / 2));
    await this.stand(false, at);
  }

  // Show the captured frame itself; the films behind it may be a little off.
  async stand(playing = false, at = this.frameAt(this.ms)) {
    if (!this.frames.length || (at === this.at && !this.still.hidden)) return;
    this.at = at;
    const src = `${this.path}/frame/${at}/raw`;
    if (this.still.getAttribute("src") !== src) {
      const shown = new Promise((done) => { this.still.onload = this.still.onerror = done; });
      this.still.src = src;
      await this.unlessClosed(shown);
    }
    if (this.at !== at || (!playing && this.playing)) return;
    this.still.hidden = false;
    if (!playing) await this.onFrame(at);
  }
}
