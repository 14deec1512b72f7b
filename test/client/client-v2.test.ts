// Tests the typed client of v2 against the API: notes under one key, and lists that are walked by cursor.
import { createExecutionContext, runInDurableObject, waitOnExecutionContext } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { expect, it } from "vitest";
import { createClient, type InvoiceRequest, NotSentError, type TicketRequest } from "../../client/src/client-v2.ts";
import { createApp } from "../../src/api/app.ts";
import { createDeliveryStore } from "../../src/delivery/storage.ts";
import { dateInBogota } from "../../src/domain/value/calendar.ts";
import { listSendings } from "../support/ledger.ts";
import { sampleInvoice, sampleSupportDocument } from "../support/sample.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";
import { sampleTicket } from "../support/ticket.ts";
import { addWebhook } from "../support/webhook.ts";

const callService = (input: Parameters<typeof fetch>[0], init?: RequestInit) =>
  exports.default.fetch(new Request(input, init));

function connect({ companyId, token }: Tenant, send: typeof fetch = callService) {
  return createClient({
    baseUrl: "https://api.test/api/ext/v2",
    companyId,
    token,
    delaysMs: [20],
    patienceMs: 20_000,
    fetch: send,
  });
}

it("annuls an invoice once, waits for an uncertain note, and lists all of it", async () => {
  const tenant = await createTenant();
  const client = connect(tenant);
  const invoice = { ...sampleInvoice(), draft_key: "venta-1" } as InvoiceRequest & { readonly draft_key: string };
  const sale = await client.invoices.create(invoice);
  expect(sale.type).toBe("accepted");
  const body = { factura_id: sale.id, motivo: "#silencio" };
  const [note, again] = [
    await client.creditNotes.create("anular-1", body),
    await client.creditNotes.create("anular-1", body),
  ];
  expect(note).toMatchObject({ type: "accepted", body: { factura_id: sale.id, saldo_acreditable: "0.00" } });
  expect(note.id).not.toBe(sale.id);
  expect(again).toMatchObject({ type: "accepted", id: note.id, isReplay: true });
  expect(await listSendings(tenant.nit)).toHaveLength(2);
  const listed = [];
  for await (const { id } of client.invoices.list({ orden: "id" })) listed.push(id);
  expect(listed).toEqual([sale.id, note.id]);
  const notes = [];
  for await (const { id } of client.invoices.list({ tipo: ["91", "92"] })) notes.push(id);
  expect(notes).toEqual([note.id]);
  const today = dateInBogota(Date.now());
  const { total, grupos } = await client.invoices.close({ desde: today, hasta: today, agrupar: "caja" });
  expect([total.neto, total.estados.aceptado, grupos.length]).toEqual(["0.00", 2, 1]);
  const { doc, representacion } = await client.invoices.get(sale.id);
  expect(doc).toMatchObject({ anulada: true, notas: [{ id: note.id }] });
  expect(representacion?.numero).toBe(`${doc.prefijo}${doc.consecutivo}`);
});

it("adjusts a support document, and rehearses", async () => {
  const tenant = await createTenant();
  const client = connect(tenant);
  const purchase = await client.supportDocuments.create("compra-1", sampleSupportDocument() as never);
  const rehearsed = await client.adjustmentNotes.dryRun({ documento_id: purchase.id });
  expect(rehearsed.documento).toMatchObject({ tipo_authority: "95", total: "142800.00" });
  const note = await client.adjustmentNotes.create("ajuste-1", { documento_id: purchase.id });
  expect(note).toMatchObject({ type: "accepted", body: { documento: { saldo_acreditable: "0.00" } } });
  const listed = [];
  for await (const { id } of client.supportDocuments.list({ documento_id: purchase.id })) listed.push(id);
  expect(listed).toEqual([note.id]);
  const today = dateInBogota(Date.now());
  const { total } = await client.supportDocuments.close({ desde: today, hasta: today });
  expect(total.tipos.map(({ tipo_authority, total: sum }) => [tipo_authority, sum])).toEqual([
    ["05", "142800.00"],
    ["95", "142800.00"],
  ]);
});

it("sells with a ticket, takes it back, and closes the day of tickets", async () => {
  const client = connect(await createTenant({ modules: ["fe", "dse", "dee"] }));
  const sold = sampleTicket() as unknown as TicketRequest;
  expect((await client.tickets.dryRun(sold)).documento.total).toBe("11900.00");
  const ticket = await client.tickets.create("tiquete-1", sold);
  const again = await client.tickets.create("tiquete-1", sold);
  expect([ticket.type, again]).toEqual(["accepted", expect.objectContaining({ id: ticket.id, isReplay: true })]);
  const note = await client.ticketCreditNotes.create("anular-1", { documento_id: ticket.id });
  expect(note).toMatchObject({ type: "accepted", body: { documento: { saldo_acreditable: "0.00" } } });
  const { documento } = await client.tickets.get(ticket.id);
  expect(documento).toMatchObject({ anulado: true, caja: { placa: "CAJA-01" }, notas: [{ id: note.id }] });
  const listed = [];
  for await (const { id } of client.tickets.list({ caja: "CAJA-01" })) listed.push(id);
  expect(listed).toContain(ticket.id);
  expect((await client.tickets.file(ticket.id, "contenedor"))?.name).toMatch(/\.zip$/);
  const today = dateInBogota(Date.now());
  expect((await client.tickets.close({ desde: today, hasta: today })).total.neto).toBe("0.00");
});

it("hands a document over again: a link that opens until it is ended, and one more e-mail for each key", async () => {
  const tenant = await createTenant();
  await env.DB.prepare("UPDATE companies SET mail = ?1 WHERE id = ?2")
    .bind(JSON.stringify({ sender: null, replyTo: null, isAutomatic: false, testAddresses: [] }), tenant.companyId)
    .run();
  const [app, context] = [createApp(), createExecutionContext()];
  const links = {
    PUBLIC_ORIGIN: "https://facturas.example.com",
    LINK_KEY: `1:${btoa("a key of links, of 32 bytes, new")}`,
  };
  const send: typeof fetch = async (input, init) => app.fetch(new Request(input, init), { ...env, ...links }, context);
  const client = connect(tenant, send);
  const { id } = await client.invoices.create({ ...sampleInvoice(), draft_key: "venta-1" } as InvoiceRequest & {
    readonly draft_key: string;
  });
  const { enlace, vence } = await client.invoices.giveLink(id, { dias: 30 });
  const open = () => send(enlace ?? "");
  expect([vence, (await open()).status]).toEqual([expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/), 200]);
  expect(await client.invoices.endLinks(id)).toMatchObject({ enlace: null, vence: null });
  expect((await open()).status).toBe(410);

  const correo = "contabilidad@cliente.example.com";
  const first = await client.invoices.sendMail(id, "envio-1", { correo, mensaje: "Otra vez." });
  expect(first).toMatchObject({ documento_id: id, tipo: "manual", correo: "c***@cliente.example.com" });
  expect((await client.invoices.sendMail(id, "envio-1", { correo, mensaje: "Otra vez." })).id).toBe(first.id);
  await expect(client.invoices.sendMail(id, "envio-1", { correo })).rejects.toMatchObject({
    code: "idempotency_conflict",
  });
  await expect(client.invoices.sendMail(id, " ", { correo })).rejects.toThrow(NotSentError);
  for (const key of [2, 3, 4, 5]) await client.invoices.sendMail(id, `envio-${key}`, { correo });
  // It is a matter of hours: nothing is waited for.
  await expect(client.invoices.sendMail(id, "envio-6", { correo })).rejects.toMatchObject({ code: "envio_limit" });
  const listed = [];
  for await (const envio of client.mail.list()) listed.push(envio.id);
  expect(listed).toEqual((await client.invoices.listMail(id)).map((envio) => envio.id));
  expect(listed).toHaveLength(5);
  await waitOnExecutionContext(context);
});

it("lists branches, and the documents of one and of a till", async () => {
  const client = connect(await createTenant({ branches: { NOR: { prefix: "NOR" } } }));
  expect(await client.branches.list()).toMatchObject([{ codigo: "NOR", prefijo: "NOR" }]);
  const sell = (key: string, more: object) =>
    client.invoices.create({ ...sampleInvoice(), ...more, draft_key: key } as InvoiceRequest & {
      readonly draft_key: string;
    });
  const sale = await sell("venta-1", { establecimiento: "NOR", caja: "Caja 1" });
  await sell("venta-2", {});
  for (const filter of [{ establecimiento: "NOR" }, { caja: "Caja 1" }]) {
    const listed = [];
    for await (const { id } of client.invoices.list(filter)) listed.push(id);
    expect(listed).toEqual([sale.id]);
  }
});

it("sends amounts as decimal text, and what was read can be sent again under the same key", async () => {
  const client = connect(await createTenant());
  const { receptor } = sampleInvoice() as unknown as Pick<InvoiceRequest, "receptor">;
  const item = { desc: "Queso", cant: "0.345", unit: "10840.34", iva: "19" };
  const sale = { receptor, items: [item], metadatos: { pedido: "WEB-1" }, draft_key: "venta-texto" } as const;
  const outcome = await client.invoices.create(sale);
  const { subtotal, impuestos, total, metadatos } = (await client.invoices.get(outcome.id)).doc;
  expect({ subtotal, impuestos, total, metadatos }).toEqual({
    subtotal: "3739.92",
    impuestos: "710.58",
    total: "4450.50",
    metadatos: { pedido: "WEB-1" },
  });
  const numbers = { ...sale, items: [{ ...item, cant: 0.345, unit: 10840.34, iva: 19 }] };
  expect(await client.invoices.create(numbers)).toMatchObject({ id: outcome.id, isReplay: true });
});

it("issues a whole invoice, typed, and reads it as it was sent", async () => {
  const client = connect(await createTenant());
  const whole: InvoiceRequest & { readonly draft_key: string } = {
    draft_key: "venta-completa",
    receptor: { tipo_doc: "31", numero_doc: "800134536", nombre: "Comercial Andina SAS", tipo_persona: "juridica" },
    items: [
      {
        ...{ codigo: "QUE-01", codigo_estandar: { esquema: "010", codigo: "7701234567897" }, desc: "Queso" },
        ...{ cant: "0.345", unidad_medida: "KGM", unit: 32_000, iva: 0, tratamiento: "exento" },
      },
      { desc: "Cafetera", cant: 1, unit: 200_000, iva: 19 },
      { desc: "Pocillo", cant: 2, iva: 19, obsequio: { valor_referencia: 15_000 } },
    ],
    referencias: { orden_compra: { numero: "OC-4471" } },
    pagos: [
      { form: "contado", means_code: "10", valor: 100_000 },
      { form: "contado", means_code: "49", valor: 149_040, referencia: "AUT-778812" },
    ],
  };
  const outcome = await client.invoices.create(whole);
  if (outcome.type !== "accepted") throw new Error(`the invoice is ${outcome.type}`);
  expect(outcome.body).toMatchObject({ total: "249040.00", obsequios: { valor: "30000.00", iva_asumido: "5700.00" } });
  const { doc } = await client.invoices.get(outcome.id);
  expect(doc.items.map(({ codigo, unidad, tratamiento }) => [codigo, unidad, tratamiento])).toEqual([
    ["QUE-01", "kg", "exento"],
    [null, "und", "gravado"],
    [null, "und", "gravado"],
  ]);
  expect(doc.pagos.map(({ means_code, valor }) => [means_code, valor])).toEqual([
    ["10", "100000.00"],
    ["49", "149040.00"],
  ]);
  expect(doc.referencias?.orden_compra?.numero).toBe("OC-4471");
});

it("hands over files, and says when one is still the same", async () => {
  const client = connect(await createTenant());
  const purchase = await client.supportDocuments.create("compra-2", sampleSupportDocument() as never);
  const file = await client.supportDocuments.file(purchase.id, "xml");
  expect(file?.name).toMatch(/\.xml$/);
  expect(new TextDecoder().decode(file?.content)).toMatch(/^<\?xml[\s\S]*<\/Invoice>\s*$/);
  expect(await client.supportDocuments.file(purchase.id, "xml", file?.etag)).toBeUndefined();
  const receipt = await client.supportDocuments.file(purchase.id, "tirilla-58.escpos?tabla=cp850");
  expect([receipt?.name, ...(receipt?.content.subarray(0, 5) ?? [])]).toEqual([
    expect.stringMatching(/-tirilla-58\.escpos$/),
    ...[0x1b, 0x40, 0x1b, 0x74, 2],
  ]);
  await expect(client.invoices.file(999_999_999, "xml")).rejects.toMatchObject({ code: "not_found" });
});

/** A store of cursors in memory, as a table of the client's would be. */
function keepCursor() {
  const saved: string[] = [];
  return { saved, load: () => saved.at(-1), save: (cursor: string) => void saved.push(cursor) };
}

it("follows the changes over a restart: none is lost, and what comes again is the page that was not finished", async () => {
  const tenant = await createTenant();
  const client = connect(tenant);
  for (const key of ["one", "two", "three"]) {
    await client.supportDocuments.create(key, sampleSupportDocument() as never);
  }
  const all: string[] = [];
  for await (const { id } of client.changes.follow(keepCursor(), { stopAtEnd: true })) all.push(id);
  expect(new Set(all).size).toBe(6);
  const cursor = keepCursor();
  const seen: string[] = [];
  for await (const { id } of client.changes.follow(cursor, { limit: 2, stopAtEnd: true })) {
    seen.push(id);
    if (seen.length === 3) break;
  }
  expect(cursor.saved).toHaveLength(1);
  // The second page was not finished: it begins again.
  for await (const { id } of connect(tenant).changes.follow(cursor, { limit: 2, stopAtEnd: true })) seen.push(id);
  expect(seen).toEqual([...all.slice(0, 3), ...all.slice(2)]);
  for await (const { id } of client.changes.follow(cursor, { stopAtEnd: true })) expect.unreachable(id);
});

it("hears of a change that comes while it waits, and stops when its signal says so", async () => {
  const tenant = await createTenant();
  const client = connect(tenant);
  const [cursor, controller] = [keepCursor(), new AbortController()];
  const seen: string[] = [];
  const following = (async () => {
    for await (const { tipo } of client.changes.follow(cursor, { wait: 5, signal: controller.signal })) {
      seen.push(tipo);
      if (tipo === "documento.aceptado") controller.abort();
    }
  })();
  await client.supportDocuments.create("one", sampleSupportDocument() as never);
  await following;
  expect(seen).toEqual(["documento.creado", "documento.aceptado"]);
  expect(cursor.saved.length).toBeGreaterThanOrEqual(1);
});

it("reads the state of its company once, and hears that it is still the same", async () => {
  const tenant = await createTenant();
  const client = connect(tenant);
  const state = await client.company.read();
  expect(state?.body).toMatchObject({
    empresa: { nit: tenant.nit },
    modulos: { fe: { contratado: true } },
    avisos: [],
  });
  expect(await client.company.read(state?.etag)).toBeUndefined();
});

it("lists the webhooks of its company, and walks the deliveries of one", async () => {
  const tenant = await createTenant();
  const client = connect(tenant);
  const id = await addWebhook(tenant, "http://127.0.0.1:8799");
  expect(await client.webhooks.list()).toMatchObject([{ id, estado: "activo" }]);
  await runInDurableObject(env.WEBHOOKS.getByName(id), (_, { storage }) => {
    const store = createDeliveryStore(storage);
    for (let tries = 1; tries <= 120; tries += 1) {
      store.note({ changeId: "chg_1_1", tries, atMs: Date.now(), status: 500, failure: null, durationMs: 5 });
    }
  });
  const seen: number[] = [];
  for await (const { intento } of client.webhooks.deliveries(id)) seen.push(intento);
  expect(seen).toEqual(Array.from({ length: 120 }, (_, index) => index + 1));
  await expect(client.webhooks.readDeliveries("whk_none")).rejects.toMatchObject({ code: "not_found" });
});

it("ends with what the service says of a cursor that is none of its own", async () => {
  const client = connect(await createTenant());
  const following = client.changes.follow({ load: () => "cur_x", save: () => expect.unreachable("nothing was read") });
  await expect(following.next()).rejects.toMatchObject({ code: "invalid_cursor" });
});
