"""Calls every operation once, as a day has them: the reference shows each call, and the tests run them all."""
import os
from datetime import datetime, timedelta, timezone

from factura_edge.v2 import Accepted, Client

# #region createClient
client = Client(os.environ["BASE_URL"], int(os.environ["COMPANY_ID"]), os.environ["TOKEN"])
# #endregion
today = datetime.now(timezone(timedelta(hours=-5))).date().isoformat()

# #region createInvoice
sale = client.create_invoice({
    "draft_key": "venta-py-1",
    "receptor": {"tipo_doc": "13", "numero_doc": "1020304050", "nombre": "Luis Rojas", "email": "luis@example.com"},
    "items": [{"desc": "Café molido", "cant": 2, "unit": 25000, "iva": 19}],
    "payment": {"form": "contado", "means_code": "10"},
})
if isinstance(sale, Accepted):
    print(sale.body["cufe"], sale.body["total"])
# #endregion

# #region getInvoice
doc = client.get_invoice(sale.id)["doc"]
print(doc["estado_authority"], doc["total"])
# #endregion

# #region getInvoiceFile
pdf = client.get_invoice_file(sale.id, "carta.pdf")
if pdf is not None:
    print(pdf.name, len(pdf.content))
# #endregion

# #region createDebitNote
charge = client.create_debit_note("cargo-py-1", {
    "factura_id": sale.id,
    "concepto": "3",
    "items": [{"desc": "Domicilio", "cant": 1, "unit": 8000, "iva": 19}],
})
if isinstance(charge, Accepted):
    print(charge.body["cude"])
# #endregion

# #region createCreditNote
annulled = client.create_credit_note("anular-py-1", {"factura_id": sale.id})
if isinstance(annulled, Accepted):
    print(annulled.body["cude"])
# #endregion

# #region createSupportDocument
purchase = client.create_support_document(f"compra-py-{today}", {
    "fecha_documento": today,
    "proveedor": {
        "tipo_documento": "13",
        "nit": "1098765432",
        "nombre": "Finca El Carmen",
        "direccion": "Vereda El Carmen",
        "municipio": "Arbeláez",
        "codigo_municipio": "25053",
    },
    "items": [{"codigo": "50201706", "descripcion": "Café pergamino", "cantidad": 10, "precio_unitario": 12000}],
})
if isinstance(purchase, Accepted):
    print(purchase.body["documento"]["cuds"])
# #endregion

# #region getSupportDocument
documento = client.get_support_document(purchase.id)["documento"]
print(documento["estado_authority"], documento["total"])
# #endregion

# #region getSupportDocumentFile
signed = client.get_support_document_file(purchase.id, "xml")
if signed is not None:
    print(signed.name, len(signed.content))
# #endregion

# #region createAdjustmentNote
adjusted = client.create_adjustment_note(f"ajuste-py-{today}", {"documento_id": purchase.id})
if isinstance(adjusted, Accepted):
    print(adjusted.body["documento"]["cuds"])
# #endregion

# #region createTicket
ticket = client.create_ticket("tiquete-py-1", {
    "items": [{"desc": "Café molido", "cant": 2, "unit": 25000, "iva": 19}],
    "payment": {"form": "contado", "means_code": "10"},
    "caja": {"placa": "CAJA-01", "cajero": "Pedro Ruiz"},
})
if isinstance(ticket, Accepted):
    print(ticket.body["documento"]["cude"], ticket.body["documento"]["total"])
# #endregion

# #region getTicket
sold = client.get_ticket(ticket.id)["documento"]
print(sold["estado_authority"], sold["total"])
# #endregion

# #region getTicketFile
strip = client.get_ticket_file(ticket.id, "tirilla-80.pdf")
if strip is not None:
    print(strip.name, len(strip.content))
# #endregion

# #region createTicketDebitNote
surcharge = client.create_ticket_debit_note("cargo-tiquete-py-1", {
    "documento_id": ticket.id,
    "concepto": "3",
    "items": [{"desc": "Domicilio", "cant": 1, "unit": 8000, "iva": 19}],
})
if isinstance(surcharge, Accepted):
    print(surcharge.body["documento"]["cude"])
# #endregion

# #region createTicketCreditNote
returned = client.create_ticket_credit_note("anular-tiquete-py-1", {"documento_id": ticket.id})
if isinstance(returned, Accepted):
    print(returned.body["documento"]["cude"])
# #endregion

# #region listTickets
for listed in client.list_tickets(desde=today, caja="CAJA-01"):
    print(listed["prefijo"], listed["consecutivo"], listed["total"])
# #endregion

# #region closeTickets
shift = client.close_tickets(today, today, agrupar="caja")
print(shift["total"]["neto"])
# #endregion

# #region listInvoices
for row in client.list_invoices(desde=today, estado="aprobado"):
    print(row["prefijo"], row["consecutivo"], row["total"])
# #endregion

# #region listSupportDocuments
for row in client.list_support_documents(desde=today):
    print(row["prefijo"], row["consecutivo"], row["total"])
# #endregion

# #region closeInvoices
closing = client.close_invoices(today, today)
for means in closing["total"]["medios"]:
    print(means["nombre"], means["valor"])
# #endregion

# #region closeSupportDocuments
bought = client.close_support_documents(today, today)
print(bought["total"]["neto"])
# #endregion

# #region listThirdParties
for party in client.list_third_parties("rojas"):
    print(party["nombre"])
# #endregion

# #region listPaymentMethods
for method in client.list_payment_methods():
    print(method)
# #endregion

# #region listBranches
for branch in client.list_branches():
    print(branch)
# #endregion

# #region getAcquirer
found = client.find_acquirer({"identification_type": "13", "identification_number": "1399995"})
print(found["acquirer"]["name"], found["acquirer"]["email"])
# #endregion

# #region createLink
link = client.give_invoice_link(sale.id, {"dias": 90})
print(link["enlace"], link["vence"])
# #endregion

# #region deleteLinks
client.end_invoice_links(sale.id)
# #endregion

# #region orderInvoiceMail
mail = client.send_invoice_mail(sale.id, "envio-py-1", {"correo": "contabilidad@example.com", "mensaje": "Gracias por su compra."})
print(mail["id"], mail["estado"])
# #endregion

# #region listInvoiceMail
for mail in client.list_invoice_mail(sale.id):
    print(mail["estado"], mail["motivo"])
# #endregion

# #region createTicketLink
link = client.give_ticket_link(ticket.id, {"dias": 90})
print(link["enlace"], link["vence"])
# #endregion

# #region deleteTicketLinks
client.end_ticket_links(ticket.id)
# #endregion

# #region orderTicketMail
mail = client.send_ticket_mail(ticket.id, "envio-tiquete-py-1", {"correo": "contabilidad@example.com", "mensaje": "Gracias por su compra."})
print(mail["id"], mail["estado"])
# #endregion

# #region listTicketMail
for mail in client.list_ticket_mail(ticket.id):
    print(mail["estado"], mail["motivo"])
# #endregion

# #region listMail
for mail in client.list_mail(desde=today):
    print(mail["documento_id"], mail["estado"])
# #endregion

# #region listChanges
page = client.read_changes(limit=100)
for change in page["cambios"]:
    print(change["tipo"], change["documento"]["id"])
print(page["cursor"])  # keep it: the next `after`
# #endregion

# #region getCompany
company = client.get_company()
if company is not None:
    for warning in company.body["avisos"]:
        print(warning["mensaje"])
# #endregion

# #region listWebhooks
webhooks = client.list_webhooks()
print(len(webhooks))
# #endregion

# #region listWebhookDeliveries
for webhook in webhooks:
    for delivery in client.list_webhook_deliveries(webhook["id"]):
        print(delivery)
# #endregion
