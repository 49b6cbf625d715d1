// Search and copy. Everything else on the page works without this file.
"use strict";

const wide = matchMedia("(min-width: 60.01rem)");
const menu = document.querySelector(".menu");
const search = document.querySelector(".search");

function addCopyButtons() {
  for (const figure of document.querySelectorAll("figure")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    button.addEventListener("click", () => copy(figure.querySelector("pre"), button));
    figure.querySelector("figcaption").append(button);
  }
}

async function copy(source, button) {
  let done;
  try {
    await navigator.clipboard.writeText(source.textContent);
    done = true;
  } catch {
    // Without TLS there is no clipboard to write to, but a selection can be copied.
    getSelection().selectAllChildren(source);
    done = document.execCommand("copy");
  }
  button.textContent = done ? "Copied" : "Press Ctrl+C";
  setTimeout(() => { button.textContent = "Copy"; }, 1600);
}

function startSearch() {
  const input = search.querySelector("input");
  const found = search.querySelector(".found");
  const nothing = menu.querySelector(".nothing");
  const parts = [...menu.querySelectorAll(".part")];
  const entries = [...menu.querySelectorAll("li a")].map((link) => ({
    link,
    item: link.parentElement,
    text: `${link.textContent} ${link.querySelector(".verb")?.textContent ?? ""} ${link.dataset.path ?? ""}`.toLowerCase(),
    fields: (link.dataset.fields ?? "").split(" ").filter(Boolean),
  }));

  // Every word must be somewhere; a field that only matched by its name is shown below the route.
  function match(entry, words) {
    const shown = new Set();
    for (const word of words) {
      if (entry.text.includes(word)) continue;
      const fields = entry.fields.filter((name) => name.toLowerCase().includes(word));
      if (fields.length === 0) return null;
      fields.slice(0, 3).forEach((name) => shown.add(name));
    }
    return [...shown];
  }

  function filter() {
    const words = input.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const entry of entries) {
      const fields = match(entry, words);
      entry.item.hidden = fields === null;
      entry.link.querySelector("small")?.remove();
      if (fields === null) continue;
      count += 1;
      if (fields.length > 0) {
        const note = document.createElement("small");
        note.textContent = fields.join(", ");
        entry.link.append(note);
      }
    }
    for (const part of parts) part.hidden = !part.querySelector("li:not([hidden])");
    nothing.hidden = count > 0;
    found.textContent = words.length === 0 ? "" : count === 1 ? "1 match" : `${count} matches`;
    if (words.length > 0) menu.open = true;
    menu.scrollTop = 0;
  }

  const visible = () => entries.filter((entry) => !entry.item.hidden).map((entry) => entry.link);

  // From the search down through the matches and back up; Enter follows a link by itself.
  function move(step) {
    const links = visible();
    const at = links.indexOf(document.activeElement) + step;
    (at < 0 ? input : links[Math.min(at, links.length - 1)])?.focus();
  }

  search.hidden = false;
  input.addEventListener("input", filter);
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter") visible()[0]?.click();
    else if (event.key === "ArrowDown") move(1);
    else if (event.key === "Escape") { input.value = ""; filter(); }
    else return;
    event.preventDefault();
  });
  menu.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") move(1);
    else if (event.key === "ArrowUp") move(-1);
    else if (event.key === "Escape") input.focus();
    else return;
    event.preventDefault();
  });
  addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    input.focus();
    input.select();
  });
  // A browser may bring the old text back with the page.
  if (input.value) filter();
}

// Which part is being read.
function followReading() {
  const links = new Map([...menu.querySelectorAll("li a")].map((link) => [link.hash.slice(1), link]));
  const places = [...links.keys()].map((id) => document.getElementById(id)).filter(Boolean);
  let current = null;
  const show = () => {
    const line = innerHeight / 3;
    const place = places.findLast((element) => element.getBoundingClientRect().top < line) ?? places[0];
    const link = links.get(place?.id);
    if (!link || link === current) return;
    current?.removeAttribute("aria-current");
    link.setAttribute("aria-current", "location");
    current = link;
    if (wide.matches && !menu.contains(document.activeElement)) link.scrollIntoView({ block: "nearest", behavior: "instant" });
  };
  let waiting = false;
  addEventListener("scroll", () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => { waiting = false; show(); });
  }, { passive: true });
  show();
}

function foldMenu() {
  const fold = () => { menu.open = wide.matches; };
  wide.addEventListener("change", fold);
  fold();
  menu.addEventListener("click", (event) => {
    if (!wide.matches && event.target.closest("a")) menu.open = false;
  });
}

addCopyButtons();
if (menu) {
  foldMenu();
  startSearch();
  followReading();
}
// Paper cannot be unfolded.
addEventListener("beforeprint", () => {
  for (const details of document.querySelectorAll("main details")) details.open = true;
});
