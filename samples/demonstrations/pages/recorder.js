// Runs before any script of a page: a clock that stands until it is told to go on, and listeners that remember what the
// mouse and the keys met. The recorder puts a line before
// this one that says BEGIN: the time of the new document, in ms since 1970.
(() => {
  const RealDate = Date;
  const frame = window.requestAnimationFrame.bind(window);
  let now = BEGIN, next = 1, changes = 0;
  const timers = new Map();

  window.Date = class extends RealDate {
    constructor(...given) { if (given.length) super(...given); else super(now); }
    static now() { return now; }
  };
  const put = (call, wait, again, given) => {
    timers.set(next, { call, due: now + Math.max(1, Number(wait) || 0), again, given });
    return next++;
  };
  window.setTimeout = (call, wait, ...given) => put(call, wait, 0, given);
  window.setInterval = (call, wait, ...given) => put(call, wait, Math.max(1, wait), given);
  window.clearTimeout = window.clearInterval = (number) => { timers.delete(number); };
  window.requestAnimationFrame = (call) => put(() => call(now), 16, 0, []);
  window.cancelAnimationFrame = window.clearTimeout;

  function runTimers(until) {
    for (;;) {
      const due = [...timers.entries()].filter(([, t]) => t.due <= until).sort((a, b) => a[1].due - b[1].due || a[0] - b[0])[0];
      if (!due) return;
      const [number, timer] = due;
      now = Math.max(now, timer.due);
      if (timer.again) timer.due += timer.again; else timers.delete(number);
      changes++;
      timer.call(...timer.given);
    }
  }

  // Animations and transitions go by the same clock: each is held, and put where its time says.
  const held = new Map();
  function hold() {
    for (const animation of document.getAnimations()) {
      if (held.has(animation)) continue;
      animation.pause();
      animation.currentTime = 0;
      held.set(animation, now);
      changes++;
    }
  }
  function move() {
    for (const [animation, since] of held) {
      const end = animation.effect ? animation.effect.getComputedTiming().endTime : 0;
      if (animation.playState === "idle" || animation.playState === "finished") { held.delete(animation); continue; }
      changes++;
      if (now - since >= end) { animation.finish(); held.delete(animation); }
      else animation.currentTime = now - since;
    }
  }

  const settled = () => new Promise((done) => frame(() => frame(() => done(1))));
  function goOn(until) {
    hold();
    runTimers(until);
    now = until;
    hold();
    move();
  }
  // On a busy machine the page learns late what lies under the pointer: it rests when nothing changes any more.
  async function rest() {
    let before = null;
    for (let i = 0; i < 20 && before !== state(); i++) {
      before = state();
      await settled();
      hold();
    }
    return state();
  }

  new MutationObserver((list) => { changes += list.length; })
    .observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  for (const kind of ["scroll", "input", "focus", "blur", "selectionchange"]) document.addEventListener(kind, () => { changes++; }, true);

  // What the picture depends on: equal states look alike.
  function state() {
    const under = [...document.querySelectorAll(":hover")].pop();
    const pressed = [...document.querySelectorAll(":active")].pop();
    return JSON.stringify([changes, under ? xpath(under) : "", pressed ? xpath(pressed) : "", document.title, location.href]);
  }

  function xpath(element) {
    if (element.id) return `//*[@id='${element.id}']`;
    const steps = [];
    for (let e = element; e && e.nodeType === 1; e = e.parentNode) {
      const alike = e.parentNode ? [...e.parentNode.children].filter((other) => other.tagName === e.tagName) : [e];
      const place = e.parentNode && e.parentNode.children && e.parentNode.children.length > 1 ? `[${alike.indexOf(e) + 1}]` : "";
      steps.unshift(e.tagName.toLowerCase() + place);
    }
    return "/" + steps.join("/");
  }

  function describe(element) {
    const r = element.getBoundingClientRect();
    return {
      x: r.x, y: r.y, height: r.height, width: r.width,
      text: element.value !== undefined && element.tagName !== "BUTTON" ? element.value : element.innerText,
      label: element.getAttribute("aria-label"), role: element.getAttribute("role"),
      type: element.getAttribute("type"), tag: element.tagName.toLowerCase(), xpath: xpath(element),
      id: element.id || null, class: element.getAttribute("class"), placeholder: element.getAttribute("placeholder"),
      title: element.getAttribute("title"), name: element.getAttribute("name"), href: element.getAttribute("href"),
    };
  }

  const last = {};
  const remember = (kind) => (event) => {
    const element = event.target.nodeType === 1 ? event.target : document.documentElement;
    last[kind] = { type: event.type, x: event.clientX ?? null, y: event.clientY ?? null, element: describe(element), xpath: xpath(element) };
  };
  document.addEventListener("mousedown", remember("mouse"), true);
  document.addEventListener("mouseup", remember("mouse"), true);
  document.addEventListener("keydown", remember("key"), true);

  // The document as text, with what stands in its fields.
  function html() {
    const copy = document.documentElement.cloneNode(true);
    const fields = "input, textarea, select";
    const mine = [...document.documentElement.querySelectorAll(fields)];
    [...copy.querySelectorAll(fields)].forEach((field, i) => {
      const value = mine[i].value;
      if (field.tagName === "TEXTAREA") field.textContent = value;
      else if (field.tagName === "SELECT") [...field.options].forEach((o, k) => o.toggleAttribute("selected", k === mine[i].selectedIndex));
      else if (field.type === "checkbox" || field.type === "radio") field.toggleAttribute("checked", mine[i].checked);
      else field.setAttribute("value", value);
    });
    return copy.outerHTML;
  }

  // The elements one can act on or read, the way WONDERBREAD lists them: what is seen, without what lies on one another.
  const TAGS = ["input", "textarea", "button", "select", "label", "a", "img"];
  function elements() {
    const found = [];
    for (const e of document.querySelectorAll("body *")) {
      const r = e.getBoundingClientRect();
      const style = getComputedStyle(e);
      if (r.width <= 3 || r.height <= 3 || style.display === "none" || style.visibility !== "visible") continue;
      if (r.bottom <= 0 || r.right <= 0 || r.top >= innerHeight || r.left >= innerWidth || r.x < 0 || r.y < 0) continue;
      const tag = e.tagName.toLowerCase();
      const block = ["span", "p"].includes(tag) && e.innerText.length > 0;
      const aria = [...e.attributes].some((a) => a.name.startsWith("aria-"));
      if (!(e.hasAttribute("role") || aria || block || TAGS.includes(tag))) continue;
      found.push(e);
    }
    return found.map((e) => {
      const d = describe(e);
      return {
        x: Math.round(d.x), y: Math.round(d.y), height: Math.round(d.height), width: Math.round(d.width), text: e.innerText,
        label: d.label, role: d.role, type: d.type, tag: d.tag, xpath: d.xpath,
      };
    });
  }

  // What lies under the pointer is asked here: the browser sends turns in quick succession to where the first one went.
  // Scrolling arrives after the turn of the wheel: `turn` says where it will end, `turned` waits until it is there.
  let scrolls = null, there = 0;
  function turn(x, y, by) {
    scrolls = document.elementFromPoint(x, y);
    last.wheel = { type: "wheel", x, y, element: describe(scrolls), xpath: xpath(scrolls) };
    while (scrolls && !(scrolls.scrollHeight > scrolls.clientHeight && /auto|scroll/.test(getComputedStyle(scrolls).overflowY))) scrolls = scrolls.parentElement;
    if (scrolls) there = Math.max(0, Math.min(scrolls.scrollHeight - scrolls.clientHeight, scrolls.scrollTop + by));
  }
  async function turned() {
    for (let i = 0; scrolls && Math.abs(scrolls.scrollTop - there) > 1 && i < 600; i++) await settled();
    await settled();
    return !scrolls || Math.abs(scrolls.scrollTop - there) <= 1;
  }

  window.__recorder = {
    turn, turned, goOn, rest, state, html, elements, last, xpath,
    // the changes of setting a page up count as one
    begin: async () => { hold(); await settled(); hold(); },
  };
})();
