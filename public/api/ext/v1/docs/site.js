// Searches the pages of the reference, copies code, remembers a language, and leads the address of an error to its place; the pages
// are read without it.
const DOCS = document.body.dataset.docs;
const IS_ENGLISH = document.documentElement.lang === "en";
const WORDS = IS_ENGLISH
  ? { none: "Nothing found.", copy: "Copy", copied: "Copied", selected: "Selected" }
  : { none: "Nada encontrado.", copy: "Copiar", copied: "Copiado", selected: "Seleccionado" };
const MOST_FOUND = 20;
const BEFORE = 40;
const SNIPPET = 140;

/** `#error-plan_exhausted`: the address in the `Link` header of an error. */
function follow() {
  const code = /^#error-([a-z_]+)$/.exec(location.hash)?.[1];
  if (code !== undefined) location.replace(`${DOCS}/errores#${code}`);
}

/** Lower case without accents. */
function fold(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** Words that say nothing of what is looked for, in both languages. */
const STOP_WORDS = new Set(
  `al ante como con cual cuando cuanto de del desde donde el ella en es esta este esto fue ha han hay la las le les lo los me mi mis muy
  para pero por que se si su sus te tu un una uno ya an and are as at be been by can did do does for from get got had has have how if in
  is it its my of on or our she so that the their then there they this to was we were what when where which who will with you your`.split(
    /\s+/,
  ),
);
/** What a word ends in by its number, gender or time; three letters at least are left. */
const ENDING =
  /^([a-z]{3,}?)(?:aciones|amientos?|imientos?|acion|ciones|cion|iendo|ando|ad[oa]s?|id[oa]s?|aron|ieron|ar|er|ir|es|ing|ed|[aeos])$/;

/** The words of a text without their endings: `facturas`, `facturar` and `facturación` are the same. */
function listStems(text) {
  const words = fold(text).split(/[^a-z\d_]+/).filter((word) => word !== "");
  return words.map((word) => word.replace(ENDING, "$1"));
}

/** Where a word is found: the words by which people look for a page, a title, the text. */
const FIELDS = [
  { points: 8, read: ({ words = "" }) => words },
  { points: 6, read: ({ title, page }) => `${title} ${page}` },
  { points: 1, read: ({ text }) => text },
];

let entries;
/** Fetched when the field is entered. */
function loadEntries() {
  entries ??= fetch(`${DOCS}/search.json`)
    .then((answer) => answer.json())
    .then((list) =>
      list.map((one) => ({ ...one, fields: FIELDS.map(({ read }) => ` ${listStems(read(one)).join(" ")} `) })),
    );
  return entries;
}

/** What was asked for, without what says nothing; nothing but such words is looked for as it is. */
function readQuestion(text) {
  const words = fold(text).split(/[^a-z\d_]+/);
  const telling = words.filter((word) => word.length > 1 && !STOP_WORDS.has(word));
  return [...new Set(listStems((telling.length > 0 ? telling : words).join(" ")))];
}

/** The best place of a word in an entry; half of it for the beginning of a longer word. */
function rate({ fields }, word) {
  const points = fields.map((field, index) => {
    if (!field.includes(` ${word}`)) return 0;
    return FIELDS[index].points * (field.includes(` ${word} `) ? 1 : 0.5);
  });
  return Math.max(...points);
}

/** Whether the question has the whole title of a page, such as that of an operation. */
function isNamed({ title, page, fields: [, titles] }, words) {
  return title === page && titles.trim().split(" ").every((stem) => words.includes(stem));
}

/** The best first: a rare word says more than a common one, and of two entries the one with more of the words is meant. */
function findBest(list, words) {
  const rows = words.map((word) => list.map((entry) => rate(entry, word)));
  const weights = rows.map((row) => Math.log(1 + list.length / (1 + row.filter((one) => one > 0).length)));
  const rated = list.map((entry, at) => {
    const found = rows.filter((row) => row[at] > 0).length;
    const points = rows.reduce((sum, row, index) => sum + row[at] * weights[index], 0);
    return { entry, points: points * found * (isNamed(entry, words) ? 2 : 1) };
  });
  const some = rated.filter(({ points }) => points > 0).sort((one, other) => other.points - one.points);
  return some.slice(0, MOST_FOUND).map(({ entry }) => entry);
}

function makeItem({ title, page, url, text }, words) {
  const link = document.createElement("a");
  link.href = url;
  link.append(title === page ? title : `${page}: ${title}`);
  const places = [...text.matchAll(/[\p{L}\p{M}\d_]+/gu)].filter(([one]) => {
    return listStems(one).some((stem) => words.some((word) => stem.startsWith(word)));
  });
  const at = places[0]?.index ?? 0;
  // It begins with a whole word.
  const from = at <= BEFORE ? 0 : text.lastIndexOf(" ", at - BEFORE) + 1;
  const end = from + SNIPPET;
  const snippet = document.createElement("small");
  let done = from;
  for (const { 0: word, index } of places.filter((place) => place.index < end)) {
    const mark = document.createElement("mark");
    mark.textContent = word;
    snippet.append(text.slice(done, index), mark);
    done = index + word.length;
  }
  snippet.append(text.slice(done, Math.max(done, end)));
  link.append(snippet);
  const item = document.createElement("li");
  item.append(link);
  return item;
}

const field = document.querySelector("#search");
const found = document.querySelector("#found");
let newest = 0;
/** @returns whether what is listed is what the field says now. */
async function search() {
  newest += 1;
  const own = newest;
  const words = readQuestion(field.value);
  if (words.length === 0) {
    found.replaceChildren();
    return true;
  }
  const list = await loadEntries();
  if (own !== newest) return false;
  const best = findBest(list, words);
  if (best.length > 0) found.replaceChildren(...best.map((entry) => makeItem(entry, words)));
  else found.replaceChildren(Object.assign(document.createElement("li"), { textContent: WORDS.none }));
  return true;
}
field.addEventListener("focus", loadEntries);
field.addEventListener("input", search);
field.addEventListener("keydown", async (event) => {
  if (event.key === "Enter" && (await search())) found.querySelector("a")?.click();
});
addEventListener("keydown", (event) => {
  if (event.key !== "/" || /^(INPUT|TEXTAREA)$/.test(document.activeElement?.tagName ?? "")) return;
  event.preventDefault();
  field.focus();
});
addEventListener("hashchange", follow);
follow();

/** Browsers open what is folded around the place that a link names; older ones need help. */
function unfold() {
  const place = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let one = place?.closest("details"); one; one = one.parentElement.closest("details")) {
    if (one.open) continue;
    one.open = true;
    place.scrollIntoView();
  }
}
addEventListener("hashchange", unfold);
unfold();
let printed = [];
addEventListener("beforeprint", () => {
  printed = [...document.querySelectorAll("main details:not([open])")];
  for (const one of printed) one.open = true;
});
addEventListener("afterprint", () => {
  for (const one of printed) one.open = false;
});

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
const hasRoom = matchMedia("(min-width: 1400px)").matches && document.querySelector(".operation") === null;
if (contents && hasRoom) contents.open = true;
// On a phone the text comes first; elsewhere the menu shows where one is.
if (matchMedia("(max-width: 900px)").matches) document.querySelector("#menu").removeAttribute("open");
else document.querySelector("nav [aria-current]")?.scrollIntoView({ block: "nearest" });
