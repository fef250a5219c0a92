// What every part of the page needs: elements, and asking and telling the server.

export const $ = (id) => document.getElementById(id);
export const make = (tag, text = "", name = "") => Object.assign(document.createElement(tag), { textContent: text, className: name });
export const words = (kind) => kind.replaceAll("_", " ");
export const percent = (share) => `${(100 * share).toFixed(2).replace(/\.?0+$/, "")}%`;

let secret = "";
export const holdSecret = (csrf) => (secret = csrf);

async function answered(answer) {
  const told = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(told.problem || "The review has ended or is not yours. Start it again.");
  return told;
}

export const ask = async (path) => answered(await fetch(path, { cache: "no-store", credentials: "same-origin" }));

export const tell = async (path, body = {}) => answered(await fetch(path, {
  method: "POST", cache: "no-store", credentials: "same-origin",
  headers: { "Content-Type": "application/json", "X-Entrophy-Review": secret }, body: JSON.stringify(body),
}));

let sayTimer;
export function say(text, problem = false) {
  // what lies under an open dialog is neither seen nor heard
  const place = document.querySelector("dialog[open] .say") ?? $("say");
  for (const other of document.querySelectorAll(".say")) other.textContent = "";
  place.textContent = text;
  place.classList.toggle("problem", problem);
  clearTimeout(sayTimer);
  sayTimer = setTimeout(() => (place.textContent = ""), problem ? 12000 : 4000);
}

// One thing at a time, and what goes wrong is told.
let busy = null;
async function alone(work) {
  busy = (async () => { try { await work(); } catch (error) { say(error.message, true); } })();
  await busy;
  busy = null;
}
// What is asked for meanwhile is dropped: a second A is not meant for a screen that is not there yet.
export const guarded = (work) => async (...args) => { if (!busy) await alone(() => work(...args)); };
// What is asked for meanwhile waits.
export const inTurn = (work) => async (...args) => { while (busy) await busy; await alone(() => work(...args)); };
