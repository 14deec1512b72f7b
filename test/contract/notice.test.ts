// Nothing of a request is ignored in silence: what is not used, and what looks like a mistake, stands in `notices`.
import { Buffer } from "node:buffer";
import { describe, expect, it } from "vitest";
import { type Answer, call, get, postInvoice, postNote, postSupportDocument, withApiVersion } from "../support/api.ts";
import { sampleInvoice, sampleSupportDocument, taggedInvoice } from "../support/sample.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";

const MOST_BYTES = 64 * 1024;

/** The notices about the request: those of the authority have no path. */
function noticed({ body }: Answer): readonly string[] {
  const notices: { path?: string; severity: string }[] = body.notices ?? [];
  for (const { severity } of notices) expect(severity).toBe("notificacion");
  return notices.flatMap(({ path }) => (path === undefined ? [] : [path]));
}

function rehearseInvoice(tenant: Tenant, body: unknown, more = ""): Promise<Answer> {
  const path = `/companies/${tenant.companyId}/fe/facturas?dry_run=true${more}`;
  return call("POST", path, body, { token: tenant.token });
}

const discounted = { desc: "Menú", cant: 2, unit: 50000, iva: 19, descuento: 20000 };

describe("the notices of an invoice", () => {
  it("name every member that is not used, for real, in a replay and in a dry run", async () => {
    const tenant = await createTenant();
    const body = sampleInvoice({ items: [discounted], sede: "Norte", draft_key: "venta-1" });
    const created = await postInvoice(tenant, body);
    expect(created.status).toBe(201);
    expect(noticed(created)).toEqual(["items.0.descuento", "sede"]);
    expect(created.body.notices.at(-1)).toEqual({
      path: "sede",
      message: "El campo `sede` no es de esta API y no se usa.",
      rule: "2",
      severity: "notificacion",
    });
    const replayed = await postInvoice(tenant, body);
    expect(replayed.status).toBe(200);
    expect(noticed(replayed)).toEqual(["items.0.descuento", "sede"]);
    const rehearsed = await rehearseInvoice(tenant, body, "&dryrun=1");
    expect(rehearsed.status).toBe(200);
    expect(noticed(rehearsed)).toEqual(["dryrun", "items.0.descuento", "sede"]);
  });

  it("name members that count all the same: another value of one is another payload", async () => {
    const tenant = await createTenant();
    const extra = { draft_key: "venta-2", _origen: "POS 7", datos: { caja: [1, { turno: "mañana" }] } };
    const first = await postInvoice(tenant, sampleInvoice(extra));
    expect(first.status).toBe(201);
    const { body } = await get(tenant, `/fe/docs/${first.body.factura_id}`);
    expect(JSON.stringify(body)).not.toContain("turno");
    expect((await postInvoice(tenant, sampleInvoice(extra))).status).toBe(200);
    expect((await postInvoice(tenant, sampleInvoice({ ...extra, datos: 1 }))).status).toBe(409);
  });

  it.each([
    ["422", "#rechazo", 422],
    ["502", "#perdido", 502],
  ])("stand in a %s too", async (_, tag, status) => {
    const tenant = await createTenant();
    const answer = await postInvoice(tenant, taggedInvoice(tag, { sede: "Norte" }));
    expect([answer.status, noticed(answer)]).toEqual([status, ["sede"]]);
  });

  it("stand in a refusal, beside the problems that they may explain", async () => {
    const tenant = await createTenant();
    const answer = await postInvoice(tenant, sampleInvoice({ items: [{ desc: "x", cantidad: 1, unit: 1, iva: 0 }] }));
    expect(answer.body.details.map(({ path }: { path: string }) => path)).toEqual(["items.0.cant"]);
    expect(answer.body.notices[0].message).toContain("¿Quiso decir `cant`?");
  });

  it("say that the tax came on top of a `unit` that was said to include it", async () => {
    const tenant = await createTenant();
    const item = { desc: "Café", cant: 1, unit: 4500, iva: 19, iva_incluido: true };
    const body = sampleInvoice({ items: [item], subtotal: 4500, impuestos: 855, total: 5355 });
    const [real, rehearsed] = [await postInvoice(tenant, body), await rehearseInvoice(tenant, body)];
    expect([real.body.total, rehearsed.body.documento.total]).toEqual(["5355.00", "5355.00"]);
    for (const answer of [real, rehearsed]) expect(noticed(answer)).toEqual(["items.0.iva_incluido"]);
  });

  it("say that the means of the method is printed, not another one that was sent", async () => {
    const tenant = await createTenant();
    const [method] = (await get(tenant, "/fe/payment-methods")).body.payment_methods;
    const { id: method_id, payment_form: form, payment_means_code: own } = method;
    const pay = (means_code: unknown) =>
      rehearseInvoice(tenant, sampleInvoice({ payment: { form, method_id, means_code } }));
    expect(noticed(await pay(own))).toEqual([]);
    expect(noticed(await pay(""))).toEqual([]);
    const answer = await pay("48");
    expect(noticed(answer)).toEqual(["payment.means_code"]);
    expect(answer.body.notices[0]).toMatchObject({
      message: `El campo \`payment.means_code\` es "48" y no se usa: rige el medio "${own}" del método ${method_id} de la empresa.`,
      rule: "2.4",
    });
  });

  it("are not there when there is nothing to say", async () => {
    const tenant = await createTenant();
    expect((await rehearseInvoice(tenant, sampleInvoice())).body).not.toHaveProperty("notices");
    expect((await get(tenant, "/fe/docs")).body).not.toHaveProperty("notices");
  });
});

describe("the notices of a note", () => {
  const OTHER_NAME = "Otra Persona S.A.S.";

  it.each(["91", "92"] as const)(
    "say that a %s carries the name of the invoice, not the one that was sent",
    async (type) => {
      const tenant = await createTenant();
      const { factura_id } = (await postInvoice(tenant, sampleInvoice())).body;
      const own = sampleInvoice().receptor as { nombre: string };
      const rest = type === "91" ? {} : { concepto: "4", items: [{ linea: 1, cant: 1 }] };
      const asked = (nombre: string) => ({ factura_id, ...rest, receptor: { ...own, nombre } });
      const post = (query = "") => {
        const path = `/companies/${tenant.companyId}/fe/notas-${type === "91" ? "credito" : "debito"}${query}`;
        return call("POST", path, { ...asked(OTHER_NAME), draft_key: "n-1" }, { token: tenant.token, version: "v2" });
      };
      for (const [status, query] of [
        [200, "?dry_run=true"],
        [201, ""],
        [200, ""],
      ] as const) {
        const answer = await post(query);
        expect([answer.status, noticed(answer)]).toEqual([status, ["receptor.nombre"]]);
        expect(answer.body.notices.at(-1).message).toBe(
          `El campo \`receptor.nombre\` es "${OTHER_NAME}" y no se usa: la nota lleva el nombre del documento que corrige, "${own.nombre}".`,
        );
      }
    },
  );

  it("say the same of the supplier of an adjustment note, and nothing of the document's own name in other letters", async () => {
    const tenant = await createTenant();
    const body = sampleSupportDocument();
    const documento_id = (await postSupportDocument(tenant, "d-1", body)).body.documento.id;
    const supplier = body.proveedor as { nombre: string };
    const note = (nombre: string) => ({ documento_id, proveedor: { ...supplier, nombre } });
    const path = `/companies/${tenant.companyId}/dse/notas-ajuste?dry_run=true`;
    const [other, same] = await Promise.all(
      [OTHER_NAME, supplier.nombre.toUpperCase()].map((nombre) =>
        call("POST", path, note(nombre), { token: tenant.token, version: "v2" }),
      ),
    );
    expect([other, same].map((answer) => answer && noticed(answer))).toEqual([["proveedor.nombre"], []]);
  });
});

describe("the notices of a support document", () => {
  it("use the client's own names", async () => {
    const tenant = await createTenant();
    const [item] = sampleSupportDocument().items as Record<string, unknown>[];
    const { porcentaje_iva: _, ...bare } = item ?? {};
    const body = sampleSupportDocument({ items: [{ ...bare, iva: 19, cant: 3 }] });
    const answer = await postSupportDocument(tenant, "k-1", body);
    expect(answer.status).toBe(201);
    expect(noticed(answer)).toEqual([
      "items.0.cant",
      "items.0.iva",
      "proveedor.regimen",
      "proveedor.authority_tax_scheme_code",
      "proveedor.codigo_postal",
    ]);
    const asked = answer.body.notices.find(({ path }: { path?: string }) => path === "items.0.iva");
    expect(asked.message).toContain("¿Quiso decir `items.0.porcentaje_iva`: 19?");
  });
});

describe("an unknown parameter", () => {
  it.each([
    ["/fe/docs?estdo=rechazado", 200, ["estdo"]],
    ["/fe/docs?page=1&estado=rechazado", 200, []],
    ["/fe/terceros?pagina=2", 200, ["pagina"]],
    ["/fe/payment-methods?activo=true", 200, ["activo"]],
    ["/fe/docs/999999?expand=items", 404, ["expand"]],
    ["/dse/documentos/999999?x=1", 404, ["x"]],
  ])("of GET %s is named", async (path, status, expected) => {
    const tenant = await createTenant();
    const answer = await get(tenant, path);
    expect([answer.status, noticed(answer)]).toEqual([status, expected]);
  });

  it("is named by whom it was probably meant as", async () => {
    const { body } = await get(await createTenant(), "/fe/docs?estdo=rechazado");
    expect(body.notices[0].message).toBe("El parámetro `estdo` no es de esta ruta y no se usa. ¿Quiso decir `estado`?");
  });
});

describe("all problems in one round", () => {
  it("a problem of shape hides no broken rule of the parts that have a shape", async () => {
    const tenant = await createTenant();
    const body = sampleInvoice({
      receptor: { tipo_doc: "31", numero_doc: "800134536-1", nombre: "x", email: "nadie" },
      items: [
        { desc: "x", cant: "dos", unit: 1, iva: 0 },
        { desc: "x", cant: 1, unit: 0, iva: 19 },
      ],
      fecha_emision: "2020-01-01",
      withholdings: [{ type: "NINGUNA", base_mode: "subtotal", percent: 1 }],
      currency: { commercial_currency: "EUR" },
    });
    const answer = await postInvoice(tenant, body);
    expect([answer.status, answer.body.code]).toEqual([400, "invalid_payload"]);
    const paths = answer.body.details.map(({ path }: { path: string }) => path);
    expect(paths).toEqual([
      "items.0.cant",
      "fecha_emision",
      "receptor.numero_doc",
      "receptor.email",
      "currency.commercial_currency",
      "items.1.unit",
      "withholdings.0.type",
    ]);
  });

  it("a broken line hides no withholding that the company does not have", async () => {
    const tenant = await createTenant();
    const body = sampleInvoice({
      items: [{ desc: "x", cant: 1, unit: 0, iva: 19 }],
      withholdings: [{ type: "NINGUNA", base_mode: "subtotal", percent: 1 }],
    });
    const { details } = (await postInvoice(tenant, body)).body;
    expect(details.map(({ path }: { path: string }) => path)).toEqual(["items.0.unit", "withholdings.0.type"]);
  });

  it("neither of a support document hides what only a new one is asked", async () => {
    const tenant = await createTenant();
    const item = { codigo: "50201706", cantidad: 1, precio_unitario: 1, cost_center_code: "NADIE" };
    const body = sampleSupportDocument({ fecha_documento: "2020-01-01", moneda: "XXY", items: [{}, item] });
    const { details } = (await postSupportDocument(tenant, "k-1", body)).body;
    const paths = details.map(({ path }: { path: string }) => path);
    for (const path of ["items.0.codigo", "moneda", "fecha_documento", "items.1.cost_center_code"]) {
      expect(paths).toContain(path);
    }
  });
});

describe("the size of an answer with notices", () => {
  const wide = (i: number) => `${String(i).padStart(5, "0")}${"\u{1F600}".repeat(200)}`;
  const names = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [wide(i), 1]));

  it.each([
    ["of a dry run", (tenant: Tenant) => rehearseInvoice(tenant, sampleInvoice(names(1_000)))],
    [
      "of a refusal with a hundred problems",
      (tenant: Tenant) => {
        const items = Array.from({ length: 200 }, () => ({ desc: 1, cant: "\u0001".repeat(90), unit: -1, iva: "x" }));
        return postInvoice(tenant, { ...sampleInvoice({ items }), ...names(300) });
      },
    ],
    [
      "of a list",
      (tenant: Tenant) => get(tenant, `/fe/docs?${Array.from({ length: 400 }, (_, i) => `x${i}=1`).join("&")}`),
    ],
  ])("%s stays below 64 KB, and says how many are not listed", async (_, ask) => {
    const { body } = await ask(await createTenant());
    expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThanOrEqual(MOST_BYTES);
    expect(body.notices.length).toBeLessThanOrEqual(101);
    expect(body.notices.at(-1).message).toMatch(/^Hay \d+ avisos más, que no se listan\.$/);
    for (const { path } of body.notices) expect(path.length).toBeLessThanOrEqual(120);
  });
});

describe("a text that its printed form cannot show whole", () => {
  const UNPRINTED = "Té 中文 y 🧾";
  const said = (path: string) => ({
    path,
    message: `El campo \`${path}\` tiene caracteres sin forma impresa (中 文 🧾): los archivos PDF muestran un recuadro en su lugar; el documento firmado los lleva como vinieron.`,
  });
  const found = ({ body }: Answer) =>
    (body.notices ?? []).flatMap(({ path, message }: { path?: string; message: string }) =>
      message.includes("forma impresa") ? [{ path, message }] : [],
    );

  it("is named in an invoice, in its replay and in its dry run", async () => {
    const tenant = await createTenant();
    const { receptor, ...sample } = sampleInvoice({ draft_key: "venta-1" });
    const body = {
      ...sample,
      receptor: { ...(receptor as object), nombre: UNPRINTED, direccion: UNPRINTED },
      items: [{ desc: UNPRINTED, cant: 2, unit: 50000, iva: 19 }],
      observaciones: UNPRINTED,
    };
    const places = ["observaciones", "receptor.nombre", "receptor.direccion", "items.0.desc"].map(said);
    const created = await postInvoice(tenant, body);
    expect([created.status, found(created)]).toEqual([201, places]);
    expect(found(await postInvoice(tenant, body))).toEqual(places);
    expect(found(await rehearseInvoice(tenant, body))).toEqual(places);
  });

  it("is named in a support document, where it is printed", async () => {
    const tenant = await createTenant();
    const { proveedor, items, ...sample } = sampleSupportDocument();
    const [item] = items as readonly object[];
    const body = {
      ...sample,
      proveedor: { ...(proveedor as object), nombre: UNPRINTED, nombre_comercial: UNPRINTED },
      items: [{ ...item, descripcion: UNPRINTED }],
    };
    const created = await postSupportDocument(tenant, "compra-1", body);
    expect([created.status, found(created)]).toEqual([201, ["proveedor.nombre", "items.0.descripcion"].map(said)]);
  });

  it.each(["91", "92", "95"] as const)("is named in a note %s", async (type) => {
    const tenant = await createTenant();
    const isSupport = type === "95";
    const corrected = isSupport
      ? await postSupportDocument(tenant, "uno", sampleSupportDocument())
      : await postInvoice(tenant, sampleInvoice());
    const own = isSupport
      ? { codigo: "50201706", descripcion: UNPRINTED, cantidad: 1, precio_unitario: 10 }
      : { desc: UNPRINTED, cant: 1, unit: 10, iva: 0 };
    const note = await withApiVersion("v2", () =>
      postNote(tenant, type, "nota", {
        ...(isSupport ? { documento_id: corrected.body.documento.id } : { factura_id: corrected.body.factura_id }),
        concepto: "1",
        motivo: UNPRINTED,
        observaciones: UNPRINTED,
        items: [own],
      }),
    );
    const line = isSupport ? "items.0.descripcion" : "items.0.desc";
    expect([note.status, found(note)]).toEqual([201, [line, "motivo", "observaciones"].map(said)]);
  });

  it("is not one whose characters are only invisible, joined or accented", async () => {
    const tenant = await createTenant();
    const desc = "Ce\u00adreza \ufb01na A\u20111, Nguyễn, 5㎏";
    const created = await postInvoice(tenant, sampleInvoice({ items: [{ desc, cant: 2, unit: 50000, iva: 19 }] }));
    expect([created.status, found(created)]).toEqual([201, []]);
  });
});
