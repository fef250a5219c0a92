// What can be seen in this frame: planted values and ordinary lines with their boxes, in CSS px of the viewport.
// `share` is how much of the laid-out box is seen, `opacity` how strongly; `box` is the part that is seen.
(() => {
  const round = (b) => [Math.floor(b.l + 0.01), Math.floor(b.t + 0.01), Math.ceil(b.r - 0.01), Math.ceil(b.b - 0.01)];
  const styles = new Map();
  const style = (e) => { if (!styles.has(e)) styles.set(e, getComputedStyle(e)); return styles.get(e); };
  const ink = document.createElement("canvas").getContext("2d");
  const canvas = (e, text) => { const s = style(e); ink.font = `${s.fontStyle} ${s.fontWeight} ${s.fontSize} ${s.fontFamily}`; return ink.measureText(text).width; };

  // Where the last letter ends that is drawn whole before an ellipsis at `limit`: the one it would cut is not drawn.
  const ends = new Map();
  function end(e, limit) {
    if (!ends.has(e)) {
      let last = e.getBoundingClientRect().left;
      const range = document.createRange(), texts = document.createTreeWalker(e, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node; node = texts.nextNode()) for (let i = 0; i < node.data.length; i++) {
        range.setStart(node, i); range.setEnd(node, i + 1);
        const r = range.getClientRects()[0];
        if (r && r.right <= limit + 0.01) last = Math.max(last, r.right);
      }
      ends.set(e, last);
    }
    return ends.get(e);
  }

  function clip(e, r) {
    const b = { l: Math.max(0, r.left), t: Math.max(0, r.top), r: Math.min(innerWidth, r.right), b: Math.min(innerHeight, r.bottom) };
    for (let p = e; p && p !== document.body; p = p.parentElement) {
      const s = style(p);
      if (s.overflowX === "visible" && s.overflowY === "visible") { if (s.position === "fixed") break; continue; }
      const q = p.getBoundingClientRect();
      b.l = Math.max(b.l, q.left); b.t = Math.max(b.t, q.top); b.r = Math.min(b.r, q.right); b.b = Math.min(b.b, q.bottom);
      // What an ellipsis stands for is not drawn.
      if (s.textOverflow === "ellipsis" && p.scrollWidth > p.clientWidth) b.r = Math.min(b.r, end(p, q.right - parseFloat(s.borderRightWidth) - parseFloat(s.paddingRight) - canvas(p, "\u2026")));
      if (s.position === "fixed") break;
    }
    return b.r - b.l > 0.5 && b.b - b.t > 0.5 ? b : null;
  }

  const opacities = new Map();
  function opacity(e) {
    if (!e) return 1;
    if (!opacities.has(e)) opacities.set(e, Number(style(e).opacity) * opacity(e.parentElement));
    return opacities.get(e);
  }

  // How much of what lies under it an element hides where it is.
  const covers = new Map();
  function cover(e) {
    if (!covers.has(e)) {
      const colour = style(e).backgroundColor.match(/[\d.]+/g) || [];
      const alpha = e.tagName === "IMG" ? 1 : colour.length > 3 ? Number(colour[3]) : colour.length === 3 ? 1 : 0;
      covers.set(e, alpha * opacity(e));
    }
    return covers.get(e);
  }
  function through(e, x, y) {
    let light = 1;
    for (const top of document.elementsFromPoint(x, y)) {
      if (top === e || top.contains(e) || e.contains(top)) break;
      light *= 1 - cover(top);
      if (light < 0.02) return 0;
    }
    return light;
  }

  // The part of a box that shows through what lies on it, column by column.
  const SEEN = 0.1;
  function seen(e, r, step) {
    const b = clip(e, r);
    if (!b) return null;
    const own = opacity(e);
    const whole = Math.max(1, (r.right - r.left) * (r.bottom - r.top));
    const columns = Math.max(1, Math.round((b.r - b.l) / step)), rows = 2;
    let l = Infinity, t = Infinity, rr = -Infinity, bb = -Infinity, count = 0, light = 0;
    for (let i = 0; i < columns; i++) for (let k = 0; k < rows; k++) {
      const w = (b.r - b.l) / columns, h = (b.b - b.t) / rows;
      const through_ = through(e, b.l + (i + 0.5) * w, b.t + (k + 0.5) * h);
      if (through_ < SEEN) continue;
      count++; light += through_;
      l = Math.min(l, b.l + i * w); t = Math.min(t, b.t + k * h); rr = Math.max(rr, b.l + (i + 1) * w); bb = Math.max(bb, b.t + (k + 1) * h);
    }
    if (!count || own * light / count < 0.03) return null;
    const share = count / (columns * rows) * (b.r - b.l) * (b.b - b.t) / whole;
    return { box: round({ l, t, r: rr, b: bb }), share: Math.round(Math.min(1, share) * 100) / 100, opacity: Math.round(own * light / count * 100) / 100 };
  }

  const values = [], lines = [];
  function note(piece, element) {
    const text = piece.text.trim();
    if (!text) return;
    const s = seen(element, piece, piece.span ? 8 : 40);
    if (!s) return;
    if (piece.span) values.push({ kind: piece.span.kind, text, of: piece.span.of, ...s, note: null });
    else if (/[\p{L}\p{N}]/u.test(text)) lines.push({ text, ...s });
  }

  // Pieces of a text node: one for each line and planted value.
  function pieces(node, marks) {
    const out = [];
    const text = node.data;
    const range = document.createRange();
    for (let i = 0; i < text.length; ) {
      const n = text.codePointAt(i) > 0xffff ? 2 : 1;
      range.setStart(node, i); range.setEnd(node, i + n);
      const r = range.getClientRects()[0];
      const span = marks.find((s) => s.start <= i && i < s.end) || null;
      const c = text.slice(i, i + n);
      i += n;
      if (!r || (r.width === 0 && /\s/.test(c))) continue;
      const last = out[out.length - 1];
      if (last && last.span === span && Math.abs(last.top - r.top) < 3) {
        last.text += c; last.left = Math.min(last.left, r.left); last.right = Math.max(last.right, r.right); last.bottom = Math.max(last.bottom, r.bottom);
      } else out.push({ span, text: c, left: r.left, top: r.top, right: r.right, bottom: r.bottom });
    }
    return out;
  }

  // What of the marks of a whole text stands there while it is typed, slips included.
  function sofar(expected, value) {
    let same = 0;
    while (same < value.length && same < expected.plain.length && value[same] === expected.plain[same]) same++;
    return expected.spans
      .filter((s) => s.start < Math.max(same, 1) && s.start < value.length)
      .map((s) => ({ ...s, end: same < s.end ? value.length : s.end }));
  }

  function field(e) {
    const shown = e.value || e.placeholder;
    if (!shown || ["checkbox", "radio", "hidden", "password"].includes(e.type)) return;
    const r = e.getBoundingClientRect(), s = style(e);
    const left = r.left + parseFloat(s.borderLeftWidth) + parseFloat(s.paddingLeft) - e.scrollLeft;
    const height = parseFloat(s.fontSize) * 1.36, top = (r.top + r.bottom - height) / 2;
    const marks = e.value && kit.spans.has(e) ? sofar(kit.spans.get(e), e.value) : [];
    const cuts = [...new Set([0, shown.length, ...marks.flatMap((m) => [m.start, Math.min(m.end, shown.length)])])].sort((a, b) => a - b);
    for (let i = 0; i + 1 < cuts.length; i++) {
      const text = shown.slice(cuts[i], cuts[i + 1]);
      const span = marks.find((m) => m.start <= cuts[i] && cuts[i] < m.end) || null;
      const at = left + canvas(e, shown.slice(0, cuts[i]));
      note({ span, text, left: at, right: at + canvas(e, text), top, bottom: top + height }, e);
    }
  }

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!node.data.trim() || ["SCRIPT", "STYLE", "OPTION"].includes(parent.tagName) || kit.areas.has(parent)) continue;
    if (!parent.checkVisibility({ visibilityProperty: true }) || opacity(parent) < 0.03) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const all = range.getBoundingClientRect();
    if (all.bottom <= 0 || all.right <= 0 || all.top >= innerHeight || all.left >= innerWidth || !all.width || !clip(parent, all)) continue;
    const host = parent.closest("[contenteditable]");
    const marks = host && kit.spans.has(host) ? sofar(kit.spans.get(host), node.data) : kit.spans.get(node) || [];
    for (const piece of pieces(node, marks)) note(piece, parent);
  }
  for (const e of document.querySelectorAll("input, textarea")) if (e.checkVisibility()) field(e);
  for (const e of document.querySelectorAll(".av, .tile img")) {
    const area = kit.areas.get(e);
    if (!area || !e.checkVisibility() || opacity(e) < 0.03) continue;
    const s = seen(e, e.getBoundingClientRect(), 8);
    if (s) values.push({ kind: area.kind, text: "", of: area.of, ...s, note: area.note });
  }
  return JSON.stringify({ values, lines });
})();
