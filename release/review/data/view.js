// Two pictures that zoom and move as one, boxes over them, and a rectangle drawn with the mouse.

const SVG = "http://www.w3.org/2000/svg";

export class Pair {
  // views: the two .view elements; onDraw(box), onBox(index): what the mouse did, in image pixels
  constructor(views, { onDraw, onBox, onZoom }) {
    Object.assign(this, { views, onDraw, onBox, onZoom, tool: "draw", width: 1, height: 1, scale: 1, x: 0, y: 0 });
    for (const view of views) {
      view.addEventListener("wheel", (event) => this.wheel(view, event), { passive: false });
      view.addEventListener("pointerdown", (event) => this.down(view, event));
    }
    new ResizeObserver(() => this.fitted && this.fit()).observe(views[0]);
  }

  show(width, height) {
    Object.assign(this, { width, height });
    for (const view of this.views) {
      view.style.aspectRatio = `${width} / ${height}`;
      const svg = view.querySelector("svg"), image = view.querySelector("img");
      svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
      for (const part of [svg, image]) { part.setAttribute("width", width); part.setAttribute("height", height); }
    }
    this.fit();
  }

  setTool(tool) {
    this.tool = tool;
    for (const view of this.views) { view.classList.toggle("draw", tool === "draw"); view.classList.toggle("move", tool === "move"); }
  }

  fit() {
    const { clientWidth, clientHeight } = this.views[0];
    this.scale = Math.min(clientWidth / this.width, clientHeight / this.height) || 1;
    this.x = (clientWidth - this.width * this.scale) / 2;
    this.y = (clientHeight - this.height * this.scale) / 2;
    this.fitted = true;
    this.place();
  }

  zoom(factor, cx = this.views[0].clientWidth / 2, cy = this.views[0].clientHeight / 2) {
    const scale = Math.min(16, Math.max(0.05, this.scale * factor));
    this.x = cx - (cx - this.x) * (scale / this.scale);
    this.y = cy - (cy - this.y) * (scale / this.scale);
    this.scale = scale;
    this.fitted = false;
    this.place();
  }

  move(dx, dy) { this.x += dx; this.y += dy; this.fitted = false; this.place(); }

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
    this.zoom(Math.exp(-event.deltaY / 400), event.clientX - edge.left, event.clientY - edge.top);
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
