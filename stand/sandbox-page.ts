// Writes the pages of the sandbox: where a visitor leaves his address, what he gets, and his pretend mail.
import { z } from "zod";

const MAIL = z.object({
  mail: z.array(z.object({ at: z.string(), from: z.string(), subject: z.string(), text: z.string() })),
});

const STYLE =
  ":root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem}" +
  "pre{overflow:auto;padding:1rem;border:1px solid}input,button{font:inherit;padding:.4rem}[lang=en]{opacity:.75}";

interface VisitFacts {
  readonly companyId: number;
  readonly name: string;
  readonly token: string;
  readonly base: string;
  readonly docs: string;
  readonly mailbox: string;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function writePage(title: string, content: string): string {
  return (
    `<!doctype html><html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<title>${title}</title><style>${STYLE}</style></head><body><main><h1>${title}</h1>${content}</main></body></html>\n`
  );
}

/** Where it begins. */
export function writeSignUp(): string {
  return writePage(
    "Pruebe sin instalar nada",
    "<p>Deje su correo y reciba una empresa de prueba con su token. La autoridad y el correo son fingidos: nada sale de aquí, " +
      "nada de lo que emita tiene valor, y todo se borra cada día a las 3 de la mañana de Bogotá.</p>" +
      '<p lang="en">Leave your address and get a trial company with its token. Authority and mail are pretend ones: nothing ' +
      "leaves this machine, nothing that you issue is valid, and all of it is wiped every day at 3 in the morning in Bogotá.</p>" +
      '<form method="post" action="/"><label>Correo <input type="email" name="correo" required autocomplete="email"></label> ' +
      "<button>Crear empresa</button></form>",
  );
}

/** What a visitor gets; it is shown once. */
export function writeVisit({ companyId, name, token, base, docs, mailbox }: VisitFacts): string {
  const body = JSON.stringify({
    receptor: { tipo_doc: "13", numero_doc: "1020304050", nombre: "Luis Rojas" },
    items: [{ desc: "Consultoría", cant: 1, unit: 100_000, iva: 19 }],
    payment: { form: "contado", means_code: "10" },
    draft_key: "venta-1",
  });
  const curl = [
    `curl -s '${base}/companies/${companyId}/fe/facturas'`,
    `-H 'Authorization: Bearer ${token}'`,
    "-H 'Content-Type: application/json'",
    `-d '${body}'`,
  ].join(" \\\n  ");
  return writePage(
    "Su empresa de prueba",
    `<p>${escapeHtml(name)}, empresa ${companyId}. Guarde el token: no se muestra otra vez.</p><pre>${escapeHtml(token)}</pre>` +
      `<p>Su primera factura:</p><pre>${escapeHtml(curl)}</pre>` +
      `<p><a href="${escapeHtml(docs)}">Referencia de la API</a> · <a href="${escapeHtml(mailbox)}">Su correo fingido</a></p>`,
  );
}

/** @param answer of the pretend mail's outbox. */
export function writeMailbox(address: string, answer: unknown): string {
  const { mail } = MAIL.parse(answer);
  const shown = mail.map(
    ({ at, from, subject, text }) =>
      `<h2>${escapeHtml(subject)}</h2><p>${escapeHtml(from)}, ${escapeHtml(at)}</p><pre>${escapeHtml(text)}</pre>`,
  );
  const none = "<p>Nada todavía. Envíe una factura con este correo como el del comprador.</p>";
  return writePage(`Correo fingido de ${escapeHtml(address)}`, shown.length === 0 ? none : shown.join(""));
}
