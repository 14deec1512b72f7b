#!/bin/sh
# Calls every operation once, as a day has them: the reference shows each call, and the tests run them all.
set -eu
HOY=$(TZ=COT5 date +%F)
find_id() { sed -n 's/.*"docs":\[{"id":\([0-9]*\).*/\1/p'; }

# #region createInvoice
curl -sS --fail-with-body -X POST "$BASE_URL/companies/$COMPANY_ID/fe/facturas" \
  -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d @- <<JSON
{
  "draft_key": "venta-curl-1",
  "receptor": { "tipo_doc": "13", "numero_doc": "1020304050", "nombre": "Luis Rojas", "email": "luis@example.com" },
  "items": [{ "desc": "Café molido", "cant": 2, "unit": 25000, "iva": 19 }],
  "payment": { "form": "contado", "means_code": "10" }
}
JSON
# #endregion
FACTURA=$(curl -sS -H "Authorization: Bearer $TOKEN" "$BASE_URL/companies/$COMPANY_ID/fe/docs?q=venta-curl-1" | find_id)

# #region getInvoice
curl -sS --fail-with-body "$BASE_URL/companies/$COMPANY_ID/fe/docs/$FACTURA" \
  -H "Authorization: Bearer $TOKEN"
# #endregion

# #region getInvoiceFile
curl -sS --fail-with-body "$BASE_URL/companies/$COMPANY_ID/fe/docs/$FACTURA/archivos/carta.pdf" \
  -H "Authorization: Bearer $TOKEN" -o factura.pdf
# #endregion

# #region createDebitNote
curl -sS --fail-with-body -X POST "$BASE_URL/companies/$COMPANY_ID/fe/notas-debito" \
  -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -H "Idempotency-Key: cargo-curl-1" -d @- <<JSON
{
  "factura_id": $FACTURA,
  "concepto": "3",
  "items": [{ "desc": "Domicilio", "cant": 1, "unit": 8000, "iva": 19 }]
}
JSON
# #endregion

# #region createCreditNote
curl -sS --fail-with-body -X POST "$BASE_URL/companies/$COMPANY_ID/fe/notas-credito" \
  -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -H "Idempotency-Key: anular-curl-1" -d @- <<JSON
{ "factura_id": $FACTURA }
JSON
# #endregion

# #region createSupportDocument
curl -sS --fail-with-body -X POST "$BASE_URL/companies/$COMPANY_ID/dse/documentos" \
  -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -H "Idempotency-Key: compra-curl-$HOY" -d @- <<JSON
{
  "fecha_documento": "$HOY",
  "proveedor": {
    "tipo_documento": "13", "nit": "1098765432", "nombre": "Finca El Carmen", "direccion": "Vereda El Carmen",
    "municipio": "Arbeláez", "codigo_municipio": "25053"
  },
  "items": [{ "codigo": "50201706", "descripcion": "Café pergamino", "cantidad": 10, "precio_unitario": 12000 }]
}
JSON
# #endregion
COMPRA=$(curl -sS -H "Authorization: Bearer $TOKEN" "$BASE_URL/companies/$COMPANY_ID/dse/documentos?q=compra-curl-$HOY" | find_id)

# #region getSupportDocument
curl -sS --fail-with-body "$BASE_URL/companies/$COMPANY_ID/dse/documentos/$COMPRA" \
  -H "Authorization: Bearer $TOKEN"
# #endregion

# #region getSupportDocumentFile
curl -sS --fail-with-body "$BASE_URL/companies/$COMPANY_ID/dse/documentos/$COMPRA/archivos/xml" \
  -H "Authorization: Bearer $TOKEN" -o documento.xml
# #endregion

# #region createAdjustmentNote
curl -sS --fail-with-body -X POST "$BASE_URL/companies/$COMPANY_ID/dse/notas-ajuste" \
  -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -H "Idempotency-Key: ajuste-curl-$HOY" -d @- <<JSON
{ "documento_id": $COMPRA }
JSON
# #endregion

# #region createTicket
curl -sS --fail-with-body -X POST "$BASE_URL/companies/$COMPANY_ID/dee/documentos" \
  -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -H "Idempotency-Key: tiquete-curl-1" -d @- <<JSON
{
  "items": [{ "desc": "Café molido", "cant": 2, "unit": 25000, "iva": 19 }],
  "payment": { "form": "contado", "means_code": "10" },
  "caja": { "placa": "CAJA-01", "cajero": "Pedro Ruiz" }
}
JSON
# #endregion
TIQUETE=$(curl -sS -H "Authorization: Bearer $TOKEN" "$BASE_URL/companies/$COMPANY_ID/dee/documentos?q=tiquete-curl-1" | find_id)

# #region getTicket
curl -sS --fail-with-body "$BASE_URL/companies/$COMPANY_ID/dee/documentos/$TIQUETE" \
  -H "Authorization: Bearer $TOKEN"
# #endregion

# #region getTicketFile
curl -sS --fail-with-body "$BASE_URL/companies/$COMPANY_ID/dee/documentos/$TIQUETE/archivos/tirilla-80.pdf" \
  -H "Authorization: Bearer $TOKEN" -o tirilla.pdf
# #endregion

# #region createTicketDebitNote
curl -sS --fail-with-body -X POST "$BASE_URL/companies/$COMPANY_ID/dee/notas-debito" \
  -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -H "Idempotency-Key: cargo-tiquete-curl-1" -d @- <<JSON
{ "documento_id": $TIQUETE, "concepto": "3", "items": [{ "desc": "Domicilio", "cant": 1, "unit": 8000, "iva": 19 }] }
JSON
# #endregion

# #region createTicketCreditNote
curl -sS --fail-with-body -X POST "$BASE_URL/companies/$COMPANY_ID/dee/notas-credito" \
  -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -H "Idempotency-Key: anular-tiquete-curl-1" -d @- <<JSON
{ "documento_id": $TIQUETE }
JSON
# #endregion

# #region listTickets
curl -sS --fail-with-body "$BASE_URL/companies/$COMPANY_ID/dee/documentos?desde=$HOY&caja=CAJA-01" \
  -H "Authorization: Bearer $TOKEN"
# #endregion

# #region closeTickets
curl -sS --fail-with-body "$BASE_URL/companies/$COMPANY_ID/dee/resumen?desde=$HOY&hasta=$HOY&agrupar=caja" \
  -H "Authorization: Bearer $TOKEN"
# #endregion

# #region listInvoices
curl -sS --fail-with-body "$BASE_URL/companies/$COMPANY_ID/fe/docs?desde=$HOY&estado=aprobado" \
  -H "Authorization: Bearer $TOKEN"
# #endregion

# #region listSupportDocuments
curl -sS --fail-with-body "$BASE_URL/companies/$COMPANY_ID/dse/documentos?desde=$HOY" \
  -H "Authorization: Bearer $TOKEN"
# #endregion

# #region closeInvoices
curl -sS --fail-with-body "$BASE_URL/companies/$COMPANY_ID/fe/resumen?desde=$HOY&hasta=$HOY" \
  -H "Authorization: Bearer $TOKEN"
# #endregion

# #region closeSupportDocuments
curl -sS --fail-with-body "$BASE_URL/companies/$COMPANY_ID/dse/resumen?desde=$HOY&hasta=$HOY" \
  -H "Authorization: Bearer $TOKEN"
# #endregion

# #region listThirdParties
curl -sS --fail-with-body "$BASE_URL/companies/$COMPANY_ID/fe/terceros?q=rojas" \
  -H "Authorization: Bearer $TOKEN"
# #endregion

# #region listPaymentMethods
curl -sS --fail-with-body "$BASE_URL/companies/$COMPANY_ID/fe/payment-methods" \
  -H "Authorization: Bearer $TOKEN"
# #endregion

# #region listBranches
curl -sS --fail-with-body "$BASE_URL/companies/$COMPANY_ID/establecimientos" \
  -H "Authorization: Bearer $TOKEN"
# #endregion

# #region getAcquirer
curl -sS --fail-with-body -X POST "$BASE_URL/companies/$COMPANY_ID/authority/get-acquirer" \
  -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d @- <<JSON
{ "identification_type": "13", "identification_number": "1399995" }
JSON
# #endregion

# #region createLink
curl -sS --fail-with-body -X POST "$BASE_URL/companies/$COMPANY_ID/fe/docs/$FACTURA/enlace" \
  -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d @- <<JSON
{ "dias": 90 }
JSON
# #endregion

# #region deleteLinks
curl -sS --fail-with-body -X DELETE "$BASE_URL/companies/$COMPANY_ID/fe/docs/$FACTURA/enlace" \
  -H "Authorization: Bearer $TOKEN"
# #endregion

# #region orderInvoiceMail
curl -sS --fail-with-body -X POST "$BASE_URL/companies/$COMPANY_ID/fe/docs/$FACTURA/envios" \
  -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -H "Idempotency-Key: envio-curl-1" -d @- <<JSON
{ "correo": "contabilidad@example.com", "mensaje": "Gracias por su compra." }
JSON
# #endregion

# #region listInvoiceMail
curl -sS --fail-with-body "$BASE_URL/companies/$COMPANY_ID/fe/docs/$FACTURA/envios" \
  -H "Authorization: Bearer $TOKEN"
# #endregion

# #region createTicketLink
curl -sS --fail-with-body -X POST "$BASE_URL/companies/$COMPANY_ID/dee/documentos/$TIQUETE/enlace" \
  -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d @- <<JSON
{ "dias": 90 }
JSON
# #endregion

# #region deleteTicketLinks
curl -sS --fail-with-body -X DELETE "$BASE_URL/companies/$COMPANY_ID/dee/documentos/$TIQUETE/enlace" \
  -H "Authorization: Bearer $TOKEN"
# #endregion

# #region orderTicketMail
curl -sS --fail-with-body -X POST "$BASE_URL/companies/$COMPANY_ID/dee/documentos/$TIQUETE/envios" \
  -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -H "Idempotency-Key: envio-tiquete-curl-1" -d @- <<JSON
{ "correo": "contabilidad@example.com", "mensaje": "Gracias por su compra." }
JSON
# #endregion

# #region listTicketMail
curl -sS --fail-with-body "$BASE_URL/companies/$COMPANY_ID/dee/documentos/$TIQUETE/envios" \
  -H "Authorization: Bearer $TOKEN"
# #endregion

# #region listMail
curl -sS --fail-with-body "$BASE_URL/companies/$COMPANY_ID/envios?desde=$HOY" \
  -H "Authorization: Bearer $TOKEN"
# #endregion

# #region listChanges
curl -sS --fail-with-body "$BASE_URL/companies/$COMPANY_ID/cambios?limit=100" \
  -H "Authorization: Bearer $TOKEN"
# #endregion

# #region getCompany
curl -sS --fail-with-body "$BASE_URL/companies/$COMPANY_ID/empresa" \
  -H "Authorization: Bearer $TOKEN"
# #endregion

# #region listWebhooks
curl -sS --fail-with-body "$BASE_URL/companies/$COMPANY_ID/webhooks" \
  -H "Authorization: Bearer $TOKEN"
# #endregion
# The stand has none.
WEBHOOK=$(curl -sS -H "Authorization: Bearer $TOKEN" "$BASE_URL/companies/$COMPANY_ID/webhooks" | sed -n 's/.*"id":"\([^"]*\)".*/\1/p')
[ -n "$WEBHOOK" ] || exit 0

# #region listWebhookDeliveries
curl -sS --fail-with-body "$BASE_URL/companies/$COMPANY_ID/webhooks/$WEBHOOK/entregas" \
  -H "Authorization: Bearer $TOKEN"
# #endregion
