const box = document.getElementById("search");
const told = document.getElementById("hits");
box.addEventListener("input", () => {
  const wanted = box.value.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const item of document.querySelectorAll("[data-find]")) {
    const text = item.textContent.toLowerCase();
    item.hidden = !wanted.every((word) => text.includes(word));
    shown += item.hidden ? 0 : 1;
  }
  told.textContent = wanted.length ? `${shown} shown` : "";
});
