// A video call: tiles with faces and names, who speaks changes, the chat slides in, somebody joins.
fetch("/api/data").then((r) => r.json()).then((data) => {
  const { people, me, product, chat } = data;
  const app = document.getElementById("app");
  const tiles = el("div", { style: "flex:1;display:grid;grid-template-columns:repeat(3,1fr);grid-auto-rows:1fr;gap:10px;padding:12px;min-width:0" });
  const all = people.slice(0, 6);
  kit.title(`${data.subject} - ${all.length} people - ${product}`);
  history.replaceState(null, "", "/rooms/" + data.room + "?as=" + kit.quote(me.username));
  kit.set(tiles, all.map((p, i) => el("div", { class: "tile", id: "tile-" + i, "aria-label": `Video of ${p.name}`, style: "position:relative;background:#252b33;border-radius:8px;overflow:hidden;display:flex;align-items:center;justify-content:center;border:2px solid transparent" },
    p.photos ? el("img", { src: p.photos[160], alt: p.name, style: "width:160px;height:160px;border-radius:8px", area: { kind: "face", note: "photo", value: p.name } }) : kit.avatar(p, 84),
    el("span", { style: "position:absolute;left:8px;bottom:8px;background:rgba(0,0,0,.6);color:#fff;padding:1px 8px;border-radius:4px" }, p.name))));
  let speaker = -1;
  setInterval(() => { if (speaker >= 0) tiles.children[speaker].style.borderColor = "transparent"; speaker = (speaker + 2) % all.length; tiles.children[speaker].style.borderColor = "#5fd18b"; }, 1700);
  const talk = el("div", { id: "talk", class: "scroll", style: "flex:1;padding:10px 12px" });
  const say = el("input", { id: "say", "aria-label": "Message to everyone", placeholder: "Message to everyone", style: "margin:10px" });
  const panel = el("aside", { id: "chat", style: "width:0;overflow:hidden;transition:width .5s;border-left:1px solid var(--line);display:flex;flex-direction:column;background:var(--panel)" }, el("h2", { style: "padding:12px 12px 0;white-space:nowrap" }, "Chat"), talk, say);
  say.addEventListener("keydown", (e) => { if (e.key === "Enter") { kit.add(talk, line(me, data.said)); say.value = ""; talk.scrollTop = 9999; } });
  const line = (who, said) => el("div", { style: "margin-bottom:9px;width:250px" }, el("b", {}, who.name), el("div", {}, said));
  let next = 0;
  const bar = el("div", { class: "row", style: "height:52px;justify-content:center;background:#12161b;color:#fff" }, el("button", {}, "Mute"), el("button", {}, "Stop video"), el("button", {}, "Share screen"), el("button", { id: "people" , onclick: (e) => kit.menu(e.currentTarget, people.slice(0, 9).map((p, i) => ["who-" + i, p.name, () => {}]), 220) }, "People"),
    el("button", { id: "open-chat", onclick: () => { panel.style.width = "280px"; setInterval(() => { if (next < chat.length) { kit.add(talk, line(chat[next].who, chat[next].said)); next++; talk.scrollTop = 9999; } }, 1300); } }, "Chat"), el("button", { style: "background:#b3372f;color:#fff" }, "Leave"));
  kit.add(app, el("div", { class: "top" }, el("b", {}, product), el("span", {}, data.subject), el("span", { class: "grow" }), el("span", {}, "Recording"), el("span", {}, me.name)),
    el("div", { style: "display:flex;height:calc(100vh - 96px);background:#0c0f13" }, tiles, panel), bar);
  setTimeout(() => kit.toast(people[7].name, " joined the call"), 2600);
  window.__ready = true;
});
