"use strict";
const { applications, colours, recordings } = JSON.parse(document.getElementById("data").textContent);
const at = (id) => document.getElementById(id);
const made = (tag, text, about = {}) => Object.assign(document.createElement(tag), text === undefined ? {} : { textContent: text }, about);
let shown = null, steps = [], place = 0;

function strip(parts) {
  const bar = made("div", undefined, { className: "strip" });
  bar.setAttribute("role", "img");
  bar.setAttribute("aria-label", parts.map(([n, many]) => `${applications[n]} ${many}`).join(", "));
  for (const [n, many] of parts) {
    const part = made("i", undefined, { title: `${applications[n]}: ${many}` });
    part.style.flexGrow = many;
    part.style.background = colours[n];
    bar.append(part);
  }
  return bar;
}

function list() {
  const words = at("search").value.toLowerCase().split(/\s+/).filter(Boolean);
  let hits = 0;
  recordings.forEach((one, n) => {
    const text = [one.id, one.domain, one.process, ...one.strip.map(([a]) => applications[a])].join(" ").toLowerCase();
    const fits = words.every((word) => text.includes(word)) && [one.domain, ""].includes(at("domain").value) && [one.process, ""].includes(at("process").value);
    at("rows").children[n].hidden = !fits;
    hits += fits;
  });
  at("hits").textContent = `${hits} of ${recordings.length}`;
}

function open(n) {
  shown = n;
  const script = made("script", undefined, { src: `recordings/${n}.js` });
  script.onload = () => script.remove();
  script.onerror = () => { at("facts").textContent = "This recording is not beside the page."; };
  document.head.append(script);
}

function recording(n, found, demonstration) {
  if (n !== shown) return;
  steps = found;
  demonstrated(demonstration);
  const about = recordings[n - 1];
  at("head").textContent = about.process;
  at("facts").textContent = `${about.domain}; ${about.steps} steps in ${about.seconds} s; ${about.id}`;
  at("film").replaceChildren(...steps.map((step, i) => {
    const card = made("button", undefined, { type: "button" });
    card.style.setProperty("--app", colours[applications.indexOf(step.row.application_name)]);
    const name = step.row.screenshot_name;
    card.append(name ? made("img", undefined, { src: file(name), loading: "lazy", alt: "" }) : made("div", "no screenshot", { className: "none" }));
    card.append(made("b", `${i + 1}. +${step.after.toFixed(1)} s · ${step.row.class_name}`), made("span", step.row.description));
    card.onclick = () => show(i);
    return card;
  }));
  at("list").hidden = true;
  at("one").hidden = false;
  scrollTo(0, 0);
  show(0);
  at("head").focus();
}

function demonstrated(one) {
  at("demonstration").hidden = at("steps-title").hidden = !one;
  const video = at("video");
  video.pause();
  if (!one?.video) { video.removeAttribute("src"); video.load(); }
  if (!one) return;
  video.hidden = !one.video;
  if (one.video) video.src = one.video;
  at("guide").textContent = one.guide ?? "There is no guide.";
  at("states").replaceChildren(...one.states.map((state) => {
    const line = made("li"), go = made("button", undefined, { type: "button" }), done = made("ul");
    if (state.picture) go.append(made("img", undefined, { src: state.picture, loading: "lazy", alt: "" }));
    go.append(made("b", `${state.state + 1}. ${state.at.toFixed(1)} s`), made("span", ` ${state.tab ?? ""}`));
    go.onclick = () => { if (one.video) video.currentTime = state.at; };
    for (const { type, key, x, y, dx, dy, element } of one.actions.filter((action) => action.after === state.state)) {
      const where = type === "scroll" ? `${dx ?? 0}, ${dy ?? 0}` : x === undefined ? "" : `${x}, ${y}`;
      done.append(made("li", [type, key, where, element].filter(Boolean).join(" · ")));
    }
    line.append(go, done);
    return line;
  }));
}

const file = (name) => `screenshots/${shown}/${name.replace(/\.png$/i, ".webp")}`;

function show(i) {
  place = Math.max(0, Math.min(i, steps.length - 1));
  const { row, size } = steps[place];
  [...at("film").children].forEach((card, n) => card.setAttribute("aria-current", n === place));
  at("film").children[place].scrollIntoView({ block: "nearest", inline: "nearest" });
  at("shot").replaceChildren();
  if (row.screenshot_name) {
    at("shot").append(made("img", undefined, { src: file(row.screenshot_name), alt: `Screenshot of ${row.application_name}: ${row.screen_name}` }));
    if (row.interaction_coordinates && size) {
      const mark = made("i");
      mark.style.left = `${(100 * row.interaction_coordinates.x) / size[0]}%`;
      mark.style.top = `${(100 * row.interaction_coordinates.y) / size[1]}%`;
      at("shot").append(mark);
    }
  } else at("shot").append(made("p", "This step has no screenshot.", { className: "soft" }));
  const value = (v) => (v !== null && typeof v === "object" ? JSON.stringify(v) : String(v));
  at("row").replaceChildren(...Object.entries(row).flatMap(([name, v]) => (v === null ? [] : [made("dt", name), made("dd", value(v))])));
}

function back() {
  at("one").hidden = true;
  at("video").pause();
  at("list").hidden = false;
  if (shown) at("rows").children[shown - 1].querySelector("button").focus();
  shown = null;
}

for (const [id, name] of [["domain", "domain"], ["process", "process"]]) {
  for (const one of [...new Set(recordings.map((r) => r[name]))].sort()) at(id).append(made("option", one, { value: one }));
  at(id).onchange = list;
}
applications.forEach((name, n) => {
  const key = made("span"), dot = made("i");
  dot.style.background = colours[n];
  key.append(dot, name);
  at("legend").append(key);
});
recordings.forEach((one, n) => {
  const row = made("tr"), first = made("td"), link = made("button", one.process, { type: "button" });
  link.onclick = () => open(n + 1);
  first.append(link);
  const last = made("td");
  last.append(strip(one.strip));
  row.append(first, made("td", one.domain), made("td", one.start.slice(0, 19)), ...[one.steps, one.seconds, one.shots].map((v) => made("td", v.toLocaleString("en"), { className: "n" })), last);
  if (one.video) first.append(made("span", " · video", { className: "soft" }));
  at("rows").append(row);
});
for (const mark of document.querySelectorAll("[data-recording]")) mark.onclick = () => open(Number(mark.dataset.recording));
at("search").oninput = list;
at("back").onclick = back;
at("before").onclick = () => show(place - 1);
at("after").onclick = () => show(place + 1);
addEventListener("keydown", (event) => {
  if (shown === null || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.target.closest("video, #guide, #states") && event.key !== "Escape") return;
  if (event.key === "ArrowRight") show(place + 1);
  else if (event.key === "ArrowLeft") show(place - 1);
  else if (event.key === "Escape") back();
  else return;
  event.preventDefault();
});
list();
