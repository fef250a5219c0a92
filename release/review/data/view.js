// Two pictures that zoom and move as one, boxes over them, and a rectangle drawn with the mouse.

const SVG = "http://www.w3.org/2000/svg";
// A picture shown at less than this share of its size cannot be read without zooming.
const READABLE = 0.75;
// Colours differ when their three channels together do by more than this: what a picture's file format changes is less.
const DIFFERENT = 24;

export class Pair {
  // views: the two .view elements; onDraw(box), onBox(index): what the mouse did, in image pixels
  constructor(views, { onDraw, onBox, onZoom }) {
    Object.assign(this, { views, onDraw, onBox, onZoom, tool: "draw", width: 1, height: 1, scale: 1, x: 0, y: 0, pointer: null });
    for (const view of views) {
      view.addEventListener("wheel", (event) => this.wheel(view, event), { passive: false });
      view.addEventListener("pointerdown", (event) => this.down(view, event));
      view.addEventListener("pointermove", (event) => {
        const edge = view.getBoundingClientRect();
        this.pointer = [event.clientX - edge.left, event.clientY - edge.top];
      });
      view.addEventListener("pointerleave", () => (this.pointer = null));
      new ResizeObserver(() => this.fitted && this.fit(this.fitted)).observe(view);
    }
  }

  // The view that is to be seen, the first where both are.
  get shown() { return this.views.find((view) => view.clientWidth) ?? this.views[0]; }

  // Whether a picture of this width can be read in a pane of that.
  readable(width, room) { return room / width >= READABLE; }

  show(width, height) {
    Object.assign(this, { width, height });
    for (const view of this.views) {
      view.style.aspectRatio = `${width} / ${height}`;
      view.querySelector("svg").setAttribute("viewBox", `0 0 ${width} ${height}`);
      for (const part of view.querySelectorAll("svg, img, video")) { part.setAttribute("width", width); part.setAttribute("height", height); }
    }
    this.fit();
  }

  setTool(tool) {
    this.tool = tool;
    for (const view of this.views) { view.classList.toggle("draw", tool === "draw"); view.classList.toggle("move", tool === "move"); }
  }

  // how: "all" of the picture, its "width", or "" for what can be read
  fit(how = "") {
    const { clientWidth, clientHeight } = this.shown;
    const wide = clientWidth / this.width, whole = Math.min(wide, clientHeight / this.height);
    this.scale = (how === "width" || (!how && whole < READABLE) ? wide : whole) || 1;
    this.x = (clientWidth - this.width * this.scale) / 2;
    this.y = Math.max(0, (clientHeight - this.height * this.scale) / 2);
    this.fitted = how || "auto";
    if (this.fitted === "auto") this.fitted = this.scale === whole ? "all" : "width";
    this.place();
  }

  // Without a place, under the pointer, or in the middle when it is elsewhere.
  zoom(factor, [cx, cy] = this.pointer ?? [this.shown.clientWidth / 2, this.shown.clientHeight / 2]) {
    const scale = Math.min(16, Math.max(0.05, this.scale * factor));
    this.x = cx - (cx - this.x) * (scale / this.scale);
    this.y = cy - (cy - this.y) * (scale / this.scale);
    this.scale = scale;
    this.fitted = "";
    this.place();
  }

  // A box in the middle, with something around it.
  look([x0, y0, x1, y1]) {
    const { clientWidth, clientHeight } = this.shown;
    this.scale = Math.min(2, Math.max(this.scale, Math.min(clientWidth / (3 * (x1 - x0)), clientHeight / (3 * (y1 - y0)))));
    this.x = clientWidth / 2 - (this.scale * (x0 + x1)) / 2;
    this.y = clientHeight / 2 - (this.scale * (y0 + y1)) / 2;
    this.fitted = "";
    this.place();
  }

  // Paints what differs between the two pictures into a canvas; returns the share of pixels that do.
  differ(canvas) {
    const [before, after] = this.views.map((view) => {
      const sheet = new OffscreenCanvas(this.width, this.height).getContext("2d");
      sheet.drawImage(view.querySelector("img"), 0, 0, this.width, this.height);
      return sheet.getImageData(0, 0, this.width, this.height);
    });
    let number = 0;
    const [a, b] = [before.data, after.data], paint = new Uint32Array(a.length / 4);
    for (let at = 0; at < paint.length; at++) {
      const i = 4 * at;
      const apart = Math.abs(a[i] - b[i]) + Math.abs(a[i + 1] - b[i + 1]) + Math.abs(a[i + 2] - b[i + 2]);
      // little-endian RGBA: strong magenta where they differ, a veil elsewhere
      if (apart > DIFFERENT) { paint[at] = 0xffb400d0; number++; } else paint[at] = 0x99ffffff;
    }
    Object.assign(canvas, { width: this.width, height: this.height });
    canvas.getContext("2d").putImageData(new ImageData(new Uint8ClampedArray(paint.buffer), this.width, this.height), 0, 0);
    return number / paint.length;
  }

  move(dx, dy) { this.x += dx; this.y += dy; this.fitted = ""; this.place(); }

  place() {
    for (const view of this.views) {
      view.querySelector(".stage").style.transform = `translate(${this.x}px, ${this.y}px) scale(${this.scale})`;
      view.classList.toggle("near", this.scale >= 2);
    }
    this.onZoom(this.scale);
  }

  wheel(view, event) {
    event.preventDefault();
    const edge = view.getBoundingClientRect();
    this.zoom(Math.exp(-event.deltaY / 400), [event.clientX - edge.left, event.clientY - edge.top]);
  }

  at(view, event) {
    const edge = view.getBoundingClientRect();
    const clamp = (value, most) => Math.min(most, Math.max(0, value));
    return [
      clamp((event.clientX - edge.left - this.x) / this.scale, this.width),
      clamp((event.clientY - edge.top - this.y) / this.scale, this.height),
    ];
  }

  down(view, event) {
    if (event.button > 1) return;
    const box = event.target.closest(".box");
    const drawing = this.tool === "draw" && event.button === 0;
    const [x0, y0] = this.at(view, event);
    let last = [event.clientX, event.clientY], far = false, shape = null;
    view.setPointerCapture(event.pointerId);
    const begin = last;
    const onMove = (now) => {
      far ||= Math.hypot(now.clientX - begin[0], now.clientY - begin[1]) > 4;
      if (!far) return;
      if (drawing) {
        const [x, y] = this.at(view, now);
        shape ??= this.rect(view.querySelector("svg"), [0, 0, 0, 0], "missed");
        this.put(shape, [Math.min(x0, x), Math.min(y0, y), Math.max(x0, x), Math.max(y0, y)]);
      } else this.move(now.clientX - last[0], now.clientY - last[1]);
      last = [now.clientX, now.clientY];
    };
    const onUp = (now) => {
      view.removeEventListener("pointermove", onMove);
      shape?.remove();
      if (!far && box && now.type === "pointerup") this.onBox(Number(box.dataset.index));
      if (far && drawing && now.type === "pointerup") {
        const [x, y] = this.at(view, now);
        const drawn = [Math.floor(Math.min(x0, x)), Math.floor(Math.min(y0, y)), Math.ceil(Math.max(x0, x)), Math.ceil(Math.max(y0, y))];
        if (drawn[2] - drawn[0] >= 2 && drawn[3] - drawn[1] >= 2) this.onDraw(drawn);
      }
    };
    view.addEventListener("pointermove", onMove);
    view.addEventListener("pointerup", onUp, { once: true });
    view.addEventListener("pointercancel", onUp, { once: true });
  }

  // shapes: [{box, name, index, title}]
  draw(shapes) {
    for (const view of this.views) {
      const svg = view.querySelector("svg");
      svg.replaceChildren();
      for (const { box, name, index, title } of shapes) {
        const shape = this.rect(svg, box, name);
        if (index !== undefined) shape.dataset.index = index;
        if (title) shape.appendChild(document.createElementNS(SVG, "title")).textContent = title;
      }
    }
  }

  rect(svg, box, name) {
    const shape = document.createElementNS(SVG, "rect");
    shape.setAttribute("class", name);
    this.put(shape, box);
    return svg.appendChild(shape);
  }

  put(shape, [x0, y0, x1, y1]) {
    const values = { x: x0, y: y0, width: x1 - x0, height: y1 - y0 };
    for (const [key, value] of Object.entries(values)) shape.setAttribute(key, value);
  }
}
