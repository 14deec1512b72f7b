// Calls every operation once, as a day has them: the reference shows each call, and the tests run them all.
// #region createClient
import { createClient } from "../../client/src/client-v2.ts";

const { BASE_URL = "", COMPANY_ID, TOKEN = "" } = process.env;
const client = createClient({ baseUrl: BASE_URL, companyId: Number(COMPANY_ID), token: TOKEN });
// #endregion
const today = new Date(Date.now() - 5 * 3_600_000).toISOString().slice(0, 10);

// #region createInvoice
const sale = await client.invoices.create({
  draft_key: "venta-ts-1",
  receptor: { tipo_doc: "13", numero_doc: "1020304050", nombre: "Luis Rojas", email: "luis@example.com" },
  items: [{ desc: "Café molido", cant: 2, unit: 25_000, iva: 19 }],
  payment: { form: "contado", means_code: "10" },
});
if (sale.type === "accepted") console.log(sale.body.cufe, sale.body.total);
// #endregion

// #region getInvoice
const { doc } = await client.invoices.get(sale.id);
console.log(doc.estado_authority, doc.total);
// #endregion

// #region getInvoiceFile
const pdf = await client.invoices.file(sale.id, "carta.pdf");
if (pdf !== undefined) console.log(pdf.name, pdf.content.length);
// #endregion

// #region createDebitNote
const charge = await client.debitNotes.create("cargo-ts-1", {
  factura_id: sale.id,
  concepto: "3",
  items: [{ desc: "Domicilio", cant: 1, unit: 8_000, iva: 19 }],
});
if (charge.type === "accepted") console.log(charge.body.cude);
// #endregion

// #region createCreditNote
const annulled = await client.creditNotes.create("anular-ts-1", { factura_id: sale.id });
if (annulled.type === "accepted") console.log(annulled.body.cude);
// #endregion

// #region createSupportDocument
const purchase = await client.supportDocuments.create(`compra-ts-${today}`, {
  fecha_documento: today,
  proveedor: {
    tipo_documento: "13",
    nit: "1098765432",
    nombre: "Finca El Carmen",
    direccion: "Vereda El Carmen",
    municipio: "Arbeláez",
    codigo_municipio: "25053",
  },
  items: [{ codigo: "50201706", descripcion: "Café pergamino", cantidad: 10, precio_unitario: 12_000 }],
});
if (purchase.type === "accepted") console.log(purchase.body.documento.cuds);
// #endregion

// #region getSupportDocument
const { documento } = await client.supportDocuments.get(purchase.id);
console.log(documento.estado_authority, documento.total);
// #endregion

// #region getSupportDocumentFile
const signed = await client.supportDocuments.file(purchase.id, "xml");
if (signed !== undefined) console.log(signed.name, signed.content.length);
// #endregion

// #region createAdjustmentNote
const adjusted = await client.adjustmentNotes.create(`ajuste-ts-${today}`, { documento_id: purchase.id });
if (adjusted.type === "accepted") console.log(adjusted.body.documento.cuds);
// #endregion

// #region createTicket
const sold = await client.tickets.create("tiquete-ts-1", {
  items: [{ desc: "Café molido", cant: 2, unit: 25_000, iva: 19 }],
  payment: { form: "contado", means_code: "10" },
  caja: { placa: "CAJA-01", cajero: "Pedro Ruiz" },
});
if (sold.type === "accepted") console.log(sold.body.documento.cude, sold.body.documento.total);
// #endregion

// #region getTicket
const ticket = await client.tickets.get(sold.id);
console.log(ticket.documento.estado_authority, ticket.documento.total);
// #endregion

// #region getTicketFile
const strip = await client.tickets.file(sold.id, "tirilla-80.pdf");
if (strip !== undefined) console.log(strip.name, strip.content.length);
// #endregion

// #region createTicketDebitNote
const surcharge = await client.ticketDebitNotes.create("cargo-tiquete-ts-1", {
  documento_id: sold.id,
  concepto: "3",
  items: [{ desc: "Domicilio", cant: 1, unit: 8_000, iva: 19 }],
});
if (surcharge.type === "accepted") console.log(surcharge.body.documento.cude);
// #endregion

// #region createTicketCreditNote
const returned = await client.ticketCreditNotes.create("anular-tiquete-ts-1", { documento_id: sold.id });
if (returned.type === "accepted") console.log(returned.body.documento.cude);
// #endregion

// #region listTickets
for await (const row of client.tickets.list({ desde: today, caja: "CAJA-01" })) {
  console.log(row.prefijo, row.consecutivo, row.total);
}
// #endregion

// #region closeTickets
const shift = await client.tickets.close({ desde: today, hasta: today, agrupar: "caja" });
console.log(shift.total.neto);
// #endregion

// #region listInvoices
for await (const row of client.invoices.list({ desde: today, estado: "aprobado" })) {
  console.log(row.prefijo, row.consecutivo, row.total);
}
// #endregion

// #region listSupportDocuments
for await (const row of client.supportDocuments.list({ desde: today })) {
  console.log(row.prefijo, row.consecutivo, row.total);
}
// #endregion

// #region closeInvoices
const { total } = await client.invoices.close({ desde: today, hasta: today });
for (const { nombre, valor } of total.medios) console.log(nombre, valor);
// #endregion

// #region closeSupportDocuments
const bought = await client.supportDocuments.close({ desde: today, hasta: today });
console.log(bought.total.neto);
// #endregion

// #region listThirdParties
for await (const { nombre } of client.thirdParties.list("rojas")) console.log(nombre);
// #endregion

// #region listPaymentMethods
for (const method of await client.paymentMethods.list()) console.log(method);
// #endregion

// #region listBranches
for (const branch of await client.branches.list()) console.log(branch);
// #endregion

// #region getAcquirer
const { acquirer } = await client.acquirers.find({ identification_type: "13", identification_number: "1399995" });
console.log(acquirer.name, acquirer.email);
// #endregion

// #region createLink
const linkInvoice = await client.invoices.giveLink(sale.id, { dias: 90 });
console.log(linkInvoice.enlace, linkInvoice.vence);
// #endregion

// #region deleteLinks
await client.invoices.endLinks(sale.id);
// #endregion

// #region orderInvoiceMail
const mailInvoice = await client.invoices.sendMail(sale.id, "envio-ts-1", {
  correo: "contabilidad@example.com",
  mensaje: "Gracias por su compra.",
});
console.log(mailInvoice.id, mailInvoice.estado);
// #endregion

// #region listInvoiceMail
for (const { estado, motivo } of await client.invoices.listMail(sale.id)) console.log(estado, motivo?.texto);
// #endregion

// #region createTicketLink
const linkTicket = await client.tickets.giveLink(sold.id, { dias: 90 });
console.log(linkTicket.enlace, linkTicket.vence);
// #endregion

// #region deleteTicketLinks
await client.tickets.endLinks(sold.id);
// #endregion

// #region orderTicketMail
const mailTicket = await client.tickets.sendMail(sold.id, "envio-tiquete-ts-1", {
  correo: "contabilidad@example.com",
  mensaje: "Gracias por su compra.",
});
console.log(mailTicket.id, mailTicket.estado);
// #endregion

// #region listTicketMail
for (const { estado, motivo } of await client.tickets.listMail(sold.id)) console.log(estado, motivo?.texto);
// #endregion

// #region listMail
for await (const { documento_id, estado } of client.mail.list({ desde: today })) console.log(documento_id, estado);
// #endregion

// #region listChanges
const { cambios, cursor } = await client.changes.read({ limit: 100 });
for (const change of cambios) console.log(change.tipo, change.documento.id);
console.log(cursor); // keep it: the next `after`
// #endregion

// #region getCompany
const company = await client.company.read();
for (const { mensaje } of company?.body.avisos ?? []) console.log(mensaje);
// #endregion

// #region listWebhooks
const webhooks = await client.webhooks.list();
console.log(webhooks.length);
// #endregion

// #region listWebhookDeliveries
for (const { id } of webhooks) {
  for await (const delivery of client.webhooks.deliveries(id)) console.log(delivery);
}
// #endregion
