// Searches the pages of the reference, copies code, remembers a language, and leads old addresses to their new places; the pages are
// read without it.
const DOCS = document.body.dataset.docs;
const IS_ENGLISH = document.documentElement.lang === "en";
const WORDS = IS_ENGLISH
  ? { none: "Nothing found.", copy: "Copy", copied: "Copied", selected: "Selected" }
  : { none: "Nada encontrado.", copy: "Copiar", copied: "Copiado", selected: "Seleccionado" };
const MOST_FOUND = 20;
const BEFORE = 40;
const SNIPPET = 140;

/** `#error-plan_exhausted`, the address in the `Link` header of an error, and the anchors of the former single page. */
function follow() {
  const code = /^#error-([a-z_]+)$/.exec(location.hash)?.[1];
  const guide = /^#description\/([\w-]+)$/.exec(location.hash)?.[1];
  if (code !== undefined) location.replace(`${DOCS}/errores#${code}`);
  else if (location.hash.startsWith("#tag/")) location.replace(`${DOCS}/visor${location.hash}`);
  else if (guide !== undefined) {
    const link = [...document.querySelectorAll("nav a")].find((one) => slugOf(one.textContent) === guide);
    location.replace(link?.href ?? `${DOCS}/errores#${guide.replaceAll("-", "_")}`);
  }
}

function slugOf(title) {
  return fold(title).replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
}

/** Lower case without accents; one character for one, so that places in the text stay the same. */
function fold(text) {
  return [...text].map((one) => one.normalize("NFD")[0].toLowerCase()).join("");
}

let entries;
/** Fetched at the first key. */
function loadEntries() {
  entries ??= fetch(`${DOCS}/search.json`)
    .then((answer) => answer.json())
    .then((list) =>
      list.map((one) => ({
        ...one,
        foldedTitle: fold(`${one.title} ${one.page}`),
        foldedWords: fold(one.words ?? ""),
        folded: fold(one.text),
      })),
    );
  return entries;
}

/** A word in a title, or by which people look for a page, is worth more than one in the text; all words must be there. */
function rate({ foldedTitle, foldedWords, folded }, words) {
  let points = 0;
  for (const word of words) {
    if (foldedTitle.includes(word)) points += 10;
    else if (foldedWords.includes(word)) points += 30;
    else if (folded.includes(word)) points += 1;
    else return 0;
  }
  return points + (foldedTitle.startsWith(words[0]) ? 5 : 0);
}

function makeItem({ title, page, url, text, folded }, words) {
  const link = document.createElement("a");
  link.href = url;
  link.append(title === page ? title : `${page}: ${title}`);
  const at = Math.max(0, ...words.map((word) => folded.indexOf(word)).filter((one) => one >= 0).slice(0, 1));
  // It begins with a whole word.
  const from = at <= BEFORE ? 0 : folded.lastIndexOf(" ", at - BEFORE) + 1;
  const snippet = document.createElement("small");
  const shown = text.slice(from, from + SNIPPET);
  const places = words
    .map((word) => ({ start: folded.slice(from, from + SNIPPET).indexOf(word), length: word.length }))
    .filter(({ start }) => start >= 0)
    .sort((one, other) => one.start - other.start);
  let done = 0;
  for (const { start, length } of places) {
    if (start < done) continue;
    const mark = document.createElement("mark");
    mark.textContent = shown.slice(start, start + length);
    snippet.append(shown.slice(done, start), mark);
    done = start + length;
  }
  snippet.append(shown.slice(done));
  link.append(snippet);
  const item = document.createElement("li");
  item.append(link);
  return item;
}

const field = document.querySelector("#search");
const found = document.querySelector("#found");
let newest = 0;
async function search() {
  newest += 1;
  const own = newest;
  const words = fold(field.value).split(/\s+/).filter((word) => word !== "");
  if (words.length === 0) return found.replaceChildren();
  const list = await loadEntries();
  if (own !== newest) return;
  const best = list
    .map((entry) => ({ entry, points: rate(entry, words) }))
    .filter(({ points }) => points > 0)
    .sort((one, other) => other.points - one.points)
    .slice(0, MOST_FOUND);
  if (best.length > 0) found.replaceChildren(...best.map(({ entry }) => makeItem(entry, words)));
  else found.replaceChildren(Object.assign(document.createElement("li"), { textContent: WORDS.none }));
}
field.addEventListener("input", search);
addEventListener("keydown", (event) => {
  if (event.key !== "/" || /^(INPUT|TEXTAREA)$/.test(document.activeElement?.tagName ?? "")) return;
  event.preventDefault();
  field.focus();
});
addEventListener("hashchange", follow);
follow();

/** The language that was chosen once is the one of every page. */
const LANGUAGE = "reference-language";
function recall() {
  try {
    return localStorage.getItem(LANGUAGE);
  } catch {
    return null;
  }
}
function choose(name) {
  for (const one of document.querySelectorAll(".tabs input")) if (one.value === name) one.checked = true;
}
choose(recall());
document.addEventListener("change", ({ target }) => {
  if (target.type !== "radio") return;
  const top = target.getBoundingClientRect().top;
  choose(target.value);
  scrollBy(0, target.getBoundingClientRect().top - top);
  try {
    localStorage.setItem(LANGUAGE, target.value);
  } catch {
    // A browser that keeps nothing forgets the choice.
  }
});

/** A button beside a block of code; where the clipboard is not allowed the text is selected. */
function addCopy(pre) {
  const frame = document.createElement("div");
  frame.className = "code";
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.textContent = WORDS.copy;
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(pre.textContent);
      button.textContent = WORDS.copied;
    } catch {
      getSelection().selectAllChildren(pre);
      button.textContent = WORDS.selected;
    }
    setTimeout(() => {
      button.textContent = WORDS.copy;
    }, 2000);
  });
  pre.replaceWith(frame);
  frame.append(pre, button);
}
for (const pre of document.querySelectorAll("main pre")) addCopy(pre);

const contents = document.querySelector(".contents");
if (contents && matchMedia("(min-width: 1400px)").matches) contents.open = true;
// On a phone the text comes first; elsewhere the menu shows where one is.
if (matchMedia("(max-width: 900px)").matches) document.querySelector("#menu").removeAttribute("open");
else document.querySelector("nav [aria-current]")?.scrollIntoView({ block: "nearest" });
