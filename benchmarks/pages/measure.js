// Where the marked values can be seen, in CSS px of the viewport: one entry for every line a value is laid out on.
(() => {
  const clips = (el) => {
    const s = getComputedStyle(el);
    return s.overflowX !== "visible" || s.overflowY !== "visible";
  };
  const context = document.createElement("canvas").getContext("2d");

  // The part of a rectangle that the viewport and the clipping ancestors let through, null when nothing does.
  function visible(el, r) {
    const b = { l: Math.max(0, r.left), t: Math.max(0, r.top), r: Math.min(innerWidth, r.right), b: Math.min(innerHeight, r.bottom) };
    for (let p = el; p; p = p.parentElement) {
      if (!clips(p)) continue;
      const q = p.getBoundingClientRect();
      const s = getComputedStyle(p);
      let right = q.right;
      if (s.textOverflow === "ellipsis" && p.scrollWidth > p.clientWidth) {
        // A character that does not leave room for the three dots is not drawn.
        context.font = s.font;
        right -= context.measureText("…").width + parseFloat(s.paddingRight);
        if (r.right > right + 0.5) return null;
      }
      b.l = Math.max(b.l, q.left); b.t = Math.max(b.t, q.top);
      b.r = Math.min(b.r, right); b.b = Math.min(b.b, q.bottom);
    }
    return b.r - b.l > 0.5 && b.b - b.t > 0.4 * (r.bottom - r.top) ? b : null;
  }

  // What lies on top of the middle of a box and is neither the element, inside it nor around it.
  function covered(el, b) {
    const top = document.elementFromPoint((b.l + b.r) / 2, (b.t + b.b) / 2);
    return !(top && (top === el || el.contains(top) || top.contains(el)));
  }

  function lines(el) {
    const out = [];
    const walker = document.createTreeWalker(el, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      for (let i = 0; i < node.data.length; i++) {
        const range = document.createRange();
        range.setStart(node, i); range.setEnd(node, i + 1);
        const r = range.getClientRects()[0];
        if (!r || r.width === 0 || (/\s/.test(node.data[i]) && !out.length)) continue;
        const b = visible(el, r);
        if (!b || covered(el, b)) continue;
        const last = out[out.length - 1];
        if (last && Math.abs(last.top - r.top) < 4) {
          last.text += node.data[i];
          last.b = { l: Math.min(last.b.l, b.l), t: Math.min(last.b.t, b.t), r: Math.max(last.b.r, b.r), b: Math.max(last.b.b, b.b) };
        } else if (!/\s/.test(node.data[i])) out.push({ top: r.top, text: node.data[i], b });
      }
    }
    return out;
  }

  const found = [];
  for (const el of document.querySelectorAll("[data-pii]")) {
    const note = el.dataset.note || "";
    if (getComputedStyle(el).visibility === "hidden") continue;
    if (el.tagName === "IMG") {
      const b = visible(el, el.getBoundingClientRect());
      if (b && !covered(el, b)) found.push({ kind: el.dataset.pii, text: "", box: [b.l, b.t, b.r, b.b], note });
      continue;
    }
    for (const line of lines(el)) found.push({ kind: el.dataset.pii, text: line.text.trim(), box: [line.b.l, line.b.t, line.b.r, line.b.b], note });
  }
  return JSON.stringify(found);
})();
