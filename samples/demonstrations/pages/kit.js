// Builds elements of strings with marks (samples/marks.py). The marks never reach the document: which characters of which
// text node are planted, and what stands in a field, is kept beside it, for the truth.
const kit = (() => {
  const MARK = /\ue000([a-z_]+)\ue001([^\ue000-\ue002]*)(?:\ue001([^\ue000-\ue002]*))?\ue002/g;
  const spans = new WeakMap();
  const areas = new WeakMap();
  const planted = new Map();

  function read(text) {
    let plain = "", done = 0;
    const found = [];
    for (const m of text.matchAll(MARK)) {
      plain += text.slice(done, m.index);
      const of = m[3] || m[2];
      if (m[1] !== "harmless") {
        found.push({ start: plain.length, end: plain.length + m[2].length, kind: m[1], of });
        planted.set(m[1] + "\n" + of, { kind: m[1], value: of });
      }
      plain += m[2];
      done = m.index + m[0].length;
    }
    return { plain: plain + text.slice(done), spans: found };
  }

  function plain(text) { return read(String(text)).plain; }

  function text(value) {
    const r = read(String(value));
    const node = document.createTextNode(r.plain);
    spans.set(node, r.spans);
    return node;
  }

  function el(tag, attributes = {}, ...kids) {
    const e = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (value === null || value === undefined || value === false) continue;
      if (name.startsWith("on")) e.addEventListener(name.slice(2), value);
      else if (name === "area") { const r = read(value.value); areas.set(e, { kind: value.kind, note: value.note, of: r.plain }); }
      else if (name === "value") { const r = read(String(value)); e.value = r.plain; e.setAttribute("value", r.plain); spans.set(e, { plain: r.plain, spans: r.spans }); }
      else e.setAttribute(name, value === true ? "" : plain(value));
    }
    add(e, ...kids);
    return e;
  }

  function add(e, ...kids) {
    for (const kid of kids.flat(9)) {
      if (kid === null || kid === undefined || kid === false) continue;
      e.append(kid instanceof Node ? kid : text(kid));
    }
    return e;
  }

  function set(e, ...kids) { e.replaceChildren(); return add(e, ...kids); }

  function comment(value) { return document.createComment(" " + plain(value) + " "); }

  // What will be typed into a field: the truth of what stands in it until then.
  function expect(e, value) { const r = read(value); spans.set(e, { plain: r.plain, spans: r.spans }); }

  function title(value) { document.title = plain(value); kit.titleMarked = value; }

  // An address of this host, as single-page programs change it.
  function go(address) { history.pushState(null, "", plain(address)); }
  function quote(value) { return encodeURIComponent(plain(value)); }

  // A disc with initials, or the photograph.
  function avatar(person, size) {
    const style = `width:${size}px;height:${size}px;line-height:${size}px;font-size:${Math.round(size * 0.4)}px`;
    if (person.photos && person.photos[size]) return el("img", { class: "av", style, src: person.photos[size], alt: person.name, area: { kind: "face", note: "photo", value: person.name } });
    const hue = [...person.initials].reduce((n, c) => n + c.codePointAt(0), 0) % 5;
    return el("span", { class: "av h" + hue, style, area: { kind: "face", note: "initials", value: person.name } }, person.initials);
  }

  let current = null;
  function toast(...kids) {
    if (current) current.remove();
    const box = el("div", { class: "toast", role: "status", "aria-live": "polite" }, el("span", { class: "tick" }, "✓"), el("span", {}, ...kids));
    document.body.append(box);
    current = box;
    requestAnimationFrame(() => box.classList.add("in"));
    setTimeout(() => box.classList.remove("in"), 2400);
    setTimeout(() => box.remove(), 3200);
  }

  // A menu under a button, over whatever is there.
  function menu(anchor, entries, width = 210, rightwards = true) {
    closeMenu();
    const r = anchor.getBoundingClientRect();
    const left = Math.max(8, Math.min(rightwards ? r.left : r.right - width, innerWidth - width - 8));
    const box = el("div", { class: "menu", role: "menu", style: `left:${left}px;top:${Math.min(r.bottom + 4, innerHeight - entries.length * 30 - 16)}px;width:${width}px` },
      entries.map(([id, label, act]) => el("div", { role: "menuitem", id, class: "item", onclick: () => { closeMenu(); act(); } }, label)));
    document.body.append(box);
    kit.menuBox = box;
    requestAnimationFrame(() => box.classList.add("in"));
  }
  function closeMenu() { if (kit.menuBox) { kit.menuBox.remove(); kit.menuBox = null; } }

  function dialog(heading, body, buttons) {
    const back = el("div", { class: "back" });
    const box = el("div", { class: "dialog", role: "dialog", "aria-modal": "true", "aria-label": heading }, el("h2", {}, heading), body,
      el("div", { class: "row end" }, buttons.map(([id, label, kind, act]) => el("button", { id, class: kind, onclick: () => { close(); act(); } }, label))));
    back.append(box);
    document.body.append(back);
    function close() { back.classList.remove("in"); setTimeout(() => back.remove(), 500); }
    requestAnimationFrame(() => back.classList.add("in"));
    return close;
  }

  let tip = null;
  function tooltip(e, ...kids) {
    let wait = null;
    e.addEventListener("mouseenter", () => {
      wait = setTimeout(() => {
        const r = e.getBoundingClientRect();
        tip = el("div", { class: "tip", role: "tooltip", style: `left:${Math.min(r.left + 12, innerWidth - 270)}px;top:${r.bottom + 8}px` }, ...kids);
        document.body.append(tip);
        requestAnimationFrame(() => tip && tip.classList.add("in"));
      }, 350);
    });
    e.addEventListener("mouseleave", () => { clearTimeout(wait); if (tip) { tip.remove(); tip = null; } });
    return e;
  }

  document.addEventListener("mousedown", (event) => { if (kit.menuBox && !kit.menuBox.contains(event.target)) closeMenu(); });

  // For comparing only: nothing of it is written anywhere.
  function fold(value) { return value.replace(MARK, "$2").normalize("NFD").replace(/[\u0300-\u036f]/g, "").replace(/đ/g, "d").replace(/Đ/g, "D").replace(/ł/g, "l").replace(/ı/g, "i").toLowerCase(); }

  return { read, plain, text, el, add, set, comment, expect, title, go, quote, avatar, toast, menu, closeMenu, dialog, tooltip, fold, spans, areas, planted, titleMarked: "" };
})();
const { el } = kit;
