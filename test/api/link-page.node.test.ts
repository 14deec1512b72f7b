// Tests the page of a buyer's link with names that try to be markup.
import { expect, it } from "vitest";
import { writeDocumentPage, writeRefusalPage } from "../../src/api/record/link-page.ts";
import type { Representation } from "../../src/api/record/representation-schema.ts";

const HOSTILE = [
  `<script>alert(1)</script>`,
  `"><img src=x onerror=alert(1)>`,
  `'><svg/onload=alert(1)>`,
  `</title></main><b>&lt;`,
];

function toFacts(text: string) {
  return {
    titulo: text,
    numero: text,
    fecha: text,
    hora: text,
    validacion: { fecha: text, hora: text },
    identificador: { nombre: "CUFE", valor: text },
    qr_url: text,
    emisor: { nombre: text, nit: text, dv: text, direccion: text, municipio: text, sede: null, calidades: [] },
    leyenda: text,
  } as const satisfies Partial<Representation>;
}

/** Without what a page has of its own. */
function listTags(html: string): readonly string[] {
  return [...html.matchAll(/<\/?([a-z!]+)/gi)].map(([tag]) => tag);
}

it.each(HOSTILE)("a page is the same markup whatever is called %s", (text) => {
  const write = (value: string) =>
    writeDocumentPage({
      document: { total: value, currency: value },
      facts: toFacts(value),
      mailbox: value,
      path: `/d/${value}`,
    });
  expect(listTags(write(text))).toEqual(listTags(write("nada")));
  expect(write(text)).not.toContain(text);
  const refuse = (value: string) => writeRefusalPage(410, { name: value, email: value });
  expect(listTags(refuse(text))).toEqual(listTags(refuse("nada")));
  expect(refuse(text)).not.toContain(text);
});

it("a test document says that it is one, and an amount is written as Colombia does", () => {
  const document = { total: "1234567.50", currency: "COP" };
  const html = writeDocumentPage({ document, facts: toFacts("de prueba"), mailbox: null, path: "/d/x" });
  expect(html).toContain('<p class="legend">de prueba</p>');
  expect(html).toContain("COP 1.234.567,50");
});
