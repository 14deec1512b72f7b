// Writes the page that a buyer's link opens, and those that say why it does not.
import type { Company } from "../../domain/company.ts";
import type { StoredDocument } from "../../store/document/documents.ts";
import { LINK } from "../message/link.ts";
import type { Representation } from "./representation-schema.ts";

/** The stylesheet, a file beside the script: the page allows nothing else. */
const STYLE = "/link.css";
const ESCAPED: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** A text as it may stand in an element or an attribute. */
function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPED[character] ?? "");
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta property="og:title" content="${escapeText(title)}">
<title>${escapeText(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${STYLE}">
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;
}

/** What the page of a document says. */
interface Shown {
  readonly document: Pick<StoredDocument, "total" | "currency">;
  readonly facts: Pick<
    Representation,
    "emisor" | "numero" | "fecha" | "hora" | "titulo" | "validacion" | "identificador" | "qr_url" | "leyenda"
  >;
  /** Mailbox of the issuer, as signed. */
  readonly mailbox: string | null;
  /** Path of the page itself. */
  readonly path: string;
}

/** The page of a document. */
export function writeDocumentPage({ document, facts, mailbox, path }: Shown): string {
  const { emisor, numero, fecha, hora, titulo, validacion, identificador, qr_url: address, leyenda } = facts;
  const nit = emisor.dv === null ? emisor.nit : `${emisor.nit}-${emisor.dv}`;
  const rows = [
    [LINK.issuer, escapeText(`${emisor.nombre} · NIT ${nit}`)],
    [LINK.number, escapeText(numero)],
    [LINK.date, escapeText(LINK.moment(fecha, hora))],
    [LINK.total, `<strong>${escapeText(`${document.currency} ${LINK.amount(document.total)}`)}</strong>`],
    ...(validacion === null ? [] : [[LINK.validated, escapeText(LINK.moment(validacion.fecha, validacion.hora))]]),
    [
      escapeText(identificador.nombre),
      `<code>${escapeText(identificador.valor)}</code><br><a href="${escapeText(address)}" rel="noreferrer">${LINK.consult}</a>`,
    ],
    ...(mailbox === null ? [] : [[LINK.mailbox, escapeText(mailbox)]]),
  ];
  const files = ["pdf", "xml", "zip"].map(
    (name) => `<li><a href="${escapeText(`${path}/${name}`)}">${name.toUpperCase()}</a></li>`,
  );
  const title = `${titulo} ${numero}`;
  return page(
    title,
    [
      ...(leyenda === null ? [] : [`<p class="legend">${escapeText(leyenda)}</p>`]),
      `<h1>${escapeText(title)}</h1>`,
      `<dl>${rows.map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`).join("\n")}</dl>`,
      `<ul class="files">${files.join("")}</ul>`,
    ].join("\n"),
  );
}

/** The page without a document; of a link that is ended, with whom to ask for another one. */
export function writeRefusalPage(
  status: 404 | 405 | 410 | 429 | 500 | 503,
  issuer?: Pick<Company, "name" | "email">,
): string {
  const ask = issuer === undefined ? "" : `\n<p>${escapeText(LINK.ask(issuer.name, issuer.email))}</p>`;
  return page(LINK.refused, `<h1>${LINK.refused}</h1>\n<p>${LINK.because[status]}</p>${ask}`);
}
