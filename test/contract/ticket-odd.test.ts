// Tests tickets whose till, cashier and loyalty have names that try to be something else: each is signed and shown as it is, or refused.
import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { dropInvisible } from "../../src/api/base/text.ts";
import { call, get, useApiVersion } from "../support/api.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";
import { sampleTicket } from "../support/ticket.ts";

useApiVersion("v2");

let tenant: Tenant;
beforeAll(async () => {
  tenant = await createTenant({ modules: ["fe", "dse", "dee"] });
});

interface Names {
  readonly caja: Readonly<Record<string, string>>;
  readonly comprador: Readonly<Record<string, string>>;
}

function sell(names: Readonly<Record<keyof Names, unknown>>) {
  const headers = { "idempotency-key": crypto.randomUUID() };
  const options = { token: tenant.token, headers };
  return call("POST", `/companies/${tenant.companyId}/dee/documentos`, sampleTicket({ ...names }), options);
}

async function readBack(id: number) {
  const { body } = await get(tenant, `/dee/documentos/${id}`);
  return { caja: body.documento.caja, comprador: body.documento.comprador };
}

/** What displays as nothing is no part of a text: it is left out. */
const SEEN_AS: ReadonlyMap<string, string> = new Map([
  ["👩‍👩‍👧‍👦", "👩👩👧👦"],
  ["Caja \u202e1", "Caja 1"],
]);

/** As it came in each of its places. */
const everywhere = (text: string): Names => ({
  caja: { placa: text, ubicacion: text, tipo: text, cajero: text, codigo_venta: text },
  comprador: { codigo: text, nombre: text, puntos: text },
});

it.each([
  ["a tag", "<Value>1</Value>"],
  ["the end of a section", "]]><![CDATA["],
  ["a reference to a character", "&#10;&amp;&lt;"],
  ["quotes of both kinds", `"it's"`],
  ["a hundred pictures", "🛒".repeat(100)],
  ["a picture of four people", "👩‍👩‍👧‍👦"],
  ["a sign that turns the rest around", "Caja \u202e1"],
  ["letters from the right", "קופה ראשית"],
  ["letters with marks of their own", "Ca\u0301mara"],
  ["what a spreadsheet would compute", "=1+1"],
  ["a name that every object has", "__proto__"],
  ["a hundred characters", "Ñ".repeat(100)],
])("are signed, accepted and read back as they came: %s", async (_name, text) => {
  const { status, body } = await sell(everywhere(text));
  expect([status, body.documento?.estado_authority]).toEqual([201, "aceptado"]);
  const seen = everywhere(SEEN_AS.get(text) ?? text);
  expect(body.documento.caja).toEqual(seen.caja);
  expect(await readBack(body.documento.id)).toEqual(seen);
});

it.each([
  ["a control of the printer", "\u001b@Caja"],
  ["the end of a line", "Caja\n1"],
  ["a lost letter", "Caja \ufffd"],
  ["no character at all", "Caja \uffff"],
  ["a hundred and one pictures", "🛒".repeat(101)],
])("are refused, each in its place: %s", async (_name, text) => {
  const { status, body } = await sell(everywhere(text));
  const paths = body.details.map(({ path }: { readonly path: string }) => path);
  expect([status, body.code, paths]).toEqual([
    400,
    "invalid_payload",
    [
      ...["caja.placa", "caja.ubicacion", "caja.tipo", "caja.cajero", "caja.codigo_venta"],
      ...["comprador.codigo", "comprador.nombre", "comprador.puntos"],
    ],
  ]);
});

it.each(["Caja 2", 2, ["Caja 2"]])("are asked for as an object: %j", async (caja) => {
  const { status, body } = await sell({ caja, comprador: null });
  const expected = 'debe ser un objeto JSON, como {"placa": "CAJA-01", "ubicacion": "Salón principal", …}';
  expect([status, body.details[0].path]).toEqual([400, "caja"]);
  expect(body.details[0].message).toContain(expected);
});

it("are one or the other, whatever they are", async () => {
  const text = fc.string({ unit: "binary", minLength: 1, maxLength: 30 }).filter((one) => one.trim() !== "");
  await fc.assert(
    fc.asyncProperty(text, async (one) => {
      const { status, body } = await sell(everywhere(`C${one}C`));
      expect([201, 400]).toContain(status);
      if (status === 400) expect(body.code).toBe("invalid_payload");
      else expect(await readBack(body.documento.id)).toEqual(everywhere(dropInvisible(`C${one}C`)));
    }),
    { numRuns: 15 },
  );
});
