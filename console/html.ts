// Writes the pieces of pages; every text in them is escaped by the template.
import { html, raw } from "hono/html";

export type Html = ReturnType<typeof html>;
export type Cell = Html | string | number | null;
export type Tone = "good" | "warn" | "bad" | "faint";

/** A table; where the screen is narrow each row is a card, whose cells carry their titles. */
export function table(titles: readonly string[], rows: readonly (readonly Cell[])[], empty: string): Html {
  if (rows.length === 0) return html`<p class="faint">${empty}</p>`;
  const head = titles.map((title) => html`<th scope="col">${title}</th>`);
  const body = rows.map(
    (row) =>
      html`<tr>${row.map((cell, column) => html`<td data-title="${titles[column] ?? ""}">${cell ?? "–"}</td>`)}</tr>`,
  );
  return html`<table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`;
}

/** Names with their values; those without a value are left out. */
export function facts(rows: readonly (readonly [string, Cell])[]): Html {
  const known = rows.filter(([, value]) => value !== null && value !== "");
  return html`<dl>${known.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

export function section(title: string, ...body: readonly Html[]): Html {
  return html`<section><h2>${title}</h2>${body}</section>`;
}

/** An address inside the console, escaped as a part of a path or a query by its writer. */
export function link(address: string, text: string | number | Html): Html {
  return html`<a href="${address}">${text}</a>`;
}

export function toned(tone: Tone, text: string | number): Html {
  return html`<span class="${tone}">${text}</span>`;
}

/** A line for the operator's terminal; one click selects it whole. */
export function command(line: string): Html {
  return html`<code class="command" tabindex="0">${line}</code>`;
}

interface Frame {
  readonly language: string;
  readonly title: string;
  readonly product: string;
  readonly skip: string;
  readonly navigation: Html;
  readonly search: Html;
  readonly foot: Html;
  readonly body: Html;
}

/** The whole page around a body. */
export function page({ language, title, product, skip, navigation, search, foot, body }: Frame): Html {
  return html`${raw("<!doctype html>")}
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} · ${product}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/console.css">
</head>
<body>
<a class="skip" href="#main">${skip}</a>
<header><nav aria-label="${product}">${navigation}</nav>${search}</header>
<main id="main"><h1>${title}</h1>${body}</main>
<footer>${foot}</footer>
</body>
</html>
`;
}
