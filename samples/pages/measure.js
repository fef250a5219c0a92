// Where every planted value and every element of interest sits, in CSS px of the viewport.
(() => {
  const round = (b) => [Math.floor(b.l), Math.floor(b.t), Math.ceil(b.r), Math.ceil(b.b)];

  // The part of a rectangle that the viewport and the clipping ancestors let through.
  function visible(el, r) {
    const b = { l: Math.max(0, r.left), t: Math.max(0, r.top), r: Math.min(innerWidth, r.right), b: Math.min(innerHeight, r.bottom) };
    for (let p = el; p; p = p.parentElement) {
      const s = getComputedStyle(p);
      if (s.overflowX === "visible" && s.overflowY === "visible") continue;
      const q = p.getBoundingClientRect();
      b.l = Math.max(b.l, q.left); b.t = Math.max(b.t, q.top);
      b.r = Math.min(b.r, q.right); b.b = Math.min(b.b, q.bottom);
    }
    return b.r - b.l > 0.5 && b.b - b.t > 0.5 ? b : null;
  }

  // Something else drawn on top of the middle of the box hides it (layers that let clicks through do not count).
  function covered(el, b) {
    const top = document.elementFromPoint((b.l + b.r) / 2, (b.t + b.b) / 2);
    return !(top && (top === el || el.contains(top) || top.contains(el)));
  }

  // One entry a line: characters of a text node grouped by the line they are laid out on.
  function lines(el) {
    const out = [];
    const walker = document.createTreeWalker(el, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.data;
      for (let i = 0; i < text.length; ) {
        const n = text.codePointAt(i) > 0xffff ? 2 : 1;
        const range = document.createRange();
        range.setStart(node, i); range.setEnd(node, i + n);
        const r = range.getClientRects()[0];
        const c = text.slice(i, i + n);
        i += n;
        if (!r || (r.width === 0 && /\s/.test(c))) continue;
        const b = visible(el, r);
        if (!b) continue;
        const last = out[out.length - 1];
        if (last && Math.abs(last.top - r.top) < 3) {
          last.text += c;
          last.b = { l: Math.min(last.b.l, b.l), t: Math.min(last.b.t, b.t), r: Math.max(last.b.r, b.r), b: Math.max(last.b.b, b.b) };
        } else out.push({ top: r.top, text: c, b });
      }
    }
    return out;
  }

  const values = [];
  for (const el of document.querySelectorAll("[data-kind]")) {
    const kind = el.dataset.kind;
    if (el.hasAttribute("data-area")) {
      const b = visible(el, el.getBoundingClientRect());
      if (b && !covered(el, b)) values.push({ kind, text: "", box: round(b), note: el.dataset.note || null });
      continue;
    }
    for (const line of lines(el)) {
      if (line.text.trim() && !covered(el, line.b)) values.push({ kind, text: line.text.trim(), of: el.textContent, box: round(line.b), note: null });
    }
  }
  const elements = {};
  for (const el of document.querySelectorAll("[data-el]")) {
    const b = visible(el, el.getBoundingClientRect());
    if (b) elements[el.dataset.el] = round(b);
  }
  return JSON.stringify({ values, elements });
})();
