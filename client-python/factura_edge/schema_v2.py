"""Written by `npm run client` from the schemas of API v2; do not edit."""
from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any, Dict, List, Literal, Mapping, Optional, Sequence, TypedDict, Union

__all__ = [
    "Acquirer",
    "AcquirerData",
    "AcquirerRequest",
    "AdjustmentNote",
    "AdjustmentNoteConceptCode",
    "AdjustmentNoteItem",
    "AdjustmentNoteRejected",
    "AdjustmentNoteRequest",
    "AdjustmentNoteReserved",
    "AdjustmentNoteSettled",
    "AdjustmentNoteUncertain",
    "AiuBaseMode",
    "AuthorityRule",
    "AuthorityVerdict",
    "Branch",
    "BranchList",
    "Change",
    "ChangeList",
    "ChangeType",
    "ChangedDocument",
    "ChangedDocumentModulo",
    "ChangedMail",
    "ChargeReasonCode",
    "Closing",
    "ClosingGroup",
    "ClosingMeans",
    "ClosingNumbers",
    "ClosingStates",
    "ClosingTotal",
    "ClosingType",
    "CompanyMailList",
    "CompanyModule",
    "CompanyModulePlan",
    "CompanyRange",
    "CompanyRangeTipo",
    "CompanySeries",
    "CompanyState",
    "CompanyStateAutoridad",
    "CompanyStateAutoridadEstado",
    "CompanyStateCertificado",
    "CompanyStateEmpresa",
    "CompanyStateEmpresaAmbiente",
    "CompanyStateEmpresaEstado",
    "CompanyStateModulos",
    "CompanyWarning",
    "CompanyWarningCodigo",
    "Contract",
    "ContractRequest",
    "CorrectedInvoice",
    "CorrectedSupportDocument",
    "CorrectedTicket",
    "CreditNoteConceptCode",
    "CreditNoteRequest",
    "CreditNoteRequestCargos",
    "CreditNoteRequestDescuentos",
    "DebitNoteConceptCode",
    "DebitNoteRequest",
    "DebitNoteRequestCargos",
    "DebitNoteRequestDescuentos",
    "Delivery",
    "DeliveryRequest",
    "DeliveryRequestIncoterm",
    "DiscountReasonCode",
    "DiscountShare",
    "DocumentMailList",
    "DocumentState",
    "DocumentType",
    "DryRun",
    "DryRunRule",
    "Envio",
    "ErrorBody",
    "ErrorCode",
    "ExternalInvoice",
    "ExternalInvoiceType",
    "ExternalSupportDocument",
    "ExternalTicket",
    "FiscalIdName",
    "GenerationFormCode",
    "Gift",
    "GiftRequest",
    "GiftTaxBearer",
    "Gifts",
    "IdentificationTypeCode",
    "Instalment",
    "InstalmentRequest",
    "InvoiceAiu",
    "InvoiceAllowance",
    "InvoiceCharge",
    "InvoiceCurrency",
    "InvoiceDetail",
    "InvoiceDiscount",
    "InvoiceDryRun",
    "InvoiceItem",
    "InvoiceItemTax",
    "InvoiceLine",
    "InvoiceList",
    "InvoiceNoteItem",
    "InvoiceNoteItemOtrosImpuestos",
    "InvoiceNoteRejected",
    "InvoiceNoteReserved",
    "InvoiceNoteSettled",
    "InvoiceNoteType",
    "InvoiceNoteUncertain",
    "InvoicePayment",
    "InvoiceRead",
    "InvoiceRejected",
    "InvoiceRequest",
    "InvoiceReserved",
    "InvoiceSettled",
    "InvoiceSummary",
    "InvoiceTax",
    "InvoiceType",
    "InvoiceUncertain",
    "InvoiceWithholding",
    "ItemTaxCode",
    "KeyOwner",
    "LinkAnswer",
    "LinkRequest",
    "ListedInvoiceType",
    "ListedNote",
    "MailChangeState",
    "MailKind",
    "MailOrderRequest",
    "MailOrdered",
    "MailReason",
    "MailReasonCode",
    "MailRequest",
    "MailState",
    "NamedDocument",
    "NamedDocumentRequest",
    "NoteDryRun",
    "NoteType",
    "Notice",
    "NumberingForecast",
    "OtherTaxCode",
    "Party",
    "PaymentForm",
    "PaymentFormCode",
    "PaymentMeansCode",
    "PaymentMethod",
    "PaymentMethodList",
    "PaymentPart",
    "PaymentRequest",
    "Period",
    "PersonType",
    "Prepayment",
    "PrepaymentRequest",
    "PricedDocument",
    "PricedDocumentType",
    "PricedInvoice",
    "PricedInvoiceLine",
    "PricedLine",
    "PricedNote",
    "PricedTax",
    "PricedTicket",
    "PrintedAuthorization",
    "PrintedIdentifier",
    "PrintedIssuer",
    "PrintedIssuerSede",
    "PrintedLoyalty",
    "PrintedPayment",
    "PrintedPesoTotals",
    "PrintedSoftwareMaker",
    "PrintedTax",
    "PrintedTicket",
    "PrintedTill",
    "PrintedValidation",
    "Problem",
    "PurchaseOrder",
    "PurchaseReferenceRequest",
    "Receiver",
    "References",
    "ReferencesRequest",
    "RejectionDetail",
    "Representation",
    "Severity",
    "StandardCode",
    "StandardCodeRequest",
    "StandardCodeScheme",
    "Supplier",
    "SupportDocument",
    "SupportDocumentAccepted",
    "SupportDocumentDetail",
    "SupportDocumentItem",
    "SupportDocumentList",
    "SupportDocumentRead",
    "SupportDocumentRejected",
    "SupportDocumentRequest",
    "SupportDocumentReserved",
    "SupportDocumentSettled",
    "SupportDocumentSummary",
    "SupportDocumentType",
    "SupportDocumentUncertain",
    "SupportDocumentWithholding",
    "SupportDocumentWithholdingRequest",
    "TaxTreatment",
    "TestSetMark",
    "ThirdParty",
    "ThirdPartyList",
    "Ticket",
    "TicketCreditNoteRequest",
    "TicketCreditNoteRequestDescuentos",
    "TicketDebitNoteRequest",
    "TicketDebitNoteRequestCargos",
    "TicketDebitNoteRequestDescuentos",
    "TicketDetail",
    "TicketDryRun",
    "TicketList",
    "TicketLoyalty",
    "TicketLoyaltyRequest",
    "TicketNote",
    "TicketNoteRejected",
    "TicketNoteReserved",
    "TicketNoteSettled",
    "TicketNoteTipoAuthority",
    "TicketNoteUncertain",
    "TicketRead",
    "TicketRejected",
    "TicketRequest",
    "TicketReserved",
    "TicketSettled",
    "TicketSummary",
    "TicketTill",
    "TicketTillRequest",
    "TicketType",
    "TicketUncertain",
    "Webhook",
    "WebhookBody",
    "WebhookDelivery",
    "WebhookDeliveryList",
    "WebhookDesactivado",
    "WebhookDesactivadoMotivo",
    "WebhookEstado",
    "WebhookList",
    "WebhookTestBody",
    "WebhookTestBodyData",
    "WebhookUltimaFalla",
    "WithholdingBase",
    "WithholdingCode",
]

ChangeType = Literal["documento.creado", "documento.aceptado", "documento.rechazado", "documento.incierto", "documento.desconocido", "envio.enviado", "envio.entregado", "envio.rebotado", "envio.rechazado", "envio.quejado"]
"""Qué pasó: el `tipo` del cambio."""

DocumentState = Literal["creating", "firmado", "sending", "enviado", "en_proceso", "en_proceso_http", "send_unknown", "aceptado", "rechazado"]
"""Estado de un documento ante la autoridad."""

TestSetMark = Literal[0, 1]
"""1 si pertenece al set de pruebas."""

PaymentForm = Literal["contado", "credito"]
"""Forma de pago."""

PricedDocumentType = Literal["01", "03", "05"]
"""Tipo del documento que se ensaya."""

ErrorCode = Literal["unauthorized", "wrong_company", "missing_scope", "module_not_contracted", "rate_limited", "unsupported_media_type", "body_too_large", "body_timeout", "invalid_json", "missing_idempotency_key", "invalid_idempotency_key", "invalid_parameter", "range_too_long", "invalid_payload", "unknown_field", "invalid_cursor", "cursor_expired", "business_rule", "company_suspended", "plan_exhausted", "range_missing", "range_expired", "range_exhausted", "certificate_missing", "certificate_expired", "reference_not_found", "reference_required", "reference_ambiguous", "not_correctable", "reference_rejected", "reference_pending", "reference_annulled", "concept_required", "concept_invalid", "concept_needs_reference", "concept_needs_whole", "nothing_to_credit", "exceeds_balance", "line_unknown", "exceeds_line", "party_differs", "currency_differs", "date_not_today", "withholdings_not_allowed", "period_invalid", "series_missing", "till_required", "ticket_over_5_uvt", "paper_number_taken", "idempotency_conflict", "not_found", "file_not_found", "not_ready", "not_deliverable", "mail_disabled", "recipient_suppressed", "envio_limit", "file_lost", "too_many_notes", "route_not_found", "method_not_allowed", "acquirer_not_found", "authority_fault", "authority_timeout", "authority_unreachable", "document_rejected", "result_uncertain", "unavailable", "internal_error"]
"""Código estable de un error."""

GenerationFormCode = Literal["1", "2"]
"""1 por operación, 2 acumulado semanal."""

PaymentFormCode = Literal["1", "2"]
"""1 contado, 2 crédito."""

SupportDocumentType = Literal["05", "95"]
"""05 documento soporte, 95 nota de ajuste."""

WithholdingCode = Literal["05", "06", "07"]
"""05 ReteIVA, 06 ReteRenta, 07 ReteICA."""

NoteType = Literal["91", "92", "93", "94", "95"]
"""91 nota crédito, 92 nota débito, 95 nota de ajuste; de tiquetes, 94 crédito y 93 débito."""

InvoiceType = Literal["01", "02", "03"]
"""01 factura, 02 exportación (solo en v2), 03 factura de contingencia."""

MailKind = Literal["automatico", "manual"]
"""Quién pidió un envío por correo."""

MailState = Literal["pendiente", "enviando", "incierto", "enviado", "demorado", "entregado", "rebotado", "rechazado", "omitido", "quejado"]
"""Estado de un envío por correo."""

TaxTreatment = Literal["gravado", "exento", "excluido"]
"""Cómo está un ítem ante el IVA."""

ListedInvoiceType = Literal["01", "02", "03", "91", "92"]
"""Tipo de una factura o de una nota sobre ella."""

InvoiceNoteType = Literal["91", "92"]
"""91 nota crédito, 92 nota débito."""

TicketNoteTipoAuthority = Literal["93", "94"]
"""93 nota débito de tiquete, 94 nota crédito de tiquete."""

TicketType = Literal["20", "93", "94"]
"""20 tiquete POS, 93 nota débito, 94 nota crédito."""

DocumentType = Literal["01", "02", "03", "05", "20", "91", "92", "93", "94", "95"]
"""Tipo de documento ante la autoridad."""

WebhookEstado = Literal["activo", "desactivado"]
"""Si recibe los cambios."""

CompanyRangeTipo = Literal["fe", "contingencia", "dse", "pos"]
"""Qué numera: facturas, facturas de contingencia, documentos soporte o tiquetes POS."""

CompanyWarningCodigo = Literal["certificate_missing", "certificate_ending", "range_missing", "range_ending", "series_stopped", "plan_missing", "plan_ending"]
"""Código estable del aviso."""

ChangedDocumentModulo = Literal["fe", "dse", "dee"]
"""Módulo del documento."""

MailChangeState = Literal["enviado", "entregado", "rebotado", "rechazado", "quejado"]
"""Estado de un envío que se cuenta en los cambios."""

Severity = Literal["rechazo", "notificacion"]
"""Rechazo, o aviso que no impide nada."""

FiscalIdName = Literal["CUFE", "CUDE", "CUDS"]
"""Nombre del identificador fiscal."""

WithholdingBase = Literal["subtotal", "impuestos", "total"]
"""Sobre qué se calcula la retención."""

MailReasonCode = Literal["sin_correo", "consumidor_final", "desactivado", "suprimido", "direccion_invalida", "adjunto_grande", "mensaje_rechazado", "remitente_no_verificado", "buzon_inexistente", "buzon_lleno", "fallo_del_servicio", "sin_respuesta", "vencida", "queja"]
"""Por qué un envío no salió o no llegó."""

StandardCodeScheme = Literal["001", "010", "020"]
"""Lista de un código estándar."""

GiftTaxBearer = Literal["vendedor", "comprador"]
"""Quién asume el IVA de un obsequio."""

PersonType = Literal["juridica", "natural"]
"""Tipo de persona."""

AiuBaseMode = Literal["AIU_TOTAL", "UTILIDAD"]
"""Base del IVA: AIU_TOTAL (las tres partes) o UTILIDAD. Obligatorio, salvo con `enabled: false`."""

DeliveryRequestIncoterm = Literal["CFR", "CIF", "CIP", "CPT", "DAP", "DAT", "DDP", "EXW", "FAS", "FCA", "FOB", "DPU"]
"""Condición de entrega: CFR Costo y flete, CIF Costo, flete y seguro, CIP Transporte y Seguro Pagados hasta, CPT Transporte Pagado Hasta, DAP Entregado en un Lugar, DAT Entregado en Terminal, DDP Entregado con Pago de Derechos, EXW En Fábrica, FAS Franco al costado del buque, FCA Franco transportista, FOB Franco a bordo. DPU se firma como DAT, con un aviso. Un texto vacío cuenta como ausente."""

ExternalInvoiceType = Literal["01", "02", "03", "04"]
"""Tipo de la factura."""

WebhookDesactivadoMotivo = Literal["operador", "respuesta_410", "cinco_dias_de_fallas"]
"""Por qué."""

CompanyStateEmpresaAmbiente = Literal["produccion", "habilitacion"]
"""Ambiente en que emite ahora."""

CompanyStateEmpresaEstado = Literal["preparacion", "activa", "suspendida", "archivada"]
"""`suspendida` y `archivada`: no emite documentos nuevos (403 `company_suspended`); lo ya emitido se consulta."""

CompanyStateAutoridadEstado = Literal["normal", "lenta", "caida"]
"""`caida`: no responde, y los documentos firmados esperan sin enviarse; `lenta`: ya responde, y salen los que esperaban, o responde consultas y falla en los envíos; `normal`: nada se sabe en su contra."""

IdentificationTypeCode = Literal["11", "12", "13", "21", "22", "31", "41", "42", "47", "48", "50", "91"]
"""Tipo de identificación. `11` Registro civil; `12` Tarjeta de identidad; `13` Cédula de ciudadanía; `21` Tarjeta de extranjería; `22` Cédula de extranjería; `31` NIT; `41` Pasaporte; `42` Documento de identificación extranjero; `47` PEP (Permiso Especial de Permanencia); `48` PPT (Permiso Protección Temporal); `50` NIT de otro país; `91` NUIP."""

PaymentMeansCode = Literal["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17", "18", "19", "20", "21", "22", "23", "24", "25", "26", "27", "28", "29", "30", "31", "32", "33", "34", "35", "36", "37", "38", "39", "40", "41", "42", "43", "44", "45", "46", "47", "48", "49", "50", "51", "52", "53", "60", "61", "62", "63", "64", "65", "66", "67", "70", "74", "75", "76", "77", "78", "91", "92", "93", "94", "95", "96", "97", "ZZZ", "71", "72"]
"""Medio de pago. `1` Instrumento no definido; `2` Crédito ACH; `3` Débito ACH; `4` Reversión débito de demanda ACH; `5` Reversión crédito de demanda ACH; `6` Crédito de demanda ACH; `7` Débito de demanda ACH; `8` Mantener; `9` Clearing Nacional o Regional; `10` Efectivo; `11` Reversión Crédito Ahorro; `12` Reversión Débito Ahorro; `13` Crédito Ahorro; `14` Débito Ahorro; `15` Bookentry Crédito; `16` Bookentry Débito; `17` Concentración de la demanda en efectivo /Desembolso Crédito (CCD); `18` Concentración de la demanda en efectivo / Desembolso (CCD) débito; `19` Crédito Pago negocio corporativo (CTP); `20` Cheque; `21` Poyecto bancario; `22` Proyecto bancario certificado; `23` Cheque bancario; `24` Nota cambiaria esperando aceptación; `25` Cheque certificado; `26` Cheque Local; `27` Débito Pago Neogcio Corporativo (CTP); `28` Crédito Negocio Intercambio Corporativo (CTX); `29` Débito Negocio Intercambio Corporativo (CTX); `30` Transferecia Crédito; `31` Transferencia Débito; `32` Concentración Efectivo / Desembolso Crédito plus (CCD+); `33` Concentración Efectivo / Desembolso Débito plus (CCD+); `34` Pago y depósito pre acordado (PPD); `35` Concentración efectivo ahorros / Desembolso Crédito (CCD); `36` Concentración efectivo ahorros / Desembolso Drédito (CCD); `37` Pago Negocio Corporativo Ahorros Crédito (CTP); `38` Pago Neogcio Corporativo Ahorros Débito (CTP); `39` Crédito Negocio Intercambio Corporativo (CTX); `40` Débito Negocio Intercambio Corporativo (CTX); `41` Concentración efectivo/Desembolso Crédito plus (CCD+); `42` Consiganción bancaria; `43` Concentración efectivo / Desembolso Débito plus (CCD+); `44` Nota cambiaria; `45` Transferencia Crédito Bancario; `46` Transferencia Débito Interbancario; `47` Transferencia Débito Bancaria; `48` Tarjeta Crédito; `49` Tarjeta Débito; `50` Postgiro; `51` Telex estándar bancario francés; `52` Pago comercial urgente; `53` Pago Tesorería Urgente; `60` Nota promisoria; `61` Nota promisoria firmada por el acreedor; `62` Nota promisoria firmada por el acreedor, avalada por el banco; `63` Nota promisoria firmada por el acreedor, avalada por un tercero; `64` Nota promisoria firmada pro el banco; `65` Nota promisoria firmada por un banco avalada por otro banco; `66` Nota promisoria firmada; `67` Nota promisoria firmada por un tercero avalada por un banco; `70` Retiro de nota por el por el acreedor; `74` Retiro de nota por el por el acreedor sobre un banco; `75` Retiro de nota por el acreedor, avalada por otro banco; `76` Retiro de nota por el acreedor, sobre un banco avalada por un tercero; `77` Retiro de una nota por el acreedor sobre un tercero; `78` Retiro de una nota por el acreedor sobre un tercero avalada por un banco; `91` Nota bancaria tranferible; `92` Cheque local traferible; `93` Giro referenciado; `94` Giro urgente; `95` Giro formato abierto; `96` Método de pago solicitado no usuado; `97` Clearing entre partners; `ZZZ` Acuerdo mutuo; `71` Bonos; `72` Vales."""

ItemTaxCode = Literal["01", "03", "04", "08", "20", "21", "25", "26", "30", "35", "36", "ZZ", "ZY"]
"""Tributo en porcentaje de un ítem, o ninguno. `01` IVA; `03` ICA; `04` INC; `08` IC Porcentual; `20` FtoHorticultura; `21` Timbre; `25` Sobretasa Combustibles; `26` Sordicom; `30` IC Datos; `35` ICUI; `36` ADV; `ZZ` No aplica; `ZY` No causa."""

OtherTaxCode = Literal["01", "02", "03", "04", "08", "22", "23", "24", "32", "33", "34", "35", "36"]
"""Tributo de un ítem, en porcentaje o por unidad. `01` IVA; `02` IC; `03` ICA; `04` INC; `08` IC Porcentual; `22` INC Bolsas; `23` INCarbono; `24` INCombustibles; `32` ICL; `33` INPP; `34` IBUA; `35` ICUI; `36` ADV."""

DiscountReasonCode = Literal["00", "01"]
"""Motivo de un descuento. `00` Descuento no condicionado; `01` Descuento condicionado."""

ChargeReasonCode = Literal["02", "03"]
"""Motivo de un cargo. `02` Recargo no condicionado; `03` Recargo condicionado."""

CreditNoteConceptCode = Literal["1", "2", "3", "4", "5", "6"]
"""Concepto de la nota crédito. `1` Devolución parcial de los bienes y/o no aceptación parcial del servicio; `2` Anulación de factura electrónica; `3` Rebaja o descuento parcial o total; `4` Ajuste de precio; `5` Descuento comercial por pronto pago; `6` Descuento comercial por volumen de ventas."""

DebitNoteConceptCode = Literal["1", "2", "3", "4"]
"""Concepto de la nota débito. `1` Intereses; `2` Gastos por cobrar; `3` Cambio del valor; `4` Otros."""

AdjustmentNoteConceptCode = Literal["1", "2", "3", "4", "5"]
"""Concepto de la nota de ajuste. `1` Devolución parcial de los bienes y/o no aceptación parcial del servicio; `2` Anulación del documento soporte en adquisiciones efectuadas a sujetos no obligados a expedir factura de venta o documento equivalente; `3` Rebaja o descuento parcial o total; `4` Ajuste de precio; `5` Otros."""


class WebhookBody(TypedDict):
    """Lo que recibe la dirección que se registró."""

    type: ChangeType
    """Qué pasó: el `tipo` del cambio."""

    timestamp: str
    """La `fecha` del cambio."""

    data: Change


class _Change(TypedDict):

    id: str
    """Id del cambio: el mismo en el webhook. Sirve para reconocer uno ya visto."""

    tipo: ChangeType
    """Qué pasó."""

    fecha: str
    """Cuándo se registró, instante ISO 8601 en UTC."""

    documento: ChangedDocument
    """El documento, en el estado al que llegó con este cambio."""


class Change(_Change, total=False):
    """Un cambio de estado de un documento o de un envío. Solo ids y estados, ningún dato personal."""

    envio: ChangedMail
    """En los cambios `envio.…`: el envío por correo. Sin la dirección."""


class WebhookTestBody(TypedDict):
    """Mensaje de prueba: no habla de ningún documento."""

    type: Literal["webhook.prueba"]
    """Es una prueba."""

    timestamp: str
    """Cuándo se envió, instante ISO 8601 en UTC."""

    data: WebhookTestBodyData
    """Vacío."""


class _SupportDocumentSettled(TypedDict):

    ok: Literal[True]
    """true: la solicitud se atendió."""

    pending: bool
    """true mientras el estado no sea final: consulte por id; nunca cambie la clave."""

    idempotent: bool
    """true si la clave ya existía: se muestra el documento de entonces, en su estado de ahora."""

    documento: SupportDocumentAccepted

    draft_key: Optional[str]
    """La clave de idempotencia con que se creó; null si no tuvo."""

    idempotency_key: Optional[str]
    """La misma clave, con su otro nombre."""

    metadatos: Optional[Dict[str, str]]
    """Los datos suyos que se guardan con el documento, como los envió; null si no envió."""

    establecimiento: Optional[str]
    """Código del establecimiento que lo emitió; null si no se dijo ninguno."""

    caja: Optional[str]
    """Nombre de la caja, como se envió; null si no se envió."""

    representacion: Optional[Representation]


class SupportDocumentSettled(_SupportDocumentSettled, total=False):
    """`SupportDocumentSettled` of the API."""

    authority: AuthorityVerdict

    notices: List[Notice]
    """Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay."""


class _SupportDocument(TypedDict):

    id: int
    """Id del documento; con él se consulta."""

    company_id: int
    """Empresa."""

    prefijo: str
    """Prefijo del rango de numeración."""

    consecutivo: int
    """Número dentro del rango; lo asigna el servicio."""

    document_date: str
    """Fecha del documento. `AAAA-MM-DD`."""

    moneda: str
    """Moneda ISO 4217."""

    subtotal: str
    """Suma de las bases de las líneas. Texto decimal con dos decimales, en la moneda del documento."""

    impuestos: str
    """Suma de los impuestos. Texto decimal con dos decimales, en la moneda del documento."""

    total: str
    """Subtotal más impuestos. Texto decimal con dos decimales, en la moneda del documento."""

    total_retenciones: str
    """Suma de las retenciones. Texto decimal con dos decimales, en la moneda del documento."""

    neto_pagar: str
    """Total menos retenciones. Texto decimal con dos decimales, en la moneda del documento."""

    estado_authority: DocumentState
    """Estado ante la autoridad; `aceptado` y `rechazado` son finales. Vea la guía de estados."""

    cuds: Optional[str]
    """Identificador fiscal (SHA-384, 96 dígitos hexadecimales); null antes de firmar."""


class SupportDocument(_SupportDocument, total=False):
    """Documento soporte, como lo muestran las respuestas de creación."""

    es_habilitacion: TestSetMark
    """1 si pertenece al set de pruebas: entonces no ampara una compra. Falta solo en un documento sin firmar de una versión anterior."""


class AuthorityVerdict(TypedDict):
    """Lo que la autoridad dijo la última vez."""

    is_valid: bool
    """La autoridad validó el documento."""

    status_code: str
    """Código de la respuesta de la autoridad; 00 es procesado correctamente."""

    status_description: str
    """Descripción que dio la autoridad."""

    status_message: str
    """Mensaje que dio la autoridad; puede venir vacío."""

    rules: List[AuthorityRule]
    """Reglas que la autoridad nombró; los avisos aparte de los rechazos por `severity`."""


class _Representation(TypedDict):

    titulo: str
    """Denominación del documento."""

    numero: str
    """Prefijo y número."""

    fecha: str
    """Fecha de emisión. `AAAA-MM-DD`."""

    hora: str
    """Hora de emisión. Hora de Colombia."""

    validacion: Union[PrintedValidation, Optional[None]]
    """Cuándo lo validó la autoridad, según su respuesta firmada; null antes de ella."""

    identificador: PrintedIdentifier

    qr_url: str
    """Contenido del código QR, el mismo del documento firmado."""

    qr_texto: str
    """Los datos del documento en líneas, terminadas en la dirección, para quien imprime el QR con texto."""

    resolucion: Union[PrintedAuthorization, Optional[None]]
    """La autorización de numeración; null en las notas, que se numeran sin ella."""

    emisor: PrintedIssuer
    """Quien expide y firma; en un documento soporte, quien compra."""

    fabricante: Union[PrintedSoftwareMaker, Optional[None]]
    """Fabricante del software, como lo configuró el operador; null si no lo hizo."""

    impuestos: List[PrintedTax]
    """Impuestos del documento por tarifa. Lo excluido no aparece; lo exento, con tarifa 0.00."""

    pagos: List[PrintedPayment]
    """Cómo se paga, como se firmó: si no se envió, el método por defecto de la empresa. A la caja entra `valor` más `redondeo`."""

    saldo_por_pagar: str
    """Total menos los anticipos. No resta lo que se paga de contado, ni retenciones ni notas: imprímalo solo si hubo anticipos. Texto decimal con dos decimales, en la moneda del documento."""

    totales_en_pesos: Union[PrintedPesoTotals, Optional[None]]
    """De una factura en otra moneda, y de su nota: lo que suma en pesos."""

    leyenda: Optional[str]
    """Lo que debe leerse en un documento de prueba; null en producción."""


class Representation(_Representation, total=False):
    """Lo que se imprime de un documento, leído de lo que se firmó."""

    tiquete: PrintedTicket
    """Solo de un tiquete: caja, cajero, código de la venta y fidelización."""


class PrintedTax(TypedDict):
    """`PrintedTax` of the API."""

    codigo: str
    """Código de la autoridad."""

    nombre: str
    """Nombre."""

    tarifa: Optional[str]
    """Porcentaje; null si el impuesto es por unidad."""

    base: str
    """Base. Texto decimal con dos decimales, en la moneda del documento."""

    valor: str
    """Valor. Texto decimal con dos decimales, en la moneda del documento."""


class _PrintedPayment(TypedDict):

    form: PaymentForm
    """Forma de pago."""

    means_code: Optional[str]
    """Medio de pago de la lista de la autoridad."""

    medio: Optional[str]
    """Nombre del medio en esa lista."""

    valor: Optional[str]
    """Lo que se paga con él, como se firmó; null si es el único, y en una nota."""

    referencia: Optional[str]
    """Referencia del pago."""

    due_date: Optional[str]
    """Vencimiento de un pago a crédito."""


class PrintedPayment(_PrintedPayment, total=False):
    """`PrintedPayment` of the API."""

    redondeo: str
    """Solo de un pago en efectivo que se redondeó: lo que no se cobró en monedas (negativo) o se cobró de más. No se firma. Texto decimal con dos decimales, en la moneda del documento."""


class _DryRun(TypedDict):

    ok: Literal[True]
    """true: la solicitud se atendió."""

    dry_run: Literal[True]
    """Fue un ensayo: nada quedó guardado."""

    documento: PricedDocument

    rules: List[DryRunRule]
    """Avisos: lo que la autoridad anotará al aceptarlo y lo que falta y se recomienda. Lo que impide emitir llega como el mismo 400 de la creación real."""

    numbering: NumberingForecast
    """Si en este momento habría número para él; no se reserva ninguno."""

    metadatos: Optional[Dict[str, str]]
    """Los datos suyos que se guardan con el documento, como los envió; null si no envió."""

    establecimiento: Optional[str]
    """Código del establecimiento que lo emitió; null si no se dijo ninguno."""

    caja: Optional[str]
    """Nombre de la caja, como se envió; null si no se envió."""


class DryRun(_DryRun, total=False):
    """`DryRun` of the API."""

    notices: List[Notice]
    """Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay."""


class PricedDocument(TypedDict):
    """El documento tal como quedaría, sin número ni firma."""

    tipo_authority: PricedDocumentType
    """01 factura, 03 factura de contingencia, 05 documento soporte."""

    document_date: str
    """Fecha con que se emitiría. `AAAA-MM-DD`."""

    fecha_vencimiento: str
    """Vencimiento del pago. `AAAA-MM-DD`."""

    moneda: str
    """Moneda ISO 4217."""

    subtotal: str
    """Suma de las bases. Texto decimal con dos decimales, en la moneda del documento."""

    impuestos: str
    """Suma de los impuestos. Texto decimal con dos decimales, en la moneda del documento."""

    total: str
    """Subtotal más impuestos. Texto decimal con dos decimales, en la moneda del documento."""

    total_retenciones: str
    """Suma de las retenciones; informativas, no cambian el total. Texto decimal con dos decimales, en la moneda del documento."""

    neto_pagar: str
    """Total menos retenciones; en FE, el total: allí las retenciones solo se informan. Texto decimal con dos decimales, en la moneda del documento."""

    items: List[PricedLine]
    """Líneas ya valoradas."""

    impuestos_detalle: List[PricedTax]
    """Un renglón por tributo y tarifa."""

    retenciones: List[PricedTax]
    """Retenciones ya calculadas."""


class PricedLine(TypedDict):
    """`PricedLine` of the API."""

    descripcion: str
    """Descripción como irá en el documento."""

    cantidad: str
    """Cantidad, seis decimales. Texto decimal."""

    unidad_medida: str
    """Unidad de medida."""

    valor_unitario: str
    """Valor unitario sin impuesto, de dos a seis decimales. Texto decimal."""

    base_imponible: str
    """Base de la línea. Texto decimal con dos decimales, en la moneda del documento."""

    impuestos: List[PricedTax]
    """Impuestos de la línea."""


class PricedTax(TypedDict):
    """`PricedTax` of the API."""

    codigo: str
    """Código del tributo: 01 IVA, 04 INC."""

    nombre: str
    """Nombre del tributo."""

    porcentaje: str
    """Tarifa en porcentaje. Texto decimal."""

    base: str
    """Base. Texto decimal con dos decimales, en la moneda del documento."""

    valor: str
    """Valor. Texto decimal con dos decimales, en la moneda del documento."""


class _SupportDocumentReserved(TypedDict):

    ok: Literal[True]
    """true: la solicitud se atendió."""

    pending: bool
    """true mientras el estado no sea final: consulte por id; nunca cambie la clave."""

    idempotent: bool
    """true si la clave ya existía: se muestra el documento de entonces, en su estado de ahora."""

    message: str
    """Qué hacer mientras no hay resultado final."""

    request_status: DocumentState
    """Estado de la reserva o del documento."""

    draft_key: Optional[str]
    """La clave de idempotencia con que se creó; null si no tuvo."""

    idempotency_key: Optional[str]
    """La misma clave, con su otro nombre."""

    metadatos: Optional[Dict[str, str]]
    """Los datos suyos que se guardan con el documento, como los envió; null si no envió."""

    establecimiento: Optional[str]
    """Código del establecimiento que lo emitió; null si no se dijo ninguno."""

    caja: Optional[str]
    """Nombre de la caja, como se envió; null si no se envió."""

    representacion: Optional[Representation]


class SupportDocumentReserved(_SupportDocumentReserved, total=False):
    """`SupportDocumentReserved` of the API."""

    documento: SupportDocument

    notices: List[Notice]
    """Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay."""


class _ErrorBody(TypedDict):

    ok: Literal[False]
    """false: vea `error`."""

    error: str
    """Frase en español que dice qué pasó y qué se espera."""

    code: ErrorCode
    """Código estable del error; decida por él, no por el texto. Cada uno está en la guía de errores."""

    request_id: str
    """Identificador de esta solicitud, igual a la cabecera X-Request-Id; cítelo al pedir soporte."""


class ErrorBody(_ErrorBody, total=False):
    """Cuerpo de todo error."""

    details: List[Problem]
    """Todos los problemas encontrados, cuando se refieren a campos."""

    documento: KeyOwner
    """El documento del que trata el error: en `idempotency_conflict`, al que pertenece la clave; en v2, también en `paper_number_taken`, `not_ready` y `file_lost`."""

    notices: List[Notice]
    """Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay."""


class _Problem(TypedDict):

    path: str
    """Campo con el nombre que usted envió, con puntos e índices; vacío si es el cuerpo entero."""

    message: str
    """Qué campo es, qué llegó y qué se espera."""


class Problem(_Problem, total=False):
    """Un problema de la solicitud. La lista los trae todos, no solo el primero."""

    rule: str
    """Código de la regla de la autoridad (FAxxx, DSxxx) o sección del contrato, cuando hay una."""

    value: str
    """La cifra que explica el problema, como texto, cuando la hay."""


class _SupportDocumentRejected(TypedDict):

    ok: Literal[False]
    """false: vea `error`."""

    error: str
    """Qué pasó, en español."""

    request_id: str
    """Identificador de esta solicitud, igual a la cabecera X-Request-Id; cítelo al pedir soporte."""

    idempotent: bool
    """true si la clave ya existía: se muestra el documento de entonces, en su estado de ahora."""

    documento: SupportDocument

    details: List[RejectionDetail]
    """Solo los rechazos de `authority.rules`, con la forma de los demás errores."""

    code: Literal["document_rejected"]
    """Código estable."""

    pending: bool
    """true mientras el estado no sea final: consulte por id; nunca cambie la clave."""

    draft_key: Optional[str]
    """La clave de idempotencia con que se creó; null si no tuvo."""

    idempotency_key: Optional[str]
    """La misma clave, con su otro nombre."""

    metadatos: Optional[Dict[str, str]]
    """Los datos suyos que se guardan con el documento, como los envió; null si no envió."""

    establecimiento: Optional[str]
    """Código del establecimiento que lo emitió; null si no se dijo ninguno."""

    caja: Optional[str]
    """Nombre de la caja, como se envió; null si no se envió."""

    representacion: Optional[Representation]


class SupportDocumentRejected(_SupportDocumentRejected, total=False):
    """`SupportDocumentRejected` of the API."""

    authority: AuthorityVerdict

    notices: List[Notice]
    """Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay."""


class _SupportDocumentUncertain(TypedDict):

    ok: Literal[False]
    """false: vea `error`."""

    error: str
    """Qué pasó, en español."""

    request_id: str
    """Identificador de esta solicitud, igual a la cabecera X-Request-Id; cítelo al pedir soporte."""

    idempotent: bool
    """true si la clave ya existía: se muestra el documento de entonces, en su estado de ahora."""

    documento: SupportDocument

    code: Literal["result_uncertain"]
    """Código estable."""

    pending: bool
    """true mientras el estado no sea final: consulte por id; nunca cambie la clave."""

    draft_key: Optional[str]
    """La clave de idempotencia con que se creó; null si no tuvo."""

    idempotency_key: Optional[str]
    """La misma clave, con su otro nombre."""

    metadatos: Optional[Dict[str, str]]
    """Los datos suyos que se guardan con el documento, como los envió; null si no envió."""

    establecimiento: Optional[str]
    """Código del establecimiento que lo emitió; null si no se dijo ninguno."""

    caja: Optional[str]
    """Nombre de la caja, como se envió; null si no se envió."""

    representacion: Optional[Representation]


class SupportDocumentUncertain(_SupportDocumentUncertain, total=False):
    """`SupportDocumentUncertain` of the API."""

    notices: List[Notice]
    """Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay."""


class _SupportDocumentRequest(TypedDict):

    fecha_documento: Union[str, date]
    """Fecha del documento y de su firma, AAAA-MM-DD, en Colombia (alias fecha); en modo 1, la de hoy; en modo 2, de hoy a 5 días antes."""

    proveedor: Supplier
    """Datos reales del proveedor."""

    items: Sequence[SupportDocumentItem]
    """Líneas del documento, al menos una."""


class SupportDocumentRequest(_SupportDocumentRequest, total=False):
    """`SupportDocumentRequest` of the API."""

    hora: Optional[str]
    """Hora de Colombia, que ya haya pasado; la del servidor si no se envía."""

    moneda: Optional[str]
    """Moneda ISO 4217; COP si no se envía."""

    tasa_cambio: Optional[Union[Union[int, float, Decimal], str]]
    """Pesos colombianos por unidad de la moneda; obligatoria si la moneda no es COP, prohibida si lo es."""

    fecha_tasa_cambio: Optional[str]
    """Fecha de la tasa; la del documento si no se envía."""

    forma_generacion: Union[GenerationFormCode, Optional[None]]
    """1 por operación (defecto), 2 acumulado semanal. Un texto vacío cuenta como ausente."""

    fecha_inicio_periodo: Optional[str]
    """Primer día del periodo, AAAA-MM-DD; obligatoria en modo 2 (alias period_start_date)."""

    fecha_fin_periodo: Optional[str]
    """Último día del periodo, AAAA-MM-DD, hasta 7 días contando ambos; obligatoria en modo 2 (alias period_end_date)."""

    forma_pago: Union[PaymentFormCode, Optional[None]]
    """1 contado (defecto), 2 crédito (alias payment_type). Un texto vacío cuenta como ausente."""

    medio_pago_codigo: Union[PaymentMeansCode, Optional[None]]
    """Medio de pago de la lista de la autoridad, de 1 a 3 dígitos; 10 (efectivo) si no se envía (alias payment_means_code). Regla 2.12."""

    fecha_vencimiento: Optional[str]
    """Vencimiento del pago, AAAA-MM-DD, no anterior a fecha_documento; obligatoria a crédito, de contado se ignora (alias payment_due_date)."""

    fecha_vencimiento_contable: Optional[str]
    """Vencimiento contable, AAAA-MM-DD, no anterior a fecha_documento."""

    retenciones: Optional[Sequence[SupportDocumentWithholdingRequest]]
    """Retenciones (alias withholdings)."""

    tipo_authority: Optional[Literal["05"]]
    """No configurable: si se envía debe ser 05. Un texto vacío cuenta como ausente."""

    subtotal: Optional[Union[Union[int, float, Decimal], str]]
    """Total de las bases, en la moneda del documento; si viene, debe coincidir con los ítems. Regla 9."""

    impuestos: Optional[Union[Union[int, float, Decimal], str]]
    """Total de los impuestos, en la moneda del documento; si viene, debe coincidir con los ítems. Regla 9."""

    total: Optional[Union[Union[int, float, Decimal], str]]
    """Total bruto, antes de retenciones, en la moneda del documento; si viene, debe coincidir con los ítems. Regla 9."""

    establecimiento: Optional[str]
    """Código de un establecimiento de la empresa, de `GET /establecimientos`: su dirección se firma como el lugar de la operación, y con prefijo propio numeran sus rangos. Los registra el operador; su dirección no se envía."""

    pagos: Optional[Sequence[PaymentRequest]]
    """Los pagos de la factura, de uno a diez, en vez de `payment`; sus valores suman el total."""

    referencias: Union[PurchaseReferenceRequest, Optional[None]]
    """La orden con que se compró."""

    metadatos: Optional[Mapping[str, str]]
    """Datos suyos, que se guardan con el documento y se devuelven con él: hasta 20 textos de hasta 200 caracteres, con nombres de 1 a 40 letras minúsculas sin tilde, dígitos, `_`, `.` o `-`. No se firman ni se imprimen; cuentan para reconocer un reintento."""


class _SupportDocumentList(TypedDict):

    ok: Literal[True]
    """true: la solicitud se atendió."""

    docs: List[SupportDocumentSummary]
    """Documentos soporte de producción y sus notas."""

    page: Optional[int]
    """Página; null después de un cursor."""

    per_page: int
    """Tamaño de página que se aplicó."""

    total: Optional[int]
    """Documentos que cumplen el filtro; null si una búsqueda no los vio todos, como lo dice entonces `notices`."""

    pages: Optional[int]
    """Páginas que hay; null si `total` lo es."""

    cursor: Optional[str]
    """Envíelo en `after` para lo que sigue; null al final."""

    hay_mas: bool
    """Siguen más documentos."""


class SupportDocumentList(_SupportDocumentList, total=False):
    """`SupportDocumentList` of the API."""

    notices: List[Notice]
    """Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay."""


class SupportDocumentSummary(TypedDict):
    """`SupportDocumentSummary` of the API."""

    id: int
    """Id del documento; con él se consulta."""

    company_id: int
    """Empresa."""

    prefijo: str
    """Prefijo del rango de numeración."""

    consecutivo: int
    """Número dentro del rango; lo asigna el servicio."""

    document_date: str
    """Fecha del documento. `AAAA-MM-DD`."""

    moneda: str
    """Moneda ISO 4217."""

    subtotal: str
    """Suma de las bases de las líneas. Texto decimal con dos decimales, en la moneda del documento."""

    impuestos: str
    """Suma de los impuestos. Texto decimal con dos decimales, en la moneda del documento."""

    total: str
    """Subtotal más impuestos. Texto decimal con dos decimales, en la moneda del documento."""

    total_retenciones: str
    """Suma de las retenciones. Texto decimal con dos decimales, en la moneda del documento."""

    neto_pagar: str
    """Total menos retenciones. Texto decimal con dos decimales, en la moneda del documento."""

    estado_authority: DocumentState
    """Estado ante la autoridad; `aceptado` y `rechazado` son finales. Vea la guía de estados."""

    cuds: Optional[str]
    """Identificador fiscal (SHA-384, 96 dígitos hexadecimales); null antes de firmar."""

    tipo_authority: SupportDocumentType
    """05 documento soporte, 95 nota de ajuste."""

    es_habilitacion: TestSetMark
    """1 si pertenece al set de pruebas."""

    zip_key: Optional[str]
    """Clave del envío al set de pruebas, si la hubo."""

    idempotency_key: Optional[str]
    """Clave de idempotencia con que se creó."""

    metadatos: Optional[Dict[str, str]]
    """Los datos suyos que se guardan con el documento, como los envió; null si no envió."""

    establecimiento: Optional[str]
    """Código del establecimiento que lo emitió; null si no se dijo ninguno."""

    caja: Optional[str]
    """Nombre de la caja, como se envió; null si no se envió."""

    proveedor: Union[Party, Optional[None]]
    """Proveedor."""


class _SupportDocumentRead(TypedDict):

    ok: Literal[True]
    """true: la solicitud se atendió."""

    pending: bool
    """true mientras el estado no sea final: consulte por id; nunca cambie la clave."""

    documento: SupportDocumentDetail

    draft_key: Optional[str]
    """La clave de idempotencia con que se creó; null si no tuvo."""

    idempotency_key: Optional[str]
    """La misma clave, con su otro nombre."""

    metadatos: Optional[Dict[str, str]]
    """Los datos suyos que se guardan con el documento, como los envió; null si no envió."""

    establecimiento: Optional[str]
    """Código del establecimiento que lo emitió; null si no se dijo ninguno."""

    caja: Optional[str]
    """Nombre de la caja, como se envió; null si no se envió."""

    representacion: Optional[Representation]


class SupportDocumentRead(_SupportDocumentRead, total=False):
    """`SupportDocumentRead` of the API."""

    authority: AuthorityVerdict

    notices: List[Notice]
    """Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay."""


class _SupportDocumentDetail(TypedDict):

    id: int
    """Id del documento; con él se consulta."""

    company_id: int
    """Empresa."""

    prefijo: str
    """Prefijo del rango de numeración."""

    consecutivo: int
    """Número dentro del rango; lo asigna el servicio."""

    document_date: str
    """Fecha del documento. `AAAA-MM-DD`."""

    moneda: str
    """Moneda ISO 4217."""

    subtotal: str
    """Suma de las bases de las líneas. Texto decimal con dos decimales, en la moneda del documento."""

    impuestos: str
    """Suma de los impuestos. Texto decimal con dos decimales, en la moneda del documento."""

    total: str
    """Subtotal más impuestos. Texto decimal con dos decimales, en la moneda del documento."""

    total_retenciones: str
    """Suma de las retenciones. Texto decimal con dos decimales, en la moneda del documento."""

    neto_pagar: str
    """Total menos retenciones. Texto decimal con dos decimales, en la moneda del documento."""

    estado_authority: DocumentState
    """Estado ante la autoridad; `aceptado` y `rechazado` son finales. Vea la guía de estados."""

    cuds: Optional[str]
    """Identificador fiscal (SHA-384, 96 dígitos hexadecimales); null antes de firmar."""

    accounting_due_date: Optional[str]
    """Vencimiento contable, `AAAA-MM-DD`, si se envió."""

    retenciones: List[SupportDocumentWithholding]
    """Retenciones calculadas."""

    es_habilitacion: TestSetMark
    """1 si pertenece al set de pruebas."""

    xml_path: Optional[str]
    """Metadato interno: dónde se archivó el XML firmado; no es una dirección pública."""

    zip_key: Optional[str]
    """Clave del envío al set de pruebas, si la hubo."""

    last_status_error: Optional[str]
    """Diagnóstico de la última consulta o envío que falló."""

    accounting_status: str
    """Estado contable."""

    third_party_id: Optional[int]
    """Id del tercero (proveedor)."""

    cost_center_id: Optional[int]
    """Centro de costo, si se envió."""

    created_at: str
    """Creación, en UTC. `AAAA-MM-DD HH:MM:SS`."""

    updated_at: str
    """Último cambio, en UTC. `AAAA-MM-DD HH:MM:SS`."""

    idempotency_key: Optional[str]
    """Clave de idempotencia con que se creó."""

    metadatos: Optional[Dict[str, str]]
    """Los datos suyos que se guardan con el documento, como los envió; null si no envió."""

    establecimiento: Optional[str]
    """Código del establecimiento que lo emitió; null si no se dijo ninguno."""

    caja: Optional[str]
    """Nombre de la caja, como se envió; null si no se envió."""

    pagos: List[PaymentPart]
    """Pagos."""

    referencias: Union[References, Optional[None]]
    """Documentos que nombra; null si ninguno."""

    tipo_authority: SupportDocumentType
    """05 documento soporte, 95 nota de ajuste."""


class SupportDocumentDetail(_SupportDocumentDetail, total=False):
    """Documento soporte o nota, como lo muestra la consulta por id."""

    concepto: Optional[str]
    """Solo en una nota: código del concepto."""

    concepto_nombre: Optional[str]
    """Solo en una nota: nombre del concepto."""

    motivo: Optional[str]
    """Solo en una nota: por qué, en palabras del emisor."""

    documento_soporte: Union[CorrectedSupportDocument, Optional[None]]
    """Solo en una nota: el documento soporte que corrige."""

    notas: List[ListedNote]
    """Notas sobre el documento, la más antigua primero, también las rechazadas; de a 100, la página que diga `notas_page`."""

    notas_total: int
    """Cuántas notas hay en todas las páginas de `notas`."""

    saldo_acreditable: str
    """Lo que queda por acreditar; las notas en proceso también cuentan. Texto decimal con dos decimales, en la moneda del documento."""

    anulado: bool
    """Una nota que no fue rechazada lo anula."""


class SupportDocumentWithholding(TypedDict):
    """`SupportDocumentWithholding` of the API."""

    retention_key: str
    """Clave de la retención."""

    authority_tax_code: WithholdingCode
    """05 ReteIVA, 06 ReteRenta, 07 ReteICA."""

    tax_name: str
    """Nombre con que se envió."""

    base_amount: str
    """Base. Texto decimal con dos decimales, en la moneda del documento."""

    percent: str
    """Porcentaje. Texto decimal."""

    amount: str
    """Valor retenido. Texto decimal con dos decimales, en la moneda del documento."""


class PaymentPart(TypedDict):
    """`PaymentPart` of the API."""

    form: str
    """contado o credito."""

    means_code: str
    """Medio de pago de la lista de la autoridad."""

    medio: str
    """Nombre del medio."""

    valor: Optional[str]
    """Lo que se paga con él, o lo que devuelve una nota crédito; null si es el único y no se dijo, y en una nota débito."""

    referencia: Optional[str]
    """Referencia del pago."""

    due_date: Optional[str]
    """Vencimiento de un pago a crédito."""

    redondeo: Optional[str]
    """Ajuste por moneda de un pago en efectivo; no está en el XML."""


class NamedDocument(TypedDict):
    """`NamedDocument` of the API."""

    numero: str
    """Número."""

    fecha: Optional[str]
    """Fecha, `AAAA-MM-DD`."""


class ListedNote(TypedDict):
    """`ListedNote` of the API."""

    id: int
    """Id de la nota."""

    tipo_authority: NoteType
    """91 crédito, 92 débito, 95 ajuste; de un tiquete, 94 crédito y 93 débito."""

    prefijo: str
    """Prefijo de la serie."""

    consecutivo: int
    """Número."""

    concepto: Optional[str]
    """Código del concepto."""

    estado_authority: DocumentState
    """Estado ante la autoridad."""

    total: str
    """Total, positivo. Texto decimal con dos decimales, en la moneda del documento."""


class _InvoiceSettled(TypedDict):

    ok: Literal[True]
    """true: la solicitud se atendió."""

    pending: bool
    """true mientras el estado no sea final: consulte por id; nunca cambie la clave."""

    idempotent: bool
    """true si la clave ya existía: se muestra el documento de entonces, en su estado de ahora."""

    factura_id: int
    """Id de la factura; con él se consulta."""

    cufe: str
    """CUFE, o CUDE en contingencia (SHA-384, 96 dígitos hexadecimales)."""

    estado: DocumentState
    """Estado ante la autoridad; `aceptado` y `rechazado` son finales. Vea la guía de estados."""

    enviado: bool
    """Se transmitió a la autoridad; false mientras ella rechace los envíos antes de procesarlos."""

    company_id: int
    """Empresa."""

    tipo_authority: InvoiceType
    """01 factura, 02 factura de exportación, 03 factura de contingencia."""

    prefijo: str
    """Prefijo del rango de numeración."""

    consecutivo: int
    """Número dentro del rango; lo asigna el servicio."""

    fecha_emision: str
    """Fecha de emisión en Colombia. `AAAA-MM-DD`."""

    moneda: str
    """Moneda ISO 4217."""

    subtotal: str
    """Suma de las bases. Texto decimal con dos decimales, en la moneda del documento."""

    impuestos: str
    """Suma de los impuestos. Texto decimal con dos decimales, en la moneda del documento."""

    total: str
    """Total bruto. Texto decimal con dos decimales, en la moneda del documento."""

    total_retenciones: str
    """Suma de las retenciones; informativas, no cambian el total. Texto decimal con dos decimales, en la moneda del documento."""

    zip_key: Optional[str]
    """Clave del envío al set de pruebas, si la hubo."""

    saldo_por_pagar: str
    """Total menos los anticipos. No resta lo que se paga de contado, ni retenciones ni notas: imprímalo solo si hubo anticipos. Texto decimal con dos decimales, en la moneda del documento."""

    obsequios: Union[Gifts, Optional[None]]
    """Obsequios y muestras; null si no hay."""

    draft_key: Optional[str]
    """La clave de idempotencia con que se creó; null si no tuvo."""

    idempotency_key: Optional[str]
    """La misma clave, con su otro nombre."""

    metadatos: Optional[Dict[str, str]]
    """Los datos suyos que se guardan con el documento, como los envió; null si no envió."""

    establecimiento: Optional[str]
    """Código del establecimiento que lo emitió; null si no se dijo ninguno."""

    caja: Optional[str]
    """Nombre de la caja, como se envió; null si no se envió."""

    representacion: Optional[Representation]

    enlace: Optional[str]
    """Página del documento para el comprador, con sus archivos; abre quien lo tenga. null antes de `aceptado`, en habilitación, mientras estén revocados, y donde el servicio no da enlaces."""

    envios: List[Envio]
    """Envíos por correo del documento, el más reciente primero; [] antes de `aceptado` y donde no hay correo."""


class InvoiceSettled(_InvoiceSettled, total=False):
    """`InvoiceSettled` of the API."""

    es_habilitacion: bool
    """Si es del set de pruebas: entonces no es una venta facturada. Falta solo en una factura sin firmar de una versión anterior."""

    redondeo: str
    """Suma de los redondeos de los pagos en efectivo: negativa si se cobró menos. No cambia el total. Solo si hubo alguno. Texto decimal con dos decimales, en la moneda del documento."""

    authority: AuthorityVerdict

    notices: List[Notice]
    """Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay."""


class Envio(TypedDict):
    """Un envío por correo, a un destinatario. Su dirección no se muestra entera."""

    id: str
    """Id del envío; el mensaje lo lleva en `X-Entrega`."""

    documento_id: int
    """Documento que se envía."""

    tipo: MailKind
    """`automatico`, al aceptarse; o `manual`, pedido después."""

    correo: Optional[str]
    """Destinatario, sin mostrar el buzón; null si no había."""

    estado: MailState
    """`enviado` lo recibió el servicio de correo, `entregado` el del destinatario; `incierto` no hubo respuesta; `omitido` no había a quién."""

    motivo: Union[MailReason, Optional[None]]
    """Por qué no salió o no llegó; null si no hay nada que decir."""

    intentos: int
    """Veces que se entregó al servicio de correo."""

    creado: str
    """Cuándo se pidió. Instante ISO 8601 en UTC."""

    enviado: Optional[str]
    """Cuándo lo recibió el servicio de correo; null antes. Instante ISO 8601 en UTC."""

    entregado: Optional[str]
    """Cuándo llegó al buzón; null si no se sabe. Instante ISO 8601 en UTC."""

    proximo_intento: Optional[str]
    """Cuándo se intenta otra vez; null si no hace falta. Instante ISO 8601 en UTC."""


class _InvoiceDryRun(TypedDict):

    ok: Literal[True]
    """true: la solicitud se atendió."""

    dry_run: Literal[True]
    """Fue un ensayo: nada quedó guardado."""

    documento: PricedInvoice

    rules: List[DryRunRule]
    """Avisos: lo que la autoridad anotará al aceptarlo y lo que falta y se recomienda. Lo que impide emitir llega como el mismo 400 de la creación real."""

    numbering: NumberingForecast
    """Si en este momento habría número para él; no se reserva ninguno."""

    metadatos: Optional[Dict[str, str]]
    """Los datos suyos que se guardan con el documento, como los envió; null si no envió."""

    establecimiento: Optional[str]
    """Código del establecimiento que lo emitió; null si no se dijo ninguno."""

    caja: Optional[str]
    """Nombre de la caja, como se envió; null si no se envió."""


class InvoiceDryRun(_InvoiceDryRun, total=False):
    """`InvoiceDryRun` of the API."""

    notices: List[Notice]
    """Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay."""


class _PricedInvoice(TypedDict):

    tipo_authority: InvoiceType
    """01 factura, 02 factura de exportación, 03 factura de contingencia."""

    document_date: str
    """Fecha con que se emitiría. `AAAA-MM-DD`."""

    fecha_vencimiento: str
    """Vencimiento del pago. `AAAA-MM-DD`."""

    moneda: str
    """Moneda ISO 4217."""

    subtotal: str
    """Suma de las bases. Texto decimal con dos decimales, en la moneda del documento."""

    impuestos: str
    """Suma de los impuestos. Texto decimal con dos decimales, en la moneda del documento."""

    total: str
    """Subtotal más impuestos. Texto decimal con dos decimales, en la moneda del documento."""

    total_retenciones: str
    """Suma de las retenciones; informativas, no cambian el total. Texto decimal con dos decimales, en la moneda del documento."""

    neto_pagar: str
    """Total menos retenciones; en FE, el total: allí las retenciones solo se informan. Texto decimal con dos decimales, en la moneda del documento."""

    items: List[PricedInvoiceLine]
    """Líneas ya valoradas."""

    impuestos_detalle: List[InvoiceTax]
    """Un renglón por tributo y tarifa."""

    retenciones: List[PricedTax]
    """Retenciones ya calculadas."""

    descuentos: List[InvoiceAllowance]
    """Descuentos de toda la factura, después de impuestos."""

    cargos: List[InvoiceAllowance]
    """Cargos de toda la factura, como la propina."""

    saldo_por_pagar: str
    """Total menos los anticipos. No resta lo que se paga de contado, ni retenciones ni notas: imprímalo solo si hubo anticipos. Texto decimal con dos decimales, en la moneda del documento."""

    obsequios: Union[Gifts, Optional[None]]
    """Obsequios y muestras; null si no hay."""

    pagos: List[PaymentPart]
    """Pagos."""

    referencias: Union[References, Optional[None]]
    """Documentos que nombra; null si ninguno."""

    cuotas: List[Instalment]
    """Cuotas de la parte a crédito."""

    anticipos: List[Prepayment]
    """Anticipos, informativos: no cambian el total."""

    periodo_facturado: Union[Period, Optional[None]]
    """Periodo que se factura; null si no se dijo."""

    entrega: Union[Delivery, Optional[None]]
    """Entrega."""


class PricedInvoice(_PricedInvoice, total=False):
    """La factura tal como quedaría, sin número ni firma."""

    redondeo: str
    """Suma de los redondeos de los pagos en efectivo: negativa si se cobró menos. No cambia el total. Solo si hubo alguno. Texto decimal con dos decimales, en la moneda del documento."""


class PricedInvoiceLine(TypedDict):
    """`PricedInvoiceLine` of the API."""

    descripcion: str
    """Descripción como irá en el documento."""

    cantidad: str
    """Cantidad, seis decimales. Texto decimal."""

    unidad_medida: str
    """Unidad de la lista de la autoridad."""

    valor_unitario: str
    """Valor unitario sin impuesto, de dos a seis decimales. Texto decimal."""

    base_imponible: str
    """Base de la línea. Texto decimal con dos decimales, en la moneda del documento."""

    impuestos: List[InvoiceTax]
    """Impuestos de la línea."""

    codigo: Optional[str]
    """Código propio; null si no vino: el XML lleva entonces uno por posición."""

    codigo_estandar: Union[StandardCode, Optional[None]]
    """Código en una lista común."""

    unidad: str
    """Nombre corto de la unidad, como se imprime."""

    marca: Optional[str]
    """Marca."""

    modelo: Optional[str]
    """Modelo."""

    nota: Optional[str]
    """Nota de la línea."""

    tratamiento: TaxTreatment
    """Ante el IVA."""

    obsequio: Union[Gift, Optional[None]]
    """De un obsequio o una muestra."""

    descuento: str
    """Descuento de la línea, ya restado de su base. Texto decimal con dos decimales, en la moneda del documento."""


class _InvoiceTax(TypedDict):

    codigo: str
    """Código del tributo."""

    nombre: str
    """Nombre del tributo."""

    porcentaje: str
    """Tarifa en porcentaje; 0.00 de un tributo por unidad. Texto decimal."""

    base: str
    """Base. Texto decimal con dos decimales, en la moneda del documento."""

    valor: str
    """Valor. Texto decimal con dos decimales, en la moneda del documento."""


class InvoiceTax(_InvoiceTax, total=False):
    """`InvoiceTax` of the API."""

    valor_unitario: str
    """De un tributo por unidad: su valor por cada una; en IBUA, por cada 100 ml. Texto decimal."""

    unidades: str
    """De un tributo por unidad: cuántas; en IBUA, los mililitros. Texto decimal."""


class InvoiceAllowance(TypedDict):
    """`InvoiceAllowance` of the API."""

    codigo: Optional[str]
    """Código del motivo en la lista de la autoridad; null si no se dio."""

    motivo: str
    """Motivo, como lo imprime la factura."""

    porcentaje: str
    """Porcentaje de la base. Texto decimal."""

    base: str
    """Base. Texto decimal con dos decimales, en la moneda del documento."""

    valor: str
    """Valor. Texto decimal con dos decimales, en la moneda del documento."""


class Instalment(TypedDict):
    """`Instalment` of the API."""

    valor: str
    """Valor. Texto decimal con dos decimales, en la moneda del documento."""

    due_date: str
    """Vencimiento."""


class Prepayment(TypedDict):
    """`Prepayment` of the API."""

    valor: str
    """Valor. Texto decimal con dos decimales, en la moneda del documento."""

    fecha: str
    """Cuándo se recibió."""

    referencia: Optional[str]
    """Comprobante."""


class _InvoiceReserved(TypedDict):

    ok: Literal[True]
    """true: la solicitud se atendió."""

    pending: bool
    """true mientras el estado no sea final: consulte por id; nunca cambie la clave."""

    idempotent: bool
    """true si la clave ya existía: se muestra el documento de entonces, en su estado de ahora."""

    message: str
    """Qué hacer mientras no hay resultado final."""

    request_status: DocumentState
    """Estado de la reserva o de la factura."""

    draft_key: Optional[str]
    """La clave de idempotencia con que se creó; null si no tuvo."""

    idempotency_key: Optional[str]
    """La misma clave, con su otro nombre."""

    metadatos: Optional[Dict[str, str]]
    """Los datos suyos que se guardan con el documento, como los envió; null si no envió."""

    establecimiento: Optional[str]
    """Código del establecimiento que lo emitió; null si no se dijo ninguno."""

    caja: Optional[str]
    """Nombre de la caja, como se envió; null si no se envió."""

    representacion: Optional[Representation]

    enlace: Optional[str]
    """Página del documento para el comprador, con sus archivos; abre quien lo tenga. null antes de `aceptado`, en habilitación, mientras estén revocados, y donde el servicio no da enlaces."""

    envios: List[Envio]
    """Envíos por correo del documento, el más reciente primero; [] antes de `aceptado` y donde no hay correo."""


class InvoiceReserved(_InvoiceReserved, total=False):
    """`InvoiceReserved` of the API."""

    factura_id: int
    """Id de la factura; con él se consulta."""

    cufe: Optional[str]
    """CUFE, o CUDE en contingencia (SHA-384, 96 dígitos hexadecimales); null antes de firmar."""

    estado: DocumentState
    """Estado ante la autoridad; `aceptado` y `rechazado` son finales. Vea la guía de estados."""

    enviado: bool
    """Se transmitió a la autoridad; false mientras ella rechace los envíos antes de procesarlos."""

    company_id: int
    """Empresa."""

    tipo_authority: InvoiceType
    """01 factura, 02 factura de exportación, 03 factura de contingencia."""

    prefijo: str
    """Prefijo del rango de numeración."""

    consecutivo: int
    """Número dentro del rango; lo asigna el servicio."""

    fecha_emision: str
    """Fecha de emisión en Colombia. `AAAA-MM-DD`."""

    moneda: str
    """Moneda ISO 4217."""

    subtotal: str
    """Suma de las bases. Texto decimal con dos decimales, en la moneda del documento."""

    impuestos: str
    """Suma de los impuestos. Texto decimal con dos decimales, en la moneda del documento."""

    total: str
    """Total bruto. Texto decimal con dos decimales, en la moneda del documento."""

    total_retenciones: str
    """Suma de las retenciones; informativas, no cambian el total. Texto decimal con dos decimales, en la moneda del documento."""

    zip_key: Optional[str]
    """Clave del envío al set de pruebas, si la hubo."""

    es_habilitacion: bool
    """Si es del set de pruebas: entonces no es una venta facturada. Falta solo en una factura sin firmar de una versión anterior."""

    saldo_por_pagar: str
    """Total menos los anticipos. No resta lo que se paga de contado, ni retenciones ni notas: imprímalo solo si hubo anticipos. Texto decimal con dos decimales, en la moneda del documento."""

    redondeo: str
    """Suma de los redondeos de los pagos en efectivo: negativa si se cobró menos. No cambia el total. Solo si hubo alguno. Texto decimal con dos decimales, en la moneda del documento."""

    obsequios: Union[Gifts, Optional[None]]
    """Obsequios y muestras; null si no hay."""

    notices: List[Notice]
    """Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay."""


class _InvoiceRejected(TypedDict):

    ok: Literal[False]
    """false: vea `error`."""

    error: str
    """Qué pasó, en español."""

    request_id: str
    """Identificador de esta solicitud, igual a la cabecera X-Request-Id; cítelo al pedir soporte."""

    idempotent: bool
    """true si la clave ya existía: se muestra el documento de entonces, en su estado de ahora."""

    factura_id: int
    """Id de la factura; con él se consulta."""

    cufe: str
    """CUFE, o CUDE en contingencia (SHA-384, 96 dígitos hexadecimales)."""

    estado: DocumentState
    """Estado ante la autoridad; `aceptado` y `rechazado` son finales. Vea la guía de estados."""

    enviado: bool
    """Se transmitió a la autoridad; false mientras ella rechace los envíos antes de procesarlos."""

    company_id: int
    """Empresa."""

    tipo_authority: InvoiceType
    """01 factura, 02 factura de exportación, 03 factura de contingencia."""

    prefijo: str
    """Prefijo del rango de numeración."""

    consecutivo: int
    """Número dentro del rango; lo asigna el servicio."""

    fecha_emision: str
    """Fecha de emisión en Colombia. `AAAA-MM-DD`."""

    moneda: str
    """Moneda ISO 4217."""

    subtotal: str
    """Suma de las bases. Texto decimal con dos decimales, en la moneda del documento."""

    impuestos: str
    """Suma de los impuestos. Texto decimal con dos decimales, en la moneda del documento."""

    total: str
    """Total bruto. Texto decimal con dos decimales, en la moneda del documento."""

    total_retenciones: str
    """Suma de las retenciones; informativas, no cambian el total. Texto decimal con dos decimales, en la moneda del documento."""

    zip_key: Optional[str]
    """Clave del envío al set de pruebas, si la hubo."""

    saldo_por_pagar: str
    """Total menos los anticipos. No resta lo que se paga de contado, ni retenciones ni notas: imprímalo solo si hubo anticipos. Texto decimal con dos decimales, en la moneda del documento."""

    obsequios: Union[Gifts, Optional[None]]
    """Obsequios y muestras; null si no hay."""

    details: List[RejectionDetail]
    """Solo los rechazos de `authority.rules`, con la forma de los demás errores."""

    code: Literal["document_rejected"]
    """Código estable."""

    pending: bool
    """true mientras el estado no sea final: consulte por id; nunca cambie la clave."""

    draft_key: Optional[str]
    """La clave de idempotencia con que se creó; null si no tuvo."""

    idempotency_key: Optional[str]
    """La misma clave, con su otro nombre."""

    metadatos: Optional[Dict[str, str]]
    """Los datos suyos que se guardan con el documento, como los envió; null si no envió."""

    establecimiento: Optional[str]
    """Código del establecimiento que lo emitió; null si no se dijo ninguno."""

    caja: Optional[str]
    """Nombre de la caja, como se envió; null si no se envió."""

    representacion: Optional[Representation]

    enlace: Optional[str]
    """Página del documento para el comprador, con sus archivos; abre quien lo tenga. null antes de `aceptado`, en habilitación, mientras estén revocados, y donde el servicio no da enlaces."""

    envios: List[Envio]
    """Envíos por correo del documento, el más reciente primero; [] antes de `aceptado` y donde no hay correo."""


class InvoiceRejected(_InvoiceRejected, total=False):
    """`InvoiceRejected` of the API."""

    es_habilitacion: bool
    """Si es del set de pruebas: entonces no es una venta facturada. Falta solo en una factura sin firmar de una versión anterior."""

    redondeo: str
    """Suma de los redondeos de los pagos en efectivo: negativa si se cobró menos. No cambia el total. Solo si hubo alguno. Texto decimal con dos decimales, en la moneda del documento."""

    authority: AuthorityVerdict

    notices: List[Notice]
    """Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay."""


class _InvoiceUncertain(TypedDict):

    ok: Literal[False]
    """false: vea `error`."""

    error: str
    """Qué pasó, en español."""

    request_id: str
    """Identificador de esta solicitud, igual a la cabecera X-Request-Id; cítelo al pedir soporte."""

    idempotent: bool
    """true si la clave ya existía: se muestra el documento de entonces, en su estado de ahora."""

    factura_id: int
    """Id de la factura; con él se consulta."""

    cufe: Optional[str]
    """CUFE, o CUDE en contingencia (SHA-384, 96 dígitos hexadecimales); null antes de firmar."""

    estado: DocumentState
    """Estado ante la autoridad; `aceptado` y `rechazado` son finales. Vea la guía de estados."""

    enviado: bool
    """Se transmitió a la autoridad; false mientras ella rechace los envíos antes de procesarlos."""

    company_id: int
    """Empresa."""

    tipo_authority: InvoiceType
    """01 factura, 02 factura de exportación, 03 factura de contingencia."""

    prefijo: str
    """Prefijo del rango de numeración."""

    consecutivo: int
    """Número dentro del rango; lo asigna el servicio."""

    fecha_emision: str
    """Fecha de emisión en Colombia. `AAAA-MM-DD`."""

    moneda: str
    """Moneda ISO 4217."""

    subtotal: str
    """Suma de las bases. Texto decimal con dos decimales, en la moneda del documento."""

    impuestos: str
    """Suma de los impuestos. Texto decimal con dos decimales, en la moneda del documento."""

    total: str
    """Total bruto. Texto decimal con dos decimales, en la moneda del documento."""

    total_retenciones: str
    """Suma de las retenciones; informativas, no cambian el total. Texto decimal con dos decimales, en la moneda del documento."""

    zip_key: Optional[str]
    """Clave del envío al set de pruebas, si la hubo."""

    saldo_por_pagar: str
    """Total menos los anticipos. No resta lo que se paga de contado, ni retenciones ni notas: imprímalo solo si hubo anticipos. Texto decimal con dos decimales, en la moneda del documento."""

    obsequios: Union[Gifts, Optional[None]]
    """Obsequios y muestras; null si no hay."""

    code: Literal["result_uncertain"]
    """Código estable."""

    pending: bool
    """true mientras el estado no sea final: consulte por id; nunca cambie la clave."""

    draft_key: Optional[str]
    """La clave de idempotencia con que se creó; null si no tuvo."""

    idempotency_key: Optional[str]
    """La misma clave, con su otro nombre."""

    metadatos: Optional[Dict[str, str]]
    """Los datos suyos que se guardan con el documento, como los envió; null si no envió."""

    establecimiento: Optional[str]
    """Código del establecimiento que lo emitió; null si no se dijo ninguno."""

    caja: Optional[str]
    """Nombre de la caja, como se envió; null si no se envió."""

    representacion: Optional[Representation]

    enlace: Optional[str]
    """Página del documento para el comprador, con sus archivos; abre quien lo tenga. null antes de `aceptado`, en habilitación, mientras estén revocados, y donde el servicio no da enlaces."""

    envios: List[Envio]
    """Envíos por correo del documento, el más reciente primero; [] antes de `aceptado` y donde no hay correo."""


class InvoiceUncertain(_InvoiceUncertain, total=False):
    """`InvoiceUncertain` of the API."""

    es_habilitacion: bool
    """Si es del set de pruebas: entonces no es una venta facturada. Falta solo en una factura sin firmar de una versión anterior."""

    redondeo: str
    """Suma de los redondeos de los pagos en efectivo: negativa si se cobró menos. No cambia el total. Solo si hubo alguno. Texto decimal con dos decimales, en la moneda del documento."""

    notices: List[Notice]
    """Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay."""


class _InvoiceRequest(TypedDict):

    receptor: Receiver
    """Adquirente."""

    items: Sequence[InvoiceItem]
    """Ítems, al menos uno. Regla FAV01."""


class InvoiceRequest(_InvoiceRequest, total=False):
    """`InvoiceRequest` of the API."""

    subtotal: Optional[Union[Union[int, float, Decimal], str]]
    """Total de las bases, en la moneda de la factura; si viene, debe coincidir con los ítems. Regla 2.1."""

    impuestos: Optional[Union[Union[int, float, Decimal], str]]
    """Total de los impuestos, en la moneda de la factura; si viene, debe coincidir con los ítems. Regla 2.1."""

    total: Optional[Union[Union[int, float, Decimal], str]]
    """Total bruto, en la moneda de la factura; si viene, debe coincidir con los ítems. Regla 2.1."""

    es_contingencia: Optional[bool]
    """true: factura de contingencia (tipo 03); false es lo normal."""

    fecha_emision: Optional[str]
    """Fecha de emisión, AAAA-MM-DD: la de hoy en Colombia; sin ella se usa esa."""

    payment: Union[InvoicePayment, Optional[None]]
    """Forma y medio de pago; sin él rige el método por defecto de la empresa."""

    aiu: Union[InvoiceAiu, Optional[None]]
    """Contrato AIU: los ítems son su costo directo; administración, imprevistos y utilidad se agregan."""

    withholdings: Optional[Sequence[InvoiceWithholding]]
    """Retenciones; [] si no hay."""

    currency: Union[InvoiceCurrency, Optional[None]]
    """Moneda de la factura; todos sus valores van en ella."""

    observaciones: Optional[str]
    """Texto libre; admite saltos de línea."""

    attachment_tokens: Optional[Sequence[str]]
    """Siempre []: no hay carga de adjuntos."""

    draft_key: Optional[str]
    """Identificador estable de la operación, único por empresa; el mismo en cada reintento."""

    descuentos: Optional[Sequence[InvoiceDiscount]]
    """Descuentos de toda la factura, después de impuestos: no cambian su base. Sumados no pasan del total de los ítems."""

    cargos: Optional[Sequence[InvoiceCharge]]
    """Cargos de toda la factura, después de impuestos, como la propina: no cambian su base. Cada uno hasta el total de los ítems."""

    numero_contingencia: Optional[str]
    """Con es_contingencia: prefijo y número de la factura de papel, sin espacios ni guiones; la referencia del XML la nombra. Regla FAI02."""

    pagos: Optional[Sequence[PaymentRequest]]
    """Los pagos de la factura, de uno a diez, en vez de `payment`; sus valores suman el total."""

    cuotas: Optional[Sequence[InstalmentRequest]]
    """De dos a sesenta cuotas de la parte a crédito, cuyo valor suman; el vencimiento es el de la última."""

    anticipos: Optional[Sequence[PrepaymentRequest]]
    """Lo que el comprador ya había pagado: informativo, no cambia el total; la respuesta trae saldo_por_pagar."""

    referencias: Union[ReferencesRequest, Optional[None]]
    """Documentos que el comprador busca en la factura."""

    periodo_facturado: Union[Period, Optional[None]]
    """Periodo que se factura, como en arriendos y servicios públicos."""

    entrega: Union[DeliveryRequest, Optional[None]]
    """Dónde, cuándo y cómo se entrega."""

    tipo: Optional[str]
    """01 factura de venta (defecto) o 02 exportación: adquirente del exterior, todos los ítems exentos y, si son bienes, entrega.incoterm."""

    establecimiento: Optional[str]
    """Código de un establecimiento de la empresa, de `GET /establecimientos`: su dirección se firma como el lugar de la operación, y con prefijo propio numeran sus rangos. Los registra el operador; su dirección no se envía."""

    caja: Optional[str]
    """Nombre de la caja, suyo: no se firma ni se imprime; se devuelve y sirve de filtro en los listados."""

    envio: Union[MailRequest, Optional[None]]
    """Envío por correo al comprador, una vez `aceptado`. No se firma ni se imprime; cuenta para reconocer un reintento."""

    metadatos: Optional[Mapping[str, str]]
    """Datos suyos, que se guardan con el documento y se devuelven con él: hasta 20 textos de hasta 200 caracteres, con nombres de 1 a 40 letras minúsculas sin tilde, dígitos, `_`, `.` o `-`. No se firman ni se imprimen; cuentan para reconocer un reintento."""


class _InvoiceList(TypedDict):

    ok: Literal[True]
    """true: la solicitud se atendió."""

    docs: List[InvoiceSummary]
    """Facturas de producción y sus notas, sin sus ítems."""

    page: Optional[int]
    """Página; null después de un cursor."""

    per_page: int
    """Tamaño de página que se aplicó."""

    total: Optional[int]
    """Documentos que cumplen el filtro; null si una búsqueda no los vio todos, como lo dice entonces `notices`."""

    pages: Optional[int]
    """Páginas que hay; null si `total` lo es."""

    cursor: Optional[str]
    """Envíelo en `after` para lo que sigue; null al final."""

    hay_mas: bool
    """Siguen más documentos."""


class InvoiceList(_InvoiceList, total=False):
    """`InvoiceList` of the API."""

    notices: List[Notice]
    """Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay."""


class _InvoiceSummary(TypedDict):

    id: int
    """Id de la factura."""

    company_id: int
    """Empresa."""

    tipo_authority: ListedInvoiceType
    """01 factura, 02 factura de exportación, 03 factura de contingencia, 91 nota crédito, 92 nota débito."""

    prefijo: str
    """Prefijo."""

    consecutivo: int
    """Número dentro del rango."""

    estado_authority: DocumentState
    """Estado ante la autoridad; `aceptado` y `rechazado` son finales. Vea la guía de estados."""

    cufe: str
    """Identificador fiscal; vacío antes de firmar."""

    es_habilitacion: bool
    """Pertenece al set de pruebas."""

    subtotal: str
    """Suma de las bases. Texto decimal con dos decimales, en la moneda del documento."""

    impuestos: str
    """Suma de los impuestos. Texto decimal con dos decimales, en la moneda del documento."""

    total: str
    """Total bruto. Texto decimal con dos decimales, en la moneda del documento."""

    total_retenciones: str
    """Suma de las retenciones. Texto decimal con dos decimales, en la moneda del documento."""

    moneda: str
    """Moneda ISO 4217."""

    fecha_emision: str
    """Fecha y hora de emisión en Colombia, sin zona."""

    fecha_vencimiento: Optional[str]
    """Vencimiento del pago, `AAAA-MM-DD`."""

    xml_path: str
    """Metadato interno: dónde se archivó el XML firmado; no es una dirección pública."""

    track_id: Optional[str]
    """Identificador de seguimiento que dio la autoridad."""

    tercero: Union[Party, Optional[None]]
    """Adquirente."""

    draft_key: Optional[str]
    """Clave de idempotencia con que se creó."""

    metadatos: Optional[Dict[str, str]]
    """Los datos suyos que se guardan con el documento, como los envió; null si no envió."""

    establecimiento: Optional[str]
    """Código del establecimiento que lo emitió; null si no se dijo ninguno."""

    caja: Optional[str]
    """Nombre de la caja, como se envió; null si no se envió."""


class InvoiceSummary(_InvoiceSummary, total=False):
    """`InvoiceSummary` of the API."""

    zip_key: str
    """Clave del envío al set de pruebas, cuando la hubo."""


class _InvoiceRead(TypedDict):

    ok: Literal[True]
    """true: la solicitud se atendió."""

    doc: InvoiceDetail

    draft_key: Optional[str]
    """La clave de idempotencia con que se creó; null si no tuvo."""

    idempotency_key: Optional[str]
    """La misma clave, con su otro nombre."""

    metadatos: Optional[Dict[str, str]]
    """Los datos suyos que se guardan con el documento, como los envió; null si no envió."""

    establecimiento: Optional[str]
    """Código del establecimiento que lo emitió; null si no se dijo ninguno."""

    caja: Optional[str]
    """Nombre de la caja, como se envió; null si no se envió."""

    representacion: Optional[Representation]

    enlace: Optional[str]
    """Página del documento para el comprador, con sus archivos; abre quien lo tenga. null antes de `aceptado`, en habilitación, mientras estén revocados, y donde el servicio no da enlaces."""

    envios: List[Envio]
    """Envíos por correo del documento, el más reciente primero; [] antes de `aceptado` y donde no hay correo."""


class InvoiceRead(_InvoiceRead, total=False):
    """`InvoiceRead` of the API."""

    authority: AuthorityVerdict

    notices: List[Notice]
    """Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay."""


class _InvoiceDetail(TypedDict):

    id: int
    """Id de la factura."""

    company_id: int
    """Empresa."""

    tipo_authority: ListedInvoiceType
    """01 factura, 02 factura de exportación, 03 factura de contingencia, 91 nota crédito, 92 nota débito."""

    prefijo: str
    """Prefijo."""

    consecutivo: int
    """Número dentro del rango."""

    estado_authority: DocumentState
    """Estado ante la autoridad; `aceptado` y `rechazado` son finales. Vea la guía de estados."""

    cufe: str
    """Identificador fiscal; vacío antes de firmar."""

    es_habilitacion: bool
    """Pertenece al set de pruebas."""

    subtotal: str
    """Suma de las bases. Texto decimal con dos decimales, en la moneda del documento."""

    impuestos: str
    """Suma de los impuestos. Texto decimal con dos decimales, en la moneda del documento."""

    total: str
    """Total bruto. Texto decimal con dos decimales, en la moneda del documento."""

    total_retenciones: str
    """Suma de las retenciones. Texto decimal con dos decimales, en la moneda del documento."""

    moneda: str
    """Moneda ISO 4217."""

    fecha_emision: str
    """Fecha y hora de emisión en Colombia, sin zona."""

    fecha_vencimiento: Optional[str]
    """Vencimiento del pago, `AAAA-MM-DD`."""

    xml_path: str
    """Metadato interno: dónde se archivó el XML firmado; no es una dirección pública."""

    track_id: Optional[str]
    """Identificador de seguimiento que dio la autoridad."""

    tercero: Union[Party, Optional[None]]
    """Adquirente."""

    draft_key: Optional[str]
    """Clave de idempotencia con que se creó."""

    metadatos: Optional[Dict[str, str]]
    """Los datos suyos que se guardan con el documento, como los envió; null si no envió."""

    establecimiento: Optional[str]
    """Código del establecimiento que lo emitió; null si no se dijo ninguno."""

    caja: Optional[str]
    """Nombre de la caja, como se envió; null si no se envió."""

    items: List[InvoiceLine]
    """Ítems."""

    descuentos: List[InvoiceAllowance]
    """Descuentos de toda la factura, después de impuestos."""

    cargos: List[InvoiceAllowance]
    """Cargos de toda la factura, como la propina."""

    saldo_por_pagar: str
    """Total menos los anticipos. No resta lo que se paga de contado, ni retenciones ni notas: imprímalo solo si hubo anticipos. Texto decimal con dos decimales, en la moneda del documento."""

    obsequios: Union[Gifts, Optional[None]]
    """Obsequios y muestras; null si no hay."""

    pagos: List[PaymentPart]
    """Pagos."""

    referencias: Union[References, Optional[None]]
    """Documentos que nombra; null si ninguno."""

    cuotas: List[Instalment]
    """Cuotas de la parte a crédito."""

    anticipos: List[Prepayment]
    """Anticipos, informativos: no cambian el total."""

    periodo_facturado: Union[Period, Optional[None]]
    """Periodo que se factura; null si no se dijo."""

    entrega: Union[Delivery, Optional[None]]
    """Entrega."""


class InvoiceDetail(_InvoiceDetail, total=False):
    """Factura o nota, como la muestra la consulta por id."""

    zip_key: str
    """Clave del envío al set de pruebas, cuando la hubo."""

    cude: Optional[str]
    """Solo en una nota: su CUDE, igual a `cufe`."""

    concepto: Optional[str]
    """Solo en una nota: código del concepto."""

    concepto_nombre: Optional[str]
    """Solo en una nota: nombre del concepto."""

    motivo: Optional[str]
    """Solo en una nota: por qué, en palabras del emisor."""

    descuentos_repartidos: List[DiscountShare]
    """Lo que la nota descuenta de las líneas devueltas por los descuentos de toda la factura, uno por descuento; [] si no los hay o `prorratear` es false."""

    factura: Union[CorrectedInvoice, Optional[None]]
    """Solo en una nota: la factura que corrige; null si corrige un periodo."""

    periodo: Union[Period, Optional[None]]
    """Solo en una nota: el periodo que corrige, si no es una factura."""

    notas: List[ListedNote]
    """Notas sobre la factura, la más antigua primero, también las rechazadas; de a 100, la página que diga `notas_page`."""

    notas_total: int
    """Cuántas notas hay en todas las páginas de `notas`."""

    saldo_acreditable: str
    """Lo que queda por acreditar; las notas en proceso también cuentan. Texto decimal con dos decimales, en la moneda del documento."""

    anulada: bool
    """Una nota que no fue rechazada la anula."""

    redondeo: str
    """Suma de los redondeos de los pagos en efectivo: negativa si se cobró menos. No cambia el total. Solo si hubo alguno. Texto decimal con dos decimales, en la moneda del documento."""


class DiscountShare(TypedDict):
    """`DiscountShare` of the API."""

    motivo: str
    """Motivo del descuento, como lo imprime la factura."""

    valor: str
    """Parte que esta nota devuelve del descuento. Texto decimal con dos decimales, en la moneda del documento."""


class InvoiceLine(TypedDict):
    """`InvoiceLine` of the API."""

    id: int
    """Número de la línea."""

    descripcion: str
    """Descripción."""

    cantidad: str
    """Cantidad. Texto decimal."""

    valor_unitario: str
    """Valor unitario sin impuesto. Texto decimal."""

    descuento: str
    """Descuento. Texto decimal con dos decimales, en la moneda del documento."""

    base_imponible: str
    """Base de la línea. Texto decimal con dos decimales, en la moneda del documento."""

    impuesto: str
    """Impuesto de la línea. Texto decimal con dos decimales, en la moneda del documento."""

    tarifa: str
    """Tarifa en porcentaje. Texto decimal."""

    tipo_impuesto: str
    """Nombre del tributo; Excluido si no causa."""

    codigo_impuesto: str
    """Código del tributo; vacío si no causa."""

    codigo: Optional[str]
    """Código propio; null si no vino: el XML lleva entonces uno por posición."""

    codigo_estandar: Union[StandardCode, Optional[None]]
    """Código en una lista común."""

    unidad_medida: str
    """Unidad de la lista de la autoridad."""

    unidad: str
    """Nombre corto de la unidad, como se imprime."""

    marca: Optional[str]
    """Marca."""

    modelo: Optional[str]
    """Modelo."""

    nota: Optional[str]
    """Nota de la línea."""

    tratamiento: TaxTreatment
    """Ante el IVA."""

    obsequio: Union[Gift, Optional[None]]
    """De un obsequio o una muestra."""

    otros_impuestos: List[InvoiceTax]
    """Los demás tributos del ítem."""


class _InvoiceNoteSettled(TypedDict):

    ok: Literal[True]
    """true: la solicitud se atendió."""

    pending: bool
    """true mientras el estado no sea final: consulte por id; nunca cambie la clave."""

    idempotent: bool
    """true si la clave ya existía: se muestra el documento de entonces, en su estado de ahora."""

    nota_id: int
    """Id de la nota; con él se consulta."""

    factura_id: Optional[int]
    """Id de la factura; null si no se guarda aquí."""

    cude: Optional[str]
    """CUDE (SHA-384, 96 dígitos hexadecimales); null antes de firmar."""

    cufe: Optional[str]
    """El mismo identificador, con el nombre que tiene en una factura."""

    estado: DocumentState
    """Estado ante la autoridad; `aceptado` y `rechazado` son finales. Vea la guía de estados."""

    enviado: bool
    """Se transmitió a la autoridad; false mientras ella rechace los envíos antes de procesarlos."""

    company_id: int
    """Empresa."""

    tipo_authority: InvoiceNoteType
    """91 nota crédito, 92 nota débito."""

    prefijo: str
    """Prefijo de la serie de notas."""

    consecutivo: int
    """Número dentro de la serie; lo asigna el servicio."""

    fecha_emision: str
    """Fecha de emisión en Colombia. `AAAA-MM-DD`."""

    moneda: str
    """Moneda ISO 4217."""

    subtotal: str
    """Suma de las bases, positiva. Texto decimal con dos decimales, en la moneda del documento."""

    impuestos: str
    """Suma de los impuestos, positiva. Texto decimal con dos decimales, en la moneda del documento."""

    total: str
    """Total, positivo. Texto decimal con dos decimales, en la moneda del documento."""

    concepto: Optional[str]
    """Código del concepto."""

    concepto_nombre: Optional[str]
    """Nombre del concepto en la lista de la autoridad."""

    descuentos_repartidos: Optional[List[DiscountShare]]
    """Lo que la nota descuenta de las líneas devueltas por los descuentos de toda la factura, uno por descuento; [] si no los hay o `prorratear` es false. null si lo toma de un documento guardado aquí y el token no tiene el permiso de lectura."""

    saldo_acreditable: Optional[str]
    """Lo que queda por acreditar del documento que se corrige, contadas esta nota y las que están en proceso; null si no se guarda aquí. Texto decimal con dos decimales."""

    zip_key: Optional[str]
    """Clave del envío al set de pruebas, si la hubo."""

    draft_key: Optional[str]
    """La clave de idempotencia con que se creó; null si no tuvo."""

    idempotency_key: Optional[str]
    """La misma clave, con su otro nombre."""

    metadatos: Optional[Dict[str, str]]
    """Los datos suyos que se guardan con el documento, como los envió; null si no envió."""

    establecimiento: Optional[str]
    """Código del establecimiento que lo emitió; null si no se dijo ninguno."""

    caja: Optional[str]
    """Nombre de la caja, como se envió; null si no se envió."""

    representacion: Optional[Representation]

    enlace: Optional[str]
    """Página del documento para el comprador, con sus archivos; abre quien lo tenga. null antes de `aceptado`, en habilitación, mientras estén revocados, y donde el servicio no da enlaces."""

    envios: List[Envio]
    """Envíos por correo del documento, el más reciente primero; [] antes de `aceptado` y donde no hay correo."""


class InvoiceNoteSettled(_InvoiceNoteSettled, total=False):
    """`InvoiceNoteSettled` of the API."""

    es_habilitacion: bool
    """Si es del set de pruebas."""

    authority: AuthorityVerdict

    notices: List[Notice]
    """Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay."""


class _NoteDryRun(TypedDict):

    ok: Literal[True]
    """true: la solicitud se atendió."""

    dry_run: Literal[True]
    """Fue un ensayo: nada quedó guardado."""

    rules: List[DryRunRule]
    """Avisos: lo que la autoridad anotará al aceptarlo y lo que falta y se recomienda. Lo que impide emitir llega como el mismo 400 de la creación real."""

    numbering: NumberingForecast
    """Si en este momento habría número para él; no se reserva ninguno."""

    metadatos: Optional[Dict[str, str]]
    """Los datos suyos que se guardan con el documento, como los envió; null si no envió."""

    establecimiento: Optional[str]
    """Código del establecimiento que lo emitió; null si no se dijo ninguno."""

    caja: Optional[str]
    """Nombre de la caja, como se envió; null si no se envió."""

    documento: PricedNote


class NoteDryRun(_NoteDryRun, total=False):
    """`NoteDryRun` of the API."""

    notices: List[Notice]
    """Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay."""


class PricedNote(TypedDict):
    """La nota tal como quedaría, sin número ni firma."""

    tipo_authority: NoteType
    """91 nota crédito, 92 nota débito, 93 nota débito de tiquete, 94 nota crédito de tiquete, 95 nota de ajuste."""

    document_date: str
    """Fecha con que se emitiría. `AAAA-MM-DD`."""

    fecha_vencimiento: Optional[str]
    """Vencimiento del pago. `AAAA-MM-DD`. null si lo toma de un documento guardado aquí y el token no tiene el permiso de lectura."""

    moneda: str
    """Moneda ISO 4217."""

    subtotal: str
    """Suma de las bases. Texto decimal con dos decimales, en la moneda del documento."""

    impuestos: str
    """Suma de los impuestos. Texto decimal con dos decimales, en la moneda del documento."""

    total: str
    """Subtotal más impuestos. Texto decimal con dos decimales, en la moneda del documento."""

    total_retenciones: str
    """Suma de las retenciones; informativas, no cambian el total. Texto decimal con dos decimales, en la moneda del documento."""

    neto_pagar: str
    """Total menos retenciones; en FE, el total: allí las retenciones solo se informan. Texto decimal con dos decimales, en la moneda del documento."""

    items: Optional[List[PricedLine]]
    """Líneas ya valoradas. null si lo toma de un documento guardado aquí y el token no tiene el permiso de lectura."""

    impuestos_detalle: Optional[List[PricedTax]]
    """Un renglón por tributo y tarifa. null si lo toma de un documento guardado aquí y el token no tiene el permiso de lectura."""

    retenciones: List[PricedTax]
    """Retenciones ya calculadas."""

    concepto: Optional[str]
    """Código del concepto."""

    concepto_nombre: Optional[str]
    """Nombre del concepto en la lista de la autoridad."""

    descuentos_repartidos: Optional[List[DiscountShare]]
    """Lo que la nota descuenta de las líneas devueltas por los descuentos de toda la factura, uno por descuento; [] si no los hay o `prorratear` es false. null si lo toma de un documento guardado aquí y el token no tiene el permiso de lectura."""

    descuentos: Optional[List[InvoiceAllowance]]
    """Descuentos de toda la factura, después de impuestos. null si lo toma de un documento guardado aquí y el token no tiene el permiso de lectura."""

    cargos: Optional[List[InvoiceAllowance]]
    """Cargos de toda la factura, como la propina. null si lo toma de un documento guardado aquí y el token no tiene el permiso de lectura."""


class _InvoiceNoteReserved(TypedDict):

    ok: Literal[True]
    """true: la solicitud se atendió."""

    pending: bool
    """true mientras el estado no sea final: consulte por id; nunca cambie la clave."""

    idempotent: bool
    """true si la clave ya existía: se muestra el documento de entonces, en su estado de ahora."""

    message: str
    """Qué hacer mientras no hay resultado final."""

    request_status: DocumentState
    """Estado de la reserva o de la nota."""

    draft_key: Optional[str]
    """La clave de idempotencia con que se creó; null si no tuvo."""

    idempotency_key: Optional[str]
    """La misma clave, con su otro nombre."""

    metadatos: Optional[Dict[str, str]]
    """Los datos suyos que se guardan con el documento, como los envió; null si no envió."""

    establecimiento: Optional[str]
    """Código del establecimiento que lo emitió; null si no se dijo ninguno."""

    caja: Optional[str]
    """Nombre de la caja, como se envió; null si no se envió."""

    representacion: Optional[Representation]

    enlace: Optional[str]
    """Página del documento para el comprador, con sus archivos; abre quien lo tenga. null antes de `aceptado`, en habilitación, mientras estén revocados, y donde el servicio no da enlaces."""

    envios: List[Envio]
    """Envíos por correo del documento, el más reciente primero; [] antes de `aceptado` y donde no hay correo."""


class InvoiceNoteReserved(_InvoiceNoteReserved, total=False):
    """`InvoiceNoteReserved` of the API."""

    nota_id: int
    """Id de la nota; con él se consulta."""

    factura_id: Optional[int]
    """Id de la factura; null si no se guarda aquí."""

    cude: Optional[str]
    """CUDE (SHA-384, 96 dígitos hexadecimales); null antes de firmar."""

    cufe: Optional[str]
    """El mismo identificador, con el nombre que tiene en una factura."""

    estado: DocumentState
    """Estado ante la autoridad; `aceptado` y `rechazado` son finales. Vea la guía de estados."""

    enviado: bool
    """Se transmitió a la autoridad; false mientras ella rechace los envíos antes de procesarlos."""

    company_id: int
    """Empresa."""

    tipo_authority: InvoiceNoteType
    """91 nota crédito, 92 nota débito."""

    prefijo: str
    """Prefijo de la serie de notas."""

    consecutivo: int
    """Número dentro de la serie; lo asigna el servicio."""

    fecha_emision: str
    """Fecha de emisión en Colombia. `AAAA-MM-DD`."""

    moneda: str
    """Moneda ISO 4217."""

    subtotal: str
    """Suma de las bases, positiva. Texto decimal con dos decimales, en la moneda del documento."""

    impuestos: str
    """Suma de los impuestos, positiva. Texto decimal con dos decimales, en la moneda del documento."""

    total: str
    """Total, positivo. Texto decimal con dos decimales, en la moneda del documento."""

    concepto: Optional[str]
    """Código del concepto."""

    concepto_nombre: Optional[str]
    """Nombre del concepto en la lista de la autoridad."""

    descuentos_repartidos: Optional[List[DiscountShare]]
    """Lo que la nota descuenta de las líneas devueltas por los descuentos de toda la factura, uno por descuento; [] si no los hay o `prorratear` es false. null si lo toma de un documento guardado aquí y el token no tiene el permiso de lectura."""

    saldo_acreditable: Optional[str]
    """Lo que queda por acreditar del documento que se corrige, contadas esta nota y las que están en proceso; null si no se guarda aquí. Texto decimal con dos decimales."""

    zip_key: Optional[str]
    """Clave del envío al set de pruebas, si la hubo."""

    es_habilitacion: bool
    """Si es del set de pruebas."""

    notices: List[Notice]
    """Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay."""


class _InvoiceNoteRejected(TypedDict):

    ok: Literal[False]
    """false: vea `error`."""

    error: str
    """Qué pasó, en español."""

    request_id: str
    """Identificador de esta solicitud, igual a la cabecera X-Request-Id; cítelo al pedir soporte."""

    pending: bool
    """true mientras el estado no sea final: consulte por id; nunca cambie la clave."""

    idempotent: bool
    """true si la clave ya existía: se muestra el documento de entonces, en su estado de ahora."""

    nota_id: int
    """Id de la nota; con él se consulta."""

    factura_id: Optional[int]
    """Id de la factura; null si no se guarda aquí."""

    cude: Optional[str]
    """CUDE (SHA-384, 96 dígitos hexadecimales); null antes de firmar."""

    cufe: Optional[str]
    """El mismo identificador, con el nombre que tiene en una factura."""

    estado: DocumentState
    """Estado ante la autoridad; `aceptado` y `rechazado` son finales. Vea la guía de estados."""

    enviado: bool
    """Se transmitió a la autoridad; false mientras ella rechace los envíos antes de procesarlos."""

    company_id: int
    """Empresa."""

    tipo_authority: InvoiceNoteType
    """91 nota crédito, 92 nota débito."""

    prefijo: str
    """Prefijo de la serie de notas."""

    consecutivo: int
    """Número dentro de la serie; lo asigna el servicio."""

    fecha_emision: str
    """Fecha de emisión en Colombia. `AAAA-MM-DD`."""

    moneda: str
    """Moneda ISO 4217."""

    subtotal: str
    """Suma de las bases, positiva. Texto decimal con dos decimales, en la moneda del documento."""

    impuestos: str
    """Suma de los impuestos, positiva. Texto decimal con dos decimales, en la moneda del documento."""

    total: str
    """Total, positivo. Texto decimal con dos decimales, en la moneda del documento."""

    concepto: Optional[str]
    """Código del concepto."""

    concepto_nombre: Optional[str]
    """Nombre del concepto en la lista de la autoridad."""

    descuentos_repartidos: Optional[List[DiscountShare]]
    """Lo que la nota descuenta de las líneas devueltas por los descuentos de toda la factura, uno por descuento; [] si no los hay o `prorratear` es false. null si lo toma de un documento guardado aquí y el token no tiene el permiso de lectura."""

    saldo_acreditable: Optional[str]
    """Lo que queda por acreditar del documento que se corrige, contadas esta nota y las que están en proceso; null si no se guarda aquí. Texto decimal con dos decimales."""

    zip_key: Optional[str]
    """Clave del envío al set de pruebas, si la hubo."""

    details: List[RejectionDetail]
    """Solo los rechazos de `authority.rules`, con la forma de los demás errores."""

    code: Literal["document_rejected"]
    """Código estable."""

    draft_key: Optional[str]
    """La clave de idempotencia con que se creó; null si no tuvo."""

    idempotency_key: Optional[str]
    """La misma clave, con su otro nombre."""

    metadatos: Optional[Dict[str, str]]
    """Los datos suyos que se guardan con el documento, como los envió; null si no envió."""

    establecimiento: Optional[str]
    """Código del establecimiento que lo emitió; null si no se dijo ninguno."""

    caja: Optional[str]
    """Nombre de la caja, como se envió; null si no se envió."""

    representacion: Optional[Representation]

    enlace: Optional[str]
    """Página del documento para el comprador, con sus archivos; abre quien lo tenga. null antes de `aceptado`, en habilitación, mientras estén revocados, y donde el servicio no da enlaces."""

    envios: List[Envio]
    """Envíos por correo del documento, el más reciente primero; [] antes de `aceptado` y donde no hay correo."""


class InvoiceNoteRejected(_InvoiceNoteRejected, total=False):
    """`InvoiceNoteRejected` of the API."""

    es_habilitacion: bool
    """Si es del set de pruebas."""

    authority: AuthorityVerdict

    notices: List[Notice]
    """Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay."""


class _InvoiceNoteUncertain(TypedDict):

    ok: Literal[False]
    """false: vea `error`."""

    error: str
    """Qué pasó, en español."""

    request_id: str
    """Identificador de esta solicitud, igual a la cabecera X-Request-Id; cítelo al pedir soporte."""

    pending: bool
    """true mientras el estado no sea final: consulte por id; nunca cambie la clave."""

    idempotent: bool
    """true si la clave ya existía: se muestra el documento de entonces, en su estado de ahora."""

    nota_id: int
    """Id de la nota; con él se consulta."""

    factura_id: Optional[int]
    """Id de la factura; null si no se guarda aquí."""

    cude: Optional[str]
    """CUDE (SHA-384, 96 dígitos hexadecimales); null antes de firmar."""

    cufe: Optional[str]
    """El mismo identificador, con el nombre que tiene en una factura."""

    estado: DocumentState
    """Estado ante la autoridad; `aceptado` y `rechazado` son finales. Vea la guía de estados."""

    enviado: bool
    """Se transmitió a la autoridad; false mientras ella rechace los envíos antes de procesarlos."""

    company_id: int
    """Empresa."""

    tipo_authority: InvoiceNoteType
    """91 nota crédito, 92 nota débito."""

    prefijo: str
    """Prefijo de la serie de notas."""

    consecutivo: int
    """Número dentro de la serie; lo asigna el servicio."""

    fecha_emision: str
    """Fecha de emisión en Colombia. `AAAA-MM-DD`."""

    moneda: str
    """Moneda ISO 4217."""

    subtotal: str
    """Suma de las bases, positiva. Texto decimal con dos decimales, en la moneda del documento."""

    impuestos: str
    """Suma de los impuestos, positiva. Texto decimal con dos decimales, en la moneda del documento."""

    total: str
    """Total, positivo. Texto decimal con dos decimales, en la moneda del documento."""

    concepto: Optional[str]
    """Código del concepto."""

    concepto_nombre: Optional[str]
    """Nombre del concepto en la lista de la autoridad."""

    descuentos_repartidos: Optional[List[DiscountShare]]
    """Lo que la nota descuenta de las líneas devueltas por los descuentos de toda la factura, uno por descuento; [] si no los hay o `prorratear` es false. null si lo toma de un documento guardado aquí y el token no tiene el permiso de lectura."""

    saldo_acreditable: Optional[str]
    """Lo que queda por acreditar del documento que se corrige, contadas esta nota y las que están en proceso; null si no se guarda aquí. Texto decimal con dos decimales."""

    zip_key: Optional[str]
    """Clave del envío al set de pruebas, si la hubo."""

    code: Literal["result_uncertain"]
    """Código estable."""

    draft_key: Optional[str]
    """La clave de idempotencia con que se creó; null si no tuvo."""

    idempotency_key: Optional[str]
    """La misma clave, con su otro nombre."""

    metadatos: Optional[Dict[str, str]]
    """Los datos suyos que se guardan con el documento, como los envió; null si no envió."""

    establecimiento: Optional[str]
    """Código del establecimiento que lo emitió; null si no se dijo ninguno."""

    caja: Optional[str]
    """Nombre de la caja, como se envió; null si no se envió."""

    representacion: Optional[Representation]

    enlace: Optional[str]
    """Página del documento para el comprador, con sus archivos; abre quien lo tenga. null antes de `aceptado`, en habilitación, mientras estén revocados, y donde el servicio no da enlaces."""

    envios: List[Envio]
    """Envíos por correo del documento, el más reciente primero; [] antes de `aceptado` y donde no hay correo."""


class InvoiceNoteUncertain(_InvoiceNoteUncertain, total=False):
    """`InvoiceNoteUncertain` of the API."""

    es_habilitacion: bool
    """Si es del set de pruebas."""

    notices: List[Notice]
    """Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay."""


class CreditNoteRequest(TypedDict, total=False):
    """`CreditNoteRequest` of the API."""

    factura_id: Optional[int]
    """Id de la factura, si se emitió o se guarda aquí. Envíe uno solo de `factura_id`, `factura` y `periodo`."""

    factura: Union[ExternalInvoice, Optional[None]]
    """Factura que este emisor expidió con otro sistema: pide también `receptor`, `items` y `concepto`, y no se comprueba saldo. Si se guarda aquí, vale como su id."""

    periodo: Union[Period, Optional[None]]
    """Periodo que se corrige, sin una factura: pide también `receptor`, `items` y `concepto`."""

    concepto: Union[CreditNoteConceptCode, Optional[None]]
    """Concepto de la lista de la autoridad: `1` Devolución parcial de los bienes y/o no aceptación parcial del servicio; `2` Anulación de factura electrónica; `3` Rebaja o descuento parcial o total; `4` Ajuste de precio; `5` Descuento comercial por pronto pago; `6` Descuento comercial por volumen de ventas. Sin `items` y con `factura_id` puede faltar: entonces es `2`, la anulación."""

    items: Optional[Sequence[InvoiceNoteItem]]
    """Cada línea es como en la factura, o `{linea, cant}` de la factura que se corrige, con `unit`, o `unit_input` e `iva_incluido`, si baja el precio. Sin `items` y con `factura_id`, la factura entera con sus descuentos, cargos e impuestos."""

    descuentos: Optional[Sequence[CreditNoteRequestDescuentos]]
    """Descuentos propios de la nota, además de la parte que le toca de los de la factura, después de impuestos: no cambian su base. Van con `items`."""

    cargos: Optional[Sequence[CreditNoteRequestCargos]]
    """Cargos de la factura que se devuelven, `{cargo, valor}`, o cargos propios de la nota, después de impuestos: no cambian su base. Van con `items`. Fuera de la anulación un cargo solo vuelve si la nota lo nombra."""

    prorratear: Optional[bool]
    """false: las líneas de la factura se devuelven sin la parte que les toca de los descuentos de toda la factura; sin él, con ella."""

    motivo: Optional[str]
    """Por qué se corrige, en sus palabras; va en una nota del XML."""

    observaciones: Optional[str]
    """Texto libre; admite saltos de línea."""

    receptor: Union[Receiver, Optional[None]]
    """Adquirente."""

    payment: Union[InvoicePayment, Optional[None]]
    """Forma y medio de pago; sin él rige el método por defecto de la empresa."""

    subtotal: Optional[Union[Union[int, float, Decimal], str]]
    """Total de las bases, en la moneda de la factura; si viene, debe coincidir con los ítems. Regla 2.1."""

    impuestos: Optional[Union[Union[int, float, Decimal], str]]
    """Total de los impuestos, en la moneda de la factura; si viene, debe coincidir con los ítems. Regla 2.1."""

    total: Optional[Union[Union[int, float, Decimal], str]]
    """Total bruto, en la moneda de la factura; si viene, debe coincidir con los ítems. Regla 2.1."""

    currency: Union[InvoiceCurrency, Optional[None]]
    """Moneda de la factura; todos sus valores van en ella."""

    fecha_emision: Optional[str]
    """Si se envía debe ser la de hoy en Colombia: una nota se emite cuando se firma."""

    withholdings: Optional[Sequence[str]]
    """Vacía o ausente: una nota no lleva retenciones (alias retenciones)."""

    attachment_tokens: Optional[Sequence[str]]
    """Siempre []: no hay carga de adjuntos."""

    draft_key: Optional[str]
    """La clave de idempotencia, si no viene en la cabecera; si van las dos, deben coincidir."""

    caja: Optional[str]
    """Nombre de la caja, suyo: no se firma ni se imprime; se devuelve y sirve de filtro en los listados."""

    envio: Union[MailRequest, Optional[None]]
    """Envío por correo al comprador, una vez `aceptado`. No se firma ni se imprime; cuenta para reconocer un reintento."""

    metadatos: Optional[Mapping[str, str]]
    """Datos suyos, que se guardan con el documento y se devuelven con él: hasta 20 textos de hasta 200 caracteres, con nombres de 1 a 40 letras minúsculas sin tilde, dígitos, `_`, `.` o `-`. No se firman ni se imprimen; cuentan para reconocer un reintento."""


class DebitNoteRequest(TypedDict, total=False):
    """`DebitNoteRequest` of the API."""

    factura_id: Optional[int]
    """Id de la factura, si se emitió o se guarda aquí. Envíe uno solo de `factura_id`, `factura` y `periodo`."""

    factura: Union[ExternalInvoice, Optional[None]]
    """Factura que este emisor expidió con otro sistema: pide también `receptor`, `items` y `concepto`, y no se comprueba saldo. Si se guarda aquí, vale como su id."""

    periodo: Union[Period, Optional[None]]
    """Periodo que se corrige, sin una factura: pide también `receptor`, `items` y `concepto`."""

    concepto: Union[DebitNoteConceptCode, Optional[None]]
    """Concepto de la lista de la autoridad: `1` Intereses; `2` Gastos por cobrar; `3` Cambio del valor; `4` Otros. Obligatorio."""

    items: Optional[Sequence[InvoiceNoteItem]]
    """Cada línea es como en la factura, o `{linea, cant}` de la factura que se corrige, con `unit`, o `unit_input` e `iva_incluido`, si baja el precio."""

    descuentos: Optional[Sequence[DebitNoteRequestDescuentos]]
    """Descuentos propios de la nota, además de la parte que le toca de los de la factura, después de impuestos: no cambian su base. Van con `items`."""

    cargos: Optional[Sequence[DebitNoteRequestCargos]]
    """Cargos propios de la nota, después de impuestos: no cambian su base. Van con `items`."""

    motivo: Optional[str]
    """Por qué se corrige, en sus palabras; va en una nota del XML."""

    observaciones: Optional[str]
    """Texto libre; admite saltos de línea."""

    receptor: Union[Receiver, Optional[None]]
    """Adquirente."""

    payment: Union[InvoicePayment, Optional[None]]
    """Forma y medio de pago; sin él rige el método por defecto de la empresa."""

    subtotal: Optional[Union[Union[int, float, Decimal], str]]
    """Total de las bases, en la moneda de la factura; si viene, debe coincidir con los ítems. Regla 2.1."""

    impuestos: Optional[Union[Union[int, float, Decimal], str]]
    """Total de los impuestos, en la moneda de la factura; si viene, debe coincidir con los ítems. Regla 2.1."""

    total: Optional[Union[Union[int, float, Decimal], str]]
    """Total bruto, en la moneda de la factura; si viene, debe coincidir con los ítems. Regla 2.1."""

    currency: Union[InvoiceCurrency, Optional[None]]
    """Moneda de la factura; todos sus valores van en ella."""

    fecha_emision: Optional[str]
    """Si se envía debe ser la de hoy en Colombia: una nota se emite cuando se firma."""

    withholdings: Optional[Sequence[str]]
    """Vacía o ausente: una nota no lleva retenciones (alias retenciones)."""

    attachment_tokens: Optional[Sequence[str]]
    """Siempre []: no hay carga de adjuntos."""

    draft_key: Optional[str]
    """La clave de idempotencia, si no viene en la cabecera; si van las dos, deben coincidir."""

    caja: Optional[str]
    """Nombre de la caja, suyo: no se firma ni se imprime; se devuelve y sirve de filtro en los listados."""

    envio: Union[MailRequest, Optional[None]]
    """Envío por correo al comprador, una vez `aceptado`. No se firma ni se imprime; cuenta para reconocer un reintento."""

    metadatos: Optional[Mapping[str, str]]
    """Datos suyos, que se guardan con el documento y se devuelven con él: hasta 20 textos de hasta 200 caracteres, con nombres de 1 a 40 letras minúsculas sin tilde, dígitos, `_`, `.` o `-`. No se firman ni se imprimen; cuentan para reconocer un reintento."""


class _AdjustmentNoteSettled(TypedDict):

    ok: Literal[True]
    """true: la solicitud se atendió."""

    pending: bool
    """true mientras el estado no sea final: consulte por id; nunca cambie la clave."""

    idempotent: bool
    """true si la clave ya existía: se muestra el documento de entonces, en su estado de ahora."""

    documento: AdjustmentNote

    draft_key: Optional[str]
    """La clave de idempotencia con que se creó; null si no tuvo."""

    idempotency_key: Optional[str]
    """La misma clave, con su otro nombre."""

    metadatos: Optional[Dict[str, str]]
    """Los datos suyos que se guardan con el documento, como los envió; null si no envió."""

    establecimiento: Optional[str]
    """Código del establecimiento que lo emitió; null si no se dijo ninguno."""

    caja: Optional[str]
    """Nombre de la caja, como se envió; null si no se envió."""

    representacion: Optional[Representation]


class AdjustmentNoteSettled(_AdjustmentNoteSettled, total=False):
    """`AdjustmentNoteSettled` of the API."""

    authority: AuthorityVerdict

    notices: List[Notice]
    """Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay."""


class _AdjustmentNote(TypedDict):

    id: int
    """Id del documento; con él se consulta."""

    company_id: int
    """Empresa."""

    prefijo: str
    """Prefijo del rango de numeración."""

    consecutivo: int
    """Número dentro del rango; lo asigna el servicio."""

    document_date: str
    """Fecha del documento. `AAAA-MM-DD`."""

    moneda: str
    """Moneda ISO 4217."""

    subtotal: str
    """Suma de las bases de las líneas. Texto decimal con dos decimales, en la moneda del documento."""

    impuestos: str
    """Suma de los impuestos. Texto decimal con dos decimales, en la moneda del documento."""

    total: str
    """Subtotal más impuestos. Texto decimal con dos decimales, en la moneda del documento."""

    total_retenciones: str
    """Suma de las retenciones. Texto decimal con dos decimales, en la moneda del documento."""

    neto_pagar: str
    """Total menos retenciones. Texto decimal con dos decimales, en la moneda del documento."""

    estado_authority: DocumentState
    """Estado ante la autoridad; `aceptado` y `rechazado` son finales. Vea la guía de estados."""

    cuds: Optional[str]
    """Identificador fiscal (SHA-384, 96 dígitos hexadecimales); null antes de firmar."""

    tipo_authority: Literal["95"]
    """95 nota de ajuste."""

    concepto: Optional[str]
    """Código del concepto."""

    concepto_nombre: Optional[str]
    """Nombre del concepto en la lista de la autoridad."""

    documento_soporte: Union[CorrectedSupportDocument, Optional[None]]
    """Documento soporte que corrige; null solo en una nota recuperada de un archivo."""

    saldo_acreditable: Optional[str]
    """Lo que queda por acreditar del documento que se corrige, contadas esta nota y las que están en proceso; null si no se guarda aquí. Texto decimal con dos decimales."""


class AdjustmentNote(_AdjustmentNote, total=False):
    """Nota de ajuste, como la muestran las respuestas de creación."""

    es_habilitacion: TestSetMark
    """1 si pertenece al set de pruebas: entonces no ampara una compra. Falta solo en un documento sin firmar de una versión anterior."""


class _AdjustmentNoteReserved(TypedDict):

    ok: Literal[True]
    """true: la solicitud se atendió."""

    pending: bool
    """true mientras el estado no sea final: consulte por id; nunca cambie la clave."""

    idempotent: bool
    """true si la clave ya existía: se muestra el documento de entonces, en su estado de ahora."""

    message: str
    """Qué hacer mientras no hay resultado final."""

    request_status: DocumentState
    """Estado de la reserva o de la nota."""

    draft_key: Optional[str]
    """La clave de idempotencia con que se creó; null si no tuvo."""

    idempotency_key: Optional[str]
    """La misma clave, con su otro nombre."""

    metadatos: Optional[Dict[str, str]]
    """Los datos suyos que se guardan con el documento, como los envió; null si no envió."""

    establecimiento: Optional[str]
    """Código del establecimiento que lo emitió; null si no se dijo ninguno."""

    caja: Optional[str]
    """Nombre de la caja, como se envió; null si no se envió."""

    representacion: Optional[Representation]


class AdjustmentNoteReserved(_AdjustmentNoteReserved, total=False):
    """`AdjustmentNoteReserved` of the API."""

    documento: AdjustmentNote

    notices: List[Notice]
    """Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay."""


class _AdjustmentNoteRejected(TypedDict):

    ok: Literal[False]
    """false: vea `error`."""

    error: str
    """Qué pasó, en español."""

    request_id: str
    """Identificador de esta solicitud, igual a la cabecera X-Request-Id; cítelo al pedir soporte."""

    pending: bool
    """true mientras el estado no sea final: consulte por id; nunca cambie la clave."""

    idempotent: bool
    """true si la clave ya existía: se muestra el documento de entonces, en su estado de ahora."""

    documento: AdjustmentNote

    details: List[RejectionDetail]
    """Solo los rechazos de `authority.rules`, con la forma de los demás errores."""

    code: Literal["document_rejected"]
    """Código estable."""

    draft_key: Optional[str]
    """La clave de idempotencia con que se creó; null si no tuvo."""

    idempotency_key: Optional[str]
    """La misma clave, con su otro nombre."""

    metadatos: Optional[Dict[str, str]]
    """Los datos suyos que se guardan con el documento, como los envió; null si no envió."""

    establecimiento: Optional[str]
    """Código del establecimiento que lo emitió; null si no se dijo ninguno."""

    caja: Optional[str]
    """Nombre de la caja, como se envió; null si no se envió."""

    representacion: Optional[Representation]


class AdjustmentNoteRejected(_AdjustmentNoteRejected, total=False):
    """`AdjustmentNoteRejected` of the API."""

    authority: AuthorityVerdict

    notices: List[Notice]
    """Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay."""


class _AdjustmentNoteUncertain(TypedDict):

    ok: Literal[False]
    """false: vea `error`."""

    error: str
    """Qué pasó, en español."""

    request_id: str
    """Identificador de esta solicitud, igual a la cabecera X-Request-Id; cítelo al pedir soporte."""

    pending: bool
    """true mientras el estado no sea final: consulte por id; nunca cambie la clave."""

    idempotent: bool
    """true si la clave ya existía: se muestra el documento de entonces, en su estado de ahora."""

    documento: AdjustmentNote

    code: Literal["result_uncertain"]
    """Código estable."""

    draft_key: Optional[str]
    """La clave de idempotencia con que se creó; null si no tuvo."""

    idempotency_key: Optional[str]
    """La misma clave, con su otro nombre."""

    metadatos: Optional[Dict[str, str]]
    """Los datos suyos que se guardan con el documento, como los envió; null si no envió."""

    establecimiento: Optional[str]
    """Código del establecimiento que lo emitió; null si no se dijo ninguno."""

    caja: Optional[str]
    """Nombre de la caja, como se envió; null si no se envió."""

    representacion: Optional[Representation]


class AdjustmentNoteUncertain(_AdjustmentNoteUncertain, total=False):
    """`AdjustmentNoteUncertain` of the API."""

    notices: List[Notice]
    """Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay."""


class AdjustmentNoteRequest(TypedDict, total=False):
    """`AdjustmentNoteRequest` of the API."""

    documento_id: Optional[int]
    """Id del documento soporte, si se emitió o se guarda aquí. Envíe uno solo de `documento_id` y `documento`."""

    documento: Union[ExternalSupportDocument, Optional[None]]
    """Documento soporte que este emisor expidió con otro sistema: pide también `proveedor`, `items` y `concepto`, y no se comprueba saldo. Si se guarda aquí, vale como su id."""

    concepto: Union[AdjustmentNoteConceptCode, Optional[None]]
    """Concepto de la lista de la autoridad: `1` Devolución parcial de los bienes y/o no aceptación parcial del servicio; `2` Anulación del documento soporte en adquisiciones efectuadas a sujetos no obligados a expedir factura de venta o documento equivalente; `3` Rebaja o descuento parcial o total; `4` Ajuste de precio; `5` Otros. Sin `items` y con `documento_id` puede faltar: entonces es `2`, la anulación."""

    items: Optional[Sequence[AdjustmentNoteItem]]
    """Cada línea es como en el documento soporte, o solo `{linea, cantidad}` del documento que se corrige. Sin `items` y con `documento_id`, el documento entero."""

    motivo: Optional[str]
    """Por qué se corrige, en sus palabras; va en una nota del XML."""

    observaciones: Optional[str]
    """Texto libre; admite saltos de línea."""

    proveedor: Union[Supplier, Optional[None]]
    """Datos reales del proveedor."""

    moneda: Optional[str]
    """Moneda ISO 4217: la del documento que se corrige; COP si se expidió con otro sistema y no se envía."""

    tasa_cambio: Optional[Union[Union[int, float, Decimal], str]]
    """Pesos colombianos por unidad de la moneda; obligatoria si la moneda no es COP, prohibida si lo es."""

    fecha_tasa_cambio: Optional[str]
    """Fecha de la tasa; la del documento si no se envía."""

    fecha_emision: Optional[str]
    """Si se envía debe ser la de hoy en Colombia: una nota se emite cuando se firma."""

    forma_pago: Union[PaymentFormCode, Optional[None]]
    """1 contado, 2 crédito; la del documento si no se envía (alias payment_type). Un texto vacío cuenta como ausente."""

    medio_pago_codigo: Optional[str]
    """Medio de pago de la lista de la autoridad, de 1 a 3 dígitos; el del documento si no se envía (alias payment_means_code)."""

    fecha_vencimiento: Optional[str]
    """Vencimiento del pago a crédito; el del documento si no se envía (alias payment_due_date)."""

    retenciones: Optional[Sequence[str]]
    """Vacía o ausente: una nota no lleva retenciones (alias withholdings)."""

    subtotal: Optional[Union[Union[int, float, Decimal], str]]
    """Total de las bases, en la moneda del documento; si viene, debe coincidir con los ítems. Regla 9."""

    impuestos: Optional[Union[Union[int, float, Decimal], str]]
    """Total de los impuestos, en la moneda del documento; si viene, debe coincidir con los ítems. Regla 9."""

    total: Optional[Union[Union[int, float, Decimal], str]]
    """Total bruto, antes de retenciones, en la moneda del documento; si viene, debe coincidir con los ítems. Regla 9."""

    attachment_tokens: Optional[Sequence[str]]
    """Siempre []: no hay carga de adjuntos."""

    draft_key: Optional[str]
    """La clave de idempotencia, si no viene en la cabecera; si van las dos, deben coincidir."""

    metadatos: Optional[Mapping[str, str]]
    """Datos suyos, que se guardan con el documento y se devuelven con él: hasta 20 textos de hasta 200 caracteres, con nombres de 1 a 40 letras minúsculas sin tilde, dígitos, `_`, `.` o `-`. No se firman ni se imprimen; cuentan para reconocer un reintento."""


class _TicketSettled(TypedDict):

    ok: Literal[True]
    """true: la solicitud se atendió."""

    pending: bool
    """true mientras el estado no sea final: consulte por id; nunca cambie la clave."""

    idempotent: bool
    """true si la clave ya existía: se muestra el documento de entonces, en su estado de ahora."""

    documento: Ticket

    draft_key: Optional[str]
    """La clave de idempotencia con que se creó; null si no tuvo."""

    idempotency_key: Optional[str]
    """La misma clave, con su otro nombre."""

    metadatos: Optional[Dict[str, str]]
    """Los datos suyos que se guardan con el documento, como los envió; null si no envió."""

    establecimiento: Optional[str]
    """Código del establecimiento que lo emitió; null si no se dijo ninguno."""

    caja: Optional[str]
    """Nombre de la caja, como se envió; null si no se envió."""

    representacion: Optional[Representation]

    enlace: Optional[str]
    """Página del documento para el comprador, con sus archivos; abre quien lo tenga. null antes de `aceptado`, en habilitación, mientras estén revocados, y donde el servicio no da enlaces."""

    envios: List[Envio]
    """Envíos por correo del documento, el más reciente primero; [] antes de `aceptado` y donde no hay correo."""


class TicketSettled(_TicketSettled, total=False):
    """`TicketSettled` of the API."""

    authority: AuthorityVerdict

    notices: List[Notice]
    """Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay."""


class _Ticket(TypedDict):

    id: int
    """Id del documento; con él se consulta."""

    company_id: int
    """Empresa."""

    tipo_authority: Literal["20"]
    """20 tiquete POS."""

    prefijo: str
    """Prefijo del rango o de la serie."""

    consecutivo: int
    """Número; lo asigna el servicio."""

    document_date: str
    """Fecha de emisión en Colombia. `AAAA-MM-DD`."""

    moneda: str
    """Siempre COP."""

    subtotal: str
    """Suma de las bases de las líneas. Texto decimal con dos decimales, en la moneda del documento."""

    impuestos: str
    """Suma de los impuestos. Texto decimal con dos decimales, en la moneda del documento."""

    total: str
    """Total. Texto decimal con dos decimales, en la moneda del documento."""

    estado_authority: DocumentState
    """Estado ante la autoridad; `aceptado` y `rechazado` son finales. Vea la guía de estados."""

    cude: Optional[str]
    """Identificador fiscal (SHA-384, 96 dígitos hexadecimales); null antes de firmar."""

    es_habilitacion: TestSetMark
    """1 si pertenece al set de pruebas."""

    zip_key: Optional[str]
    """Clave del envío al set de pruebas, si la hubo."""

    caja: Union[TicketTill, Optional[None]]
    """La caja, como se firma."""

    comprador: Union[TicketLoyalty, Optional[None]]
    """Quien compra, en el programa de fidelización."""

    saldo_por_pagar: str
    """Total menos los anticipos. No resta lo que se paga de contado, ni retenciones ni notas: imprímalo solo si hubo anticipos. Texto decimal con dos decimales, en la moneda del documento."""

    obsequios: Union[Gifts, Optional[None]]
    """Obsequios y muestras; null si no hay."""


class Ticket(_Ticket, total=False):
    """Tiquete, como lo muestran las respuestas de creación."""

    redondeo: str
    """Suma de los redondeos de los pagos en efectivo: negativa si se cobró menos. No cambia el total. Solo si hubo alguno. Texto decimal con dos decimales, en la moneda del documento."""


class _TicketDryRun(TypedDict):

    ok: Literal[True]
    """true: la solicitud se atendió."""

    dry_run: Literal[True]
    """Fue un ensayo: nada quedó guardado."""

    rules: List[DryRunRule]
    """Avisos: lo que la autoridad anotará al aceptarlo y lo que falta y se recomienda. Lo que impide emitir llega como el mismo 400 de la creación real."""

    numbering: NumberingForecast
    """Si en este momento habría número para él; no se reserva ninguno."""

    metadatos: Optional[Dict[str, str]]
    """Los datos suyos que se guardan con el documento, como los envió; null si no envió."""

    establecimiento: Optional[str]
    """Código del establecimiento que lo emitió; null si no se dijo ninguno."""

    caja: Optional[str]
    """Nombre de la caja, como se envió; null si no se envió."""

    documento: PricedTicket


class TicketDryRun(_TicketDryRun, total=False):
    """`TicketDryRun` of the API."""

    notices: List[Notice]
    """Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay."""


class _PricedTicket(TypedDict):

    tipo_authority: Literal["20"]
    """20 tiquete POS."""

    document_date: str
    """Fecha con que se emitiría. `AAAA-MM-DD`."""

    fecha_vencimiento: str
    """Vencimiento del pago. `AAAA-MM-DD`."""

    moneda: str
    """Moneda ISO 4217."""

    subtotal: str
    """Suma de las bases. Texto decimal con dos decimales, en la moneda del documento."""

    impuestos: str
    """Suma de los impuestos. Texto decimal con dos decimales, en la moneda del documento."""

    total: str
    """Subtotal más impuestos. Texto decimal con dos decimales, en la moneda del documento."""

    total_retenciones: str
    """Suma de las retenciones; informativas, no cambian el total. Texto decimal con dos decimales, en la moneda del documento."""

    neto_pagar: str
    """Total menos retenciones; en FE, el total: allí las retenciones solo se informan. Texto decimal con dos decimales, en la moneda del documento."""

    items: List[PricedInvoiceLine]
    """Líneas ya valoradas."""

    impuestos_detalle: List[InvoiceTax]
    """Un renglón por tributo y tarifa."""

    retenciones: List[PricedTax]
    """Retenciones ya calculadas."""

    descuentos: List[InvoiceAllowance]
    """Descuentos de toda la factura, después de impuestos."""

    cargos: List[InvoiceAllowance]
    """Cargos de toda la factura, como la propina."""

    saldo_por_pagar: str
    """Total menos los anticipos. No resta lo que se paga de contado, ni retenciones ni notas: imprímalo solo si hubo anticipos. Texto decimal con dos decimales, en la moneda del documento."""

    obsequios: Union[Gifts, Optional[None]]
    """Obsequios y muestras; null si no hay."""

    pagos: List[PaymentPart]
    """Pagos."""

    referencias: Union[References, Optional[None]]
    """Documentos que nombra; null si ninguno."""

    cuotas: List[Instalment]
    """Cuotas de la parte a crédito."""

    anticipos: List[Prepayment]
    """Anticipos, informativos: no cambian el total."""

    periodo_facturado: Union[Period, Optional[None]]
    """Periodo que se factura; null si no se dijo."""

    entrega: Union[Delivery, Optional[None]]
    """Entrega."""

    caja: Union[TicketTill, Optional[None]]
    """La caja, como se firma."""

    comprador: Union[TicketLoyalty, Optional[None]]
    """Quien compra, en el programa de fidelización."""


class PricedTicket(_PricedTicket, total=False):
    """El tiquete tal como quedaría, sin número ni firma."""

    redondeo: str
    """Suma de los redondeos de los pagos en efectivo: negativa si se cobró menos. No cambia el total. Solo si hubo alguno. Texto decimal con dos decimales, en la moneda del documento."""


class _TicketReserved(TypedDict):

    ok: Literal[True]
    """true: la solicitud se atendió."""

    pending: bool
    """true mientras el estado no sea final: consulte por id; nunca cambie la clave."""

    idempotent: bool
    """true si la clave ya existía: se muestra el documento de entonces, en su estado de ahora."""

    message: str
    """Qué hacer mientras no hay resultado final."""

    request_status: DocumentState
    """Estado de la reserva o del documento."""

    draft_key: Optional[str]
    """La clave de idempotencia con que se creó; null si no tuvo."""

    idempotency_key: Optional[str]
    """La misma clave, con su otro nombre."""

    metadatos: Optional[Dict[str, str]]
    """Los datos suyos que se guardan con el documento, como los envió; null si no envió."""

    establecimiento: Optional[str]
    """Código del establecimiento que lo emitió; null si no se dijo ninguno."""

    caja: Optional[str]
    """Nombre de la caja, como se envió; null si no se envió."""

    representacion: Optional[Representation]

    enlace: Optional[str]
    """Página del documento para el comprador, con sus archivos; abre quien lo tenga. null antes de `aceptado`, en habilitación, mientras estén revocados, y donde el servicio no da enlaces."""

    envios: List[Envio]
    """Envíos por correo del documento, el más reciente primero; [] antes de `aceptado` y donde no hay correo."""


class TicketReserved(_TicketReserved, total=False):
    """`TicketReserved` of the API."""

    documento: Ticket

    notices: List[Notice]
    """Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay."""


class _TicketRejected(TypedDict):

    ok: Literal[False]
    """false: vea `error`."""

    error: str
    """Qué pasó, en español."""

    request_id: str
    """Identificador de esta solicitud, igual a la cabecera X-Request-Id; cítelo al pedir soporte."""

    idempotent: bool
    """true si la clave ya existía: se muestra el documento de entonces, en su estado de ahora."""

    documento: Ticket

    details: List[RejectionDetail]
    """Solo los rechazos de `authority.rules`, con la forma de los demás errores."""

    code: Literal["document_rejected"]
    """Código estable."""

    pending: bool
    """true mientras el estado no sea final: consulte por id; nunca cambie la clave."""

    draft_key: Optional[str]
    """La clave de idempotencia con que se creó; null si no tuvo."""

    idempotency_key: Optional[str]
    """La misma clave, con su otro nombre."""

    metadatos: Optional[Dict[str, str]]
    """Los datos suyos que se guardan con el documento, como los envió; null si no envió."""

    establecimiento: Optional[str]
    """Código del establecimiento que lo emitió; null si no se dijo ninguno."""

    caja: Optional[str]
    """Nombre de la caja, como se envió; null si no se envió."""

    representacion: Optional[Representation]

    enlace: Optional[str]
    """Página del documento para el comprador, con sus archivos; abre quien lo tenga. null antes de `aceptado`, en habilitación, mientras estén revocados, y donde el servicio no da enlaces."""

    envios: List[Envio]
    """Envíos por correo del documento, el más reciente primero; [] antes de `aceptado` y donde no hay correo."""


class TicketRejected(_TicketRejected, total=False):
    """`TicketRejected` of the API."""

    authority: AuthorityVerdict

    notices: List[Notice]
    """Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay."""


class _TicketUncertain(TypedDict):

    ok: Literal[False]
    """false: vea `error`."""

    error: str
    """Qué pasó, en español."""

    request_id: str
    """Identificador de esta solicitud, igual a la cabecera X-Request-Id; cítelo al pedir soporte."""

    idempotent: bool
    """true si la clave ya existía: se muestra el documento de entonces, en su estado de ahora."""

    documento: Ticket

    code: Literal["result_uncertain"]
    """Código estable."""

    pending: bool
    """true mientras el estado no sea final: consulte por id; nunca cambie la clave."""

    draft_key: Optional[str]
    """La clave de idempotencia con que se creó; null si no tuvo."""

    idempotency_key: Optional[str]
    """La misma clave, con su otro nombre."""

    metadatos: Optional[Dict[str, str]]
    """Los datos suyos que se guardan con el documento, como los envió; null si no envió."""

    establecimiento: Optional[str]
    """Código del establecimiento que lo emitió; null si no se dijo ninguno."""

    caja: Optional[str]
    """Nombre de la caja, como se envió; null si no se envió."""

    representacion: Optional[Representation]

    enlace: Optional[str]
    """Página del documento para el comprador, con sus archivos; abre quien lo tenga. null antes de `aceptado`, en habilitación, mientras estén revocados, y donde el servicio no da enlaces."""

    envios: List[Envio]
    """Envíos por correo del documento, el más reciente primero; [] antes de `aceptado` y donde no hay correo."""


class TicketUncertain(_TicketUncertain, total=False):
    """`TicketUncertain` of the API."""

    notices: List[Notice]
    """Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay."""


class _TicketRequest(TypedDict):

    items: Sequence[InvoiceItem]
    """Ítems, al menos uno. Regla FAV01."""


class TicketRequest(_TicketRequest, total=False):
    """`TicketRequest` of the API."""

    receptor: Union[Receiver, Optional[None]]
    """Adquirente."""

    subtotal: Optional[Union[Union[int, float, Decimal], str]]
    """Total de las bases, en la moneda de la factura; si viene, debe coincidir con los ítems. Regla 2.1."""

    impuestos: Optional[Union[Union[int, float, Decimal], str]]
    """Total de los impuestos, en la moneda de la factura; si viene, debe coincidir con los ítems. Regla 2.1."""

    total: Optional[Union[Union[int, float, Decimal], str]]
    """Total bruto, en la moneda de la factura; si viene, debe coincidir con los ítems. Regla 2.1."""

    fecha_emision: Optional[str]
    """Fecha de emisión, AAAA-MM-DD: la de hoy en Colombia; sin ella se usa esa."""

    payment: Union[InvoicePayment, Optional[None]]
    """Forma y medio de pago; sin él rige el método por defecto de la empresa."""

    observaciones: Optional[str]
    """Texto libre; admite saltos de línea."""

    attachment_tokens: Optional[Sequence[str]]
    """Siempre []: no hay carga de adjuntos."""

    draft_key: Optional[str]
    """La clave de idempotencia, si no viene en la cabecera; si van las dos, deben coincidir."""

    descuentos: Optional[Sequence[InvoiceDiscount]]
    """Descuentos de toda la factura, después de impuestos: no cambian su base. Sumados no pasan del total de los ítems."""

    cargos: Optional[Sequence[InvoiceCharge]]
    """Cargos de toda la factura, después de impuestos, como la propina: no cambian su base. Cada uno hasta el total de los ítems."""

    pagos: Optional[Sequence[PaymentRequest]]
    """Los pagos de la factura, de uno a diez, en vez de `payment`; sus valores suman el total."""

    cuotas: Optional[Sequence[InstalmentRequest]]
    """De dos a sesenta cuotas de la parte a crédito, cuyo valor suman; el vencimiento es el de la última."""

    anticipos: Optional[Sequence[PrepaymentRequest]]
    """Lo que el comprador ya había pagado: informativo, no cambia el total; la respuesta trae saldo_por_pagar."""

    referencias: Union[ReferencesRequest, Optional[None]]
    """Documentos que el comprador busca en la factura."""

    periodo_facturado: Union[Period, Optional[None]]
    """Periodo que se factura, como en arriendos y servicios públicos."""

    entrega: Union[DeliveryRequest, Optional[None]]
    """Dónde, cuándo y cómo se entrega."""

    establecimiento: Optional[str]
    """Código de un establecimiento de la empresa, de `GET /establecimientos`: su dirección se firma como el lugar de la operación, y con prefijo propio numeran sus rangos. Los registra el operador; su dirección no se envía."""

    caja: Union[TicketTillRequest, Optional[None]]
    """La caja que vende: va firmada e impresa."""

    envio: Union[MailRequest, Optional[None]]
    """Envío por correo al comprador, una vez `aceptado`. No se firma ni se imprime; cuenta para reconocer un reintento."""

    metadatos: Optional[Mapping[str, str]]
    """Datos suyos, que se guardan con el documento y se devuelven con él: hasta 20 textos de hasta 200 caracteres, con nombres de 1 a 40 letras minúsculas sin tilde, dígitos, `_`, `.` o `-`. No se firman ni se imprimen; cuentan para reconocer un reintento."""

    comprador: Union[TicketLoyaltyRequest, Optional[None]]
    """Quien compra, en el programa de fidelización de la tienda."""


class _TicketNoteSettled(TypedDict):

    ok: Literal[True]
    """true: la solicitud se atendió."""

    pending: bool
    """true mientras el estado no sea final: consulte por id; nunca cambie la clave."""

    idempotent: bool
    """true si la clave ya existía: se muestra el documento de entonces, en su estado de ahora."""

    documento: TicketNote

    draft_key: Optional[str]
    """La clave de idempotencia con que se creó; null si no tuvo."""

    idempotency_key: Optional[str]
    """La misma clave, con su otro nombre."""

    metadatos: Optional[Dict[str, str]]
    """Los datos suyos que se guardan con el documento, como los envió; null si no envió."""

    establecimiento: Optional[str]
    """Código del establecimiento que lo emitió; null si no se dijo ninguno."""

    caja: Optional[str]
    """Nombre de la caja, como se envió; null si no se envió."""

    representacion: Optional[Representation]

    enlace: Optional[str]
    """Página del documento para el comprador, con sus archivos; abre quien lo tenga. null antes de `aceptado`, en habilitación, mientras estén revocados, y donde el servicio no da enlaces."""

    envios: List[Envio]
    """Envíos por correo del documento, el más reciente primero; [] antes de `aceptado` y donde no hay correo."""


class TicketNoteSettled(_TicketNoteSettled, total=False):
    """`TicketNoteSettled` of the API."""

    authority: AuthorityVerdict

    notices: List[Notice]
    """Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay."""


class TicketNote(TypedDict):
    """Nota de un tiquete, como la muestran las respuestas de creación."""

    id: int
    """Id del documento; con él se consulta."""

    company_id: int
    """Empresa."""

    tipo_authority: TicketNoteTipoAuthority
    """93 nota débito de tiquete, 94 nota crédito de tiquete."""

    prefijo: str
    """Prefijo de la serie de notas."""

    consecutivo: int
    """Número; lo asigna el servicio."""

    document_date: str
    """Fecha de emisión en Colombia. `AAAA-MM-DD`."""

    moneda: str
    """Siempre COP."""

    subtotal: str
    """Suma de las bases de las líneas. Texto decimal con dos decimales, en la moneda del documento."""

    impuestos: str
    """Suma de los impuestos. Texto decimal con dos decimales, en la moneda del documento."""

    total: str
    """Total. Texto decimal con dos decimales, en la moneda del documento."""

    estado_authority: DocumentState
    """Estado ante la autoridad; `aceptado` y `rechazado` son finales. Vea la guía de estados."""

    cude: Optional[str]
    """Identificador fiscal (SHA-384, 96 dígitos hexadecimales); null antes de firmar."""

    es_habilitacion: TestSetMark
    """1 si pertenece al set de pruebas."""

    zip_key: Optional[str]
    """Clave del envío al set de pruebas, si la hubo."""

    concepto: Optional[str]
    """Código del concepto."""

    concepto_nombre: Optional[str]
    """Nombre del concepto en la lista de la autoridad."""

    descuentos_repartidos: Optional[List[DiscountShare]]
    """Lo que la nota descuenta de las líneas devueltas por los descuentos de toda la factura, uno por descuento; [] si no los hay o `prorratear` es false. null si lo toma de un documento guardado aquí y el token no tiene el permiso de lectura."""

    tiquete: Union[CorrectedTicket, Optional[None]]
    """Tiquete que corrige; null solo en una nota recuperada de un archivo."""

    saldo_acreditable: Optional[str]
    """Lo que queda por acreditar del documento que se corrige, contadas esta nota y las que están en proceso; null si no se guarda aquí. Texto decimal con dos decimales."""


class _TicketNoteReserved(TypedDict):

    ok: Literal[True]
    """true: la solicitud se atendió."""

    pending: bool
    """true mientras el estado no sea final: consulte por id; nunca cambie la clave."""

    idempotent: bool
    """true si la clave ya existía: se muestra el documento de entonces, en su estado de ahora."""

    message: str
    """Qué hacer mientras no hay resultado final."""

    request_status: DocumentState
    """Estado de la reserva o de la nota."""

    draft_key: Optional[str]
    """La clave de idempotencia con que se creó; null si no tuvo."""

    idempotency_key: Optional[str]
    """La misma clave, con su otro nombre."""

    metadatos: Optional[Dict[str, str]]
    """Los datos suyos que se guardan con el documento, como los envió; null si no envió."""

    establecimiento: Optional[str]
    """Código del establecimiento que lo emitió; null si no se dijo ninguno."""

    caja: Optional[str]
    """Nombre de la caja, como se envió; null si no se envió."""

    representacion: Optional[Representation]

    enlace: Optional[str]
    """Página del documento para el comprador, con sus archivos; abre quien lo tenga. null antes de `aceptado`, en habilitación, mientras estén revocados, y donde el servicio no da enlaces."""

    envios: List[Envio]
    """Envíos por correo del documento, el más reciente primero; [] antes de `aceptado` y donde no hay correo."""


class TicketNoteReserved(_TicketNoteReserved, total=False):
    """`TicketNoteReserved` of the API."""

    documento: TicketNote

    notices: List[Notice]
    """Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay."""


class _TicketNoteRejected(TypedDict):

    ok: Literal[False]
    """false: vea `error`."""

    error: str
    """Qué pasó, en español."""

    request_id: str
    """Identificador de esta solicitud, igual a la cabecera X-Request-Id; cítelo al pedir soporte."""

    pending: bool
    """true mientras el estado no sea final: consulte por id; nunca cambie la clave."""

    idempotent: bool
    """true si la clave ya existía: se muestra el documento de entonces, en su estado de ahora."""

    documento: TicketNote

    details: List[RejectionDetail]
    """Solo los rechazos de `authority.rules`, con la forma de los demás errores."""

    code: Literal["document_rejected"]
    """Código estable."""

    draft_key: Optional[str]
    """La clave de idempotencia con que se creó; null si no tuvo."""

    idempotency_key: Optional[str]
    """La misma clave, con su otro nombre."""

    metadatos: Optional[Dict[str, str]]
    """Los datos suyos que se guardan con el documento, como los envió; null si no envió."""

    establecimiento: Optional[str]
    """Código del establecimiento que lo emitió; null si no se dijo ninguno."""

    caja: Optional[str]
    """Nombre de la caja, como se envió; null si no se envió."""

    representacion: Optional[Representation]

    enlace: Optional[str]
    """Página del documento para el comprador, con sus archivos; abre quien lo tenga. null antes de `aceptado`, en habilitación, mientras estén revocados, y donde el servicio no da enlaces."""

    envios: List[Envio]
    """Envíos por correo del documento, el más reciente primero; [] antes de `aceptado` y donde no hay correo."""


class TicketNoteRejected(_TicketNoteRejected, total=False):
    """`TicketNoteRejected` of the API."""

    authority: AuthorityVerdict

    notices: List[Notice]
    """Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay."""


class _TicketNoteUncertain(TypedDict):

    ok: Literal[False]
    """false: vea `error`."""

    error: str
    """Qué pasó, en español."""

    request_id: str
    """Identificador de esta solicitud, igual a la cabecera X-Request-Id; cítelo al pedir soporte."""

    pending: bool
    """true mientras el estado no sea final: consulte por id; nunca cambie la clave."""

    idempotent: bool
    """true si la clave ya existía: se muestra el documento de entonces, en su estado de ahora."""

    documento: TicketNote

    code: Literal["result_uncertain"]
    """Código estable."""

    draft_key: Optional[str]
    """La clave de idempotencia con que se creó; null si no tuvo."""

    idempotency_key: Optional[str]
    """La misma clave, con su otro nombre."""

    metadatos: Optional[Dict[str, str]]
    """Los datos suyos que se guardan con el documento, como los envió; null si no envió."""

    establecimiento: Optional[str]
    """Código del establecimiento que lo emitió; null si no se dijo ninguno."""

    caja: Optional[str]
    """Nombre de la caja, como se envió; null si no se envió."""

    representacion: Optional[Representation]

    enlace: Optional[str]
    """Página del documento para el comprador, con sus archivos; abre quien lo tenga. null antes de `aceptado`, en habilitación, mientras estén revocados, y donde el servicio no da enlaces."""

    envios: List[Envio]
    """Envíos por correo del documento, el más reciente primero; [] antes de `aceptado` y donde no hay correo."""


class TicketNoteUncertain(_TicketNoteUncertain, total=False):
    """`TicketNoteUncertain` of the API."""

    notices: List[Notice]
    """Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay."""


class TicketCreditNoteRequest(TypedDict, total=False):
    """`TicketCreditNoteRequest` of the API."""

    documento_id: Optional[int]
    """Id del tiquete, si se emitió o se guarda aquí. Envíe uno solo de `documento_id` y `documento`."""

    documento: Union[ExternalTicket, Optional[None]]
    """Tiquete que este emisor expidió con otro sistema: pide también `items` y `concepto`, y no se comprueba saldo; sin `receptor` es de consumidor final. Si se guarda aquí, vale como su id."""

    concepto: Optional[str]
    """Concepto de la lista de la autoridad: `1` Devolución parcial de los bienes y/o no aceptación parcial del servicio; `2` Anulación del documento equivalente electrónico; `3` Rebaja o descuento parcial o total; `4` Ajuste de precio; `5` Otros. Sin `items` y con `documento_id` puede faltar: entonces es `2`, la anulación."""

    items: Optional[Sequence[InvoiceNoteItem]]
    """Cada línea es como en el tiquete, o `{linea, cant}` del que se corrige, con `unit`, o `unit_input` e `iva_incluido`, si baja el precio. Sin `items` y con `documento_id`, el tiquete entero con sus descuentos, cargos e impuestos."""

    descuentos: Optional[Sequence[TicketCreditNoteRequestDescuentos]]
    """Descuentos propios de la nota, además de la parte que le toca de los de la factura, después de impuestos: no cambian su base. Van con `items`."""

    cargos: Optional[Sequence[CreditNoteRequestCargos]]
    """Cargos de la factura que se devuelven, `{cargo, valor}`, o cargos propios de la nota, después de impuestos: no cambian su base. Van con `items`. Fuera de la anulación un cargo solo vuelve si la nota lo nombra."""

    prorratear: Optional[bool]
    """false: las líneas de la factura se devuelven sin la parte que les toca de los descuentos de toda la factura; sin él, con ella."""

    motivo: Optional[str]
    """Por qué se corrige, en sus palabras; va en una nota del XML."""

    observaciones: Optional[str]
    """Texto libre; admite saltos de línea."""

    receptor: Union[Receiver, Optional[None]]
    """Adquirente."""

    payment: Union[InvoicePayment, Optional[None]]
    """Forma y medio de pago; sin él rige el método por defecto de la empresa."""

    subtotal: Optional[Union[Union[int, float, Decimal], str]]
    """Total de las bases, en la moneda de la factura; si viene, debe coincidir con los ítems. Regla 2.1."""

    impuestos: Optional[Union[Union[int, float, Decimal], str]]
    """Total de los impuestos, en la moneda de la factura; si viene, debe coincidir con los ítems. Regla 2.1."""

    total: Optional[Union[Union[int, float, Decimal], str]]
    """Total bruto, en la moneda de la factura; si viene, debe coincidir con los ítems. Regla 2.1."""

    fecha_emision: Optional[str]
    """Si se envía debe ser la de hoy en Colombia: una nota se emite cuando se firma."""

    withholdings: Optional[Sequence[str]]
    """Vacía o ausente: una nota no lleva retenciones (alias retenciones)."""

    attachment_tokens: Optional[Sequence[str]]
    """Siempre []: no hay carga de adjuntos."""

    draft_key: Optional[str]
    """La clave de idempotencia, si no viene en la cabecera; si van las dos, deben coincidir."""

    caja: Optional[str]
    """Nombre de la caja, suyo: no se firma ni se imprime; se devuelve y sirve de filtro en los listados."""

    envio: Union[MailRequest, Optional[None]]
    """Envío por correo al comprador, una vez `aceptado`. No se firma ni se imprime; cuenta para reconocer un reintento."""

    metadatos: Optional[Mapping[str, str]]
    """Datos suyos, que se guardan con el documento y se devuelven con él: hasta 20 textos de hasta 200 caracteres, con nombres de 1 a 40 letras minúsculas sin tilde, dígitos, `_`, `.` o `-`. No se firman ni se imprimen; cuentan para reconocer un reintento."""


class TicketDebitNoteRequest(TypedDict, total=False):
    """`TicketDebitNoteRequest` of the API."""

    documento_id: Optional[int]
    """Id del tiquete, si se emitió o se guarda aquí. Envíe uno solo de `documento_id` y `documento`."""

    documento: Union[ExternalTicket, Optional[None]]
    """Tiquete que este emisor expidió con otro sistema: pide también `items` y `concepto`, y no se comprueba saldo; sin `receptor` es de consumidor final. Si se guarda aquí, vale como su id."""

    concepto: Optional[str]
    """Concepto de la lista de la autoridad: `1` Intereses; `2` Gastos por cobrar; `3` Cambio del valor. Obligatorio."""

    items: Optional[Sequence[InvoiceNoteItem]]
    """Cada línea es como en el tiquete, o `{linea, cant}` del que se corrige, con `unit`, o `unit_input` e `iva_incluido`, si baja el precio."""

    descuentos: Optional[Sequence[TicketDebitNoteRequestDescuentos]]
    """Descuentos propios de la nota, además de la parte que le toca de los de la factura, después de impuestos: no cambian su base. Van con `items`."""

    cargos: Optional[Sequence[TicketDebitNoteRequestCargos]]
    """Cargos propios de la nota, después de impuestos: no cambian su base. Van con `items`."""

    motivo: Optional[str]
    """Por qué se corrige, en sus palabras; va en una nota del XML."""

    observaciones: Optional[str]
    """Texto libre; admite saltos de línea."""

    receptor: Union[Receiver, Optional[None]]
    """Adquirente."""

    payment: Union[InvoicePayment, Optional[None]]
    """Forma y medio de pago; sin él rige el método por defecto de la empresa."""

    subtotal: Optional[Union[Union[int, float, Decimal], str]]
    """Total de las bases, en la moneda de la factura; si viene, debe coincidir con los ítems. Regla 2.1."""

    impuestos: Optional[Union[Union[int, float, Decimal], str]]
    """Total de los impuestos, en la moneda de la factura; si viene, debe coincidir con los ítems. Regla 2.1."""

    total: Optional[Union[Union[int, float, Decimal], str]]
    """Total bruto, en la moneda de la factura; si viene, debe coincidir con los ítems. Regla 2.1."""

    fecha_emision: Optional[str]
    """Si se envía debe ser la de hoy en Colombia: una nota se emite cuando se firma."""

    withholdings: Optional[Sequence[str]]
    """Vacía o ausente: una nota no lleva retenciones (alias retenciones)."""

    attachment_tokens: Optional[Sequence[str]]
    """Siempre []: no hay carga de adjuntos."""

    draft_key: Optional[str]
    """La clave de idempotencia, si no viene en la cabecera; si van las dos, deben coincidir."""

    caja: Optional[str]
    """Nombre de la caja, suyo: no se firma ni se imprime; se devuelve y sirve de filtro en los listados."""

    envio: Union[MailRequest, Optional[None]]
    """Envío por correo al comprador, una vez `aceptado`. No se firma ni se imprime; cuenta para reconocer un reintento."""

    metadatos: Optional[Mapping[str, str]]
    """Datos suyos, que se guardan con el documento y se devuelven con él: hasta 20 textos de hasta 200 caracteres, con nombres de 1 a 40 letras minúsculas sin tilde, dígitos, `_`, `.` o `-`. No se firman ni se imprimen; cuentan para reconocer un reintento."""


class _TicketList(TypedDict):

    ok: Literal[True]
    """true: la solicitud se atendió."""

    docs: List[TicketSummary]
    """Tiquetes de producción y sus notas, sin sus ítems."""

    page: Optional[int]
    """Página; null después de un cursor."""

    per_page: int
    """Tamaño de página que se aplicó."""

    total: Optional[int]
    """Documentos que cumplen el filtro; null si una búsqueda no los vio todos, como lo dice entonces `notices`."""

    pages: Optional[int]
    """Páginas que hay; null si `total` lo es."""

    cursor: Optional[str]
    """Envíelo en `after` para lo que sigue; null al final."""

    hay_mas: bool
    """Siguen más documentos."""


class TicketList(_TicketList, total=False):
    """`TicketList` of the API."""

    notices: List[Notice]
    """Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay."""


class TicketSummary(TypedDict):
    """`TicketSummary` of the API."""

    id: int
    """Id del documento; con él se consulta."""

    company_id: int
    """Empresa."""

    tipo_authority: TicketType
    """20 tiquete POS, 93 nota débito de tiquete, 94 nota crédito de tiquete."""

    prefijo: str
    """Prefijo del rango o de la serie."""

    consecutivo: int
    """Número; lo asigna el servicio."""

    document_date: str
    """Fecha de emisión en Colombia. `AAAA-MM-DD`."""

    moneda: str
    """Siempre COP."""

    subtotal: str
    """Suma de las bases de las líneas. Texto decimal con dos decimales, en la moneda del documento."""

    impuestos: str
    """Suma de los impuestos. Texto decimal con dos decimales, en la moneda del documento."""

    total: str
    """Total. Texto decimal con dos decimales, en la moneda del documento."""

    estado_authority: DocumentState
    """Estado ante la autoridad; `aceptado` y `rechazado` son finales. Vea la guía de estados."""

    cude: Optional[str]
    """Identificador fiscal (SHA-384, 96 dígitos hexadecimales); null antes de firmar."""

    es_habilitacion: TestSetMark
    """1 si pertenece al set de pruebas."""

    zip_key: Optional[str]
    """Clave del envío al set de pruebas, si la hubo."""

    idempotency_key: Optional[str]
    """Clave de idempotencia con que se creó."""

    metadatos: Optional[Dict[str, str]]
    """Los datos suyos que se guardan con el documento, como los envió; null si no envió."""

    establecimiento: Optional[str]
    """Código del establecimiento que lo emitió; null si no se dijo ninguno."""

    caja: Optional[str]
    """Placa de la caja, por la que filtra `caja`; null en una nota que no la dijo."""

    tercero: Union[Party, Optional[None]]
    """Quien compra; consumidor final si no se dijo."""


class _TicketRead(TypedDict):

    ok: Literal[True]
    """true: la solicitud se atendió."""

    pending: bool
    """true mientras el estado no sea final: consulte por id; nunca cambie la clave."""

    documento: TicketDetail

    draft_key: Optional[str]
    """La clave de idempotencia con que se creó; null si no tuvo."""

    idempotency_key: Optional[str]
    """La misma clave, con su otro nombre."""

    metadatos: Optional[Dict[str, str]]
    """Los datos suyos que se guardan con el documento, como los envió; null si no envió."""

    establecimiento: Optional[str]
    """Código del establecimiento que lo emitió; null si no se dijo ninguno."""

    caja: Optional[str]
    """Nombre de la caja, como se envió; null si no se envió."""

    representacion: Optional[Representation]

    enlace: Optional[str]
    """Página del documento para el comprador, con sus archivos; abre quien lo tenga. null antes de `aceptado`, en habilitación, mientras estén revocados, y donde el servicio no da enlaces."""

    envios: List[Envio]
    """Envíos por correo del documento, el más reciente primero; [] antes de `aceptado` y donde no hay correo."""


class TicketRead(_TicketRead, total=False):
    """`TicketRead` of the API."""

    authority: AuthorityVerdict

    notices: List[Notice]
    """Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay."""


class _TicketDetail(TypedDict):

    id: int
    """Id del documento; con él se consulta."""

    company_id: int
    """Empresa."""

    tipo_authority: TicketType
    """20 tiquete POS, 93 nota débito de tiquete, 94 nota crédito de tiquete."""

    prefijo: str
    """Prefijo del rango o de la serie."""

    consecutivo: int
    """Número; lo asigna el servicio."""

    document_date: str
    """Fecha de emisión en Colombia. `AAAA-MM-DD`."""

    moneda: str
    """Siempre COP."""

    subtotal: str
    """Suma de las bases de las líneas. Texto decimal con dos decimales, en la moneda del documento."""

    impuestos: str
    """Suma de los impuestos. Texto decimal con dos decimales, en la moneda del documento."""

    total: str
    """Total. Texto decimal con dos decimales, en la moneda del documento."""

    estado_authority: DocumentState
    """Estado ante la autoridad; `aceptado` y `rechazado` son finales. Vea la guía de estados."""

    cude: Optional[str]
    """Identificador fiscal (SHA-384, 96 dígitos hexadecimales); null antes de firmar."""

    es_habilitacion: TestSetMark
    """1 si pertenece al set de pruebas."""

    zip_key: Optional[str]
    """Clave del envío al set de pruebas, si la hubo."""

    caja: Union[TicketTill, Optional[None]]
    """La caja, como se firmó; null antes de firmar y en una nota."""

    comprador: Union[TicketLoyalty, Optional[None]]
    """Fidelización de quien compra, como se firmó; null como la caja."""

    tercero: Union[Party, Optional[None]]
    """Quien compra; consumidor final si no se dijo."""

    items: List[InvoiceLine]
    """Ítems."""

    descuentos: List[InvoiceAllowance]
    """Descuentos de toda la factura, después de impuestos."""

    cargos: List[InvoiceAllowance]
    """Cargos de toda la factura, como la propina."""

    saldo_por_pagar: str
    """Total menos los anticipos. No resta lo que se paga de contado, ni retenciones ni notas: imprímalo solo si hubo anticipos. Texto decimal con dos decimales, en la moneda del documento."""

    obsequios: Union[Gifts, Optional[None]]
    """Obsequios y muestras; null si no hay."""

    pagos: List[PaymentPart]
    """Pagos."""

    referencias: Union[References, Optional[None]]
    """Documentos que nombra; null si ninguno."""

    cuotas: List[Instalment]
    """Cuotas de la parte a crédito."""

    anticipos: List[Prepayment]
    """Anticipos, informativos: no cambian el total."""

    periodo_facturado: Union[Period, Optional[None]]
    """Periodo que se factura; null si no se dijo."""

    entrega: Union[Delivery, Optional[None]]
    """Entrega."""

    idempotency_key: Optional[str]
    """Clave de idempotencia con que se creó."""

    last_status_error: Optional[str]
    """Diagnóstico de la última consulta o envío que falló."""

    created_at: str
    """Creación, en UTC. `AAAA-MM-DD HH:MM:SS`."""

    updated_at: str
    """Último cambio, en UTC. `AAAA-MM-DD HH:MM:SS`."""


class TicketDetail(_TicketDetail, total=False):
    """Tiquete o nota, como lo muestra la consulta por id."""

    concepto: Optional[str]
    """Solo en una nota: código del concepto."""

    concepto_nombre: Optional[str]
    """Solo en una nota: nombre del concepto."""

    motivo: Optional[str]
    """Solo en una nota: por qué, en palabras del emisor."""

    descuentos_repartidos: List[DiscountShare]
    """Lo que la nota descuenta de las líneas devueltas por los descuentos de toda la factura, uno por descuento; [] si no los hay o `prorratear` es false."""

    tiquete: Union[CorrectedTicket, Optional[None]]
    """Solo en una nota: el tiquete que corrige."""

    notas: List[ListedNote]
    """Notas sobre el tiquete, la más antigua primero, también las rechazadas; de a 100, la página que diga `notas_page`."""

    notas_total: int
    """Cuántas notas hay en todas las páginas de `notas`."""

    saldo_acreditable: str
    """Lo que queda por acreditar; las notas en proceso también cuentan. Texto decimal con dos decimales, en la moneda del documento."""

    anulado: bool
    """Una nota que no fue rechazada lo anula."""

    redondeo: str
    """Suma de los redondeos de los pagos en efectivo: negativa si se cobró menos. No cambia el total. Solo si hubo alguno. Texto decimal con dos decimales, en la moneda del documento."""


class _Closing(TypedDict):

    ok: Literal[True]
    """true: la solicitud se atendió."""

    desde: str
    """Primer día. `AAAA-MM-DD`."""

    hasta: str
    """Último día, incluido. `AAAA-MM-DD`."""

    total: ClosingTotal
    """Los documentos en pesos."""

    grupos: List[ClosingGroup]
    """Por `clave` y moneda. Sin `agrupar`, solo los documentos en otras monedas, uno por moneda."""


class Closing(_Closing, total=False):
    """`Closing` of the API."""

    notices: List[Notice]
    """Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay."""


class ClosingStates(TypedDict):
    """Cuántos documentos hay en cada estado."""

    aceptado: int
    """Aceptados por la autoridad."""

    pendiente: int
    """En camino: aún sin resultado."""

    rechazado: int
    """Rechazados: no suman en ningún valor."""

    desconocido: int
    """De resultado desconocido (`send_unknown`): quien opera el servicio los resuelve."""


class ClosingType(TypedDict):
    """Los documentos vivos de un tipo; las notas, con sus propios valores positivos."""

    tipo_authority: DocumentType
    """01 factura, 02 factura de exportación, 03 factura de contingencia, 05 documento soporte, 20 tiquete POS, 91 nota crédito, 92 nota débito, 93 nota débito de tiquete, 94 nota crédito de tiquete, 95 nota de ajuste."""

    cantidad: int
    """Documentos vivos."""

    subtotal: str
    """Suma de los subtotales. Texto decimal con dos decimales, en la moneda del documento."""

    impuestos: str
    """Suma de los impuestos. Texto decimal con dos decimales, en la moneda del documento."""

    descuentos: str
    """Suma de los descuentos de todo el documento. Texto decimal con dos decimales, en la moneda del documento."""

    cargos: str
    """Suma de los cargos de todo el documento. Texto decimal con dos decimales, en la moneda del documento."""

    total: str
    """Suma de los totales: subtotal más impuestos, menos descuentos, más cargos. Texto decimal con dos decimales, en la moneda del documento."""


class _ClosingMeans(TypedDict):

    codigo: str
    """Código del medio de pago."""

    nombre: str
    """Nombre de la lista de la autoridad."""

    valor: str
    """Lo pagado por este medio, menos lo devuelto por las notas que restan. Texto decimal con dos decimales, en la moneda del documento."""


class ClosingMeans(_ClosingMeans, total=False):
    """`ClosingMeans` of the API."""

    redondeo: str
    """Solo de un medio con pagos que se redondearon: la suma de esos redondeos, menos los que devolvieron las notas. Al cajón entró `valor` más `redondeo`, exactamente. Texto decimal con dos decimales, en la moneda del documento."""


class ClosingNumbers(TypedDict):
    """Los números que dio un rango o una serie de notas."""

    prefijo: str
    """Prefijo."""

    desde: int
    """El primer número."""

    hasta: int
    """El último número."""

    cantidad: int
    """Números usados, también por documentos rechazados; si no falta ninguno, `hasta` − `desde` + 1."""


class ClosingGroup(TypedDict):
    """`ClosingGroup` of the API."""

    clave: Optional[str]
    """El día, el código del establecimiento o la caja; null en los documentos que no lo llevan."""

    moneda: str
    """Moneda ISO 4217 de los documentos y de todos los valores."""

    estados: ClosingStates

    tipos: List[ClosingType]
    """Por tipo de documento."""

    impuestos: List[PrintedTax]
    """Por impuesto y tarifa, netos de notas."""

    medios: List[ClosingMeans]
    """Por medio de pago, netos de notas; con los anticipos suman `neto`."""

    numeros: List[ClosingNumbers]
    """Por prefijo."""

    neto: str
    """Facturas o documentos soporte, y notas débito, menos notas crédito (o de ajuste). Texto decimal con dos decimales, en la moneda del documento."""


class _LinkAnswer(TypedDict):

    ok: Literal[True]
    """true: la solicitud se atendió."""

    enlace: Optional[str]
    """Página del documento para el comprador, con sus archivos; abre quien lo tenga. null antes de `aceptado`, en habilitación, mientras estén revocados, y donde el servicio no da enlaces."""

    vence: Optional[str]
    """Último día en que abre, `AAAA-MM-DD` de Colombia; null sin enlace."""


class LinkAnswer(_LinkAnswer, total=False):
    """`LinkAnswer` of the API."""

    notices: List[Notice]
    """Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay."""


class LinkRequest(TypedDict, total=False):
    """`LinkRequest` of the API."""

    dias: int
    """Días que abre, de 1 a 1825; 365 si no viene."""

    renovar: bool
    """true deja sin efecto todos los enlaces anteriores del documento."""


class _MailOrdered(TypedDict):

    ok: Literal[True]
    """true: la solicitud se atendió."""

    envio: Envio


class MailOrdered(_MailOrdered, total=False):
    """`MailOrdered` of the API."""

    notices: List[Notice]
    """Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay."""


class _MailOrderRequest(TypedDict):

    correo: str
    """A quién se envía."""


class MailOrderRequest(_MailOrderRequest, total=False):
    """`MailOrderRequest` of the API."""

    mensaje: str
    """Texto para el comprador, un párrafo del correo; admite saltos de línea."""


class _DocumentMailList(TypedDict):

    ok: Literal[True]
    """true: la solicitud se atendió."""

    envios: List[Envio]
    """Envíos por correo del documento, el más reciente primero; [] antes de `aceptado` y donde no hay correo."""


class DocumentMailList(_DocumentMailList, total=False):
    """`DocumentMailList` of the API."""

    notices: List[Notice]
    """Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay."""


class _CompanyMailList(TypedDict):

    ok: Literal[True]
    """true: la solicitud se atendió."""

    envios: List[Envio]
    """Los envíos, el más reciente primero."""

    cursor: Optional[str]
    """Envíelo en `after` para lo que sigue; null al final."""

    hay_mas: bool
    """Siguen más envíos."""


class CompanyMailList(_CompanyMailList, total=False):
    """`CompanyMailList` of the API."""

    notices: List[Notice]
    """Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay."""


class _ThirdPartyList(TypedDict):

    ok: Literal[True]
    """true: la solicitud se atendió."""

    terceros: List[ThirdParty]
    """Adquirentes registrados."""


class ThirdPartyList(_ThirdPartyList, total=False):
    """`ThirdPartyList` of the API."""

    page: int
    """Página, si se pidió o si no están todos."""

    per_page: int
    """Tamaño de página, si se pidió o si no están todos."""

    total: int
    """Terceros que cumplen el filtro, si se pidió página o búsqueda o si no están todos."""

    pages: int
    """Páginas que hay, si se pidió o si no están todos."""

    notices: List[Notice]
    """Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay."""


class ThirdParty(TypedDict):
    """`ThirdParty` of the API."""

    id: int
    """Id del tercero."""

    nombre: str
    """Nombre o razón social."""

    tipo_documento: str
    """Tipo de identificación."""

    numero_documento: str
    """Número de identificación."""

    email: str
    """Correo; vacío si no se conoce."""

    direccion: str
    """Dirección; vacía si no se conoce."""


class _PaymentMethodList(TypedDict):

    ok: Literal[True]
    """true: la solicitud se atendió."""

    payment_methods: List[PaymentMethod]
    """Métodos de pago de la empresa."""


class PaymentMethodList(_PaymentMethodList, total=False):
    """`PaymentMethodList` of the API."""

    notices: List[Notice]
    """Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay."""


class PaymentMethod(TypedDict):
    """`PaymentMethod` of the API."""

    id: int
    """Id del método: el `payment.method_id` de la factura."""

    payment_form: PaymentForm
    """Forma de pago."""

    label: str
    """Nombre que le dio la empresa."""

    payment_means_code: str
    """Medio de pago de la lista de la autoridad."""

    payment_means_name: str
    """Nombre del medio de pago."""

    is_active: bool
    """Se puede usar."""

    is_default: bool
    """Es el que rige cuando la factura no dice otro."""


class _BranchList(TypedDict):

    ok: Literal[True]
    """true: la solicitud se atendió."""

    establecimientos: List[Branch]
    """Establecimientos de la empresa, por código."""


class BranchList(_BranchList, total=False):
    """`BranchList` of the API."""

    notices: List[Notice]
    """Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay."""


class Branch(TypedDict):
    """`Branch` of the API."""

    codigo: str
    """Código: el `establecimiento` de un documento."""

    nombre: str
    """Nombre comercial, como lo firma el documento."""

    direccion: str
    """Dirección."""

    codigo_municipio: Optional[str]
    """Municipio, código DIVIPOLA."""

    municipio: Optional[str]
    """Nombre del municipio."""

    departamento: Optional[str]
    """Nombre del departamento."""

    codigo_postal: Optional[str]
    """Código postal, si se registró."""

    telefono: Optional[str]
    """Teléfono, si se registró."""

    matricula: Optional[str]
    """Matrícula mercantil, si se registró."""

    prefijo: Optional[str]
    """Prefijo de sus propios rangos; null si usa los comunes de la empresa."""


class _Acquirer(TypedDict):

    ok: Literal[True]
    """true: la solicitud se atendió."""

    acquirer: AcquirerData
    """Lo que la autoridad registra del adquirente; sirve de `receptor` de la factura."""

    cached: bool
    """La respuesta se guardó en una consulta de las últimas 24 horas."""

    fetched_at: str
    """Cuándo se consultó a la autoridad, instante ISO 8601 en UTC."""


class Acquirer(_Acquirer, total=False):
    """`Acquirer` of the API."""

    notices: List[Notice]
    """Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay."""


class _AcquirerRequest(TypedDict):

    identification_type: IdentificationTypeCode
    """Tipo de identificación (alias tipo_doc, tipo_documento). Regla 2.11."""

    identification_number: str
    """Número de identificación en cualquier escritura; el dígito de verificación, tras un guion (alias numero_doc, numero_documento). Regla 2.11."""


class AcquirerRequest(_AcquirerRequest, total=False):
    """`AcquirerRequest` of the API."""

    force_refresh: Optional[bool]
    """true consulta de nuevo aunque haya una respuesta guardada."""


class _ChangeList(TypedDict):

    ok: Literal[True]
    """true: la solicitud se atendió."""

    cambios: List[Change]
    """Los cambios, en el orden en que se registraron."""

    cursor: str
    """Guárdelo después de procesar la página, y envíelo en `after` la próxima vez."""

    hay_mas: bool
    """true: hay más cambios; pida la página siguiente enseguida."""


class ChangeList(_ChangeList, total=False):
    """`ChangeList` of the API."""

    notices: List[Notice]
    """Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay."""


class _WebhookList(TypedDict):

    ok: Literal[True]
    """true: la solicitud se atendió."""

    webhooks: List[Webhook]
    """Los webhooks de la empresa, el más antiguo primero."""


class WebhookList(_WebhookList, total=False):
    """`WebhookList` of the API."""

    notices: List[Notice]
    """Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay."""


class Webhook(TypedDict):
    """Una dirección de la empresa. Su secreto se entregó al registrarla y no se muestra."""

    id: str
    """Id del webhook: con él se leen sus entregas."""

    url: str
    """Dirección registrada; los valores de su consulta no se muestran."""

    estado: WebhookEstado
    """Si recibe los cambios."""

    desactivado: Union[WebhookDesactivado, Optional[None]]
    """null mientras está activo."""

    en_espera: int
    """Cambios que esperan otro intento."""

    ultimo_exito: Optional[str]
    """Última entrega que recibió 2xx, instante ISO 8601 en UTC; null si ninguna."""

    ultima_falla: Union[WebhookUltimaFalla, Optional[None]]
    """null si ninguna ha fallado."""


class _WebhookDeliveryList(TypedDict):

    ok: Literal[True]
    """true: la solicitud se atendió."""

    entregas: List[WebhookDelivery]
    """Las entregas, la más antigua primero."""

    cursor: str
    """Envíelo en `after` la próxima vez."""

    hay_mas: bool
    """true: hay más entregas; pida la página siguiente."""


class WebhookDeliveryList(_WebhookDeliveryList, total=False):
    """`WebhookDeliveryList` of the API."""

    notices: List[Notice]
    """Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay."""


class WebhookDelivery(TypedDict):
    """Un envío de un mensaje. Solo 2xx lo entrega."""

    id: str
    """Id de la entrega, único en el webhook."""

    cambio_id: Optional[str]
    """Id del cambio, que fue `webhook-id`; null en un mensaje de prueba."""

    intento: int
    """1 el primero de ese cambio."""

    fecha: str
    """Cuándo se envió, instante ISO 8601 en UTC."""

    estado_http: Optional[int]
    """Estado que respondió la dirección; null si no respondió."""

    error: Optional[str]
    """Por qué no hubo respuesta: `timeout`, `network`, `address: …`; null si la hubo."""

    duracion_ms: int
    """Milisegundos hasta la respuesta o la falla."""


class _CompanyState(TypedDict):

    ok: Literal[True]
    """true: la solicitud se atendió."""

    empresa: CompanyStateEmpresa
    """La empresa del token."""

    modulos: CompanyStateModulos
    """Los módulos que algún permiso de lectura del token alcanza; los demás no aparecen."""

    certificado: Union[CompanyStateCertificado, Optional[None]]
    """El certificado de firma; null si no hay ninguno."""

    autoridad: CompanyStateAutoridad
    """Cómo responde la autoridad en el ambiente de la empresa."""

    avisos: List[CompanyWarning]
    """Lo que impide emitir o lo impedirá pronto, lo urgente primero; vacío cuando todo está en orden."""


class CompanyState(_CompanyState, total=False):
    """`CompanyState` of the API."""

    notices: List[Notice]
    """Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay."""


class CompanyModule(TypedDict):
    """`CompanyModule` of the API."""

    contratado: bool
    """La empresa tiene el módulo."""

    plan: Union[CompanyModulePlan, Optional[None]]
    """Plan del año en curso; null si no hay."""

    rangos: List[CompanyRange]
    """Rangos en uso."""

    series: List[CompanySeries]
    """Series de notas del ambiente de la empresa."""


class CompanyRange(TypedDict):
    """Un rango de numeración en uso."""

    tipo: CompanyRangeTipo
    """Qué numera: facturas, facturas de contingencia, documentos soporte o tiquetes POS."""

    prefijo: str
    """Prefijo; vacío si no tiene."""

    resolucion: str
    """Número de la resolución que lo autorizó."""

    desde: int
    """Primer número autorizado."""

    hasta: int
    """Último número autorizado."""

    siguiente: Optional[int]
    """El número que sigue; null si no queda ninguno."""

    quedan: int
    """Números que quedan por usar; 0 mientras el rango está detenido."""

    vigente_hasta: str
    """Último día en que se puede usar. `AAAA-MM-DD`."""

    dias: int
    """Días que faltan hasta `vigente_hasta`; negativo si ya pasó."""


class CompanySeries(TypedDict):
    """Una serie de notas: números propios, sin resolución."""

    tipo_authority: NoteType
    """91 nota crédito, 92 nota débito, 93 nota débito de tiquete, 94 nota crédito de tiquete, 95 nota de ajuste."""

    prefijo: str
    """Prefijo de la serie."""

    siguiente: int
    """El número que sigue."""


class CompanyWarning(TypedDict):
    """`CompanyWarning` of the API."""

    codigo: CompanyWarningCodigo
    """Código estable del aviso."""

    mensaje: str
    """Qué se acaba o falta, en una frase que se puede mostrar tal cual."""

    desde: str
    """Día desde el que se avisa. `AAAA-MM-DD`."""


class _SupportDocumentAccepted(TypedDict):

    id: int
    """Id del documento; con él se consulta."""

    company_id: int
    """Empresa."""

    prefijo: str
    """Prefijo del rango de numeración."""

    consecutivo: int
    """Número dentro del rango; lo asigna el servicio."""

    document_date: str
    """Fecha del documento. `AAAA-MM-DD`."""

    moneda: str
    """Moneda ISO 4217."""

    subtotal: str
    """Suma de las bases de las líneas. Texto decimal con dos decimales, en la moneda del documento."""

    impuestos: str
    """Suma de los impuestos. Texto decimal con dos decimales, en la moneda del documento."""

    total: str
    """Subtotal más impuestos. Texto decimal con dos decimales, en la moneda del documento."""

    total_retenciones: str
    """Suma de las retenciones. Texto decimal con dos decimales, en la moneda del documento."""

    neto_pagar: str
    """Total menos retenciones. Texto decimal con dos decimales, en la moneda del documento."""

    estado_authority: DocumentState
    """Estado ante la autoridad; `aceptado` y `rechazado` son finales. Vea la guía de estados."""

    cuds: str
    """Identificador fiscal (SHA-384, 96 dígitos hexadecimales)."""


class SupportDocumentAccepted(_SupportDocumentAccepted, total=False):
    """Documento soporte, como lo muestran las respuestas de creación."""

    es_habilitacion: TestSetMark
    """1 si pertenece al set de pruebas: entonces no ampara una compra. Falta solo en un documento sin firmar de una versión anterior."""


class ChangedDocument(TypedDict):
    """El documento, en el estado al que llegó con este cambio."""

    id: int
    """Id del documento: con él se consulta."""

    modulo: ChangedDocumentModulo
    """Módulo del documento."""

    tipo_authority: DocumentType
    """Tipo de documento ante la autoridad."""

    prefijo: str
    """Prefijo de su numeración."""

    consecutivo: int
    """Su número."""

    estado_authority: DocumentState
    """Estado ante la autoridad; `aceptado` y `rechazado` son finales. Vea la guía de estados."""

    identificador: Optional[str]
    """CUFE, CUDE o CUDS; null en `documento.creado`, cuando todavía no se ha firmado."""


class ChangedMail(TypedDict):
    """En los cambios `envio.…`: el envío por correo. Sin la dirección."""

    id: str
    """Id del envío, como en `envios`."""

    estado: MailChangeState
    """El estado al que llegó."""

    motivo: Optional[str]
    """Por qué no salió o no llegó: el `motivo.codigo` de `envios`; null si no hay nada que decir."""


class WebhookTestBodyData(TypedDict):
    """Vacío."""


class _Notice(TypedDict):

    message: str
    """Texto de la autoridad, o qué se hizo con lo que usted envió."""

    rule: str
    """Código de la regla, o sección del contrato."""

    severity: Literal["notificacion"]
    """Aviso: no impide nada."""


class Notice(_Notice, total=False):
    """`Notice` of the API."""

    path: str
    """Solo en los avisos sobre la solicitud: el campo o parámetro, como usted lo nombró."""


class AuthorityRule(TypedDict):
    """`AuthorityRule` of the API."""

    code: str
    """Código de la regla."""

    severity: Severity
    """rechazo: por ella se rechazó. notificacion: aviso; el documento vale."""

    text: str
    """Texto de la autoridad."""


class PrintedValidation(TypedDict):
    """Cuándo lo validó la autoridad, según su respuesta firmada; null antes de ella."""

    fecha: str
    """Fecha de validación. `AAAA-MM-DD`."""

    hora: str
    """Hora de validación. Hora de Colombia."""


class PrintedIdentifier(TypedDict):
    """`PrintedIdentifier` of the API."""

    nombre: FiscalIdName
    """Cómo se llama."""

    valor: str
    """SHA-384, 96 dígitos hexadecimales: se imprime completo."""


class PrintedAuthorization(TypedDict):
    """La autorización de numeración; null en las notas, que se numeran sin ella."""

    numero: str
    """Número de la resolución."""

    fecha: Optional[str]
    """Fecha de la resolución. `AAAA-MM-DD`. null en documentos de versiones anteriores, que no la guardaban."""

    prefijo: str
    """Prefijo; vacío si el rango no tiene."""

    desde: int
    """Primer número autorizado."""

    hasta: int
    """Último número autorizado."""

    vigente_desde: str
    """Inicio de la vigencia. `AAAA-MM-DD`."""

    vigente_hasta: str
    """Fin de la vigencia. `AAAA-MM-DD`."""

    texto: str
    """Todo lo anterior en una frase lista para imprimir."""


class PrintedIssuerSede(TypedDict):
    """El establecimiento que lo emitió, si está en otra dirección que la fiscal: se imprimen las dos."""

    nombre: str
    """Nombre comercial del establecimiento."""

    direccion: Optional[str]
    """Dirección."""

    municipio: Optional[str]
    """Municipio."""


class PrintedIssuer(TypedDict):
    """Quien expide y firma; en un documento soporte, quien compra."""

    nombre: str
    """Razón social."""

    nit: str
    """NIT sin dígito de verificación."""

    dv: Optional[str]
    """Dígito de verificación."""

    direccion: Optional[str]
    """Dirección fiscal; null en documentos soporte, que no la llevan."""

    municipio: Optional[str]
    """Municipio; null como la dirección."""

    sede: Union[PrintedIssuerSede, Optional[None]]
    """El establecimiento que lo emitió, si está en otra dirección que la fiscal: se imprimen las dos."""

    calidades: List[str]
    """Calidades tributarias que se imprimen; vacío si no tiene."""


class PrintedSoftwareMaker(TypedDict):
    """Fabricante del software, como lo configuró el operador; null si no lo hizo."""

    nombre: str
    """Nombre o razón social."""

    nit: str
    """NIT."""

    software: str
    """Nombre del programa."""


class PrintedPesoTotals(TypedDict):
    """De una factura en otra moneda, y de su nota: lo que suma en pesos."""

    tasa: str
    """Pesos por unidad de la moneda."""

    fecha: Optional[str]
    """Fecha de la tasa."""

    subtotal: str
    """Suma de las bases. Texto decimal con dos decimales, en la moneda del documento."""

    impuestos: str
    """Suma de los impuestos. Texto decimal con dos decimales, en la moneda del documento."""

    total: str
    """Total. Texto decimal con dos decimales, en la moneda del documento."""


class PrintedTill(TypedDict):
    """`PrintedTill` of the API."""

    placa: str
    """Placa de inventario de la caja."""

    ubicacion: str
    """Dónde está."""

    tipo: str
    """Tipo de caja."""

    cajero: str
    """Quién atendió."""

    codigo_venta: Optional[str]
    """Código de la venta; si no se envió, el número del tiquete."""


class PrintedLoyalty(TypedDict):
    """`PrintedLoyalty` of the API."""

    codigo: str
    """Código en el programa de fidelización; si no se envió, el número de identificación."""

    nombre: str
    """Nombre."""

    puntos: str
    """Puntos."""


class PrintedTicket(TypedDict):
    """Solo de un tiquete: caja, cajero, código de la venta y fidelización."""

    caja: PrintedTill

    comprador: PrintedLoyalty


class DryRunRule(TypedDict):
    """`DryRunRule` of the API."""

    code: str
    """Regla de la autoridad que lo anotará (FAK55), o sección del contrato que lo aconseja (2.13)."""

    severity: Literal["notificacion"]
    """Aviso: no impide emitir."""

    field: str
    """Campo."""

    text: str
    """Qué anotará la autoridad, o qué se usará en su lugar."""


class _NumberingForecast(TypedDict):

    available: bool
    """Hay plan y rango para numerarlo en este momento."""


class NumberingForecast(_NumberingForecast, total=False):
    """Si en este momento habría número para él; no se reserva ninguno."""

    code: str
    """Si no: el código con que la creación real se negaría."""

    message: str
    """Si no: por qué."""


class KeyOwner(TypedDict):
    """El documento del que trata el error: en `idempotency_conflict`, al que pertenece la clave; en v2, también en `paper_number_taken`, `not_ready` y `file_lost`."""

    id: int
    """Id; con él se consulta."""

    numero: str
    """Prefijo y número."""

    estado_authority: DocumentState
    """Estado ante la autoridad; `aceptado` y `rechazado` son finales. Vea la guía de estados."""


class RejectionDetail(TypedDict):
    """`RejectionDetail` of the API."""

    path: str
    """Vacío: la autoridad no nombra campos."""

    message: str
    """Texto de la autoridad."""

    rule: str
    """Código de la regla."""

    severity: Literal["rechazo"]
    """Por ella se rechazó."""


class _Supplier(TypedDict):

    nit: str
    """Número de identificación (alias numero_documento). Puntos, espacios y guiones no cuentan; el dígito de verificación va en dv o tras un guion."""

    nombre: str
    """Nombre o razón social."""


class Supplier(_Supplier, total=False):
    """Datos reales del proveedor."""

    tipo_documento: Union[IdentificationTypeCode, Optional[None]]
    """Tipo de identificación; 13 si no se envía."""

    dv: Optional[str]
    """Dígito de verificación, cuando aplica; si se envía debe ser el correcto."""

    nombre_comercial: Optional[str]
    """Nombre comercial; el nombre si no se envía."""

    regimen: Optional[str]
    """Responsabilidades fiscales separadas por ;. O-49 si no se envía."""

    authority_tax_scheme_code: Optional[str]
    """Tributo del proveedor: 01, 04, ZA o ZZ (defecto)."""

    direccion: Optional[str]
    """Dirección."""

    municipio: Optional[str]
    """Nombre del municipio; en Colombia y sin codigo_municipio, debe nombrar uno solo de la lista oficial (con el departamento, si varios se llaman así)."""

    codigo_municipio: Optional[str]
    """Código DIVIPOLA de 5 dígitos."""

    departamento: Optional[str]
    """Nombre del departamento."""

    codigo_departamento: Optional[str]
    """Código del departamento, 2 dígitos."""

    pais: Optional[str]
    """País ISO 3166-1 de dos letras; CO si no se envía."""

    email: Optional[str]
    """Correo del proveedor."""

    telefono: Optional[str]
    """Teléfono."""

    codigo_postal: Optional[str]
    """Código postal, 6 dígitos en Colombia."""


class _SupportDocumentItem(TypedDict):

    codigo: str
    """Código UNSPSC del bien o servicio: exactamente 8 dígitos. Regla 2.14."""

    cantidad: Union[Union[int, float, Decimal], str]
    """Cantidad, mayor que 0. Regla 2.14."""


class SupportDocumentItem(_SupportDocumentItem, total=False):
    """`SupportDocumentItem` of the API."""

    descripcion: Optional[str]
    """Descripción real del bien o servicio; admite saltos de línea."""

    unidad_medida: Optional[str]
    """Unidad de medida; EA si no se envía. NIU se toma como EA."""

    precio_unitario: Optional[Union[Union[int, float, Decimal], str]]
    """Precio por unidad, sin IVA, en la moneda del documento; no negativo. Regla 2.14."""

    base_imponible: Optional[Union[Union[int, float, Decimal], str]]
    """Base de la línea en dinero, en la moneda del documento; de ella sale el precio cuando no se envía (alias base). Regla 2.14."""

    porcentaje_iva: Optional[Union[Union[int, float, Decimal], str]]
    """Tarifa de IVA en porcentaje; las publicadas son 0, 5, 16 y 19, y otra causa una notificación de la autoridad. Regla 2.14."""

    impuesto: Optional[Union[Union[int, float, Decimal], str]]
    """IVA de la línea en dinero, en la moneda del documento. Regla 2.14."""

    cost_center_id: Optional[int]
    """Centro de costo de la empresa, por id."""

    cost_center_code: Optional[str]
    """Centro de costo, por código (alias centro_costo_codigo)."""


class SupportDocumentWithholdingRequest(TypedDict, total=False):
    """`SupportDocumentWithholdingRequest` of the API."""

    retention_key: Optional[str]
    """Clave única de la retención (alias type, tipo); su nombre si no se envía."""

    authority_tax_code: WithholdingCode
    """05 ReteIVA, 06 ReteRenta, 07 ReteICA (alias codigo_authority). Regla 2.15.4. Obligatorio, salvo con `enabled: false`."""

    tax_name: str
    """Nombre (alias nombre); sin él vale label. Regla 2.15.4. Obligatorio, salvo con `enabled: false`."""

    base_mode: Union[WithholdingBase, Optional[None]]
    """De dónde sale la base (alias modo_base): subtotal o base, impuestos o iva, total o bruto. Un texto vacío cuenta como ausente."""

    base_amount: Optional[Union[Union[int, float, Decimal], str]]
    """Base explícita en dinero, mayor que 0 y no mayor que el total (alias base). Regla 2.15.5."""

    percent: Optional[Union[Union[int, float, Decimal], str]]
    """Porcentaje, de 0 a 100 (alias porcentaje). Regla 2.15.6."""

    amount: Optional[Union[Union[int, float, Decimal], str]]
    """Valor retenido en dinero (alias valor); de él sale el porcentaje cuando no se envía; si van los dos, deben coincidir al centavo. Regla 2.15.7."""

    enabled: Optional[bool]
    """false la deja fuera (alias activa)."""

    display_order: Optional[int]
    """Orden en que se muestra."""


class PaymentRequest(TypedDict, total=False):
    """`PaymentRequest` of the API."""

    form: Union[PaymentForm, Optional[None]]
    """Forma de pago. Un texto vacío cuenta como ausente."""

    method_id: Optional[int]
    """Id de un método de pago activo de la empresa."""

    means_code: Optional[str]
    """Medio de pago de la lista de la autoridad."""

    due_date: Optional[str]
    """Vencimiento, AAAA-MM-DD; obligatorio a crédito, vacío de contado."""

    valor: Optional[Union[Union[int, float, Decimal], str]]
    """Lo que se paga con este medio, sin el cambio que se devuelve; obligatorio si hay más de uno. Si hay uno solo, es el total."""

    referencia: Optional[str]
    """Referencia del pago: autorización, comprobante."""

    redondeo: Optional[Union[Union[int, float, Decimal], str]]
    """Ajuste por moneda de un pago en efectivo, negativo si favorece al comprador: se imprime, no se firma."""


class _NamedDocumentRequest(TypedDict):

    numero: str
    """Número de la orden de compra."""


class NamedDocumentRequest(_NamedDocumentRequest, total=False):
    """`NamedDocumentRequest` of the API."""

    fecha: Optional[str]
    """Su fecha, no posterior a la de emisión."""


class PurchaseReferenceRequest(TypedDict, total=False):
    """La orden con que se compró."""

    orden_compra: Union[NamedDocumentRequest, Optional[None]]
    """Orden de compra del adquirente."""


class Party(TypedDict):
    """`Party` of the API."""

    id: int
    """Id del tercero."""

    nombre: str
    """Nombre o razón social."""

    tipo_documento: str
    """Tipo de identificación."""

    numero_documento: str
    """Número de identificación."""

    email: str
    """Correo; vacío si no se conoce."""


class PurchaseOrder(TypedDict):
    """Orden de compra."""

    numero: str
    """Número."""

    fecha: Optional[str]
    """Fecha, `AAAA-MM-DD`."""


class Contract(TypedDict):
    """Contrato."""

    numero: str
    """Número."""


class References(TypedDict):
    """Documentos que nombra; null si ninguno."""

    orden_compra: Union[PurchaseOrder, Optional[None]]
    """Orden de compra."""

    remisiones: List[NamedDocument]
    """Remisiones."""

    entradas: List[NamedDocument]
    """Entradas."""

    contrato: Union[Contract, Optional[None]]
    """Contrato."""


class CorrectedSupportDocument(TypedDict):
    """`CorrectedSupportDocument` of the API."""

    id: Optional[int]
    """Id; null si no se guarda aquí."""

    numero: str
    """Prefijo y número."""

    cuds: str
    """CUDS."""

    fecha: str
    """Fecha. `AAAA-MM-DD`."""


class Gifts(TypedDict):
    """Obsequios y muestras; null si no hay."""

    valor: str
    """Valor comercial de lo regalado, sin impuestos. Texto decimal con dos decimales, en la moneda del documento."""

    iva_asumido: str
    """Impuestos que asume el vendedor. Texto decimal con dos decimales, en la moneda del documento."""


class MailReason(TypedDict):
    """Por qué no salió o no llegó; null si no hay nada que decir."""

    codigo: MailReasonCode
    """Código estable."""

    texto: str
    """Lo mismo en palabras."""


class Period(TypedDict):
    """`Period` of the API."""

    fecha_inicio: Union[str, date]
    """Primer día. `AAAA-MM-DD`."""

    fecha_fin: Union[str, date]
    """Último día. `AAAA-MM-DD`."""


class Delivery(TypedDict):
    """Entrega."""

    direccion: Optional[str]
    """Dirección."""

    codigo_municipio: Optional[str]
    """Código DIVIPOLA, en Colombia."""

    ciudad: Optional[str]
    """Municipio o ciudad."""

    pais: Optional[str]
    """País."""

    fecha: Optional[str]
    """Fecha de entrega."""

    incoterm: Optional[str]
    """Condición de entrega."""

    guia: Optional[str]
    """Guía de transporte."""

    transportador: Optional[str]
    """Quién transporta; no está en el XML."""


class StandardCode(TypedDict):
    """Código en una lista común."""

    esquema: StandardCodeScheme
    """Lista del código: 001 UNSPSC, 010 GTIN, 020 partida arancelaria."""

    codigo: str
    """El código."""


class Gift(TypedDict):
    """De un obsequio o una muestra."""

    valor_referencia: str
    """Valor comercial de una unidad. Texto decimal."""

    asume_iva: GiftTaxBearer
    """Quién asume sus impuestos en porcentaje."""


class _Receiver(TypedDict):

    numero_doc: str
    """Número de identificación. Puntos, espacios y guiones no cuentan, ni los ceros que anteceden a un NIT o una cédula; el dígito de verificación va tras un guion."""


class Receiver(_Receiver, total=False):
    """Adquirente."""

    tipo_doc: Union[IdentificationTypeCode, Optional[None]]
    """Tipo de identificación del adquirente; puede omitirse con el consumidor final."""

    nombre: Optional[str]
    """Nombre o razón social; puede omitirse con el consumidor final."""

    email: Optional[str]
    """Correo del adquirente."""

    direccion: Optional[str]
    """Dirección."""

    pais: Optional[str]
    """País de la dirección, ISO 3166-1 de dos letras; de otro texto v1 no usa nada, y v2 lo rechaza. Sin él es Colombia, salvo con tipo_doc 41, 42 o 50: entonces la dirección no se imprime."""

    tipo_persona: Union[PersonType, Optional[None]]
    """juridica o natural; sin él, jurídica con tipo_doc 31 o 50 y natural con los demás. Un texto vacío cuenta como ausente."""

    responsabilidades: Optional[Sequence[str]]
    """Responsabilidades fiscales de su RUT; sin ellas se firma R-99-PN."""

    tributo: Optional[str]
    """Tributo del que es responsable: 01 IVA, 04 INC, ZA ambos o ZZ ninguno (defecto). Regla FAK41."""

    nombre_comercial: Optional[str]
    """Nombre comercial."""

    municipio: Optional[str]
    """Nombre del municipio, o su código; en Colombia va con direccion y debe nombrar uno solo de la lista oficial. En otro país, la ciudad."""

    codigo_municipio: Optional[str]
    """Código DIVIPOLA de 5 dígitos."""

    departamento: Optional[str]
    """Nombre del departamento; en otro país, la región."""

    codigo_postal: Optional[str]
    """Código postal; en Colombia, 6 dígitos."""

    telefono: Optional[str]
    """Teléfono: dígitos, espacios y +."""

    contacto: Optional[str]
    """Persona de contacto."""

    matricula: Optional[str]
    """Matrícula mercantil."""


class StandardCodeRequest(TypedDict):
    """Código del bien en una lista común, además del propio."""

    esquema: StandardCodeScheme
    """001 UNSPSC (8 dígitos), 010 GTIN (8, 12, 13 o 14, con su dígito de verificación), 020 partida arancelaria (10)."""

    codigo: str
    """El código en ese esquema. Regla FAZ10."""


class _GiftRequest(TypedDict):

    valor_referencia: Union[Union[int, float, Decimal], str]
    """Valor comercial de una unidad, sin impuestos, mayor que 0: va firmado como precio de referencia."""


class GiftRequest(_GiftRequest, total=False):
    """La línea es un obsequio o una muestra: sin unit ni unit_input (o en 0), con valor de línea 0.00 y sus impuestos sobre el valor de referencia."""

    asume_iva: Union[GiftTaxBearer, Optional[None]]
    """Quién asume el IVA o el INC del obsequio: vendedor (defecto; sale como descuento de toda la factura) o comprador. Un tributo por unidad, como el de bolsas, lo paga siempre el comprador."""


class _InvoiceItemTax(TypedDict):

    codigo: OtherTaxCode
    """Código del tributo. En porcentaje: 01 IVA, 03 ICA, 04 INC, 08 IC Porcentual, 35 ICUI (ultraprocesados), 36 ADV. Por unidad: 02 IC, 22 INC Bolsas, 23 INCarbono, 24 INCombustibles, 32 ICL, 33 INPP, 34 IBUA (bebidas azucaradas). Regla FAX16."""


class InvoiceItemTax(_InvoiceItemTax, total=False):
    """`InvoiceItemTax` of the API."""

    tarifa: Optional[Union[Union[int, float, Decimal], str]]
    """Tarifa en porcentaje de la base del ítem, de un tributo en porcentaje. Regla FAX07."""

    valor_unitario: Optional[Union[Union[int, float, Decimal], str]]
    """Valor del tributo por cada unidad del ítem, de un tributo por unidad; en IBUA (34), por cada 100 ml. Regla FAX07."""

    mililitros: Optional[Union[Union[int, float, Decimal], str]]
    """Solo en IBUA (34), y allí obligatorio: mililitros que trae una unidad del ítem. Regla FAX09."""


class _InvoiceItem(TypedDict):

    desc: str
    """Descripción comercial. Regla FAZ02."""

    cant: Union[Union[int, float, Decimal], str]
    """Cantidad, mayor que 0. Regla FAV04b."""

    iva: Union[Union[int, float, Decimal], str]
    """Tarifa en porcentaje: 8 es INC, otra positiva es IVA, 0 no causa impuesto. Regla VLR01."""


class InvoiceItem(_InvoiceItem, total=False):
    """`InvoiceItem` of the API."""

    unit: Optional[Union[Union[int, float, Decimal], str]]
    """Valor unitario base, sin impuesto, en la moneda de la factura."""

    iva_incluido: Optional[bool]
    """El valor de unit_input incluye el impuesto: lo pagado es lo facturado, al centavo."""

    unit_input: Optional[Union[Union[int, float, Decimal], str]]
    """Valor unitario como se digitó, en la moneda de la factura; sirve de base cuando no viene unit."""

    codigo_impuesto: Union[ItemTaxCode, Optional[None]]
    """Código del tributo (alias tax_code); prevalece sobre la tarifa."""

    codigo: Optional[str]
    """Código propio del bien (SKU), hasta 50 caracteres: va firmado, impreso y en las consultas."""

    codigo_estandar: Union[StandardCodeRequest, Optional[None]]
    """Código del bien en una lista común, además del propio."""

    unidad_medida: Optional[str]
    """Unidad de la lista de la autoridad; 94 (unidad) si no viene. E48, H87, MON, ANN y KMT se llevan al código con que esa lista las escribe, con un aviso. Regla FAV05."""

    marca: Optional[str]
    """Marca."""

    modelo: Optional[str]
    """Modelo."""

    nota: Optional[str]
    """Nota de la línea: seriales, lote, garantía."""

    tratamiento: Union[TaxTreatment, Optional[None]]
    """Ante el IVA: gravado, exento (tarifa 0 con derecho a devolución) o excluido. Sin él, iva mayor que 0 es gravado y 0 es excluido, o exento con codigo_impuesto 01. Un texto vacío cuenta como ausente."""

    obsequio: Union[GiftRequest, Optional[None]]
    """La línea es un obsequio o una muestra: sin unit ni unit_input (o en 0), con valor de línea 0.00 y sus impuestos sobre el valor de referencia."""

    descuento: Optional[Union[Union[int, float, Decimal], str]]
    """Descuento de la línea en dinero, hasta su valor. Con iva_incluido se resta de lo pagado (unit_input por cant); sin él, del valor antes de impuestos. El impuesto se calcula sobre lo que queda. No va con descuento_porcentaje."""

    descuento_porcentaje: Optional[Union[Union[int, float, Decimal], str]]
    """El mismo descuento en porcentaje, mayor que 0 y hasta 100. No va con descuento. Regla FBE05."""

    descuento_motivo: Optional[str]
    """Motivo del descuento; sin él dice 'Descuento no condicionado'."""

    otros_impuestos: Optional[Sequence[InvoiceItemTax]]
    """Otros tributos del ítem, además del de iva, cada uno una vez. Con iva_incluido, unit_input los incluye a todos."""


class InvoicePayment(TypedDict, total=False):
    """Forma y medio de pago; sin él rige el método por defecto de la empresa."""

    form: Union[PaymentForm, Optional[None]]
    """Forma de pago. Un texto vacío cuenta como ausente."""

    method_id: Optional[int]
    """Id de un método de pago activo de la empresa."""

    means_code: Union[PaymentMeansCode, Optional[None]]
    """Medio de pago de la lista de la autoridad."""

    due_date: Optional[str]
    """Vencimiento, AAAA-MM-DD; obligatorio a crédito, vacío de contado."""


class _InvoiceAiu(TypedDict):

    enabled: bool
    """true cuando la factura es de un contrato AIU; con false lo demás sobra."""


class InvoiceAiu(_InvoiceAiu, total=False):
    """Contrato AIU: los ítems son su costo directo; administración, imprevistos y utilidad se agregan."""

    contract_base: Union[Union[int, float, Decimal], str]
    """Valor en la moneda de la factura sobre el que se calculan los tres porcentajes. Obligatorio, salvo con `enabled: false`."""

    administracion_percent: Optional[Union[Union[int, float, Decimal], str]]
    """Administración, en porcentaje."""

    imprevistos_percent: Optional[Union[Union[int, float, Decimal], str]]
    """Imprevistos, en porcentaje."""

    utilidad_percent: Optional[Union[Union[int, float, Decimal], str]]
    """Utilidad, en porcentaje."""

    tax_rate: Union[Union[int, float, Decimal], str]
    """Tarifa de IVA en porcentaje. Obligatorio, salvo con `enabled: false`."""

    iva_base_mode: AiuBaseMode
    """Base del IVA: AIU_TOTAL (las tres partes) o UTILIDAD. Obligatorio, salvo con `enabled: false`."""


class InvoiceWithholding(TypedDict):
    """`InvoiceWithholding` of the API."""

    type: str
    """Retención, de las configuradas para la empresa."""

    base_mode: str
    """Base, de las configuradas para esa retención."""

    percent: Union[Union[int, float, Decimal], str]
    """Porcentaje, de 0 a 100."""


class InvoiceCurrency(TypedDict, total=False):
    """Moneda de la factura; todos sus valores van en ella."""

    commercial_currency: Optional[str]
    """COP (defecto) o cualquier moneda ISO 4217 de la lista; el documento lleva además sus totales en pesos."""

    applied_rate: Optional[Union[Union[int, float, Decimal], str]]
    """Pesos colombianos por unidad de la moneda que se aplican."""

    official_trm: Optional[Union[Union[int, float, Decimal], str]]
    """TRM oficial, pesos colombianos por dólar; se usa cuando no viene applied_rate."""

    rate_date: Optional[str]
    """Fecha de la tasa, AAAA-MM-DD; obligatoria si la moneda no es el peso."""


class InvoiceDiscount(TypedDict, total=False):
    """`InvoiceDiscount` of the API."""

    valor: Optional[Union[Union[int, float, Decimal], str]]
    """Valor en dinero, mayor que 0. No va con porcentaje."""

    porcentaje: Optional[Union[Union[int, float, Decimal], str]]
    """Porcentaje del subtotal (antes de impuestos), mayor que 0 y hasta 100. No va con valor. Regla FAQ06."""

    motivo: Optional[str]
    """Motivo, como lo imprime la factura."""

    codigo: Union[DiscountReasonCode, Optional[None]]
    """Código de la autoridad: 00 (Descuento no condicionado) o 01 (Descuento condicionado); puede omitirse."""


class InvoiceCharge(TypedDict, total=False):
    """`InvoiceCharge` of the API."""

    valor: Optional[Union[Union[int, float, Decimal], str]]
    """Valor en dinero, mayor que 0. No va con porcentaje."""

    porcentaje: Optional[Union[Union[int, float, Decimal], str]]
    """Porcentaje del subtotal (antes de impuestos), mayor que 0 y hasta 100. No va con valor. Regla FAQ06."""

    motivo: Optional[str]
    """Motivo, como lo imprime la factura."""

    codigo: Union[ChargeReasonCode, Optional[None]]
    """Código de la autoridad: 02 (Recargo no condicionado) o 03 (Recargo condicionado); puede omitirse."""


class InstalmentRequest(TypedDict):
    """`InstalmentRequest` of the API."""

    valor: Union[Union[int, float, Decimal], str]
    """Valor de la cuota."""

    due_date: Union[str, date]
    """Su vencimiento, después del de la anterior."""


class _PrepaymentRequest(TypedDict):

    valor: Union[Union[int, float, Decimal], str]
    """Lo que se recibió."""

    fecha: Union[str, date]
    """Cuándo se recibió, no después de hoy."""


class PrepaymentRequest(_PrepaymentRequest, total=False):
    """`PrepaymentRequest` of the API."""

    referencia: Optional[str]
    """Comprobante del anticipo."""


class ContractRequest(TypedDict):
    """Contrato."""

    numero: str
    """Número del contrato."""


class ReferencesRequest(TypedDict, total=False):
    """Documentos que el comprador busca en la factura."""

    orden_compra: Union[NamedDocumentRequest, Optional[None]]
    """Orden de compra del adquirente."""

    remisiones: Optional[Sequence[NamedDocumentRequest]]
    """Remisiones o despachos."""

    entradas: Optional[Sequence[NamedDocumentRequest]]
    """Entradas o recibos de la mercancía."""

    contrato: Union[ContractRequest, Optional[None]]
    """Contrato."""


class DeliveryRequest(TypedDict, total=False):
    """Dónde, cuándo y cómo se entrega."""

    direccion: Optional[str]
    """Dirección de entrega; en Colombia va con codigo_municipio."""

    codigo_municipio: Optional[str]
    """En Colombia: código DIVIPOLA de 5 dígitos."""

    ciudad: Optional[str]
    """En otro país: la ciudad."""

    pais: Optional[str]
    """País ISO 3166-1 de dos letras; CO si no viene."""

    fecha: Optional[str]
    """Fecha de entrega; puede ser futura."""

    incoterm: Union[DeliveryRequestIncoterm, Optional[None]]
    """Condición de entrega: CFR Costo y flete, CIF Costo, flete y seguro, CIP Transporte y Seguro Pagados hasta, CPT Transporte Pagado Hasta, DAP Entregado en un Lugar, DAT Entregado en Terminal, DDP Entregado con Pago de Derechos, EXW En Fábrica, FAS Franco al costado del buque, FCA Franco transportista, FOB Franco a bordo. DPU se firma como DAT, con un aviso. Un texto vacío cuenta como ausente."""

    guia: Optional[str]
    """Número de la guía de transporte."""

    transportador: Optional[str]
    """Quién transporta: se imprime, no se firma."""


class MailRequest(TypedDict, total=False):
    """Envío por correo al comprador, una vez `aceptado`. No se firma ni se imprime; cuenta para reconocer un reintento."""

    enviar: Optional[bool]
    """Si se envía al comprador cuando quede `aceptado`; sin él, lo que tenga la empresa."""

    correos: Optional[Sequence[str]]
    """A quiénes; sin ellos, al correo del receptor."""

    mensaje: Optional[str]
    """Texto para el comprador, un párrafo del correo; admite saltos de línea."""


class CorrectedInvoice(TypedDict):
    """Solo en una nota: la factura que corrige; null si corrige un periodo."""

    id: Optional[int]
    """Id; null si no se guarda aquí."""

    numero: str
    """Prefijo y número."""

    cufe: str
    """CUFE, o CUDE de una factura de contingencia."""

    fecha: str
    """Fecha de emisión. `AAAA-MM-DD`."""


class _ExternalInvoice(TypedDict):

    numero: str
    """Prefijo y número, sin separador."""

    cufe: str
    """CUFE, o CUDE de una factura de contingencia."""

    fecha: Union[str, date]
    """Fecha de emisión, no posterior a hoy."""


class ExternalInvoice(_ExternalInvoice, total=False):
    """Factura que este emisor expidió con otro sistema: pide también `receptor`, `items` y `concepto`, y no se comprueba saldo. Si se guarda aquí, vale como su id."""

    tipo: Union[ExternalInvoiceType, Optional[None]]
    """Tipo de la factura; 01 si no se envía. Un texto vacío cuenta como ausente."""


class _InvoiceNoteItemOtrosImpuestos(TypedDict):

    codigo: str
    """Código del tributo. En porcentaje: 01 IVA, 03 ICA, 04 INC, 08 IC Porcentual, 35 ICUI (ultraprocesados), 36 ADV. Por unidad: 02 IC, 22 INC Bolsas, 23 INCarbono, 24 INCombustibles, 32 ICL, 33 INPP, 34 IBUA (bebidas azucaradas). Regla FAX16."""


class InvoiceNoteItemOtrosImpuestos(_InvoiceNoteItemOtrosImpuestos, total=False):
    """`InvoiceNoteItemOtrosImpuestos` of the API."""

    tarifa: Optional[Union[Union[int, float, Decimal], str]]
    """Tarifa en porcentaje de la base del ítem, de un tributo en porcentaje. Regla FAX07."""

    valor_unitario: Optional[Union[Union[int, float, Decimal], str]]
    """Valor del tributo por cada unidad del ítem, de un tributo por unidad; en IBUA (34), por cada 100 ml. Regla FAX07."""

    mililitros: Optional[Union[Union[int, float, Decimal], str]]
    """Solo en IBUA (34), y allí obligatorio: mililitros que trae una unidad del ítem. Regla FAX09."""


class _InvoiceNoteItem(TypedDict):

    cant: Union[Union[int, float, Decimal], str]
    """Cantidad, mayor que 0. Regla FAV04b."""


class InvoiceNoteItem(_InvoiceNoteItem, total=False):
    """`InvoiceNoteItem` of the API."""

    linea: Optional[int]
    """Número de una línea del documento que se corrige: de ella salen descripción, código, valor unitario y tarifa; van con ella solo la cantidad y, si baja el precio, el valor unitario, sin impuesto o con él."""

    desc: Optional[str]
    """Descripción comercial. Regla FAZ02."""

    unit: Optional[Union[Union[int, float, Decimal], str]]
    """Valor unitario base, sin impuesto, en la moneda de la factura."""

    iva: Optional[Union[Union[int, float, Decimal], str]]
    """Tarifa en porcentaje: 8 es INC, otra positiva es IVA, 0 no causa impuesto. Regla VLR01."""

    iva_incluido: Optional[bool]
    """El valor de unit_input incluye el impuesto: lo pagado es lo facturado, al centavo."""

    unit_input: Optional[Union[Union[int, float, Decimal], str]]
    """Valor unitario como se digitó, en la moneda de la factura; sirve de base cuando no viene unit."""

    codigo_impuesto: Optional[str]
    """Código del tributo (alias tax_code); prevalece sobre la tarifa."""

    codigo: Optional[str]
    """Código propio del bien (SKU), hasta 50 caracteres: va firmado, impreso y en las consultas."""

    codigo_estandar: Union[StandardCodeRequest, Optional[None]]
    """Código del bien en una lista común, además del propio."""

    unidad_medida: Optional[str]
    """Unidad de la lista de la autoridad; 94 (unidad) si no viene. E48, H87, MON, ANN y KMT se llevan al código con que esa lista las escribe, con un aviso. Regla FAV05."""

    marca: Optional[str]
    """Marca."""

    modelo: Optional[str]
    """Modelo."""

    nota: Optional[str]
    """Nota de la línea: seriales, lote, garantía."""

    tratamiento: Union[TaxTreatment, Optional[None]]
    """Ante el IVA: gravado, exento (tarifa 0 con derecho a devolución) o excluido. Sin él, iva mayor que 0 es gravado y 0 es excluido, o exento con codigo_impuesto 01. Un texto vacío cuenta como ausente."""

    obsequio: Union[GiftRequest, Optional[None]]
    """La línea es un obsequio o una muestra: sin unit ni unit_input (o en 0), con valor de línea 0.00 y sus impuestos sobre el valor de referencia."""

    descuento: Optional[Union[Union[int, float, Decimal], str]]
    """Descuento de la línea en dinero, hasta su valor. Con iva_incluido se resta de lo pagado (unit_input por cant); sin él, del valor antes de impuestos. El impuesto se calcula sobre lo que queda. No va con descuento_porcentaje."""

    descuento_porcentaje: Optional[Union[Union[int, float, Decimal], str]]
    """El mismo descuento en porcentaje, mayor que 0 y hasta 100. No va con descuento. Regla FBE05."""

    descuento_motivo: Optional[str]
    """Motivo del descuento; sin él dice 'Descuento no condicionado'."""

    otros_impuestos: Optional[Sequence[InvoiceNoteItemOtrosImpuestos]]
    """Otros tributos del ítem, además del de iva, cada uno una vez. Con iva_incluido, unit_input los incluye a todos."""


class CreditNoteRequestDescuentos(TypedDict, total=False):
    """`CreditNoteRequestDescuentos` of the API."""

    valor: Optional[Union[Union[int, float, Decimal], str]]
    """Valor en dinero, mayor que 0. No va con porcentaje."""

    porcentaje: Optional[Union[Union[int, float, Decimal], str]]
    """Porcentaje del subtotal (antes de impuestos), mayor que 0 y hasta 100. No va con valor. Regla FAQ06."""

    motivo: Optional[str]
    """Motivo, como lo imprime la factura."""

    codigo: Optional[str]
    """Código de la autoridad: 00 (Descuento no condicionado) o 01 (Descuento condicionado); puede omitirse."""


class CreditNoteRequestCargos(TypedDict, total=False):
    """`CreditNoteRequestCargos` of the API."""

    cargo: Optional[int]
    """Número, desde 1, de un cargo de la factura que se devuelve (la propina, el domicilio): con él va solo `valor`, hasta lo que quede de ese cargo."""

    valor: Optional[Union[Union[int, float, Decimal], str]]
    """Valor en dinero, mayor que 0. No va con porcentaje."""

    porcentaje: Optional[Union[Union[int, float, Decimal], str]]
    """Porcentaje del subtotal (antes de impuestos), mayor que 0 y hasta 100. No va con valor. Regla FAQ06."""

    motivo: Optional[str]
    """Motivo, como lo imprime la factura."""

    codigo: Optional[str]
    """Código de la autoridad: 02 (Recargo no condicionado) o 03 (Recargo condicionado); puede omitirse."""


class DebitNoteRequestDescuentos(TypedDict, total=False):
    """`DebitNoteRequestDescuentos` of the API."""

    valor: Optional[Union[Union[int, float, Decimal], str]]
    """Valor en dinero, mayor que 0. No va con porcentaje."""

    porcentaje: Optional[Union[Union[int, float, Decimal], str]]
    """Porcentaje del subtotal (antes de impuestos), mayor que 0 y hasta 100. No va con valor. Regla FAQ06."""

    motivo: Optional[str]
    """Motivo, como lo imprime la factura."""

    codigo: Optional[str]
    """Código de la autoridad: 00 (Descuento no condicionado) o 01 (Descuento condicionado); puede omitirse."""


class DebitNoteRequestCargos(TypedDict, total=False):
    """`DebitNoteRequestCargos` of the API."""

    valor: Optional[Union[Union[int, float, Decimal], str]]
    """Valor en dinero, mayor que 0. No va con porcentaje."""

    porcentaje: Optional[Union[Union[int, float, Decimal], str]]
    """Porcentaje del subtotal (antes de impuestos), mayor que 0 y hasta 100. No va con valor. Regla FAQ06."""

    motivo: Optional[str]
    """Motivo, como lo imprime la factura."""

    codigo: Optional[str]
    """Código de la autoridad: 02 (Recargo no condicionado) o 03 (Recargo condicionado); puede omitirse."""


class ExternalSupportDocument(TypedDict):
    """Documento soporte que este emisor expidió con otro sistema: pide también `proveedor`, `items` y `concepto`, y no se comprueba saldo. Si se guarda aquí, vale como su id."""

    numero: str
    """Prefijo y número, sin separador."""

    cuds: str
    """CUDS del documento soporte."""

    fecha: Union[str, date]
    """Fecha del documento, no posterior a hoy."""


class _AdjustmentNoteItem(TypedDict):

    cantidad: Union[Union[int, float, Decimal], str]
    """Cantidad, mayor que 0. Regla 2.14."""


class AdjustmentNoteItem(_AdjustmentNoteItem, total=False):
    """`AdjustmentNoteItem` of the API."""

    linea: Optional[int]
    """Número de una línea del documento que se corrige: de ella salen descripción, código, valor unitario y tarifa; van con ella solo la cantidad y, si baja el precio, el valor unitario, sin impuesto o con él."""

    codigo: Optional[str]
    """Código UNSPSC del bien o servicio: exactamente 8 dígitos. Regla 2.14."""

    descripcion: Optional[str]
    """Descripción real del bien o servicio; admite saltos de línea."""

    unidad_medida: Optional[str]
    """Unidad de medida; EA si no se envía. NIU se toma como EA."""

    precio_unitario: Optional[Union[Union[int, float, Decimal], str]]
    """Precio por unidad, sin IVA, en la moneda del documento; no negativo. Regla 2.14."""

    base_imponible: Optional[Union[Union[int, float, Decimal], str]]
    """Base de la línea en dinero, en la moneda del documento; de ella sale el precio cuando no se envía (alias base). Regla 2.14."""

    porcentaje_iva: Optional[Union[Union[int, float, Decimal], str]]
    """Tarifa de IVA en porcentaje; las publicadas son 0, 5, 16 y 19, y otra causa una notificación de la autoridad. Regla 2.14."""

    impuesto: Optional[Union[Union[int, float, Decimal], str]]
    """IVA de la línea en dinero, en la moneda del documento. Regla 2.14."""

    cost_center_id: Optional[int]
    """Centro de costo de la empresa, por id."""

    cost_center_code: Optional[str]
    """Centro de costo, por código (alias centro_costo_codigo)."""


class TicketTill(TypedDict):
    """`TicketTill` of the API."""

    placa: str
    """Placa de inventario de la caja."""

    ubicacion: str
    """Dónde está."""

    tipo: str
    """Tipo de caja."""

    cajero: str
    """Quién atendió."""

    codigo_venta: Optional[str]
    """Código de la venta; si no se envió, el número del tiquete."""


class TicketLoyalty(TypedDict):
    """`TicketLoyalty` of the API."""

    codigo: str
    """Código en el programa de fidelización; si no se envió, el número de identificación."""

    nombre: str
    """Nombre."""

    puntos: str
    """Puntos."""


class TicketTillRequest(TypedDict, total=False):
    """La caja que vende: va firmada e impresa."""

    placa: Optional[str]
    """Placa de inventario de la caja. Con la de una registrada, ubicación y tipo salen de ella; sin placa, la única registrada."""

    ubicacion: Optional[str]
    """Dónde está; sin ella, la de la caja registrada."""

    tipo: Optional[str]
    """Tipo de caja; sin él, el de la caja registrada o `Caja`."""

    cajero: Optional[str]
    """Quién atiende; sin él, `No aplica`."""

    codigo_venta: Optional[str]
    """Código de la venta; sin él, el número del tiquete."""


class TicketLoyaltyRequest(TypedDict, total=False):
    """Quien compra, en el programa de fidelización de la tienda."""

    codigo: Optional[str]
    """Código en el programa; sin él, el número de identificación."""

    nombre: Optional[str]
    """Nombre; sin él, el de quien compra."""

    puntos: Optional[str]
    """Puntos, como texto o como número; sin ellos, 0."""


class CorrectedTicket(TypedDict):
    """`CorrectedTicket` of the API."""

    id: Optional[int]
    """Id; null si no se guarda aquí."""

    numero: str
    """Prefijo y número."""

    cude: str
    """CUDE."""

    fecha: str
    """Fecha. `AAAA-MM-DD`."""


class ExternalTicket(TypedDict):
    """Tiquete que este emisor expidió con otro sistema: pide también `items` y `concepto`, y no se comprueba saldo; sin `receptor` es de consumidor final. Si se guarda aquí, vale como su id."""

    numero: str
    """Prefijo y número, sin separador."""

    cude: str
    """CUDE del tiquete."""

    fecha: Union[str, date]
    """Fecha de emisión, no posterior a hoy."""


class TicketCreditNoteRequestDescuentos(TypedDict, total=False):
    """`TicketCreditNoteRequestDescuentos` of the API."""

    valor: Optional[Union[Union[int, float, Decimal], str]]
    """Valor en dinero, mayor que 0. No va con porcentaje."""

    porcentaje: Optional[Union[Union[int, float, Decimal], str]]
    """Porcentaje del subtotal (antes de impuestos), mayor que 0 y hasta 100. No va con valor. Regla FAQ06."""

    motivo: Optional[str]
    """Motivo, como lo imprime la factura."""

    codigo: Optional[str]
    """Código de la autoridad: 00 (Descuento no condicionado) o 01 (Descuento condicionado); puede omitirse."""


class TicketDebitNoteRequestDescuentos(TypedDict, total=False):
    """`TicketDebitNoteRequestDescuentos` of the API."""

    valor: Optional[Union[Union[int, float, Decimal], str]]
    """Valor en dinero, mayor que 0. No va con porcentaje."""

    porcentaje: Optional[Union[Union[int, float, Decimal], str]]
    """Porcentaje del subtotal (antes de impuestos), mayor que 0 y hasta 100. No va con valor. Regla FAQ06."""

    motivo: Optional[str]
    """Motivo, como lo imprime la factura."""

    codigo: Optional[str]
    """Código de la autoridad: 00 (Descuento no condicionado) o 01 (Descuento condicionado); puede omitirse."""


class TicketDebitNoteRequestCargos(TypedDict, total=False):
    """`TicketDebitNoteRequestCargos` of the API."""

    valor: Optional[Union[Union[int, float, Decimal], str]]
    """Valor en dinero, mayor que 0. No va con porcentaje."""

    porcentaje: Optional[Union[Union[int, float, Decimal], str]]
    """Porcentaje del subtotal (antes de impuestos), mayor que 0 y hasta 100. No va con valor. Regla FAQ06."""

    motivo: Optional[str]
    """Motivo, como lo imprime la factura."""

    codigo: Optional[str]
    """Código de la autoridad: 02 (Recargo no condicionado) o 03 (Recargo condicionado); puede omitirse."""


class ClosingTotal(TypedDict):
    """Los documentos en pesos."""

    moneda: str
    """Moneda ISO 4217 de los documentos y de todos los valores."""

    estados: ClosingStates

    tipos: List[ClosingType]
    """Por tipo de documento."""

    impuestos: List[PrintedTax]
    """Por impuesto y tarifa, netos de notas."""

    medios: List[ClosingMeans]
    """Por medio de pago, netos de notas; con los anticipos suman `neto`."""

    numeros: List[ClosingNumbers]
    """Por prefijo."""

    neto: str
    """Facturas o documentos soporte, y notas débito, menos notas crédito (o de ajuste). Texto decimal con dos decimales, en la moneda del documento."""


class AcquirerData(TypedDict):
    """Lo que la autoridad registra del adquirente; sirve de `receptor` de la factura."""

    identification_type: str
    """Tipo de identificación consultado."""

    identification_number: str
    """Número consultado."""

    name: str
    """Nombre que registra la autoridad."""

    email: str
    """Correo que registra la autoridad; vacío si no hay."""

    tipo_doc: str
    """Lo mismo que `identification_type`, con el nombre que usa la factura."""

    numero_doc: str
    """Lo mismo que `identification_number`."""

    nombre: str
    """Lo mismo que `name`."""


class WebhookDesactivado(TypedDict):
    """null mientras está activo."""

    fecha: str
    """Cuándo, instante ISO 8601 en UTC."""

    motivo: WebhookDesactivadoMotivo
    """Por qué."""


class WebhookUltimaFalla(TypedDict):
    """null si ninguna ha fallado."""

    fecha: str
    """Cuándo, instante ISO 8601 en UTC."""

    error: str
    """Clase de la falla: `http 500`, `timeout`, `network`."""


class CompanyStateEmpresa(TypedDict):
    """La empresa del token."""

    id: int
    """Id de la empresa en el servicio."""

    nit: str
    """NIT sin dígito de verificación."""

    dv: str
    """Dígito de verificación."""

    nombre: str
    """Razón social."""

    ambiente: CompanyStateEmpresaAmbiente
    """Ambiente en que emite ahora."""

    estado: CompanyStateEmpresaEstado
    """`suspendida` y `archivada`: no emite documentos nuevos (403 `company_suspended`); lo ya emitido se consulta."""


class CompanyStateModulos(TypedDict, total=False):
    """Los módulos que algún permiso de lectura del token alcanza; los demás no aparecen."""

    fe: CompanyModule

    dse: CompanyModule

    dee: CompanyModule


class CompanyStateCertificado(TypedDict):
    """El certificado de firma; null si no hay ninguno."""

    vence: str
    """Hasta cuándo se puede firmar, instante ISO 8601 en UTC."""

    dias: int
    """Días completos que faltan; negativo si ya venció."""


class CompanyStateAutoridad(TypedDict):
    """Cómo responde la autoridad en el ambiente de la empresa."""

    estado: CompanyStateAutoridadEstado
    """`caida`: no responde, y los documentos firmados esperan sin enviarse; `lenta`: ya responde, y salen los que esperaban, o responde consultas y falla en los envíos; `normal`: nada se sabe en su contra."""

    desde: Optional[str]
    """Desde cuándo, instante ISO 8601 en UTC; null si es `normal`."""


class CompanyModulePlan(TypedDict):
    """Plan del año en curso; null si no hay."""

    anio: int
    """Año del plan."""

    cupo: int
    """Documentos contratados."""

    usados: int
    """Documentos que ya ocuparon un lugar."""
