// Written by `npm run client` from the schemas of API v2; do not edit.
/* eslint-disable */
import type {Decimal} from "./body.ts";

/**
 * Qué pasó: el `tipo` del cambio.
 */
export type ChangeType =
  | "documento.creado"
  | "documento.aceptado"
  | "documento.rechazado"
  | "documento.incierto"
  | "documento.desconocido"
  | "envio.enviado"
  | "envio.entregado"
  | "envio.rebotado"
  | "envio.rechazado"
  | "envio.quejado";
/**
 * Módulo del documento.
 */
export type ChangedDocumentModulo = "fe" | "dse" | "dee";
/**
 * Tipo de documento ante la autoridad.
 */
export type DocumentType = "01" | "02" | "03" | "05" | "20" | "91" | "92" | "93" | "94" | "95";
/**
 * Estado de un documento ante la autoridad.
 */
export type DocumentState =
  | "creating"
  | "firmado"
  | "sending"
  | "enviado"
  | "en_proceso"
  | "en_proceso_http"
  | "send_unknown"
  | "aceptado"
  | "rechazado";
/**
 * Estado de un envío que se cuenta en los cambios.
 */
export type MailChangeState = "enviado" | "entregado" | "rebotado" | "rechazado" | "quejado";
/**
 * 1 si pertenece al set de pruebas.
 */
export type TestSetMark = 0 | 1;
/**
 * Rechazo, o aviso que no impide nada.
 */
export type Severity = "rechazo" | "notificacion";
/**
 * Nombre del identificador fiscal.
 */
export type FiscalIdName = "CUFE" | "CUDE" | "CUDS";
/**
 * Forma de pago.
 */
export type PaymentForm = "contado" | "credito";
/**
 * Tipo del documento que se ensaya.
 */
export type PricedDocumentType = "01" | "03" | "05";
/**
 * Código estable de un error.
 */
export type ErrorCode =
  | "unauthorized"
  | "wrong_company"
  | "missing_scope"
  | "module_not_contracted"
  | "rate_limited"
  | "unsupported_media_type"
  | "body_too_large"
  | "body_timeout"
  | "invalid_json"
  | "missing_idempotency_key"
  | "invalid_idempotency_key"
  | "invalid_parameter"
  | "range_too_long"
  | "invalid_payload"
  | "unknown_field"
  | "invalid_cursor"
  | "cursor_expired"
  | "business_rule"
  | "company_suspended"
  | "plan_exhausted"
  | "range_missing"
  | "range_expired"
  | "range_exhausted"
  | "certificate_missing"
  | "certificate_expired"
  | "reference_not_found"
  | "reference_required"
  | "reference_ambiguous"
  | "not_correctable"
  | "reference_rejected"
  | "reference_pending"
  | "reference_annulled"
  | "concept_required"
  | "concept_invalid"
  | "concept_needs_reference"
  | "concept_needs_whole"
  | "nothing_to_credit"
  | "exceeds_balance"
  | "line_unknown"
  | "exceeds_line"
  | "party_differs"
  | "currency_differs"
  | "date_not_today"
  | "withholdings_not_allowed"
  | "period_invalid"
  | "series_missing"
  | "till_required"
  | "ticket_over_5_uvt"
  | "paper_number_taken"
  | "idempotency_conflict"
  | "not_found"
  | "file_not_found"
  | "not_ready"
  | "not_deliverable"
  | "mail_disabled"
  | "recipient_suppressed"
  | "envio_limit"
  | "file_lost"
  | "too_many_notes"
  | "route_not_found"
  | "method_not_allowed"
  | "acquirer_not_found"
  | "authority_fault"
  | "authority_timeout"
  | "authority_unreachable"
  | "document_rejected"
  | "result_uncertain"
  | "unavailable"
  | "internal_error";
/**
 * Tipo de identificación. `11` Registro civil; `12` Tarjeta de identidad; `13` Cédula de ciudadanía; `21` Tarjeta de extranjería; `22` Cédula de extranjería; `31` NIT; `41` Pasaporte; `42` Documento de identificación extranjero; `47` PEP (Permiso Especial de Permanencia); `48` PPT (Permiso Protección Temporal); `50` NIT de otro país; `91` NUIP.
 */
export type IdentificationTypeCode = "11" | "12" | "13" | "21" | "22" | "31" | "41" | "42" | "47" | "48" | "50" | "91";
/**
 * 1 por operación, 2 acumulado semanal.
 */
export type GenerationFormCode = "1" | "2";
/**
 * 1 contado, 2 crédito.
 */
export type PaymentFormCode = "1" | "2";
/**
 * Medio de pago. `1` Instrumento no definido; `2` Crédito ACH; `3` Débito ACH; `4` Reversión débito de demanda ACH; `5` Reversión crédito de demanda ACH; `6` Crédito de demanda ACH; `7` Débito de demanda ACH; `8` Mantener; `9` Clearing Nacional o Regional; `10` Efectivo; `11` Reversión Crédito Ahorro; `12` Reversión Débito Ahorro; `13` Crédito Ahorro; `14` Débito Ahorro; `15` Bookentry Crédito; `16` Bookentry Débito; `17` Concentración de la demanda en efectivo /Desembolso Crédito (CCD); `18` Concentración de la demanda en efectivo / Desembolso (CCD) débito; `19` Crédito Pago negocio corporativo (CTP); `20` Cheque; `21` Poyecto bancario; `22` Proyecto bancario certificado; `23` Cheque bancario; `24` Nota cambiaria esperando aceptación; `25` Cheque certificado; `26` Cheque Local; `27` Débito Pago Neogcio Corporativo (CTP); `28` Crédito Negocio Intercambio Corporativo (CTX); `29` Débito Negocio Intercambio Corporativo (CTX); `30` Transferecia Crédito; `31` Transferencia Débito; `32` Concentración Efectivo / Desembolso Crédito plus (CCD+); `33` Concentración Efectivo / Desembolso Débito plus (CCD+); `34` Pago y depósito pre acordado (PPD); `35` Concentración efectivo ahorros / Desembolso Crédito (CCD); `36` Concentración efectivo ahorros / Desembolso Drédito (CCD); `37` Pago Negocio Corporativo Ahorros Crédito (CTP); `38` Pago Neogcio Corporativo Ahorros Débito (CTP); `39` Crédito Negocio Intercambio Corporativo (CTX); `40` Débito Negocio Intercambio Corporativo (CTX); `41` Concentración efectivo/Desembolso Crédito plus (CCD+); `42` Consiganción bancaria; `43` Concentración efectivo / Desembolso Débito plus (CCD+); `44` Nota cambiaria; `45` Transferencia Crédito Bancario; `46` Transferencia Débito Interbancario; `47` Transferencia Débito Bancaria; `48` Tarjeta Crédito; `49` Tarjeta Débito; `50` Postgiro; `51` Telex estándar bancario francés; `52` Pago comercial urgente; `53` Pago Tesorería Urgente; `60` Nota promisoria; `61` Nota promisoria firmada por el acreedor; `62` Nota promisoria firmada por el acreedor, avalada por el banco; `63` Nota promisoria firmada por el acreedor, avalada por un tercero; `64` Nota promisoria firmada pro el banco; `65` Nota promisoria firmada por un banco avalada por otro banco; `66` Nota promisoria firmada; `67` Nota promisoria firmada por un tercero avalada por un banco; `70` Retiro de nota por el por el acreedor; `74` Retiro de nota por el por el acreedor sobre un banco; `75` Retiro de nota por el acreedor, avalada por otro banco; `76` Retiro de nota por el acreedor, sobre un banco avalada por un tercero; `77` Retiro de una nota por el acreedor sobre un tercero; `78` Retiro de una nota por el acreedor sobre un tercero avalada por un banco; `91` Nota bancaria tranferible; `92` Cheque local traferible; `93` Giro referenciado; `94` Giro urgente; `95` Giro formato abierto; `96` Método de pago solicitado no usuado; `97` Clearing entre partners; `ZZZ` Acuerdo mutuo; `71` Bonos; `72` Vales.
 */
export type PaymentMeansCode =
  | "1"
  | "2"
  | "3"
  | "4"
  | "5"
  | "6"
  | "7"
  | "8"
  | "9"
  | "10"
  | "11"
  | "12"
  | "13"
  | "14"
  | "15"
  | "16"
  | "17"
  | "18"
  | "19"
  | "20"
  | "21"
  | "22"
  | "23"
  | "24"
  | "25"
  | "26"
  | "27"
  | "28"
  | "29"
  | "30"
  | "31"
  | "32"
  | "33"
  | "34"
  | "35"
  | "36"
  | "37"
  | "38"
  | "39"
  | "40"
  | "41"
  | "42"
  | "43"
  | "44"
  | "45"
  | "46"
  | "47"
  | "48"
  | "49"
  | "50"
  | "51"
  | "52"
  | "53"
  | "60"
  | "61"
  | "62"
  | "63"
  | "64"
  | "65"
  | "66"
  | "67"
  | "70"
  | "74"
  | "75"
  | "76"
  | "77"
  | "78"
  | "91"
  | "92"
  | "93"
  | "94"
  | "95"
  | "96"
  | "97"
  | "ZZZ"
  | "71"
  | "72";
/**
 * 05 documento soporte, 95 nota de ajuste.
 */
export type SupportDocumentType = "05" | "95";
/**
 * 05 ReteIVA, 06 ReteRenta, 07 ReteICA.
 */
export type WithholdingCode = "05" | "06" | "07";
/**
 * 91 nota crédito, 92 nota débito, 95 nota de ajuste; de tiquetes, 94 crédito y 93 débito.
 */
export type NoteType = "91" | "92" | "93" | "94" | "95";
/**
 * 01 factura, 02 exportación (solo en v2), 03 factura de contingencia.
 */
export type InvoiceType = "01" | "02" | "03";
/**
 * Quién pidió un envío por correo.
 */
export type MailKind = "automatico" | "manual";
/**
 * Estado de un envío por correo.
 */
export type MailState =
  | "pendiente"
  | "enviando"
  | "incierto"
  | "enviado"
  | "demorado"
  | "entregado"
  | "rebotado"
  | "rechazado"
  | "omitido"
  | "quejado";
/**
 * Por qué un envío no salió o no llegó.
 */
export type MailReasonCode =
  | "sin_correo"
  | "consumidor_final"
  | "desactivado"
  | "suprimido"
  | "direccion_invalida"
  | "adjunto_grande"
  | "mensaje_rechazado"
  | "remitente_no_verificado"
  | "buzon_inexistente"
  | "buzon_lleno"
  | "fallo_del_servicio"
  | "sin_respuesta"
  | "vencida"
  | "queja";
/**
 * Lista de un código estándar.
 */
export type StandardCodeScheme = "001" | "010" | "020";
/**
 * Cómo está un ítem ante el IVA.
 */
export type TaxTreatment = "gravado" | "exento" | "excluido";
/**
 * Quién asume el IVA de un obsequio.
 */
export type GiftTaxBearer = "vendedor" | "comprador";
/**
 * Tipo de persona.
 */
export type PersonType = "juridica" | "natural";
/**
 * Base del IVA: AIU_TOTAL (las tres partes) o UTILIDAD. Obligatorio, salvo con `enabled: false`.
 */
export type AiuBaseMode = "AIU_TOTAL" | "UTILIDAD";
/**
 * Condición de entrega: CFR Costo y flete, CIF Costo, flete y seguro, CIP Transporte y Seguro Pagados hasta, CPT Transporte Pagado Hasta, DAP Entregado en un Lugar, DAT Entregado en Terminal, DDP Entregado con Pago de Derechos, EXW En Fábrica, FAS Franco al costado del buque, FCA Franco transportista, FOB Franco a bordo. DPU se firma como DAT, con un aviso. Un texto vacío cuenta como ausente.
 */
export type DeliveryRequestIncoterm =
  "CFR" | "CIF" | "CIP" | "CPT" | "DAP" | "DAT" | "DDP" | "EXW" | "FAS" | "FCA" | "FOB" | "DPU";
/**
 * Tipo de una factura o de una nota sobre ella.
 */
export type ListedInvoiceType = "01" | "02" | "03" | "91" | "92";
/**
 * 91 nota crédito, 92 nota débito.
 */
export type InvoiceNoteType = "91" | "92";
/**
 * Tipo de la factura.
 */
export type ExternalInvoiceType = "01" | "02" | "03" | "04";
/**
 * Concepto de la nota crédito. `1` Devolución parcial de los bienes y/o no aceptación parcial del servicio; `2` Anulación de factura electrónica; `3` Rebaja o descuento parcial o total; `4` Ajuste de precio; `5` Descuento comercial por pronto pago; `6` Descuento comercial por volumen de ventas.
 */
export type CreditNoteConceptCode = "1" | "2" | "3" | "4" | "5" | "6";
/**
 * Concepto de la nota débito. `1` Intereses; `2` Gastos por cobrar; `3` Cambio del valor; `4` Otros.
 */
export type DebitNoteConceptCode = "1" | "2" | "3" | "4";
/**
 * Concepto de la nota de ajuste. `1` Devolución parcial de los bienes y/o no aceptación parcial del servicio; `2` Anulación del documento soporte en adquisiciones efectuadas a sujetos no obligados a expedir factura de venta o documento equivalente; `3` Rebaja o descuento parcial o total; `4` Ajuste de precio; `5` Otros.
 */
export type AdjustmentNoteConceptCode = "1" | "2" | "3" | "4" | "5";
/**
 * 93 nota débito de tiquete, 94 nota crédito de tiquete.
 */
export type TicketNoteTipoAuthority = "93" | "94";
/**
 * 20 tiquete POS, 93 nota débito, 94 nota crédito.
 */
export type TicketType = "20" | "93" | "94";
/**
 * Si recibe los cambios.
 */
export type WebhookEstado = "activo" | "desactivado";
/**
 * Por qué.
 */
export type WebhookDesactivadoMotivo = "operador" | "respuesta_410" | "cinco_dias_de_fallas";
/**
 * Ambiente en que emite ahora.
 */
export type CompanyStateEmpresaAmbiente = "produccion" | "habilitacion";
/**
 * `suspendida` y `archivada`: no emite documentos nuevos (403 `company_suspended`); lo ya emitido se consulta.
 */
export type CompanyStateEmpresaEstado = "preparacion" | "activa" | "suspendida" | "archivada";
/**
 * Qué numera: facturas, facturas de contingencia, documentos soporte o tiquetes POS.
 */
export type CompanyRangeTipo = "fe" | "contingencia" | "dse" | "pos";
/**
 * `caida`: no responde, y los documentos firmados esperan sin enviarse; `lenta`: ya responde, y salen los que esperaban, o responde consultas y falla en los envíos; `normal`: nada se sabe en su contra.
 */
export type CompanyStateAutoridadEstado = "normal" | "lenta" | "caida";
/**
 * Código estable del aviso.
 */
export type CompanyWarningCodigo =
  | "certificate_missing"
  | "certificate_ending"
  | "range_missing"
  | "range_ending"
  | "series_stopped"
  | "plan_missing"
  | "plan_ending";
/**
 * Sobre qué se calcula la retención.
 */
export type WithholdingBase = "subtotal" | "impuestos" | "total";
/**
 * Tributo de un ítem, en porcentaje o por unidad. `01` IVA; `02` IC; `03` ICA; `04` INC; `08` IC Porcentual; `22` INC Bolsas; `23` INCarbono; `24` INCombustibles; `32` ICL; `33` INPP; `34` IBUA; `35` ICUI; `36` ADV.
 */
export type OtherTaxCode = "01" | "02" | "03" | "04" | "08" | "22" | "23" | "24" | "32" | "33" | "34" | "35" | "36";
/**
 * Tributo en porcentaje de un ítem, o ninguno. `01` IVA; `03` ICA; `04` INC; `08` IC Porcentual; `20` FtoHorticultura; `21` Timbre; `25` Sobretasa Combustibles; `26` Sordicom; `30` IC Datos; `35` ICUI; `36` ADV; `ZZ` No aplica; `ZY` No causa.
 */
export type ItemTaxCode = "01" | "03" | "04" | "08" | "20" | "21" | "25" | "26" | "30" | "35" | "36" | "ZZ" | "ZY";
/**
 * Motivo de un descuento. `00` Descuento no condicionado; `01` Descuento condicionado.
 */
export type DiscountReasonCode = "00" | "01";
/**
 * Motivo de un cargo. `02` Recargo no condicionado; `03` Recargo condicionado.
 */
export type ChargeReasonCode = "02" | "03";

export interface Schemas {
  WebhookBody: WebhookBody;
  Change: Change;
  WebhookTestBody: WebhookTestBody;
  SupportDocumentSettled: SupportDocumentSettled;
  SupportDocument: SupportDocument;
  AuthorityVerdict: AuthorityVerdict;
  Representation: Representation;
  PrintedTax: PrintedTax;
  PrintedPayment: PrintedPayment;
  DryRun: DryRun;
  PricedDocument: PricedDocument;
  PricedLine: PricedLine;
  PricedTax: PricedTax;
  SupportDocumentReserved: SupportDocumentReserved;
  ErrorBody: ErrorBody;
  Problem: Problem;
  SupportDocumentRejected: SupportDocumentRejected;
  SupportDocumentUncertain: SupportDocumentUncertain;
  SupportDocumentRequest: SupportDocumentRequest;
  SupportDocumentList: SupportDocumentList;
  SupportDocumentSummary: SupportDocumentSummary;
  SupportDocumentRead: SupportDocumentRead;
  SupportDocumentDetail: SupportDocumentDetail;
  SupportDocumentWithholding: SupportDocumentWithholding;
  PaymentPart: PaymentPart;
  NamedDocument: NamedDocument;
  ListedNote: ListedNote;
  InvoiceSettled: InvoiceSettled;
  Envio: Envio;
  InvoiceDryRun: InvoiceDryRun;
  PricedInvoice: PricedInvoice;
  PricedInvoiceLine: PricedInvoiceLine;
  InvoiceTax: InvoiceTax;
  InvoiceAllowance: InvoiceAllowance;
  Instalment: Instalment;
  Prepayment: Prepayment;
  InvoiceReserved: InvoiceReserved;
  InvoiceRejected: InvoiceRejected;
  InvoiceUncertain: InvoiceUncertain;
  InvoiceRequest: InvoiceRequest;
  InvoiceList: InvoiceList;
  InvoiceSummary: InvoiceSummary;
  InvoiceRead: InvoiceRead;
  InvoiceDetail: InvoiceDetail;
  DiscountShare: DiscountShare;
  InvoiceLine: InvoiceLine;
  InvoiceNoteSettled: InvoiceNoteSettled;
  NoteDryRun: NoteDryRun;
  PricedNote: PricedNote;
  InvoiceNoteReserved: InvoiceNoteReserved;
  InvoiceNoteRejected: InvoiceNoteRejected;
  InvoiceNoteUncertain: InvoiceNoteUncertain;
  CreditNoteRequest: CreditNoteRequest;
  DebitNoteRequest: DebitNoteRequest;
  AdjustmentNoteSettled: AdjustmentNoteSettled;
  AdjustmentNote: AdjustmentNote;
  AdjustmentNoteReserved: AdjustmentNoteReserved;
  AdjustmentNoteRejected: AdjustmentNoteRejected;
  AdjustmentNoteUncertain: AdjustmentNoteUncertain;
  AdjustmentNoteRequest: AdjustmentNoteRequest;
  TicketSettled: TicketSettled;
  Ticket: Ticket;
  TicketDryRun: TicketDryRun;
  PricedTicket: PricedTicket;
  TicketReserved: TicketReserved;
  TicketRejected: TicketRejected;
  TicketUncertain: TicketUncertain;
  TicketRequest: TicketRequest;
  TicketNoteSettled: TicketNoteSettled;
  TicketNote: TicketNote;
  TicketNoteReserved: TicketNoteReserved;
  TicketNoteRejected: TicketNoteRejected;
  TicketNoteUncertain: TicketNoteUncertain;
  TicketCreditNoteRequest: TicketCreditNoteRequest;
  TicketDebitNoteRequest: TicketDebitNoteRequest;
  TicketList: TicketList;
  TicketSummary: TicketSummary;
  TicketRead: TicketRead;
  TicketDetail: TicketDetail;
  Closing: Closing;
  ClosingStates: ClosingStates;
  ClosingType: ClosingType;
  ClosingMeans: ClosingMeans;
  ClosingNumbers: ClosingNumbers;
  ClosingGroup: ClosingGroup;
  LinkAnswer: LinkAnswer;
  LinkRequest: LinkRequest;
  MailOrdered: MailOrdered;
  MailOrderRequest: MailOrderRequest;
  DocumentMailList: DocumentMailList;
  CompanyMailList: CompanyMailList;
  ThirdPartyList: ThirdPartyList;
  ThirdParty: ThirdParty;
  PaymentMethodList: PaymentMethodList;
  PaymentMethod: PaymentMethod;
  BranchList: BranchList;
  Branch: Branch;
  Acquirer: Acquirer;
  AcquirerRequest: AcquirerRequest;
  ChangeList: ChangeList;
  WebhookList: WebhookList;
  Webhook: Webhook;
  WebhookDeliveryList: WebhookDeliveryList;
  WebhookDelivery: WebhookDelivery;
  CompanyState: CompanyState;
  CompanyModule: CompanyModule;
  CompanyRange: CompanyRange;
  CompanySeries: CompanySeries;
  CompanyWarning: CompanyWarning;
  SupportDocumentAccepted: SupportDocumentAccepted;
  ChangedDocument: ChangedDocument;
  ChangedMail: ChangedMail;
  WebhookTestBodyData: WebhookTestBodyData;
  Notice: Notice;
  AuthorityRule: AuthorityRule;
  PrintedValidation: PrintedValidation;
  PrintedIdentifier: PrintedIdentifier;
  PrintedAuthorization: PrintedAuthorization;
  PrintedIssuerSede: PrintedIssuerSede;
  PrintedIssuer: PrintedIssuer;
  PrintedSoftwareMaker: PrintedSoftwareMaker;
  PrintedPesoTotals: PrintedPesoTotals;
  PrintedTill: PrintedTill;
  PrintedLoyalty: PrintedLoyalty;
  PrintedTicket: PrintedTicket;
  DryRunRule: DryRunRule;
  NumberingForecast: NumberingForecast;
  KeyOwner: KeyOwner;
  RejectionDetail: RejectionDetail;
  Supplier: Supplier;
  SupportDocumentItem: SupportDocumentItem;
  SupportDocumentWithholdingRequest: SupportDocumentWithholdingRequest;
  PaymentRequest: PaymentRequest;
  NamedDocumentRequest: NamedDocumentRequest;
  PurchaseReferenceRequest: PurchaseReferenceRequest;
  Party: Party;
  PurchaseOrder: PurchaseOrder;
  Contract: Contract;
  References: References;
  CorrectedSupportDocument: CorrectedSupportDocument;
  Gifts: Gifts;
  MailReason: MailReason;
  Period: Period;
  Delivery: Delivery;
  StandardCode: StandardCode;
  Gift: Gift;
  Receiver: Receiver;
  StandardCodeRequest: StandardCodeRequest;
  GiftRequest: GiftRequest;
  InvoiceItemTax: InvoiceItemTax;
  InvoiceItem: InvoiceItem;
  InvoicePayment: InvoicePayment;
  InvoiceAiu: InvoiceAiu;
  InvoiceWithholding: InvoiceWithholding;
  InvoiceCurrency: InvoiceCurrency;
  InvoiceDiscount: InvoiceDiscount;
  InvoiceCharge: InvoiceCharge;
  InstalmentRequest: InstalmentRequest;
  PrepaymentRequest: PrepaymentRequest;
  ContractRequest: ContractRequest;
  ReferencesRequest: ReferencesRequest;
  DeliveryRequest: DeliveryRequest;
  MailRequest: MailRequest;
  CorrectedInvoice: CorrectedInvoice;
  ExternalInvoice: ExternalInvoice;
  InvoiceNoteItemOtrosImpuestos: InvoiceNoteItemOtrosImpuestos;
  InvoiceNoteItem: InvoiceNoteItem;
  CreditNoteRequestDescuentos: CreditNoteRequestDescuentos;
  CreditNoteRequestCargos: CreditNoteRequestCargos;
  DebitNoteRequestDescuentos: DebitNoteRequestDescuentos;
  DebitNoteRequestCargos: DebitNoteRequestCargos;
  ExternalSupportDocument: ExternalSupportDocument;
  AdjustmentNoteItem: AdjustmentNoteItem;
  TicketTill: TicketTill;
  TicketLoyalty: TicketLoyalty;
  TicketTillRequest: TicketTillRequest;
  TicketLoyaltyRequest: TicketLoyaltyRequest;
  CorrectedTicket: CorrectedTicket;
  ExternalTicket: ExternalTicket;
  TicketCreditNoteRequestDescuentos: TicketCreditNoteRequestDescuentos;
  TicketDebitNoteRequestDescuentos: TicketDebitNoteRequestDescuentos;
  TicketDebitNoteRequestCargos: TicketDebitNoteRequestCargos;
  ClosingTotal: ClosingTotal;
  AcquirerData: AcquirerData;
  WebhookDesactivado: WebhookDesactivado;
  WebhookUltimaFalla: WebhookUltimaFalla;
  CompanyStateEmpresa: CompanyStateEmpresa;
  CompanyStateModulos: CompanyStateModulos;
  CompanyStateCertificado: CompanyStateCertificado;
  CompanyStateAutoridad: CompanyStateAutoridad;
  CompanyModulePlan: CompanyModulePlan;
  ChangeType: ChangeType;
  DocumentState: DocumentState;
  TestSetMark: TestSetMark;
  PaymentForm: PaymentForm;
  PricedDocumentType: PricedDocumentType;
  ErrorCode: ErrorCode;
  GenerationFormCode: GenerationFormCode;
  PaymentFormCode: PaymentFormCode;
  SupportDocumentType: SupportDocumentType;
  WithholdingCode: WithholdingCode;
  NoteType: NoteType;
  InvoiceType: InvoiceType;
  MailKind: MailKind;
  MailState: MailState;
  TaxTreatment: TaxTreatment;
  ListedInvoiceType: ListedInvoiceType;
  InvoiceNoteType: InvoiceNoteType;
  TicketNoteTipoAuthority: TicketNoteTipoAuthority;
  TicketType: TicketType;
  DocumentType: DocumentType;
  WebhookEstado: WebhookEstado;
  CompanyRangeTipo: CompanyRangeTipo;
  CompanyWarningCodigo: CompanyWarningCodigo;
  ChangedDocumentModulo: ChangedDocumentModulo;
  MailChangeState: MailChangeState;
  Severity: Severity;
  FiscalIdName: FiscalIdName;
  WithholdingBase: WithholdingBase;
  MailReasonCode: MailReasonCode;
  StandardCodeScheme: StandardCodeScheme;
  GiftTaxBearer: GiftTaxBearer;
  PersonType: PersonType;
  AiuBaseMode: AiuBaseMode;
  DeliveryRequestIncoterm: DeliveryRequestIncoterm;
  ExternalInvoiceType: ExternalInvoiceType;
  WebhookDesactivadoMotivo: WebhookDesactivadoMotivo;
  CompanyStateEmpresaAmbiente: CompanyStateEmpresaAmbiente;
  CompanyStateEmpresaEstado: CompanyStateEmpresaEstado;
  CompanyStateAutoridadEstado: CompanyStateAutoridadEstado;
  IdentificationTypeCode: IdentificationTypeCode;
  PaymentMeansCode: PaymentMeansCode;
  ItemTaxCode: ItemTaxCode;
  OtherTaxCode: OtherTaxCode;
  DiscountReasonCode: DiscountReasonCode;
  ChargeReasonCode: ChargeReasonCode;
  CreditNoteConceptCode: CreditNoteConceptCode;
  DebitNoteConceptCode: DebitNoteConceptCode;
  AdjustmentNoteConceptCode: AdjustmentNoteConceptCode;
}
/**
 * Lo que recibe la dirección que se registró.
 */
export interface WebhookBody {
  type: ChangeType;
  /**
   * La `fecha` del cambio.
   */
  timestamp: string;
  data: Change;
}
/**
 * Un cambio de estado de un documento o de un envío. Solo ids y estados, ningún dato personal.
 */
export interface Change {
  /**
   * Id del cambio: el mismo en el webhook. Sirve para reconocer uno ya visto.
   */
  id: string;
  tipo: ChangeType;
  /**
   * Cuándo se registró, instante ISO 8601 en UTC.
   */
  fecha: string;
  documento: ChangedDocument;
  envio?: ChangedMail;
}
/**
 * El documento, en el estado al que llegó con este cambio.
 */
export interface ChangedDocument {
  /**
   * Id del documento: con él se consulta.
   */
  id: number;
  modulo: ChangedDocumentModulo;
  tipo_authority: DocumentType;
  /**
   * Prefijo de su numeración.
   */
  prefijo: string;
  /**
   * Su número.
   */
  consecutivo: number;
  estado_authority: DocumentState;
  /**
   * CUFE, CUDE o CUDS; null en `documento.creado`, cuando todavía no se ha firmado.
   */
  identificador: string | null;
}
/**
 * En los cambios `envio.…`: el envío por correo. Sin la dirección.
 */
export interface ChangedMail {
  /**
   * Id del envío, como en `envios`.
   */
  id: string;
  estado: MailChangeState;
  /**
   * Por qué no salió o no llegó: el `motivo.codigo` de `envios`; null si no hay nada que decir.
   */
  motivo: string | null;
}
/**
 * Mensaje de prueba: no habla de ningún documento.
 */
export interface WebhookTestBody {
  /**
   * Es una prueba.
   */
  type: "webhook.prueba";
  /**
   * Cuándo se envió, instante ISO 8601 en UTC.
   */
  timestamp: string;
  data: WebhookTestBodyData;
}
/**
 * Vacío.
 */
export interface WebhookTestBodyData {}
export interface SupportDocumentSettled {
  /**
   * true: la solicitud se atendió.
   */
  ok: true;
  /**
   * true mientras el estado no sea final: consulte por id; nunca cambie la clave.
   */
  pending: boolean;
  /**
   * true si la clave ya existía: se muestra el documento de entonces, en su estado de ahora.
   */
  idempotent: boolean;
  documento: SupportDocumentAccepted;
  authority?: AuthorityVerdict;
  /**
   * Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay.
   */
  notices?: Notice[];
  /**
   * La clave de idempotencia con que se creó; null si no tuvo.
   */
  draft_key: string | null;
  /**
   * La misma clave, con su otro nombre.
   */
  idempotency_key: string | null;
  /**
   * Los datos suyos que se guardan con el documento, como los envió; null si no envió.
   */
  metadatos: {
    [k: string]: string;
  } | null;
  /**
   * Código del establecimiento que lo emitió; null si no se dijo ninguno.
   */
  establecimiento: string | null;
  /**
   * Nombre de la caja, como se envió; null si no se envió.
   */
  caja: string | null;
  representacion: Representation | null;
}
/**
 * Documento soporte, como lo muestran las respuestas de creación.
 */
export interface SupportDocumentAccepted {
  /**
   * Id del documento; con él se consulta.
   */
  id: number;
  /**
   * Empresa.
   */
  company_id: number;
  /**
   * Prefijo del rango de numeración.
   */
  prefijo: string;
  /**
   * Número dentro del rango; lo asigna el servicio.
   */
  consecutivo: number;
  /**
   * Fecha del documento. `AAAA-MM-DD`.
   */
  document_date: string;
  /**
   * Moneda ISO 4217.
   */
  moneda: string;
  /**
   * Suma de las bases de las líneas. Texto decimal con dos decimales, en la moneda del documento.
   */
  subtotal: string;
  /**
   * Suma de los impuestos. Texto decimal con dos decimales, en la moneda del documento.
   */
  impuestos: string;
  /**
   * Subtotal más impuestos. Texto decimal con dos decimales, en la moneda del documento.
   */
  total: string;
  /**
   * Suma de las retenciones. Texto decimal con dos decimales, en la moneda del documento.
   */
  total_retenciones: string;
  /**
   * Total menos retenciones. Texto decimal con dos decimales, en la moneda del documento.
   */
  neto_pagar: string;
  estado_authority: DocumentState;
  /**
   * Identificador fiscal (SHA-384, 96 dígitos hexadecimales).
   */
  cuds: string;
  es_habilitacion?: TestSetMark;
}
/**
 * Lo que la autoridad dijo la última vez.
 */
export interface AuthorityVerdict {
  /**
   * La autoridad validó el documento.
   */
  is_valid: boolean;
  /**
   * Código de la respuesta de la autoridad; 00 es procesado correctamente.
   */
  status_code: string;
  /**
   * Descripción que dio la autoridad.
   */
  status_description: string;
  /**
   * Mensaje que dio la autoridad; puede venir vacío.
   */
  status_message: string;
  /**
   * Reglas que la autoridad nombró; los avisos aparte de los rechazos por `severity`.
   */
  rules: AuthorityRule[];
}
export interface AuthorityRule {
  /**
   * Código de la regla.
   */
  code: string;
  severity: Severity;
  /**
   * Texto de la autoridad.
   */
  text: string;
}
export interface Notice {
  /**
   * Solo en los avisos sobre la solicitud: el campo o parámetro, como usted lo nombró.
   */
  path?: string;
  /**
   * Texto de la autoridad, o qué se hizo con lo que usted envió.
   */
  message: string;
  /**
   * Código de la regla, o sección del contrato.
   */
  rule: string;
  /**
   * Aviso: no impide nada.
   */
  severity: "notificacion";
}
/**
 * Lo que se imprime de un documento, leído de lo que se firmó.
 */
export interface Representation {
  /**
   * Denominación del documento.
   */
  titulo: string;
  /**
   * Prefijo y número.
   */
  numero: string;
  /**
   * Fecha de emisión. `AAAA-MM-DD`.
   */
  fecha: string;
  /**
   * Hora de emisión. Hora de Colombia.
   */
  hora: string;
  /**
   * Cuándo lo validó la autoridad, según su respuesta firmada; null antes de ella.
   */
  validacion: PrintedValidation | null;
  identificador: PrintedIdentifier;
  /**
   * Contenido del código QR, el mismo del documento firmado.
   */
  qr_url: string;
  /**
   * Los datos del documento en líneas, terminadas en la dirección, para quien imprime el QR con texto.
   */
  qr_texto: string;
  /**
   * La autorización de numeración; null en las notas, que se numeran sin ella.
   */
  resolucion: PrintedAuthorization | null;
  emisor: PrintedIssuer;
  /**
   * Fabricante del software, como lo configuró el operador; null si no lo hizo.
   */
  fabricante: PrintedSoftwareMaker | null;
  /**
   * Impuestos del documento por tarifa. Lo excluido no aparece; lo exento, con tarifa 0.00.
   */
  impuestos: PrintedTax[];
  /**
   * Cómo se paga, como se firmó: si no se envió, el método por defecto de la empresa. A la caja entra `valor` más `redondeo`.
   */
  pagos: PrintedPayment[];
  /**
   * Total menos los anticipos. No resta lo que se paga de contado, ni retenciones ni notas: imprímalo solo si hubo anticipos. Texto decimal con dos decimales, en la moneda del documento.
   */
  saldo_por_pagar: string;
  /**
   * De una factura en otra moneda, y de su nota: lo que suma en pesos.
   */
  totales_en_pesos: PrintedPesoTotals | null;
  tiquete?: PrintedTicket;
  /**
   * Lo que debe leerse en un documento de prueba; null en producción.
   */
  leyenda: string | null;
}
/**
 * Cuándo lo validó la autoridad, según su respuesta firmada; null antes de ella.
 */
export interface PrintedValidation {
  /**
   * Fecha de validación. `AAAA-MM-DD`.
   */
  fecha: string;
  /**
   * Hora de validación. Hora de Colombia.
   */
  hora: string;
}
export interface PrintedIdentifier {
  nombre: FiscalIdName;
  /**
   * SHA-384, 96 dígitos hexadecimales: se imprime completo.
   */
  valor: string;
}
/**
 * La autorización de numeración; null en las notas, que se numeran sin ella.
 */
export interface PrintedAuthorization {
  /**
   * Número de la resolución.
   */
  numero: string;
  /**
   * Fecha de la resolución. `AAAA-MM-DD`. null en documentos de versiones anteriores, que no la guardaban.
   */
  fecha: string | null;
  /**
   * Prefijo; vacío si el rango no tiene.
   */
  prefijo: string;
  /**
   * Primer número autorizado.
   */
  desde: number;
  /**
   * Último número autorizado.
   */
  hasta: number;
  /**
   * Inicio de la vigencia. `AAAA-MM-DD`.
   */
  vigente_desde: string;
  /**
   * Fin de la vigencia. `AAAA-MM-DD`.
   */
  vigente_hasta: string;
  /**
   * Todo lo anterior en una frase lista para imprimir.
   */
  texto: string;
}
/**
 * Quien expide y firma; en un documento soporte, quien compra.
 */
export interface PrintedIssuer {
  /**
   * Razón social.
   */
  nombre: string;
  /**
   * NIT sin dígito de verificación.
   */
  nit: string;
  /**
   * Dígito de verificación.
   */
  dv: string | null;
  /**
   * Dirección fiscal; null en documentos soporte, que no la llevan.
   */
  direccion: string | null;
  /**
   * Municipio; null como la dirección.
   */
  municipio: string | null;
  /**
   * El establecimiento que lo emitió, si está en otra dirección que la fiscal: se imprimen las dos.
   */
  sede: PrintedIssuerSede | null;
  /**
   * Calidades tributarias que se imprimen; vacío si no tiene.
   */
  calidades: string[];
}
/**
 * El establecimiento que lo emitió, si está en otra dirección que la fiscal: se imprimen las dos.
 */
export interface PrintedIssuerSede {
  /**
   * Nombre comercial del establecimiento.
   */
  nombre: string;
  /**
   * Dirección.
   */
  direccion: string | null;
  /**
   * Municipio.
   */
  municipio: string | null;
}
/**
 * Fabricante del software, como lo configuró el operador; null si no lo hizo.
 */
export interface PrintedSoftwareMaker {
  /**
   * Nombre o razón social.
   */
  nombre: string;
  /**
   * NIT.
   */
  nit: string;
  /**
   * Nombre del programa.
   */
  software: string;
}
export interface PrintedTax {
  /**
   * Código de la autoridad.
   */
  codigo: string;
  /**
   * Nombre.
   */
  nombre: string;
  /**
   * Porcentaje; null si el impuesto es por unidad.
   */
  tarifa: string | null;
  /**
   * Base. Texto decimal con dos decimales, en la moneda del documento.
   */
  base: string;
  /**
   * Valor. Texto decimal con dos decimales, en la moneda del documento.
   */
  valor: string;
}
export interface PrintedPayment {
  form: PaymentForm;
  /**
   * Medio de pago de la lista de la autoridad.
   */
  means_code: string | null;
  /**
   * Nombre del medio en esa lista.
   */
  medio: string | null;
  /**
   * Lo que se paga con él, como se firmó; null si es el único, y en una nota.
   */
  valor: string | null;
  /**
   * Referencia del pago.
   */
  referencia: string | null;
  /**
   * Vencimiento de un pago a crédito.
   */
  due_date: string | null;
  /**
   * Solo de un pago en efectivo que se redondeó: lo que no se cobró en monedas (negativo) o se cobró de más. No se firma. Texto decimal con dos decimales, en la moneda del documento.
   */
  redondeo?: string;
}
/**
 * De una factura en otra moneda, y de su nota: lo que suma en pesos.
 */
export interface PrintedPesoTotals {
  /**
   * Pesos por unidad de la moneda.
   */
  tasa: string;
  /**
   * Fecha de la tasa.
   */
  fecha: string | null;
  /**
   * Suma de las bases. Texto decimal con dos decimales, en la moneda del documento.
   */
  subtotal: string;
  /**
   * Suma de los impuestos. Texto decimal con dos decimales, en la moneda del documento.
   */
  impuestos: string;
  /**
   * Total. Texto decimal con dos decimales, en la moneda del documento.
   */
  total: string;
}
/**
 * Solo de un tiquete: caja, cajero, código de la venta y fidelización.
 */
export interface PrintedTicket {
  caja: PrintedTill;
  comprador: PrintedLoyalty;
}
export interface PrintedTill {
  /**
   * Placa de inventario de la caja.
   */
  placa: string;
  /**
   * Dónde está.
   */
  ubicacion: string;
  /**
   * Tipo de caja.
   */
  tipo: string;
  /**
   * Quién atendió.
   */
  cajero: string;
  /**
   * Código de la venta; si no se envió, el número del tiquete.
   */
  codigo_venta: string | null;
}
export interface PrintedLoyalty {
  /**
   * Código en el programa de fidelización; si no se envió, el número de identificación.
   */
  codigo: string;
  /**
   * Nombre.
   */
  nombre: string;
  /**
   * Puntos.
   */
  puntos: string;
}
/**
 * Documento soporte, como lo muestran las respuestas de creación.
 */
export interface SupportDocument {
  /**
   * Id del documento; con él se consulta.
   */
  id: number;
  /**
   * Empresa.
   */
  company_id: number;
  /**
   * Prefijo del rango de numeración.
   */
  prefijo: string;
  /**
   * Número dentro del rango; lo asigna el servicio.
   */
  consecutivo: number;
  /**
   * Fecha del documento. `AAAA-MM-DD`.
   */
  document_date: string;
  /**
   * Moneda ISO 4217.
   */
  moneda: string;
  /**
   * Suma de las bases de las líneas. Texto decimal con dos decimales, en la moneda del documento.
   */
  subtotal: string;
  /**
   * Suma de los impuestos. Texto decimal con dos decimales, en la moneda del documento.
   */
  impuestos: string;
  /**
   * Subtotal más impuestos. Texto decimal con dos decimales, en la moneda del documento.
   */
  total: string;
  /**
   * Suma de las retenciones. Texto decimal con dos decimales, en la moneda del documento.
   */
  total_retenciones: string;
  /**
   * Total menos retenciones. Texto decimal con dos decimales, en la moneda del documento.
   */
  neto_pagar: string;
  estado_authority: DocumentState;
  /**
   * Identificador fiscal (SHA-384, 96 dígitos hexadecimales); null antes de firmar.
   */
  cuds: string | null;
  es_habilitacion?: TestSetMark;
}
export interface DryRun {
  /**
   * true: la solicitud se atendió.
   */
  ok: true;
  /**
   * Fue un ensayo: nada quedó guardado.
   */
  dry_run: true;
  documento: PricedDocument;
  /**
   * Avisos: lo que la autoridad anotará al aceptarlo y lo que falta y se recomienda. Lo que impide emitir llega como el mismo 400 de la creación real.
   */
  rules: DryRunRule[];
  numbering: NumberingForecast;
  /**
   * Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay.
   */
  notices?: Notice[];
  /**
   * Los datos suyos que se guardan con el documento, como los envió; null si no envió.
   */
  metadatos: {
    [k: string]: string;
  } | null;
  /**
   * Código del establecimiento que lo emitió; null si no se dijo ninguno.
   */
  establecimiento: string | null;
  /**
   * Nombre de la caja, como se envió; null si no se envió.
   */
  caja: string | null;
}
/**
 * El documento tal como quedaría, sin número ni firma.
 */
export interface PricedDocument {
  tipo_authority: PricedDocumentType;
  /**
   * Fecha con que se emitiría. `AAAA-MM-DD`.
   */
  document_date: string;
  /**
   * Vencimiento del pago. `AAAA-MM-DD`.
   */
  fecha_vencimiento: string;
  /**
   * Moneda ISO 4217.
   */
  moneda: string;
  /**
   * Suma de las bases. Texto decimal con dos decimales, en la moneda del documento.
   */
  subtotal: string;
  /**
   * Suma de los impuestos. Texto decimal con dos decimales, en la moneda del documento.
   */
  impuestos: string;
  /**
   * Subtotal más impuestos. Texto decimal con dos decimales, en la moneda del documento.
   */
  total: string;
  /**
   * Suma de las retenciones; informativas, no cambian el total. Texto decimal con dos decimales, en la moneda del documento.
   */
  total_retenciones: string;
  /**
   * Total menos retenciones; en FE, el total: allí las retenciones solo se informan. Texto decimal con dos decimales, en la moneda del documento.
   */
  neto_pagar: string;
  /**
   * Líneas ya valoradas.
   */
  items: PricedLine[];
  /**
   * Un renglón por tributo y tarifa.
   */
  impuestos_detalle: PricedTax[];
  /**
   * Retenciones ya calculadas.
   */
  retenciones: PricedTax[];
}
export interface PricedLine {
  /**
   * Descripción como irá en el documento.
   */
  descripcion: string;
  /**
   * Cantidad, seis decimales. Texto decimal.
   */
  cantidad: string;
  /**
   * Unidad de medida.
   */
  unidad_medida: string;
  /**
   * Valor unitario sin impuesto, de dos a seis decimales. Texto decimal.
   */
  valor_unitario: string;
  /**
   * Base de la línea. Texto decimal con dos decimales, en la moneda del documento.
   */
  base_imponible: string;
  /**
   * Impuestos de la línea.
   */
  impuestos: PricedTax[];
}
export interface PricedTax {
  /**
   * Código del tributo: 01 IVA, 04 INC.
   */
  codigo: string;
  /**
   * Nombre del tributo.
   */
  nombre: string;
  /**
   * Tarifa en porcentaje. Texto decimal.
   */
  porcentaje: string;
  /**
   * Base. Texto decimal con dos decimales, en la moneda del documento.
   */
  base: string;
  /**
   * Valor. Texto decimal con dos decimales, en la moneda del documento.
   */
  valor: string;
}
export interface DryRunRule {
  /**
   * Regla de la autoridad que lo anotará (FAK55), o sección del contrato que lo aconseja (2.13).
   */
  code: string;
  /**
   * Aviso: no impide emitir.
   */
  severity: "notificacion";
  /**
   * Campo.
   */
  field: string;
  /**
   * Qué anotará la autoridad, o qué se usará en su lugar.
   */
  text: string;
}
/**
 * Si en este momento habría número para él; no se reserva ninguno.
 */
export interface NumberingForecast {
  /**
   * Hay plan y rango para numerarlo en este momento.
   */
  available: boolean;
  /**
   * Si no: el código con que la creación real se negaría.
   */
  code?: string;
  /**
   * Si no: por qué.
   */
  message?: string;
}
export interface SupportDocumentReserved {
  /**
   * true: la solicitud se atendió.
   */
  ok: true;
  /**
   * true mientras el estado no sea final: consulte por id; nunca cambie la clave.
   */
  pending: boolean;
  /**
   * true si la clave ya existía: se muestra el documento de entonces, en su estado de ahora.
   */
  idempotent: boolean;
  /**
   * Qué hacer mientras no hay resultado final.
   */
  message: string;
  request_status: DocumentState;
  documento?: SupportDocument;
  /**
   * Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay.
   */
  notices?: Notice[];
  /**
   * La clave de idempotencia con que se creó; null si no tuvo.
   */
  draft_key: string | null;
  /**
   * La misma clave, con su otro nombre.
   */
  idempotency_key: string | null;
  /**
   * Los datos suyos que se guardan con el documento, como los envió; null si no envió.
   */
  metadatos: {
    [k: string]: string;
  } | null;
  /**
   * Código del establecimiento que lo emitió; null si no se dijo ninguno.
   */
  establecimiento: string | null;
  /**
   * Nombre de la caja, como se envió; null si no se envió.
   */
  caja: string | null;
  representacion: Representation | null;
}
/**
 * Cuerpo de todo error.
 */
export interface ErrorBody {
  /**
   * false: vea `error`.
   */
  ok: false;
  /**
   * Frase en español que dice qué pasó y qué se espera.
   */
  error: string;
  code: ErrorCode;
  /**
   * Identificador de esta solicitud, igual a la cabecera X-Request-Id; cítelo al pedir soporte.
   */
  request_id: string;
  /**
   * Todos los problemas encontrados, cuando se refieren a campos.
   */
  details?: Problem[];
  documento?: KeyOwner;
  /**
   * Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay.
   */
  notices?: Notice[];
}
/**
 * Un problema de la solicitud. La lista los trae todos, no solo el primero.
 */
export interface Problem {
  /**
   * Campo con el nombre que usted envió, con puntos e índices; vacío si es el cuerpo entero.
   */
  path: string;
  /**
   * Qué campo es, qué llegó y qué se espera.
   */
  message: string;
  /**
   * Código de la regla de la autoridad (FAxxx, DSxxx) o sección del contrato, cuando hay una.
   */
  rule?: string;
  /**
   * La cifra que explica el problema, como texto, cuando la hay.
   */
  value?: string;
}
/**
 * El documento del que trata el error: en `idempotency_conflict`, al que pertenece la clave; en v2, también en `paper_number_taken`, `not_ready` y `file_lost`.
 */
export interface KeyOwner {
  /**
   * Id; con él se consulta.
   */
  id: number;
  /**
   * Prefijo y número.
   */
  numero: string;
  estado_authority: DocumentState;
}
export interface SupportDocumentRejected {
  /**
   * false: vea `error`.
   */
  ok: false;
  /**
   * Qué pasó, en español.
   */
  error: string;
  /**
   * Identificador de esta solicitud, igual a la cabecera X-Request-Id; cítelo al pedir soporte.
   */
  request_id: string;
  /**
   * true si la clave ya existía: se muestra el documento de entonces, en su estado de ahora.
   */
  idempotent: boolean;
  documento: SupportDocument;
  authority?: AuthorityVerdict;
  /**
   * Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay.
   */
  notices?: Notice[];
  /**
   * Solo los rechazos de `authority.rules`, con la forma de los demás errores.
   */
  details: RejectionDetail[];
  /**
   * Código estable.
   */
  code: "document_rejected";
  /**
   * true mientras el estado no sea final: consulte por id; nunca cambie la clave.
   */
  pending: boolean;
  /**
   * La clave de idempotencia con que se creó; null si no tuvo.
   */
  draft_key: string | null;
  /**
   * La misma clave, con su otro nombre.
   */
  idempotency_key: string | null;
  /**
   * Los datos suyos que se guardan con el documento, como los envió; null si no envió.
   */
  metadatos: {
    [k: string]: string;
  } | null;
  /**
   * Código del establecimiento que lo emitió; null si no se dijo ninguno.
   */
  establecimiento: string | null;
  /**
   * Nombre de la caja, como se envió; null si no se envió.
   */
  caja: string | null;
  representacion: Representation | null;
}
export interface RejectionDetail {
  /**
   * Vacío: la autoridad no nombra campos.
   */
  path: string;
  /**
   * Texto de la autoridad.
   */
  message: string;
  /**
   * Código de la regla.
   */
  rule: string;
  /**
   * Por ella se rechazó.
   */
  severity: "rechazo";
}
export interface SupportDocumentUncertain {
  /**
   * false: vea `error`.
   */
  ok: false;
  /**
   * Qué pasó, en español.
   */
  error: string;
  /**
   * Identificador de esta solicitud, igual a la cabecera X-Request-Id; cítelo al pedir soporte.
   */
  request_id: string;
  /**
   * true si la clave ya existía: se muestra el documento de entonces, en su estado de ahora.
   */
  idempotent: boolean;
  documento: SupportDocument;
  /**
   * Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay.
   */
  notices?: Notice[];
  /**
   * Código estable.
   */
  code: "result_uncertain";
  /**
   * true mientras el estado no sea final: consulte por id; nunca cambie la clave.
   */
  pending: boolean;
  /**
   * La clave de idempotencia con que se creó; null si no tuvo.
   */
  draft_key: string | null;
  /**
   * La misma clave, con su otro nombre.
   */
  idempotency_key: string | null;
  /**
   * Los datos suyos que se guardan con el documento, como los envió; null si no envió.
   */
  metadatos: {
    [k: string]: string;
  } | null;
  /**
   * Código del establecimiento que lo emitió; null si no se dijo ninguno.
   */
  establecimiento: string | null;
  /**
   * Nombre de la caja, como se envió; null si no se envió.
   */
  caja: string | null;
  representacion: Representation | null;
}
export interface SupportDocumentRequest {
  /**
   * Fecha del documento y de su firma, AAAA-MM-DD, en Colombia (alias fecha); en modo 1, la de hoy; en modo 2, de hoy a 5 días antes.
   */
  fecha_documento: string;
  /**
   * Hora de Colombia, que ya haya pasado; la del servidor si no se envía.
   */
  hora?: string | null;
  /**
   * Moneda ISO 4217; COP si no se envía.
   */
  moneda?: string | null;
  /**
   * Pesos colombianos por unidad de la moneda; obligatoria si la moneda no es COP, prohibida si lo es.
   */
  tasa_cambio?: number | Decimal | string | null;
  /**
   * Fecha de la tasa; la del documento si no se envía.
   */
  fecha_tasa_cambio?: string | null;
  proveedor: Supplier;
  /**
   * Líneas del documento, al menos una.
   *
   * @minItems 1
   * @maxItems 2000
   */
  items: readonly SupportDocumentItem[];
  /**
   * 1 por operación (defecto), 2 acumulado semanal. Un texto vacío cuenta como ausente.
   */
  forma_generacion?: GenerationFormCode | null;
  /**
   * Primer día del periodo, AAAA-MM-DD; obligatoria en modo 2 (alias period_start_date).
   */
  fecha_inicio_periodo?: string | null;
  /**
   * Último día del periodo, AAAA-MM-DD, hasta 7 días contando ambos; obligatoria en modo 2 (alias period_end_date).
   */
  fecha_fin_periodo?: string | null;
  /**
   * 1 contado (defecto), 2 crédito (alias payment_type). Un texto vacío cuenta como ausente.
   */
  forma_pago?: PaymentFormCode | null;
  /**
   * Medio de pago de la lista de la autoridad, de 1 a 3 dígitos; 10 (efectivo) si no se envía (alias payment_means_code). Regla 2.12.
   */
  medio_pago_codigo?: PaymentMeansCode | null;
  /**
   * Vencimiento del pago, AAAA-MM-DD, no anterior a fecha_documento; obligatoria a crédito, de contado se ignora (alias payment_due_date).
   */
  fecha_vencimiento?: string | null;
  /**
   * Vencimiento contable, AAAA-MM-DD, no anterior a fecha_documento.
   */
  fecha_vencimiento_contable?: string | null;
  /**
   * Retenciones (alias withholdings).
   *
   * @maxItems 50
   */
  retenciones?: readonly SupportDocumentWithholdingRequest[] | null;
  /**
   * No configurable: si se envía debe ser 05. Un texto vacío cuenta como ausente.
   */
  tipo_authority?: "05" | null;
  /**
   * Total de las bases, en la moneda del documento; si viene, debe coincidir con los ítems. Regla 9.
   */
  subtotal?: number | Decimal | string | null;
  /**
   * Total de los impuestos, en la moneda del documento; si viene, debe coincidir con los ítems. Regla 9.
   */
  impuestos?: number | Decimal | string | null;
  /**
   * Total bruto, antes de retenciones, en la moneda del documento; si viene, debe coincidir con los ítems. Regla 9.
   */
  total?: number | Decimal | string | null;
  /**
   * Código de un establecimiento de la empresa, de `GET /establecimientos`: su dirección se firma como el lugar de la operación, y con prefijo propio numeran sus rangos. Los registra el operador; su dirección no se envía.
   */
  establecimiento?: string | null;
  /**
   * Los pagos de la factura, de uno a diez, en vez de `payment`; sus valores suman el total.
   *
   * @minItems 1
   * @maxItems 10
   */
  pagos?: readonly PaymentRequest[] | null;
  /**
   * La orden con que se compró.
   */
  referencias?: PurchaseReferenceRequest | null;
  /**
   * Datos suyos, que se guardan con el documento y se devuelven con él: hasta 20 textos de hasta 200 caracteres, con nombres de 1 a 40 letras minúsculas sin tilde, dígitos, `_`, `.` o `-`. No se firman ni se imprimen; cuentan para reconocer un reintento.
   */
  metadatos?: {
    [k: string]: string;
  } | null;
}
/**
 * Datos reales del proveedor.
 */
export interface Supplier {
  /**
   * Tipo de identificación; 13 si no se envía.
   */
  tipo_documento?: IdentificationTypeCode | null;
  /**
   * Número de identificación (alias numero_documento). Puntos, espacios y guiones no cuentan; el dígito de verificación va en dv o tras un guion.
   */
  nit: string;
  /**
   * Dígito de verificación, cuando aplica; si se envía debe ser el correcto.
   */
  dv?: string | null;
  /**
   * Nombre o razón social.
   */
  nombre: string;
  /**
   * Nombre comercial; el nombre si no se envía.
   */
  nombre_comercial?: string | null;
  /**
   * Responsabilidades fiscales separadas por ;. O-49 si no se envía.
   */
  regimen?: string | null;
  /**
   * Tributo del proveedor: 01, 04, ZA o ZZ (defecto).
   */
  authority_tax_scheme_code?: string | null;
  /**
   * Dirección.
   */
  direccion?: string | null;
  /**
   * Nombre del municipio; en Colombia y sin codigo_municipio, debe nombrar uno solo de la lista oficial (con el departamento, si varios se llaman así).
   */
  municipio?: string | null;
  /**
   * Código DIVIPOLA de 5 dígitos.
   */
  codigo_municipio?: string | null;
  /**
   * Nombre del departamento.
   */
  departamento?: string | null;
  /**
   * Código del departamento, 2 dígitos.
   */
  codigo_departamento?: string | null;
  /**
   * País ISO 3166-1 de dos letras; CO si no se envía.
   */
  pais?: string | null;
  /**
   * Correo del proveedor.
   */
  email?: string | null;
  /**
   * Teléfono.
   */
  telefono?: string | null;
  /**
   * Código postal, 6 dígitos en Colombia.
   */
  codigo_postal?: string | null;
}
/**
 * La orden con que se compró.
 */
export interface PurchaseReferenceRequest {
  /**
   * Orden de compra del adquirente.
   */
  orden_compra?: NamedDocumentRequest | null;
}
export interface NamedDocumentRequest {
  /**
   * Número de la orden de compra.
   */
  numero: string;
  /**
   * Su fecha, no posterior a la de emisión.
   */
  fecha?: string | null;
}
export interface SupportDocumentList {
  /**
   * true: la solicitud se atendió.
   */
  ok: true;
  /**
   * Documentos soporte de producción y sus notas.
   */
  docs: SupportDocumentSummary[];
  /**
   * Página; null después de un cursor.
   */
  page: number | null;
  /**
   * Tamaño de página que se aplicó.
   */
  per_page: number;
  /**
   * Documentos que cumplen el filtro; null si una búsqueda no los vio todos, como lo dice entonces `notices`.
   */
  total: number | null;
  /**
   * Páginas que hay; null si `total` lo es.
   */
  pages: number | null;
  /**
   * Envíelo en `after` para lo que sigue; null al final.
   */
  cursor: string | null;
  /**
   * Siguen más documentos.
   */
  hay_mas: boolean;
  /**
   * Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay.
   */
  notices?: Notice[];
}
export interface SupportDocumentSummary {
  /**
   * Id del documento; con él se consulta.
   */
  id: number;
  /**
   * Empresa.
   */
  company_id: number;
  /**
   * Prefijo del rango de numeración.
   */
  prefijo: string;
  /**
   * Número dentro del rango; lo asigna el servicio.
   */
  consecutivo: number;
  /**
   * Fecha del documento. `AAAA-MM-DD`.
   */
  document_date: string;
  /**
   * Moneda ISO 4217.
   */
  moneda: string;
  /**
   * Suma de las bases de las líneas. Texto decimal con dos decimales, en la moneda del documento.
   */
  subtotal: string;
  /**
   * Suma de los impuestos. Texto decimal con dos decimales, en la moneda del documento.
   */
  impuestos: string;
  /**
   * Subtotal más impuestos. Texto decimal con dos decimales, en la moneda del documento.
   */
  total: string;
  /**
   * Suma de las retenciones. Texto decimal con dos decimales, en la moneda del documento.
   */
  total_retenciones: string;
  /**
   * Total menos retenciones. Texto decimal con dos decimales, en la moneda del documento.
   */
  neto_pagar: string;
  estado_authority: DocumentState;
  /**
   * Identificador fiscal (SHA-384, 96 dígitos hexadecimales); null antes de firmar.
   */
  cuds: string | null;
  tipo_authority: SupportDocumentType;
  es_habilitacion: TestSetMark;
  /**
   * Clave del envío al set de pruebas, si la hubo.
   */
  zip_key: string | null;
  /**
   * Clave de idempotencia con que se creó.
   */
  idempotency_key: string | null;
  /**
   * Los datos suyos que se guardan con el documento, como los envió; null si no envió.
   */
  metadatos: {
    [k: string]: string;
  } | null;
  /**
   * Código del establecimiento que lo emitió; null si no se dijo ninguno.
   */
  establecimiento: string | null;
  /**
   * Nombre de la caja, como se envió; null si no se envió.
   */
  caja: string | null;
  /**
   * Proveedor.
   */
  proveedor: Party | null;
}
export interface Party {
  /**
   * Id del tercero.
   */
  id: number;
  /**
   * Nombre o razón social.
   */
  nombre: string;
  /**
   * Tipo de identificación.
   */
  tipo_documento: string;
  /**
   * Número de identificación.
   */
  numero_documento: string;
  /**
   * Correo; vacío si no se conoce.
   */
  email: string;
}
export interface SupportDocumentRead {
  /**
   * true: la solicitud se atendió.
   */
  ok: true;
  /**
   * true mientras el estado no sea final: consulte por id; nunca cambie la clave.
   */
  pending: boolean;
  documento: SupportDocumentDetail;
  authority?: AuthorityVerdict;
  /**
   * Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay.
   */
  notices?: Notice[];
  /**
   * La clave de idempotencia con que se creó; null si no tuvo.
   */
  draft_key: string | null;
  /**
   * La misma clave, con su otro nombre.
   */
  idempotency_key: string | null;
  /**
   * Los datos suyos que se guardan con el documento, como los envió; null si no envió.
   */
  metadatos: {
    [k: string]: string;
  } | null;
  /**
   * Código del establecimiento que lo emitió; null si no se dijo ninguno.
   */
  establecimiento: string | null;
  /**
   * Nombre de la caja, como se envió; null si no se envió.
   */
  caja: string | null;
  representacion: Representation | null;
}
/**
 * Documento soporte o nota, como lo muestra la consulta por id.
 */
export interface SupportDocumentDetail {
  /**
   * Id del documento; con él se consulta.
   */
  id: number;
  /**
   * Empresa.
   */
  company_id: number;
  /**
   * Prefijo del rango de numeración.
   */
  prefijo: string;
  /**
   * Número dentro del rango; lo asigna el servicio.
   */
  consecutivo: number;
  /**
   * Fecha del documento. `AAAA-MM-DD`.
   */
  document_date: string;
  /**
   * Moneda ISO 4217.
   */
  moneda: string;
  /**
   * Suma de las bases de las líneas. Texto decimal con dos decimales, en la moneda del documento.
   */
  subtotal: string;
  /**
   * Suma de los impuestos. Texto decimal con dos decimales, en la moneda del documento.
   */
  impuestos: string;
  /**
   * Subtotal más impuestos. Texto decimal con dos decimales, en la moneda del documento.
   */
  total: string;
  /**
   * Suma de las retenciones. Texto decimal con dos decimales, en la moneda del documento.
   */
  total_retenciones: string;
  /**
   * Total menos retenciones. Texto decimal con dos decimales, en la moneda del documento.
   */
  neto_pagar: string;
  estado_authority: DocumentState;
  /**
   * Identificador fiscal (SHA-384, 96 dígitos hexadecimales); null antes de firmar.
   */
  cuds: string | null;
  /**
   * Vencimiento contable, `AAAA-MM-DD`, si se envió.
   */
  accounting_due_date: string | null;
  /**
   * Retenciones calculadas.
   */
  retenciones: SupportDocumentWithholding[];
  es_habilitacion: TestSetMark;
  /**
   * Metadato interno: dónde se archivó el XML firmado; no es una dirección pública.
   */
  xml_path: string | null;
  /**
   * Clave del envío al set de pruebas, si la hubo.
   */
  zip_key: string | null;
  /**
   * Diagnóstico de la última consulta o envío que falló.
   */
  last_status_error: string | null;
  /**
   * Estado contable.
   */
  accounting_status: string;
  /**
   * Id del tercero (proveedor).
   */
  third_party_id: number | null;
  /**
   * Centro de costo, si se envió.
   */
  cost_center_id: number | null;
  /**
   * Creación, en UTC. `AAAA-MM-DD HH:MM:SS`.
   */
  created_at: string;
  /**
   * Último cambio, en UTC. `AAAA-MM-DD HH:MM:SS`.
   */
  updated_at: string;
  /**
   * Clave de idempotencia con que se creó.
   */
  idempotency_key: string | null;
  /**
   * Los datos suyos que se guardan con el documento, como los envió; null si no envió.
   */
  metadatos: {
    [k: string]: string;
  } | null;
  /**
   * Código del establecimiento que lo emitió; null si no se dijo ninguno.
   */
  establecimiento: string | null;
  /**
   * Nombre de la caja, como se envió; null si no se envió.
   */
  caja: string | null;
  /**
   * Pagos.
   */
  pagos: PaymentPart[];
  /**
   * Documentos que nombra; null si ninguno.
   */
  referencias: References | null;
  tipo_authority: SupportDocumentType;
  /**
   * Solo en una nota: código del concepto.
   */
  concepto?: string | null;
  /**
   * Solo en una nota: nombre del concepto.
   */
  concepto_nombre?: string | null;
  /**
   * Solo en una nota: por qué, en palabras del emisor.
   */
  motivo?: string | null;
  /**
   * Solo en una nota: el documento soporte que corrige.
   */
  documento_soporte?: CorrectedSupportDocument | null;
  /**
   * Notas sobre el documento, la más antigua primero, también las rechazadas; de a 100, la página que diga `notas_page`.
   */
  notas?: ListedNote[];
  /**
   * Cuántas notas hay en todas las páginas de `notas`.
   */
  notas_total?: number;
  /**
   * Lo que queda por acreditar; las notas en proceso también cuentan. Texto decimal con dos decimales, en la moneda del documento.
   */
  saldo_acreditable?: string;
  /**
   * Una nota que no fue rechazada lo anula.
   */
  anulado?: boolean;
}
export interface SupportDocumentWithholding {
  /**
   * Clave de la retención.
   */
  retention_key: string;
  authority_tax_code: WithholdingCode;
  /**
   * Nombre con que se envió.
   */
  tax_name: string;
  /**
   * Base. Texto decimal con dos decimales, en la moneda del documento.
   */
  base_amount: string;
  /**
   * Porcentaje. Texto decimal.
   */
  percent: string;
  /**
   * Valor retenido. Texto decimal con dos decimales, en la moneda del documento.
   */
  amount: string;
}
export interface PaymentPart {
  /**
   * contado o credito.
   */
  form: string;
  /**
   * Medio de pago de la lista de la autoridad.
   */
  means_code: string;
  /**
   * Nombre del medio.
   */
  medio: string;
  /**
   * Lo que se paga con él, o lo que devuelve una nota crédito; null si es el único y no se dijo, y en una nota débito.
   */
  valor: string | null;
  /**
   * Referencia del pago.
   */
  referencia: string | null;
  /**
   * Vencimiento de un pago a crédito.
   */
  due_date: string | null;
  /**
   * Ajuste por moneda de un pago en efectivo; no está en el XML.
   */
  redondeo: string | null;
}
/**
 * Documentos que nombra; null si ninguno.
 */
export interface References {
  /**
   * Orden de compra.
   */
  orden_compra: PurchaseOrder | null;
  /**
   * Remisiones.
   */
  remisiones: NamedDocument[];
  /**
   * Entradas.
   */
  entradas: NamedDocument[];
  /**
   * Contrato.
   */
  contrato: Contract | null;
}
/**
 * Orden de compra.
 */
export interface PurchaseOrder {
  /**
   * Número.
   */
  numero: string;
  /**
   * Fecha, `AAAA-MM-DD`.
   */
  fecha: string | null;
}
export interface NamedDocument {
  /**
   * Número.
   */
  numero: string;
  /**
   * Fecha, `AAAA-MM-DD`.
   */
  fecha: string | null;
}
/**
 * Contrato.
 */
export interface Contract {
  /**
   * Número.
   */
  numero: string;
}
export interface CorrectedSupportDocument {
  /**
   * Id; null si no se guarda aquí.
   */
  id: number | null;
  /**
   * Prefijo y número.
   */
  numero: string;
  /**
   * CUDS.
   */
  cuds: string;
  /**
   * Fecha. `AAAA-MM-DD`.
   */
  fecha: string;
}
export interface ListedNote {
  /**
   * Id de la nota.
   */
  id: number;
  tipo_authority: NoteType;
  /**
   * Prefijo de la serie.
   */
  prefijo: string;
  /**
   * Número.
   */
  consecutivo: number;
  /**
   * Código del concepto.
   */
  concepto: string | null;
  estado_authority: DocumentState;
  /**
   * Total, positivo. Texto decimal con dos decimales, en la moneda del documento.
   */
  total: string;
}
export interface InvoiceSettled {
  /**
   * true: la solicitud se atendió.
   */
  ok: true;
  /**
   * true mientras el estado no sea final: consulte por id; nunca cambie la clave.
   */
  pending: boolean;
  /**
   * true si la clave ya existía: se muestra el documento de entonces, en su estado de ahora.
   */
  idempotent: boolean;
  /**
   * Id de la factura; con él se consulta.
   */
  factura_id: number;
  /**
   * CUFE, o CUDE en contingencia (SHA-384, 96 dígitos hexadecimales).
   */
  cufe: string;
  estado: DocumentState;
  /**
   * Se transmitió a la autoridad; false mientras ella rechace los envíos antes de procesarlos.
   */
  enviado: boolean;
  /**
   * Empresa.
   */
  company_id: number;
  tipo_authority: InvoiceType;
  /**
   * Prefijo del rango de numeración.
   */
  prefijo: string;
  /**
   * Número dentro del rango; lo asigna el servicio.
   */
  consecutivo: number;
  /**
   * Fecha de emisión en Colombia. `AAAA-MM-DD`.
   */
  fecha_emision: string;
  /**
   * Moneda ISO 4217.
   */
  moneda: string;
  /**
   * Suma de las bases. Texto decimal con dos decimales, en la moneda del documento.
   */
  subtotal: string;
  /**
   * Suma de los impuestos. Texto decimal con dos decimales, en la moneda del documento.
   */
  impuestos: string;
  /**
   * Total bruto. Texto decimal con dos decimales, en la moneda del documento.
   */
  total: string;
  /**
   * Suma de las retenciones; informativas, no cambian el total. Texto decimal con dos decimales, en la moneda del documento.
   */
  total_retenciones: string;
  /**
   * Clave del envío al set de pruebas, si la hubo.
   */
  zip_key: string | null;
  /**
   * Si es del set de pruebas: entonces no es una venta facturada. Falta solo en una factura sin firmar de una versión anterior.
   */
  es_habilitacion?: boolean;
  /**
   * Total menos los anticipos. No resta lo que se paga de contado, ni retenciones ni notas: imprímalo solo si hubo anticipos. Texto decimal con dos decimales, en la moneda del documento.
   */
  saldo_por_pagar: string;
  /**
   * Suma de los redondeos de los pagos en efectivo: negativa si se cobró menos. No cambia el total. Solo si hubo alguno. Texto decimal con dos decimales, en la moneda del documento.
   */
  redondeo?: string;
  /**
   * Obsequios y muestras; null si no hay.
   */
  obsequios: Gifts | null;
  authority?: AuthorityVerdict;
  /**
   * Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay.
   */
  notices?: Notice[];
  /**
   * La clave de idempotencia con que se creó; null si no tuvo.
   */
  draft_key: string | null;
  /**
   * La misma clave, con su otro nombre.
   */
  idempotency_key: string | null;
  /**
   * Los datos suyos que se guardan con el documento, como los envió; null si no envió.
   */
  metadatos: {
    [k: string]: string;
  } | null;
  /**
   * Código del establecimiento que lo emitió; null si no se dijo ninguno.
   */
  establecimiento: string | null;
  /**
   * Nombre de la caja, como se envió; null si no se envió.
   */
  caja: string | null;
  representacion: Representation | null;
  /**
   * Página del documento para el comprador, con sus archivos; abre quien lo tenga. null antes de `aceptado`, en habilitación, mientras estén revocados, y donde el servicio no da enlaces.
   */
  enlace: string | null;
  /**
   * Envíos por correo del documento, el más reciente primero; [] antes de `aceptado` y donde no hay correo.
   */
  envios: Envio[];
}
/**
 * Obsequios y muestras; null si no hay.
 */
export interface Gifts {
  /**
   * Valor comercial de lo regalado, sin impuestos. Texto decimal con dos decimales, en la moneda del documento.
   */
  valor: string;
  /**
   * Impuestos que asume el vendedor. Texto decimal con dos decimales, en la moneda del documento.
   */
  iva_asumido: string;
}
/**
 * Un envío por correo, a un destinatario. Su dirección no se muestra entera.
 */
export interface Envio {
  /**
   * Id del envío; el mensaje lo lleva en `X-Entrega`.
   */
  id: string;
  /**
   * Documento que se envía.
   */
  documento_id: number;
  tipo: MailKind;
  /**
   * Destinatario, sin mostrar el buzón; null si no había.
   */
  correo: string | null;
  estado: MailState;
  /**
   * Por qué no salió o no llegó; null si no hay nada que decir.
   */
  motivo: MailReason | null;
  /**
   * Veces que se entregó al servicio de correo.
   */
  intentos: number;
  /**
   * Cuándo se pidió. Instante ISO 8601 en UTC.
   */
  creado: string;
  /**
   * Cuándo lo recibió el servicio de correo; null antes. Instante ISO 8601 en UTC.
   */
  enviado: string | null;
  /**
   * Cuándo llegó al buzón; null si no se sabe. Instante ISO 8601 en UTC.
   */
  entregado: string | null;
  /**
   * Cuándo se intenta otra vez; null si no hace falta. Instante ISO 8601 en UTC.
   */
  proximo_intento: string | null;
}
/**
 * Por qué no salió o no llegó; null si no hay nada que decir.
 */
export interface MailReason {
  codigo: MailReasonCode;
  /**
   * Lo mismo en palabras.
   */
  texto: string;
}
export interface InvoiceDryRun {
  /**
   * true: la solicitud se atendió.
   */
  ok: true;
  /**
   * Fue un ensayo: nada quedó guardado.
   */
  dry_run: true;
  documento: PricedInvoice;
  /**
   * Avisos: lo que la autoridad anotará al aceptarlo y lo que falta y se recomienda. Lo que impide emitir llega como el mismo 400 de la creación real.
   */
  rules: DryRunRule[];
  numbering: NumberingForecast;
  /**
   * Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay.
   */
  notices?: Notice[];
  /**
   * Los datos suyos que se guardan con el documento, como los envió; null si no envió.
   */
  metadatos: {
    [k: string]: string;
  } | null;
  /**
   * Código del establecimiento que lo emitió; null si no se dijo ninguno.
   */
  establecimiento: string | null;
  /**
   * Nombre de la caja, como se envió; null si no se envió.
   */
  caja: string | null;
}
/**
 * La factura tal como quedaría, sin número ni firma.
 */
export interface PricedInvoice {
  tipo_authority: InvoiceType;
  /**
   * Fecha con que se emitiría. `AAAA-MM-DD`.
   */
  document_date: string;
  /**
   * Vencimiento del pago. `AAAA-MM-DD`.
   */
  fecha_vencimiento: string;
  /**
   * Moneda ISO 4217.
   */
  moneda: string;
  /**
   * Suma de las bases. Texto decimal con dos decimales, en la moneda del documento.
   */
  subtotal: string;
  /**
   * Suma de los impuestos. Texto decimal con dos decimales, en la moneda del documento.
   */
  impuestos: string;
  /**
   * Subtotal más impuestos. Texto decimal con dos decimales, en la moneda del documento.
   */
  total: string;
  /**
   * Suma de las retenciones; informativas, no cambian el total. Texto decimal con dos decimales, en la moneda del documento.
   */
  total_retenciones: string;
  /**
   * Total menos retenciones; en FE, el total: allí las retenciones solo se informan. Texto decimal con dos decimales, en la moneda del documento.
   */
  neto_pagar: string;
  /**
   * Líneas ya valoradas.
   */
  items: PricedInvoiceLine[];
  /**
   * Un renglón por tributo y tarifa.
   */
  impuestos_detalle: InvoiceTax[];
  /**
   * Retenciones ya calculadas.
   */
  retenciones: PricedTax[];
  /**
   * Descuentos de toda la factura, después de impuestos.
   */
  descuentos: InvoiceAllowance[];
  /**
   * Cargos de toda la factura, como la propina.
   */
  cargos: InvoiceAllowance[];
  /**
   * Total menos los anticipos. No resta lo que se paga de contado, ni retenciones ni notas: imprímalo solo si hubo anticipos. Texto decimal con dos decimales, en la moneda del documento.
   */
  saldo_por_pagar: string;
  /**
   * Suma de los redondeos de los pagos en efectivo: negativa si se cobró menos. No cambia el total. Solo si hubo alguno. Texto decimal con dos decimales, en la moneda del documento.
   */
  redondeo?: string;
  /**
   * Obsequios y muestras; null si no hay.
   */
  obsequios: Gifts | null;
  /**
   * Pagos.
   */
  pagos: PaymentPart[];
  /**
   * Documentos que nombra; null si ninguno.
   */
  referencias: References | null;
  /**
   * Cuotas de la parte a crédito.
   */
  cuotas: Instalment[];
  /**
   * Anticipos, informativos: no cambian el total.
   */
  anticipos: Prepayment[];
  /**
   * Periodo que se factura; null si no se dijo.
   */
  periodo_facturado: Period | null;
  /**
   * Entrega.
   */
  entrega: Delivery | null;
}
export interface PricedInvoiceLine {
  /**
   * Descripción como irá en el documento.
   */
  descripcion: string;
  /**
   * Cantidad, seis decimales. Texto decimal.
   */
  cantidad: string;
  /**
   * Unidad de la lista de la autoridad.
   */
  unidad_medida: string;
  /**
   * Valor unitario sin impuesto, de dos a seis decimales. Texto decimal.
   */
  valor_unitario: string;
  /**
   * Base de la línea. Texto decimal con dos decimales, en la moneda del documento.
   */
  base_imponible: string;
  /**
   * Impuestos de la línea.
   */
  impuestos: InvoiceTax[];
  /**
   * Código propio; null si no vino: el XML lleva entonces uno por posición.
   */
  codigo: string | null;
  /**
   * Código en una lista común.
   */
  codigo_estandar: StandardCode | null;
  /**
   * Nombre corto de la unidad, como se imprime.
   */
  unidad: string;
  /**
   * Marca.
   */
  marca: string | null;
  /**
   * Modelo.
   */
  modelo: string | null;
  /**
   * Nota de la línea.
   */
  nota: string | null;
  tratamiento: TaxTreatment;
  /**
   * De un obsequio o una muestra.
   */
  obsequio: Gift | null;
  /**
   * Descuento de la línea, ya restado de su base. Texto decimal con dos decimales, en la moneda del documento.
   */
  descuento: string;
}
export interface InvoiceTax {
  /**
   * Código del tributo.
   */
  codigo: string;
  /**
   * Nombre del tributo.
   */
  nombre: string;
  /**
   * Tarifa en porcentaje; 0.00 de un tributo por unidad. Texto decimal.
   */
  porcentaje: string;
  /**
   * Base. Texto decimal con dos decimales, en la moneda del documento.
   */
  base: string;
  /**
   * Valor. Texto decimal con dos decimales, en la moneda del documento.
   */
  valor: string;
  /**
   * De un tributo por unidad: su valor por cada una; en IBUA, por cada 100 ml. Texto decimal.
   */
  valor_unitario?: string;
  /**
   * De un tributo por unidad: cuántas; en IBUA, los mililitros. Texto decimal.
   */
  unidades?: string;
}
/**
 * Código en una lista común.
 */
export interface StandardCode {
  esquema: StandardCodeScheme;
  /**
   * El código.
   */
  codigo: string;
}
/**
 * De un obsequio o una muestra.
 */
export interface Gift {
  /**
   * Valor comercial de una unidad. Texto decimal.
   */
  valor_referencia: string;
  asume_iva: GiftTaxBearer;
}
export interface InvoiceAllowance {
  /**
   * Código del motivo en la lista de la autoridad; null si no se dio.
   */
  codigo: string | null;
  /**
   * Motivo, como lo imprime la factura.
   */
  motivo: string;
  /**
   * Porcentaje de la base. Texto decimal.
   */
  porcentaje: string;
  /**
   * Base. Texto decimal con dos decimales, en la moneda del documento.
   */
  base: string;
  /**
   * Valor. Texto decimal con dos decimales, en la moneda del documento.
   */
  valor: string;
}
export interface Instalment {
  /**
   * Valor. Texto decimal con dos decimales, en la moneda del documento.
   */
  valor: string;
  /**
   * Vencimiento.
   */
  due_date: string;
}
export interface Prepayment {
  /**
   * Valor. Texto decimal con dos decimales, en la moneda del documento.
   */
  valor: string;
  /**
   * Cuándo se recibió.
   */
  fecha: string;
  /**
   * Comprobante.
   */
  referencia: string | null;
}
export interface Period {
  /**
   * Primer día. `AAAA-MM-DD`.
   */
  fecha_inicio: string;
  /**
   * Último día. `AAAA-MM-DD`.
   */
  fecha_fin: string;
}
/**
 * Entrega.
 */
export interface Delivery {
  /**
   * Dirección.
   */
  direccion: string | null;
  /**
   * Código DIVIPOLA, en Colombia.
   */
  codigo_municipio: string | null;
  /**
   * Municipio o ciudad.
   */
  ciudad: string | null;
  /**
   * País.
   */
  pais: string | null;
  /**
   * Fecha de entrega.
   */
  fecha: string | null;
  /**
   * Condición de entrega.
   */
  incoterm: string | null;
  /**
   * Guía de transporte.
   */
  guia: string | null;
  /**
   * Quién transporta; no está en el XML.
   */
  transportador: string | null;
}
export interface InvoiceReserved {
  /**
   * true: la solicitud se atendió.
   */
  ok: true;
  /**
   * true mientras el estado no sea final: consulte por id; nunca cambie la clave.
   */
  pending: boolean;
  /**
   * true si la clave ya existía: se muestra el documento de entonces, en su estado de ahora.
   */
  idempotent: boolean;
  /**
   * Qué hacer mientras no hay resultado final.
   */
  message: string;
  request_status: DocumentState;
  /**
   * Id de la factura; con él se consulta.
   */
  factura_id?: number;
  /**
   * CUFE, o CUDE en contingencia (SHA-384, 96 dígitos hexadecimales); null antes de firmar.
   */
  cufe?: string | null;
  estado?: DocumentState;
  /**
   * Se transmitió a la autoridad; false mientras ella rechace los envíos antes de procesarlos.
   */
  enviado?: boolean;
  /**
   * Empresa.
   */
  company_id?: number;
  tipo_authority?: InvoiceType;
  /**
   * Prefijo del rango de numeración.
   */
  prefijo?: string;
  /**
   * Número dentro del rango; lo asigna el servicio.
   */
  consecutivo?: number;
  /**
   * Fecha de emisión en Colombia. `AAAA-MM-DD`.
   */
  fecha_emision?: string;
  /**
   * Moneda ISO 4217.
   */
  moneda?: string;
  /**
   * Suma de las bases. Texto decimal con dos decimales, en la moneda del documento.
   */
  subtotal?: string;
  /**
   * Suma de los impuestos. Texto decimal con dos decimales, en la moneda del documento.
   */
  impuestos?: string;
  /**
   * Total bruto. Texto decimal con dos decimales, en la moneda del documento.
   */
  total?: string;
  /**
   * Suma de las retenciones; informativas, no cambian el total. Texto decimal con dos decimales, en la moneda del documento.
   */
  total_retenciones?: string;
  /**
   * Clave del envío al set de pruebas, si la hubo.
   */
  zip_key?: string | null;
  /**
   * Si es del set de pruebas: entonces no es una venta facturada. Falta solo en una factura sin firmar de una versión anterior.
   */
  es_habilitacion?: boolean;
  /**
   * Total menos los anticipos. No resta lo que se paga de contado, ni retenciones ni notas: imprímalo solo si hubo anticipos. Texto decimal con dos decimales, en la moneda del documento.
   */
  saldo_por_pagar?: string;
  /**
   * Suma de los redondeos de los pagos en efectivo: negativa si se cobró menos. No cambia el total. Solo si hubo alguno. Texto decimal con dos decimales, en la moneda del documento.
   */
  redondeo?: string;
  /**
   * Obsequios y muestras; null si no hay.
   */
  obsequios?: Gifts | null;
  /**
   * Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay.
   */
  notices?: Notice[];
  /**
   * La clave de idempotencia con que se creó; null si no tuvo.
   */
  draft_key: string | null;
  /**
   * La misma clave, con su otro nombre.
   */
  idempotency_key: string | null;
  /**
   * Los datos suyos que se guardan con el documento, como los envió; null si no envió.
   */
  metadatos: {
    [k: string]: string;
  } | null;
  /**
   * Código del establecimiento que lo emitió; null si no se dijo ninguno.
   */
  establecimiento: string | null;
  /**
   * Nombre de la caja, como se envió; null si no se envió.
   */
  caja: string | null;
  representacion: Representation | null;
  /**
   * Página del documento para el comprador, con sus archivos; abre quien lo tenga. null antes de `aceptado`, en habilitación, mientras estén revocados, y donde el servicio no da enlaces.
   */
  enlace: string | null;
  /**
   * Envíos por correo del documento, el más reciente primero; [] antes de `aceptado` y donde no hay correo.
   */
  envios: Envio[];
}
export interface InvoiceRejected {
  /**
   * false: vea `error`.
   */
  ok: false;
  /**
   * Qué pasó, en español.
   */
  error: string;
  /**
   * Identificador de esta solicitud, igual a la cabecera X-Request-Id; cítelo al pedir soporte.
   */
  request_id: string;
  /**
   * true si la clave ya existía: se muestra el documento de entonces, en su estado de ahora.
   */
  idempotent: boolean;
  /**
   * Id de la factura; con él se consulta.
   */
  factura_id: number;
  /**
   * CUFE, o CUDE en contingencia (SHA-384, 96 dígitos hexadecimales).
   */
  cufe: string;
  estado: DocumentState;
  /**
   * Se transmitió a la autoridad; false mientras ella rechace los envíos antes de procesarlos.
   */
  enviado: boolean;
  /**
   * Empresa.
   */
  company_id: number;
  tipo_authority: InvoiceType;
  /**
   * Prefijo del rango de numeración.
   */
  prefijo: string;
  /**
   * Número dentro del rango; lo asigna el servicio.
   */
  consecutivo: number;
  /**
   * Fecha de emisión en Colombia. `AAAA-MM-DD`.
   */
  fecha_emision: string;
  /**
   * Moneda ISO 4217.
   */
  moneda: string;
  /**
   * Suma de las bases. Texto decimal con dos decimales, en la moneda del documento.
   */
  subtotal: string;
  /**
   * Suma de los impuestos. Texto decimal con dos decimales, en la moneda del documento.
   */
  impuestos: string;
  /**
   * Total bruto. Texto decimal con dos decimales, en la moneda del documento.
   */
  total: string;
  /**
   * Suma de las retenciones; informativas, no cambian el total. Texto decimal con dos decimales, en la moneda del documento.
   */
  total_retenciones: string;
  /**
   * Clave del envío al set de pruebas, si la hubo.
   */
  zip_key: string | null;
  /**
   * Si es del set de pruebas: entonces no es una venta facturada. Falta solo en una factura sin firmar de una versión anterior.
   */
  es_habilitacion?: boolean;
  /**
   * Total menos los anticipos. No resta lo que se paga de contado, ni retenciones ni notas: imprímalo solo si hubo anticipos. Texto decimal con dos decimales, en la moneda del documento.
   */
  saldo_por_pagar: string;
  /**
   * Suma de los redondeos de los pagos en efectivo: negativa si se cobró menos. No cambia el total. Solo si hubo alguno. Texto decimal con dos decimales, en la moneda del documento.
   */
  redondeo?: string;
  /**
   * Obsequios y muestras; null si no hay.
   */
  obsequios: Gifts | null;
  authority?: AuthorityVerdict;
  /**
   * Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay.
   */
  notices?: Notice[];
  /**
   * Solo los rechazos de `authority.rules`, con la forma de los demás errores.
   */
  details: RejectionDetail[];
  /**
   * Código estable.
   */
  code: "document_rejected";
  /**
   * true mientras el estado no sea final: consulte por id; nunca cambie la clave.
   */
  pending: boolean;
  /**
   * La clave de idempotencia con que se creó; null si no tuvo.
   */
  draft_key: string | null;
  /**
   * La misma clave, con su otro nombre.
   */
  idempotency_key: string | null;
  /**
   * Los datos suyos que se guardan con el documento, como los envió; null si no envió.
   */
  metadatos: {
    [k: string]: string;
  } | null;
  /**
   * Código del establecimiento que lo emitió; null si no se dijo ninguno.
   */
  establecimiento: string | null;
  /**
   * Nombre de la caja, como se envió; null si no se envió.
   */
  caja: string | null;
  representacion: Representation | null;
  /**
   * Página del documento para el comprador, con sus archivos; abre quien lo tenga. null antes de `aceptado`, en habilitación, mientras estén revocados, y donde el servicio no da enlaces.
   */
  enlace: string | null;
  /**
   * Envíos por correo del documento, el más reciente primero; [] antes de `aceptado` y donde no hay correo.
   */
  envios: Envio[];
}
export interface InvoiceUncertain {
  /**
   * false: vea `error`.
   */
  ok: false;
  /**
   * Qué pasó, en español.
   */
  error: string;
  /**
   * Identificador de esta solicitud, igual a la cabecera X-Request-Id; cítelo al pedir soporte.
   */
  request_id: string;
  /**
   * true si la clave ya existía: se muestra el documento de entonces, en su estado de ahora.
   */
  idempotent: boolean;
  /**
   * Id de la factura; con él se consulta.
   */
  factura_id: number;
  /**
   * CUFE, o CUDE en contingencia (SHA-384, 96 dígitos hexadecimales); null antes de firmar.
   */
  cufe: string | null;
  estado: DocumentState;
  /**
   * Se transmitió a la autoridad; false mientras ella rechace los envíos antes de procesarlos.
   */
  enviado: boolean;
  /**
   * Empresa.
   */
  company_id: number;
  tipo_authority: InvoiceType;
  /**
   * Prefijo del rango de numeración.
   */
  prefijo: string;
  /**
   * Número dentro del rango; lo asigna el servicio.
   */
  consecutivo: number;
  /**
   * Fecha de emisión en Colombia. `AAAA-MM-DD`.
   */
  fecha_emision: string;
  /**
   * Moneda ISO 4217.
   */
  moneda: string;
  /**
   * Suma de las bases. Texto decimal con dos decimales, en la moneda del documento.
   */
  subtotal: string;
  /**
   * Suma de los impuestos. Texto decimal con dos decimales, en la moneda del documento.
   */
  impuestos: string;
  /**
   * Total bruto. Texto decimal con dos decimales, en la moneda del documento.
   */
  total: string;
  /**
   * Suma de las retenciones; informativas, no cambian el total. Texto decimal con dos decimales, en la moneda del documento.
   */
  total_retenciones: string;
  /**
   * Clave del envío al set de pruebas, si la hubo.
   */
  zip_key: string | null;
  /**
   * Si es del set de pruebas: entonces no es una venta facturada. Falta solo en una factura sin firmar de una versión anterior.
   */
  es_habilitacion?: boolean;
  /**
   * Total menos los anticipos. No resta lo que se paga de contado, ni retenciones ni notas: imprímalo solo si hubo anticipos. Texto decimal con dos decimales, en la moneda del documento.
   */
  saldo_por_pagar: string;
  /**
   * Suma de los redondeos de los pagos en efectivo: negativa si se cobró menos. No cambia el total. Solo si hubo alguno. Texto decimal con dos decimales, en la moneda del documento.
   */
  redondeo?: string;
  /**
   * Obsequios y muestras; null si no hay.
   */
  obsequios: Gifts | null;
  /**
   * Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay.
   */
  notices?: Notice[];
  /**
   * Código estable.
   */
  code: "result_uncertain";
  /**
   * true mientras el estado no sea final: consulte por id; nunca cambie la clave.
   */
  pending: boolean;
  /**
   * La clave de idempotencia con que se creó; null si no tuvo.
   */
  draft_key: string | null;
  /**
   * La misma clave, con su otro nombre.
   */
  idempotency_key: string | null;
  /**
   * Los datos suyos que se guardan con el documento, como los envió; null si no envió.
   */
  metadatos: {
    [k: string]: string;
  } | null;
  /**
   * Código del establecimiento que lo emitió; null si no se dijo ninguno.
   */
  establecimiento: string | null;
  /**
   * Nombre de la caja, como se envió; null si no se envió.
   */
  caja: string | null;
  representacion: Representation | null;
  /**
   * Página del documento para el comprador, con sus archivos; abre quien lo tenga. null antes de `aceptado`, en habilitación, mientras estén revocados, y donde el servicio no da enlaces.
   */
  enlace: string | null;
  /**
   * Envíos por correo del documento, el más reciente primero; [] antes de `aceptado` y donde no hay correo.
   */
  envios: Envio[];
}
export interface InvoiceRequest {
  receptor: Receiver;
  /**
   * Ítems, al menos uno. Regla FAV01.
   *
   * @minItems 1
   * @maxItems 2000
   */
  items: readonly InvoiceItem[];
  /**
   * Total de las bases, en la moneda de la factura; si viene, debe coincidir con los ítems. Regla 2.1.
   */
  subtotal?: number | Decimal | string | null;
  /**
   * Total de los impuestos, en la moneda de la factura; si viene, debe coincidir con los ítems. Regla 2.1.
   */
  impuestos?: number | Decimal | string | null;
  /**
   * Total bruto, en la moneda de la factura; si viene, debe coincidir con los ítems. Regla 2.1.
   */
  total?: number | Decimal | string | null;
  /**
   * true: factura de contingencia (tipo 03); false es lo normal.
   */
  es_contingencia?: boolean | null;
  /**
   * Fecha de emisión, AAAA-MM-DD: la de hoy en Colombia; sin ella se usa esa.
   */
  fecha_emision?: string | null;
  /**
   * Forma y medio de pago; sin él rige el método por defecto de la empresa.
   */
  payment?: InvoicePayment | null;
  /**
   * Contrato AIU: los ítems son su costo directo; administración, imprevistos y utilidad se agregan.
   */
  aiu?: InvoiceAiu | null;
  /**
   * Retenciones; [] si no hay.
   *
   * @maxItems 50
   */
  withholdings?: readonly InvoiceWithholding[] | null;
  /**
   * Moneda de la factura; todos sus valores van en ella.
   */
  currency?: InvoiceCurrency | null;
  /**
   * Texto libre; admite saltos de línea.
   */
  observaciones?: string | null;
  /**
   * Siempre []: no hay carga de adjuntos.
   *
   * @maxItems 2000
   */
  attachment_tokens?: readonly string[] | null;
  /**
   * Identificador estable de la operación, único por empresa; el mismo en cada reintento.
   */
  draft_key?: string | null;
  /**
   * Descuentos de toda la factura, después de impuestos: no cambian su base. Sumados no pasan del total de los ítems.
   *
   * @maxItems 20
   */
  descuentos?: readonly InvoiceDiscount[] | null;
  /**
   * Cargos de toda la factura, después de impuestos, como la propina: no cambian su base. Cada uno hasta el total de los ítems.
   *
   * @maxItems 20
   */
  cargos?: readonly InvoiceCharge[] | null;
  /**
   * Con es_contingencia: prefijo y número de la factura de papel, sin espacios ni guiones; la referencia del XML la nombra. Regla FAI02.
   */
  numero_contingencia?: string | null;
  /**
   * Los pagos de la factura, de uno a diez, en vez de `payment`; sus valores suman el total.
   *
   * @minItems 1
   * @maxItems 10
   */
  pagos?: readonly PaymentRequest[] | null;
  /**
   * De dos a sesenta cuotas de la parte a crédito, cuyo valor suman; el vencimiento es el de la última.
   *
   * @minItems 2
   * @maxItems 60
   */
  cuotas?: readonly InstalmentRequest[] | null;
  /**
   * Lo que el comprador ya había pagado: informativo, no cambia el total; la respuesta trae saldo_por_pagar.
   *
   * @maxItems 20
   */
  anticipos?: readonly PrepaymentRequest[] | null;
  /**
   * Documentos que el comprador busca en la factura.
   */
  referencias?: ReferencesRequest | null;
  /**
   * Periodo que se factura, como en arriendos y servicios públicos.
   */
  periodo_facturado?: Period | null;
  /**
   * Dónde, cuándo y cómo se entrega.
   */
  entrega?: DeliveryRequest | null;
  /**
   * 01 factura de venta (defecto) o 02 exportación: adquirente del exterior, todos los ítems exentos y, si son bienes, entrega.incoterm.
   */
  tipo?: string | null;
  /**
   * Código de un establecimiento de la empresa, de `GET /establecimientos`: su dirección se firma como el lugar de la operación, y con prefijo propio numeran sus rangos. Los registra el operador; su dirección no se envía.
   */
  establecimiento?: string | null;
  /**
   * Nombre de la caja, suyo: no se firma ni se imprime; se devuelve y sirve de filtro en los listados.
   */
  caja?: string | null;
  /**
   * Envío por correo al comprador, una vez `aceptado`. No se firma ni se imprime; cuenta para reconocer un reintento.
   */
  envio?: MailRequest | null;
  /**
   * Datos suyos, que se guardan con el documento y se devuelven con él: hasta 20 textos de hasta 200 caracteres, con nombres de 1 a 40 letras minúsculas sin tilde, dígitos, `_`, `.` o `-`. No se firman ni se imprimen; cuentan para reconocer un reintento.
   */
  metadatos?: {
    [k: string]: string;
  } | null;
}
/**
 * Adquirente.
 */
export interface Receiver {
  /**
   * Tipo de identificación del adquirente; puede omitirse con el consumidor final.
   */
  tipo_doc?: IdentificationTypeCode | null;
  /**
   * Número de identificación. Puntos, espacios y guiones no cuentan, ni los ceros que anteceden a un NIT o una cédula; el dígito de verificación va tras un guion.
   */
  numero_doc: string;
  /**
   * Nombre o razón social; puede omitirse con el consumidor final.
   */
  nombre?: string | null;
  /**
   * Correo del adquirente.
   */
  email?: string | null;
  /**
   * Dirección.
   */
  direccion?: string | null;
  /**
   * País de la dirección, ISO 3166-1 de dos letras; de otro texto v1 no usa nada, y v2 lo rechaza. Sin él es Colombia, salvo con tipo_doc 41, 42 o 50: entonces la dirección no se imprime.
   */
  pais?: string | null;
  /**
   * juridica o natural; sin él, jurídica con tipo_doc 31 o 50 y natural con los demás. Un texto vacío cuenta como ausente.
   */
  tipo_persona?: PersonType | null;
  /**
   * Responsabilidades fiscales de su RUT; sin ellas se firma R-99-PN.
   *
   * @maxItems 5
   */
  responsabilidades?: readonly string[] | null;
  /**
   * Tributo del que es responsable: 01 IVA, 04 INC, ZA ambos o ZZ ninguno (defecto). Regla FAK41.
   */
  tributo?: string | null;
  /**
   * Nombre comercial.
   */
  nombre_comercial?: string | null;
  /**
   * Nombre del municipio, o su código; en Colombia va con direccion y debe nombrar uno solo de la lista oficial. En otro país, la ciudad.
   */
  municipio?: string | null;
  /**
   * Código DIVIPOLA de 5 dígitos.
   */
  codigo_municipio?: string | null;
  /**
   * Nombre del departamento; en otro país, la región.
   */
  departamento?: string | null;
  /**
   * Código postal; en Colombia, 6 dígitos.
   */
  codigo_postal?: string | null;
  /**
   * Teléfono: dígitos, espacios y +.
   */
  telefono?: string | null;
  /**
   * Persona de contacto.
   */
  contacto?: string | null;
  /**
   * Matrícula mercantil.
   */
  matricula?: string | null;
}
/**
 * Forma y medio de pago; sin él rige el método por defecto de la empresa.
 */
export interface InvoicePayment {
  /**
   * Forma de pago. Un texto vacío cuenta como ausente.
   */
  form?: PaymentForm | null;
  /**
   * Id de un método de pago activo de la empresa.
   */
  method_id?: number | null;
  /**
   * Medio de pago de la lista de la autoridad.
   */
  means_code?: PaymentMeansCode | null;
  /**
   * Vencimiento, AAAA-MM-DD; obligatorio a crédito, vacío de contado.
   */
  due_date?: string | null;
}
/**
 * Contrato AIU: los ítems son su costo directo; administración, imprevistos y utilidad se agregan.
 */
export interface InvoiceAiu {
  /**
   * true cuando la factura es de un contrato AIU; con false lo demás sobra.
   */
  enabled: boolean;
  /**
   * Valor en la moneda de la factura sobre el que se calculan los tres porcentajes. Obligatorio, salvo con `enabled: false`.
   */
  contract_base?: number | Decimal | string;
  /**
   * Administración, en porcentaje.
   */
  administracion_percent?: number | Decimal | string | null;
  /**
   * Imprevistos, en porcentaje.
   */
  imprevistos_percent?: number | Decimal | string | null;
  /**
   * Utilidad, en porcentaje.
   */
  utilidad_percent?: number | Decimal | string | null;
  /**
   * Tarifa de IVA en porcentaje. Obligatorio, salvo con `enabled: false`.
   */
  tax_rate?: number | Decimal | string;
  iva_base_mode?: AiuBaseMode;
}
/**
 * Moneda de la factura; todos sus valores van en ella.
 */
export interface InvoiceCurrency {
  /**
   * COP (defecto) o cualquier moneda ISO 4217 de la lista; el documento lleva además sus totales en pesos.
   */
  commercial_currency?: string | null;
  /**
   * Pesos colombianos por unidad de la moneda que se aplican.
   */
  applied_rate?: number | Decimal | string | null;
  /**
   * TRM oficial, pesos colombianos por dólar; se usa cuando no viene applied_rate.
   */
  official_trm?: number | Decimal | string | null;
  /**
   * Fecha de la tasa, AAAA-MM-DD; obligatoria si la moneda no es el peso.
   */
  rate_date?: string | null;
}
/**
 * Documentos que el comprador busca en la factura.
 */
export interface ReferencesRequest {
  /**
   * Orden de compra del adquirente.
   */
  orden_compra?: NamedDocumentRequest | null;
  /**
   * Remisiones o despachos.
   *
   * @maxItems 20
   */
  remisiones?: readonly NamedDocumentRequest[] | null;
  /**
   * Entradas o recibos de la mercancía.
   *
   * @maxItems 20
   */
  entradas?: readonly NamedDocumentRequest[] | null;
  /**
   * Contrato.
   */
  contrato?: ContractRequest | null;
}
/**
 * Contrato.
 */
export interface ContractRequest {
  /**
   * Número del contrato.
   */
  numero: string;
}
/**
 * Dónde, cuándo y cómo se entrega.
 */
export interface DeliveryRequest {
  /**
   * Dirección de entrega; en Colombia va con codigo_municipio.
   */
  direccion?: string | null;
  /**
   * En Colombia: código DIVIPOLA de 5 dígitos.
   */
  codigo_municipio?: string | null;
  /**
   * En otro país: la ciudad.
   */
  ciudad?: string | null;
  /**
   * País ISO 3166-1 de dos letras; CO si no viene.
   */
  pais?: string | null;
  /**
   * Fecha de entrega; puede ser futura.
   */
  fecha?: string | null;
  /**
   * Condición de entrega: CFR Costo y flete, CIF Costo, flete y seguro, CIP Transporte y Seguro Pagados hasta, CPT Transporte Pagado Hasta, DAP Entregado en un Lugar, DAT Entregado en Terminal, DDP Entregado con Pago de Derechos, EXW En Fábrica, FAS Franco al costado del buque, FCA Franco transportista, FOB Franco a bordo. DPU se firma como DAT, con un aviso. Un texto vacío cuenta como ausente.
   */
  incoterm?: DeliveryRequestIncoterm | null;
  /**
   * Número de la guía de transporte.
   */
  guia?: string | null;
  /**
   * Quién transporta: se imprime, no se firma.
   */
  transportador?: string | null;
}
/**
 * Envío por correo al comprador, una vez `aceptado`. No se firma ni se imprime; cuenta para reconocer un reintento.
 */
export interface MailRequest {
  /**
   * Si se envía al comprador cuando quede `aceptado`; sin él, lo que tenga la empresa.
   */
  enviar?: boolean | null;
  /**
   * A quiénes; sin ellos, al correo del receptor.
   *
   * @maxItems 3
   */
  correos?: readonly string[] | null;
  /**
   * Texto para el comprador, un párrafo del correo; admite saltos de línea.
   */
  mensaje?: string | null;
}
export interface InvoiceList {
  /**
   * true: la solicitud se atendió.
   */
  ok: true;
  /**
   * Facturas de producción y sus notas, sin sus ítems.
   */
  docs: InvoiceSummary[];
  /**
   * Página; null después de un cursor.
   */
  page: number | null;
  /**
   * Tamaño de página que se aplicó.
   */
  per_page: number;
  /**
   * Documentos que cumplen el filtro; null si una búsqueda no los vio todos, como lo dice entonces `notices`.
   */
  total: number | null;
  /**
   * Páginas que hay; null si `total` lo es.
   */
  pages: number | null;
  /**
   * Envíelo en `after` para lo que sigue; null al final.
   */
  cursor: string | null;
  /**
   * Siguen más documentos.
   */
  hay_mas: boolean;
  /**
   * Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay.
   */
  notices?: Notice[];
}
export interface InvoiceSummary {
  /**
   * Id de la factura.
   */
  id: number;
  /**
   * Empresa.
   */
  company_id: number;
  tipo_authority: ListedInvoiceType;
  /**
   * Prefijo.
   */
  prefijo: string;
  /**
   * Número dentro del rango.
   */
  consecutivo: number;
  estado_authority: DocumentState;
  /**
   * Identificador fiscal; vacío antes de firmar.
   */
  cufe: string;
  /**
   * Pertenece al set de pruebas.
   */
  es_habilitacion: boolean;
  /**
   * Suma de las bases. Texto decimal con dos decimales, en la moneda del documento.
   */
  subtotal: string;
  /**
   * Suma de los impuestos. Texto decimal con dos decimales, en la moneda del documento.
   */
  impuestos: string;
  /**
   * Total bruto. Texto decimal con dos decimales, en la moneda del documento.
   */
  total: string;
  /**
   * Suma de las retenciones. Texto decimal con dos decimales, en la moneda del documento.
   */
  total_retenciones: string;
  /**
   * Moneda ISO 4217.
   */
  moneda: string;
  /**
   * Fecha y hora de emisión en Colombia, sin zona.
   */
  fecha_emision: string;
  /**
   * Vencimiento del pago, `AAAA-MM-DD`.
   */
  fecha_vencimiento: string | null;
  /**
   * Metadato interno: dónde se archivó el XML firmado; no es una dirección pública.
   */
  xml_path: string;
  /**
   * Identificador de seguimiento que dio la autoridad.
   */
  track_id: string | null;
  /**
   * Clave del envío al set de pruebas, cuando la hubo.
   */
  zip_key?: string;
  /**
   * Adquirente.
   */
  tercero: Party | null;
  /**
   * Clave de idempotencia con que se creó.
   */
  draft_key: string | null;
  /**
   * Los datos suyos que se guardan con el documento, como los envió; null si no envió.
   */
  metadatos: {
    [k: string]: string;
  } | null;
  /**
   * Código del establecimiento que lo emitió; null si no se dijo ninguno.
   */
  establecimiento: string | null;
  /**
   * Nombre de la caja, como se envió; null si no se envió.
   */
  caja: string | null;
}
export interface InvoiceRead {
  /**
   * true: la solicitud se atendió.
   */
  ok: true;
  doc: InvoiceDetail;
  authority?: AuthorityVerdict;
  /**
   * Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay.
   */
  notices?: Notice[];
  /**
   * La clave de idempotencia con que se creó; null si no tuvo.
   */
  draft_key: string | null;
  /**
   * La misma clave, con su otro nombre.
   */
  idempotency_key: string | null;
  /**
   * Los datos suyos que se guardan con el documento, como los envió; null si no envió.
   */
  metadatos: {
    [k: string]: string;
  } | null;
  /**
   * Código del establecimiento que lo emitió; null si no se dijo ninguno.
   */
  establecimiento: string | null;
  /**
   * Nombre de la caja, como se envió; null si no se envió.
   */
  caja: string | null;
  representacion: Representation | null;
  /**
   * Página del documento para el comprador, con sus archivos; abre quien lo tenga. null antes de `aceptado`, en habilitación, mientras estén revocados, y donde el servicio no da enlaces.
   */
  enlace: string | null;
  /**
   * Envíos por correo del documento, el más reciente primero; [] antes de `aceptado` y donde no hay correo.
   */
  envios: Envio[];
}
/**
 * Factura o nota, como la muestra la consulta por id.
 */
export interface InvoiceDetail {
  /**
   * Id de la factura.
   */
  id: number;
  /**
   * Empresa.
   */
  company_id: number;
  tipo_authority: ListedInvoiceType;
  /**
   * Prefijo.
   */
  prefijo: string;
  /**
   * Número dentro del rango.
   */
  consecutivo: number;
  estado_authority: DocumentState;
  /**
   * Identificador fiscal; vacío antes de firmar.
   */
  cufe: string;
  /**
   * Pertenece al set de pruebas.
   */
  es_habilitacion: boolean;
  /**
   * Suma de las bases. Texto decimal con dos decimales, en la moneda del documento.
   */
  subtotal: string;
  /**
   * Suma de los impuestos. Texto decimal con dos decimales, en la moneda del documento.
   */
  impuestos: string;
  /**
   * Total bruto. Texto decimal con dos decimales, en la moneda del documento.
   */
  total: string;
  /**
   * Suma de las retenciones. Texto decimal con dos decimales, en la moneda del documento.
   */
  total_retenciones: string;
  /**
   * Moneda ISO 4217.
   */
  moneda: string;
  /**
   * Fecha y hora de emisión en Colombia, sin zona.
   */
  fecha_emision: string;
  /**
   * Vencimiento del pago, `AAAA-MM-DD`.
   */
  fecha_vencimiento: string | null;
  /**
   * Metadato interno: dónde se archivó el XML firmado; no es una dirección pública.
   */
  xml_path: string;
  /**
   * Identificador de seguimiento que dio la autoridad.
   */
  track_id: string | null;
  /**
   * Clave del envío al set de pruebas, cuando la hubo.
   */
  zip_key?: string;
  /**
   * Adquirente.
   */
  tercero: Party | null;
  /**
   * Clave de idempotencia con que se creó.
   */
  draft_key: string | null;
  /**
   * Los datos suyos que se guardan con el documento, como los envió; null si no envió.
   */
  metadatos: {
    [k: string]: string;
  } | null;
  /**
   * Código del establecimiento que lo emitió; null si no se dijo ninguno.
   */
  establecimiento: string | null;
  /**
   * Nombre de la caja, como se envió; null si no se envió.
   */
  caja: string | null;
  /**
   * Solo en una nota: su CUDE, igual a `cufe`.
   */
  cude?: string | null;
  /**
   * Solo en una nota: código del concepto.
   */
  concepto?: string | null;
  /**
   * Solo en una nota: nombre del concepto.
   */
  concepto_nombre?: string | null;
  /**
   * Solo en una nota: por qué, en palabras del emisor.
   */
  motivo?: string | null;
  /**
   * Lo que la nota descuenta de las líneas devueltas por los descuentos de toda la factura, uno por descuento; [] si no los hay o `prorratear` es false.
   */
  descuentos_repartidos?: DiscountShare[];
  /**
   * Solo en una nota: la factura que corrige; null si corrige un periodo.
   */
  factura?: CorrectedInvoice | null;
  /**
   * Solo en una nota: el periodo que corrige, si no es una factura.
   */
  periodo?: Period | null;
  /**
   * Notas sobre la factura, la más antigua primero, también las rechazadas; de a 100, la página que diga `notas_page`.
   */
  notas?: ListedNote[];
  /**
   * Cuántas notas hay en todas las páginas de `notas`.
   */
  notas_total?: number;
  /**
   * Lo que queda por acreditar; las notas en proceso también cuentan. Texto decimal con dos decimales, en la moneda del documento.
   */
  saldo_acreditable?: string;
  /**
   * Una nota que no fue rechazada la anula.
   */
  anulada?: boolean;
  /**
   * Ítems.
   */
  items: InvoiceLine[];
  /**
   * Descuentos de toda la factura, después de impuestos.
   */
  descuentos: InvoiceAllowance[];
  /**
   * Cargos de toda la factura, como la propina.
   */
  cargos: InvoiceAllowance[];
  /**
   * Total menos los anticipos. No resta lo que se paga de contado, ni retenciones ni notas: imprímalo solo si hubo anticipos. Texto decimal con dos decimales, en la moneda del documento.
   */
  saldo_por_pagar: string;
  /**
   * Suma de los redondeos de los pagos en efectivo: negativa si se cobró menos. No cambia el total. Solo si hubo alguno. Texto decimal con dos decimales, en la moneda del documento.
   */
  redondeo?: string;
  /**
   * Obsequios y muestras; null si no hay.
   */
  obsequios: Gifts | null;
  /**
   * Pagos.
   */
  pagos: PaymentPart[];
  /**
   * Documentos que nombra; null si ninguno.
   */
  referencias: References | null;
  /**
   * Cuotas de la parte a crédito.
   */
  cuotas: Instalment[];
  /**
   * Anticipos, informativos: no cambian el total.
   */
  anticipos: Prepayment[];
  /**
   * Periodo que se factura; null si no se dijo.
   */
  periodo_facturado: Period | null;
  /**
   * Entrega.
   */
  entrega: Delivery | null;
}
export interface DiscountShare {
  /**
   * Motivo del descuento, como lo imprime la factura.
   */
  motivo: string;
  /**
   * Parte que esta nota devuelve del descuento. Texto decimal con dos decimales, en la moneda del documento.
   */
  valor: string;
}
/**
 * Solo en una nota: la factura que corrige; null si corrige un periodo.
 */
export interface CorrectedInvoice {
  /**
   * Id; null si no se guarda aquí.
   */
  id: number | null;
  /**
   * Prefijo y número.
   */
  numero: string;
  /**
   * CUFE, o CUDE de una factura de contingencia.
   */
  cufe: string;
  /**
   * Fecha de emisión. `AAAA-MM-DD`.
   */
  fecha: string;
}
export interface InvoiceLine {
  /**
   * Número de la línea.
   */
  id: number;
  /**
   * Descripción.
   */
  descripcion: string;
  /**
   * Cantidad. Texto decimal.
   */
  cantidad: string;
  /**
   * Valor unitario sin impuesto. Texto decimal.
   */
  valor_unitario: string;
  /**
   * Descuento. Texto decimal con dos decimales, en la moneda del documento.
   */
  descuento: string;
  /**
   * Base de la línea. Texto decimal con dos decimales, en la moneda del documento.
   */
  base_imponible: string;
  /**
   * Impuesto de la línea. Texto decimal con dos decimales, en la moneda del documento.
   */
  impuesto: string;
  /**
   * Tarifa en porcentaje. Texto decimal.
   */
  tarifa: string;
  /**
   * Nombre del tributo; Excluido si no causa.
   */
  tipo_impuesto: string;
  /**
   * Código del tributo; vacío si no causa.
   */
  codigo_impuesto: string;
  /**
   * Código propio; null si no vino: el XML lleva entonces uno por posición.
   */
  codigo: string | null;
  /**
   * Código en una lista común.
   */
  codigo_estandar: StandardCode | null;
  /**
   * Unidad de la lista de la autoridad.
   */
  unidad_medida: string;
  /**
   * Nombre corto de la unidad, como se imprime.
   */
  unidad: string;
  /**
   * Marca.
   */
  marca: string | null;
  /**
   * Modelo.
   */
  modelo: string | null;
  /**
   * Nota de la línea.
   */
  nota: string | null;
  tratamiento: TaxTreatment;
  /**
   * De un obsequio o una muestra.
   */
  obsequio: Gift | null;
  /**
   * Los demás tributos del ítem.
   */
  otros_impuestos: InvoiceTax[];
}
export interface InvoiceNoteSettled {
  /**
   * true: la solicitud se atendió.
   */
  ok: true;
  /**
   * true mientras el estado no sea final: consulte por id; nunca cambie la clave.
   */
  pending: boolean;
  /**
   * true si la clave ya existía: se muestra el documento de entonces, en su estado de ahora.
   */
  idempotent: boolean;
  /**
   * Id de la nota; con él se consulta.
   */
  nota_id: number;
  /**
   * Id de la factura; null si no se guarda aquí.
   */
  factura_id: number | null;
  /**
   * CUDE (SHA-384, 96 dígitos hexadecimales); null antes de firmar.
   */
  cude: string | null;
  /**
   * El mismo identificador, con el nombre que tiene en una factura.
   */
  cufe: string | null;
  estado: DocumentState;
  /**
   * Se transmitió a la autoridad; false mientras ella rechace los envíos antes de procesarlos.
   */
  enviado: boolean;
  /**
   * Empresa.
   */
  company_id: number;
  tipo_authority: InvoiceNoteType;
  /**
   * Prefijo de la serie de notas.
   */
  prefijo: string;
  /**
   * Número dentro de la serie; lo asigna el servicio.
   */
  consecutivo: number;
  /**
   * Fecha de emisión en Colombia. `AAAA-MM-DD`.
   */
  fecha_emision: string;
  /**
   * Moneda ISO 4217.
   */
  moneda: string;
  /**
   * Suma de las bases, positiva. Texto decimal con dos decimales, en la moneda del documento.
   */
  subtotal: string;
  /**
   * Suma de los impuestos, positiva. Texto decimal con dos decimales, en la moneda del documento.
   */
  impuestos: string;
  /**
   * Total, positivo. Texto decimal con dos decimales, en la moneda del documento.
   */
  total: string;
  /**
   * Código del concepto.
   */
  concepto: string | null;
  /**
   * Nombre del concepto en la lista de la autoridad.
   */
  concepto_nombre: string | null;
  /**
   * Lo que la nota descuenta de las líneas devueltas por los descuentos de toda la factura, uno por descuento; [] si no los hay o `prorratear` es false. null si lo toma de un documento guardado aquí y el token no tiene el permiso de lectura.
   */
  descuentos_repartidos: DiscountShare[] | null;
  /**
   * Lo que queda por acreditar del documento que se corrige, contadas esta nota y las que están en proceso; null si no se guarda aquí. Texto decimal con dos decimales.
   */
  saldo_acreditable: string | null;
  /**
   * Clave del envío al set de pruebas, si la hubo.
   */
  zip_key: string | null;
  /**
   * Si es del set de pruebas.
   */
  es_habilitacion?: boolean;
  authority?: AuthorityVerdict;
  /**
   * Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay.
   */
  notices?: Notice[];
  /**
   * La clave de idempotencia con que se creó; null si no tuvo.
   */
  draft_key: string | null;
  /**
   * La misma clave, con su otro nombre.
   */
  idempotency_key: string | null;
  /**
   * Los datos suyos que se guardan con el documento, como los envió; null si no envió.
   */
  metadatos: {
    [k: string]: string;
  } | null;
  /**
   * Código del establecimiento que lo emitió; null si no se dijo ninguno.
   */
  establecimiento: string | null;
  /**
   * Nombre de la caja, como se envió; null si no se envió.
   */
  caja: string | null;
  representacion: Representation | null;
  /**
   * Página del documento para el comprador, con sus archivos; abre quien lo tenga. null antes de `aceptado`, en habilitación, mientras estén revocados, y donde el servicio no da enlaces.
   */
  enlace: string | null;
  /**
   * Envíos por correo del documento, el más reciente primero; [] antes de `aceptado` y donde no hay correo.
   */
  envios: Envio[];
}
export interface NoteDryRun {
  /**
   * true: la solicitud se atendió.
   */
  ok: true;
  /**
   * Fue un ensayo: nada quedó guardado.
   */
  dry_run: true;
  /**
   * Avisos: lo que la autoridad anotará al aceptarlo y lo que falta y se recomienda. Lo que impide emitir llega como el mismo 400 de la creación real.
   */
  rules: DryRunRule[];
  numbering: NumberingForecast;
  /**
   * Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay.
   */
  notices?: Notice[];
  /**
   * Los datos suyos que se guardan con el documento, como los envió; null si no envió.
   */
  metadatos: {
    [k: string]: string;
  } | null;
  /**
   * Código del establecimiento que lo emitió; null si no se dijo ninguno.
   */
  establecimiento: string | null;
  /**
   * Nombre de la caja, como se envió; null si no se envió.
   */
  caja: string | null;
  documento: PricedNote;
}
/**
 * La nota tal como quedaría, sin número ni firma.
 */
export interface PricedNote {
  tipo_authority: NoteType;
  /**
   * Fecha con que se emitiría. `AAAA-MM-DD`.
   */
  document_date: string;
  /**
   * Vencimiento del pago. `AAAA-MM-DD`. null si lo toma de un documento guardado aquí y el token no tiene el permiso de lectura.
   */
  fecha_vencimiento: string | null;
  /**
   * Moneda ISO 4217.
   */
  moneda: string;
  /**
   * Suma de las bases. Texto decimal con dos decimales, en la moneda del documento.
   */
  subtotal: string;
  /**
   * Suma de los impuestos. Texto decimal con dos decimales, en la moneda del documento.
   */
  impuestos: string;
  /**
   * Subtotal más impuestos. Texto decimal con dos decimales, en la moneda del documento.
   */
  total: string;
  /**
   * Suma de las retenciones; informativas, no cambian el total. Texto decimal con dos decimales, en la moneda del documento.
   */
  total_retenciones: string;
  /**
   * Total menos retenciones; en FE, el total: allí las retenciones solo se informan. Texto decimal con dos decimales, en la moneda del documento.
   */
  neto_pagar: string;
  /**
   * Líneas ya valoradas. null si lo toma de un documento guardado aquí y el token no tiene el permiso de lectura.
   */
  items: PricedLine[] | null;
  /**
   * Un renglón por tributo y tarifa. null si lo toma de un documento guardado aquí y el token no tiene el permiso de lectura.
   */
  impuestos_detalle: PricedTax[] | null;
  /**
   * Retenciones ya calculadas.
   */
  retenciones: PricedTax[];
  /**
   * Código del concepto.
   */
  concepto: string | null;
  /**
   * Nombre del concepto en la lista de la autoridad.
   */
  concepto_nombre: string | null;
  /**
   * Lo que la nota descuenta de las líneas devueltas por los descuentos de toda la factura, uno por descuento; [] si no los hay o `prorratear` es false. null si lo toma de un documento guardado aquí y el token no tiene el permiso de lectura.
   */
  descuentos_repartidos: DiscountShare[] | null;
  /**
   * Descuentos de toda la factura, después de impuestos. null si lo toma de un documento guardado aquí y el token no tiene el permiso de lectura.
   */
  descuentos: InvoiceAllowance[] | null;
  /**
   * Cargos de toda la factura, como la propina. null si lo toma de un documento guardado aquí y el token no tiene el permiso de lectura.
   */
  cargos: InvoiceAllowance[] | null;
}
export interface InvoiceNoteReserved {
  /**
   * true: la solicitud se atendió.
   */
  ok: true;
  /**
   * true mientras el estado no sea final: consulte por id; nunca cambie la clave.
   */
  pending: boolean;
  /**
   * true si la clave ya existía: se muestra el documento de entonces, en su estado de ahora.
   */
  idempotent: boolean;
  /**
   * Qué hacer mientras no hay resultado final.
   */
  message: string;
  request_status: DocumentState;
  /**
   * Id de la nota; con él se consulta.
   */
  nota_id?: number;
  /**
   * Id de la factura; null si no se guarda aquí.
   */
  factura_id?: number | null;
  /**
   * CUDE (SHA-384, 96 dígitos hexadecimales); null antes de firmar.
   */
  cude?: string | null;
  /**
   * El mismo identificador, con el nombre que tiene en una factura.
   */
  cufe?: string | null;
  estado?: DocumentState;
  /**
   * Se transmitió a la autoridad; false mientras ella rechace los envíos antes de procesarlos.
   */
  enviado?: boolean;
  /**
   * Empresa.
   */
  company_id?: number;
  tipo_authority?: InvoiceNoteType;
  /**
   * Prefijo de la serie de notas.
   */
  prefijo?: string;
  /**
   * Número dentro de la serie; lo asigna el servicio.
   */
  consecutivo?: number;
  /**
   * Fecha de emisión en Colombia. `AAAA-MM-DD`.
   */
  fecha_emision?: string;
  /**
   * Moneda ISO 4217.
   */
  moneda?: string;
  /**
   * Suma de las bases, positiva. Texto decimal con dos decimales, en la moneda del documento.
   */
  subtotal?: string;
  /**
   * Suma de los impuestos, positiva. Texto decimal con dos decimales, en la moneda del documento.
   */
  impuestos?: string;
  /**
   * Total, positivo. Texto decimal con dos decimales, en la moneda del documento.
   */
  total?: string;
  /**
   * Código del concepto.
   */
  concepto?: string | null;
  /**
   * Nombre del concepto en la lista de la autoridad.
   */
  concepto_nombre?: string | null;
  /**
   * Lo que la nota descuenta de las líneas devueltas por los descuentos de toda la factura, uno por descuento; [] si no los hay o `prorratear` es false. null si lo toma de un documento guardado aquí y el token no tiene el permiso de lectura.
   */
  descuentos_repartidos?: DiscountShare[] | null;
  /**
   * Lo que queda por acreditar del documento que se corrige, contadas esta nota y las que están en proceso; null si no se guarda aquí. Texto decimal con dos decimales.
   */
  saldo_acreditable?: string | null;
  /**
   * Clave del envío al set de pruebas, si la hubo.
   */
  zip_key?: string | null;
  /**
   * Si es del set de pruebas.
   */
  es_habilitacion?: boolean;
  /**
   * Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay.
   */
  notices?: Notice[];
  /**
   * La clave de idempotencia con que se creó; null si no tuvo.
   */
  draft_key: string | null;
  /**
   * La misma clave, con su otro nombre.
   */
  idempotency_key: string | null;
  /**
   * Los datos suyos que se guardan con el documento, como los envió; null si no envió.
   */
  metadatos: {
    [k: string]: string;
  } | null;
  /**
   * Código del establecimiento que lo emitió; null si no se dijo ninguno.
   */
  establecimiento: string | null;
  /**
   * Nombre de la caja, como se envió; null si no se envió.
   */
  caja: string | null;
  representacion: Representation | null;
  /**
   * Página del documento para el comprador, con sus archivos; abre quien lo tenga. null antes de `aceptado`, en habilitación, mientras estén revocados, y donde el servicio no da enlaces.
   */
  enlace: string | null;
  /**
   * Envíos por correo del documento, el más reciente primero; [] antes de `aceptado` y donde no hay correo.
   */
  envios: Envio[];
}
export interface InvoiceNoteRejected {
  /**
   * false: vea `error`.
   */
  ok: false;
  /**
   * Qué pasó, en español.
   */
  error: string;
  /**
   * Identificador de esta solicitud, igual a la cabecera X-Request-Id; cítelo al pedir soporte.
   */
  request_id: string;
  /**
   * true mientras el estado no sea final: consulte por id; nunca cambie la clave.
   */
  pending: boolean;
  /**
   * true si la clave ya existía: se muestra el documento de entonces, en su estado de ahora.
   */
  idempotent: boolean;
  /**
   * Id de la nota; con él se consulta.
   */
  nota_id: number;
  /**
   * Id de la factura; null si no se guarda aquí.
   */
  factura_id: number | null;
  /**
   * CUDE (SHA-384, 96 dígitos hexadecimales); null antes de firmar.
   */
  cude: string | null;
  /**
   * El mismo identificador, con el nombre que tiene en una factura.
   */
  cufe: string | null;
  estado: DocumentState;
  /**
   * Se transmitió a la autoridad; false mientras ella rechace los envíos antes de procesarlos.
   */
  enviado: boolean;
  /**
   * Empresa.
   */
  company_id: number;
  tipo_authority: InvoiceNoteType;
  /**
   * Prefijo de la serie de notas.
   */
  prefijo: string;
  /**
   * Número dentro de la serie; lo asigna el servicio.
   */
  consecutivo: number;
  /**
   * Fecha de emisión en Colombia. `AAAA-MM-DD`.
   */
  fecha_emision: string;
  /**
   * Moneda ISO 4217.
   */
  moneda: string;
  /**
   * Suma de las bases, positiva. Texto decimal con dos decimales, en la moneda del documento.
   */
  subtotal: string;
  /**
   * Suma de los impuestos, positiva. Texto decimal con dos decimales, en la moneda del documento.
   */
  impuestos: string;
  /**
   * Total, positivo. Texto decimal con dos decimales, en la moneda del documento.
   */
  total: string;
  /**
   * Código del concepto.
   */
  concepto: string | null;
  /**
   * Nombre del concepto en la lista de la autoridad.
   */
  concepto_nombre: string | null;
  /**
   * Lo que la nota descuenta de las líneas devueltas por los descuentos de toda la factura, uno por descuento; [] si no los hay o `prorratear` es false. null si lo toma de un documento guardado aquí y el token no tiene el permiso de lectura.
   */
  descuentos_repartidos: DiscountShare[] | null;
  /**
   * Lo que queda por acreditar del documento que se corrige, contadas esta nota y las que están en proceso; null si no se guarda aquí. Texto decimal con dos decimales.
   */
  saldo_acreditable: string | null;
  /**
   * Clave del envío al set de pruebas, si la hubo.
   */
  zip_key: string | null;
  /**
   * Si es del set de pruebas.
   */
  es_habilitacion?: boolean;
  authority?: AuthorityVerdict;
  /**
   * Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay.
   */
  notices?: Notice[];
  /**
   * Solo los rechazos de `authority.rules`, con la forma de los demás errores.
   */
  details: RejectionDetail[];
  /**
   * Código estable.
   */
  code: "document_rejected";
  /**
   * La clave de idempotencia con que se creó; null si no tuvo.
   */
  draft_key: string | null;
  /**
   * La misma clave, con su otro nombre.
   */
  idempotency_key: string | null;
  /**
   * Los datos suyos que se guardan con el documento, como los envió; null si no envió.
   */
  metadatos: {
    [k: string]: string;
  } | null;
  /**
   * Código del establecimiento que lo emitió; null si no se dijo ninguno.
   */
  establecimiento: string | null;
  /**
   * Nombre de la caja, como se envió; null si no se envió.
   */
  caja: string | null;
  representacion: Representation | null;
  /**
   * Página del documento para el comprador, con sus archivos; abre quien lo tenga. null antes de `aceptado`, en habilitación, mientras estén revocados, y donde el servicio no da enlaces.
   */
  enlace: string | null;
  /**
   * Envíos por correo del documento, el más reciente primero; [] antes de `aceptado` y donde no hay correo.
   */
  envios: Envio[];
}
export interface InvoiceNoteUncertain {
  /**
   * false: vea `error`.
   */
  ok: false;
  /**
   * Qué pasó, en español.
   */
  error: string;
  /**
   * Identificador de esta solicitud, igual a la cabecera X-Request-Id; cítelo al pedir soporte.
   */
  request_id: string;
  /**
   * true mientras el estado no sea final: consulte por id; nunca cambie la clave.
   */
  pending: boolean;
  /**
   * true si la clave ya existía: se muestra el documento de entonces, en su estado de ahora.
   */
  idempotent: boolean;
  /**
   * Id de la nota; con él se consulta.
   */
  nota_id: number;
  /**
   * Id de la factura; null si no se guarda aquí.
   */
  factura_id: number | null;
  /**
   * CUDE (SHA-384, 96 dígitos hexadecimales); null antes de firmar.
   */
  cude: string | null;
  /**
   * El mismo identificador, con el nombre que tiene en una factura.
   */
  cufe: string | null;
  estado: DocumentState;
  /**
   * Se transmitió a la autoridad; false mientras ella rechace los envíos antes de procesarlos.
   */
  enviado: boolean;
  /**
   * Empresa.
   */
  company_id: number;
  tipo_authority: InvoiceNoteType;
  /**
   * Prefijo de la serie de notas.
   */
  prefijo: string;
  /**
   * Número dentro de la serie; lo asigna el servicio.
   */
  consecutivo: number;
  /**
   * Fecha de emisión en Colombia. `AAAA-MM-DD`.
   */
  fecha_emision: string;
  /**
   * Moneda ISO 4217.
   */
  moneda: string;
  /**
   * Suma de las bases, positiva. Texto decimal con dos decimales, en la moneda del documento.
   */
  subtotal: string;
  /**
   * Suma de los impuestos, positiva. Texto decimal con dos decimales, en la moneda del documento.
   */
  impuestos: string;
  /**
   * Total, positivo. Texto decimal con dos decimales, en la moneda del documento.
   */
  total: string;
  /**
   * Código del concepto.
   */
  concepto: string | null;
  /**
   * Nombre del concepto en la lista de la autoridad.
   */
  concepto_nombre: string | null;
  /**
   * Lo que la nota descuenta de las líneas devueltas por los descuentos de toda la factura, uno por descuento; [] si no los hay o `prorratear` es false. null si lo toma de un documento guardado aquí y el token no tiene el permiso de lectura.
   */
  descuentos_repartidos: DiscountShare[] | null;
  /**
   * Lo que queda por acreditar del documento que se corrige, contadas esta nota y las que están en proceso; null si no se guarda aquí. Texto decimal con dos decimales.
   */
  saldo_acreditable: string | null;
  /**
   * Clave del envío al set de pruebas, si la hubo.
   */
  zip_key: string | null;
  /**
   * Si es del set de pruebas.
   */
  es_habilitacion?: boolean;
  /**
   * Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay.
   */
  notices?: Notice[];
  /**
   * Código estable.
   */
  code: "result_uncertain";
  /**
   * La clave de idempotencia con que se creó; null si no tuvo.
   */
  draft_key: string | null;
  /**
   * La misma clave, con su otro nombre.
   */
  idempotency_key: string | null;
  /**
   * Los datos suyos que se guardan con el documento, como los envió; null si no envió.
   */
  metadatos: {
    [k: string]: string;
  } | null;
  /**
   * Código del establecimiento que lo emitió; null si no se dijo ninguno.
   */
  establecimiento: string | null;
  /**
   * Nombre de la caja, como se envió; null si no se envió.
   */
  caja: string | null;
  representacion: Representation | null;
  /**
   * Página del documento para el comprador, con sus archivos; abre quien lo tenga. null antes de `aceptado`, en habilitación, mientras estén revocados, y donde el servicio no da enlaces.
   */
  enlace: string | null;
  /**
   * Envíos por correo del documento, el más reciente primero; [] antes de `aceptado` y donde no hay correo.
   */
  envios: Envio[];
}
export interface CreditNoteRequest {
  /**
   * Id de la factura, si se emitió o se guarda aquí. Envíe uno solo de `factura_id`, `factura` y `periodo`.
   */
  factura_id?: number | null;
  /**
   * Factura que este emisor expidió con otro sistema: pide también `receptor`, `items` y `concepto`, y no se comprueba saldo. Si se guarda aquí, vale como su id.
   */
  factura?: ExternalInvoice | null;
  /**
   * Periodo que se corrige, sin una factura: pide también `receptor`, `items` y `concepto`.
   */
  periodo?: Period | null;
  /**
   * Concepto de la lista de la autoridad: `1` Devolución parcial de los bienes y/o no aceptación parcial del servicio; `2` Anulación de factura electrónica; `3` Rebaja o descuento parcial o total; `4` Ajuste de precio; `5` Descuento comercial por pronto pago; `6` Descuento comercial por volumen de ventas. Sin `items` y con `factura_id` puede faltar: entonces es `2`, la anulación.
   */
  concepto?: CreditNoteConceptCode | null;
  /**
   * Cada línea es como en la factura, o `{linea, cant}` de la factura que se corrige, con `unit`, o `unit_input` e `iva_incluido`, si baja el precio. Sin `items` y con `factura_id`, la factura entera con sus descuentos, cargos e impuestos.
   *
   * @minItems 1
   * @maxItems 2000
   */
  items?: readonly InvoiceNoteItem[] | null;
  /**
   * Descuentos propios de la nota, además de la parte que le toca de los de la factura, después de impuestos: no cambian su base. Van con `items`.
   *
   * @maxItems 20
   */
  descuentos?: readonly CreditNoteRequestDescuentos[] | null;
  /**
   * Cargos de la factura que se devuelven, `{cargo, valor}`, o cargos propios de la nota, después de impuestos: no cambian su base. Van con `items`. Fuera de la anulación un cargo solo vuelve si la nota lo nombra.
   *
   * @maxItems 20
   */
  cargos?: readonly CreditNoteRequestCargos[] | null;
  /**
   * false: las líneas de la factura se devuelven sin la parte que les toca de los descuentos de toda la factura; sin él, con ella.
   */
  prorratear?: boolean | null;
  /**
   * Por qué se corrige, en sus palabras; va en una nota del XML.
   */
  motivo?: string | null;
  /**
   * Texto libre; admite saltos de línea.
   */
  observaciones?: string | null;
  /**
   * Adquirente.
   */
  receptor?: Receiver | null;
  /**
   * Forma y medio de pago; sin él rige el método por defecto de la empresa.
   */
  payment?: InvoicePayment | null;
  /**
   * Total de las bases, en la moneda de la factura; si viene, debe coincidir con los ítems. Regla 2.1.
   */
  subtotal?: number | Decimal | string | null;
  /**
   * Total de los impuestos, en la moneda de la factura; si viene, debe coincidir con los ítems. Regla 2.1.
   */
  impuestos?: number | Decimal | string | null;
  /**
   * Total bruto, en la moneda de la factura; si viene, debe coincidir con los ítems. Regla 2.1.
   */
  total?: number | Decimal | string | null;
  /**
   * Moneda de la factura; todos sus valores van en ella.
   */
  currency?: InvoiceCurrency | null;
  /**
   * Si se envía debe ser la de hoy en Colombia: una nota se emite cuando se firma.
   */
  fecha_emision?: string | null;
  /**
   * Vacía o ausente: una nota no lleva retenciones (alias retenciones).
   *
   * @maxItems 50
   */
  withholdings?: readonly string[] | null;
  /**
   * Siempre []: no hay carga de adjuntos.
   *
   * @maxItems 2000
   */
  attachment_tokens?: readonly string[] | null;
  /**
   * La clave de idempotencia, si no viene en la cabecera; si van las dos, deben coincidir.
   */
  draft_key?: string | null;
  /**
   * Nombre de la caja, suyo: no se firma ni se imprime; se devuelve y sirve de filtro en los listados.
   */
  caja?: string | null;
  /**
   * Envío por correo al comprador, una vez `aceptado`. No se firma ni se imprime; cuenta para reconocer un reintento.
   */
  envio?: MailRequest | null;
  /**
   * Datos suyos, que se guardan con el documento y se devuelven con él: hasta 20 textos de hasta 200 caracteres, con nombres de 1 a 40 letras minúsculas sin tilde, dígitos, `_`, `.` o `-`. No se firman ni se imprimen; cuentan para reconocer un reintento.
   */
  metadatos?: {
    [k: string]: string;
  } | null;
}
/**
 * Factura que este emisor expidió con otro sistema: pide también `receptor`, `items` y `concepto`, y no se comprueba saldo. Si se guarda aquí, vale como su id.
 */
export interface ExternalInvoice {
  /**
   * Prefijo y número, sin separador.
   */
  numero: string;
  /**
   * CUFE, o CUDE de una factura de contingencia.
   */
  cufe: string;
  /**
   * Fecha de emisión, no posterior a hoy.
   */
  fecha: string;
  /**
   * Tipo de la factura; 01 si no se envía. Un texto vacío cuenta como ausente.
   */
  tipo?: ExternalInvoiceType | null;
}
export interface DebitNoteRequest {
  /**
   * Id de la factura, si se emitió o se guarda aquí. Envíe uno solo de `factura_id`, `factura` y `periodo`.
   */
  factura_id?: number | null;
  /**
   * Factura que este emisor expidió con otro sistema: pide también `receptor`, `items` y `concepto`, y no se comprueba saldo. Si se guarda aquí, vale como su id.
   */
  factura?: ExternalInvoice | null;
  /**
   * Periodo que se corrige, sin una factura: pide también `receptor`, `items` y `concepto`.
   */
  periodo?: Period | null;
  /**
   * Concepto de la lista de la autoridad: `1` Intereses; `2` Gastos por cobrar; `3` Cambio del valor; `4` Otros. Obligatorio.
   */
  concepto?: DebitNoteConceptCode | null;
  /**
   * Cada línea es como en la factura, o `{linea, cant}` de la factura que se corrige, con `unit`, o `unit_input` e `iva_incluido`, si baja el precio.
   *
   * @minItems 1
   * @maxItems 2000
   */
  items?: readonly InvoiceNoteItem[] | null;
  /**
   * Descuentos propios de la nota, además de la parte que le toca de los de la factura, después de impuestos: no cambian su base. Van con `items`.
   *
   * @maxItems 20
   */
  descuentos?: readonly DebitNoteRequestDescuentos[] | null;
  /**
   * Cargos propios de la nota, después de impuestos: no cambian su base. Van con `items`.
   *
   * @maxItems 20
   */
  cargos?: readonly DebitNoteRequestCargos[] | null;
  /**
   * Por qué se corrige, en sus palabras; va en una nota del XML.
   */
  motivo?: string | null;
  /**
   * Texto libre; admite saltos de línea.
   */
  observaciones?: string | null;
  /**
   * Adquirente.
   */
  receptor?: Receiver | null;
  /**
   * Forma y medio de pago; sin él rige el método por defecto de la empresa.
   */
  payment?: InvoicePayment | null;
  /**
   * Total de las bases, en la moneda de la factura; si viene, debe coincidir con los ítems. Regla 2.1.
   */
  subtotal?: number | Decimal | string | null;
  /**
   * Total de los impuestos, en la moneda de la factura; si viene, debe coincidir con los ítems. Regla 2.1.
   */
  impuestos?: number | Decimal | string | null;
  /**
   * Total bruto, en la moneda de la factura; si viene, debe coincidir con los ítems. Regla 2.1.
   */
  total?: number | Decimal | string | null;
  /**
   * Moneda de la factura; todos sus valores van en ella.
   */
  currency?: InvoiceCurrency | null;
  /**
   * Si se envía debe ser la de hoy en Colombia: una nota se emite cuando se firma.
   */
  fecha_emision?: string | null;
  /**
   * Vacía o ausente: una nota no lleva retenciones (alias retenciones).
   *
   * @maxItems 50
   */
  withholdings?: readonly string[] | null;
  /**
   * Siempre []: no hay carga de adjuntos.
   *
   * @maxItems 2000
   */
  attachment_tokens?: readonly string[] | null;
  /**
   * La clave de idempotencia, si no viene en la cabecera; si van las dos, deben coincidir.
   */
  draft_key?: string | null;
  /**
   * Nombre de la caja, suyo: no se firma ni se imprime; se devuelve y sirve de filtro en los listados.
   */
  caja?: string | null;
  /**
   * Envío por correo al comprador, una vez `aceptado`. No se firma ni se imprime; cuenta para reconocer un reintento.
   */
  envio?: MailRequest | null;
  /**
   * Datos suyos, que se guardan con el documento y se devuelven con él: hasta 20 textos de hasta 200 caracteres, con nombres de 1 a 40 letras minúsculas sin tilde, dígitos, `_`, `.` o `-`. No se firman ni se imprimen; cuentan para reconocer un reintento.
   */
  metadatos?: {
    [k: string]: string;
  } | null;
}
export interface AdjustmentNoteSettled {
  /**
   * true: la solicitud se atendió.
   */
  ok: true;
  /**
   * true mientras el estado no sea final: consulte por id; nunca cambie la clave.
   */
  pending: boolean;
  /**
   * true si la clave ya existía: se muestra el documento de entonces, en su estado de ahora.
   */
  idempotent: boolean;
  documento: AdjustmentNote;
  authority?: AuthorityVerdict;
  /**
   * Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay.
   */
  notices?: Notice[];
  /**
   * La clave de idempotencia con que se creó; null si no tuvo.
   */
  draft_key: string | null;
  /**
   * La misma clave, con su otro nombre.
   */
  idempotency_key: string | null;
  /**
   * Los datos suyos que se guardan con el documento, como los envió; null si no envió.
   */
  metadatos: {
    [k: string]: string;
  } | null;
  /**
   * Código del establecimiento que lo emitió; null si no se dijo ninguno.
   */
  establecimiento: string | null;
  /**
   * Nombre de la caja, como se envió; null si no se envió.
   */
  caja: string | null;
  representacion: Representation | null;
}
/**
 * Nota de ajuste, como la muestran las respuestas de creación.
 */
export interface AdjustmentNote {
  /**
   * Id del documento; con él se consulta.
   */
  id: number;
  /**
   * Empresa.
   */
  company_id: number;
  /**
   * Prefijo del rango de numeración.
   */
  prefijo: string;
  /**
   * Número dentro del rango; lo asigna el servicio.
   */
  consecutivo: number;
  /**
   * Fecha del documento. `AAAA-MM-DD`.
   */
  document_date: string;
  /**
   * Moneda ISO 4217.
   */
  moneda: string;
  /**
   * Suma de las bases de las líneas. Texto decimal con dos decimales, en la moneda del documento.
   */
  subtotal: string;
  /**
   * Suma de los impuestos. Texto decimal con dos decimales, en la moneda del documento.
   */
  impuestos: string;
  /**
   * Subtotal más impuestos. Texto decimal con dos decimales, en la moneda del documento.
   */
  total: string;
  /**
   * Suma de las retenciones. Texto decimal con dos decimales, en la moneda del documento.
   */
  total_retenciones: string;
  /**
   * Total menos retenciones. Texto decimal con dos decimales, en la moneda del documento.
   */
  neto_pagar: string;
  estado_authority: DocumentState;
  /**
   * Identificador fiscal (SHA-384, 96 dígitos hexadecimales); null antes de firmar.
   */
  cuds: string | null;
  es_habilitacion?: TestSetMark;
  /**
   * 95 nota de ajuste.
   */
  tipo_authority: "95";
  /**
   * Código del concepto.
   */
  concepto: string | null;
  /**
   * Nombre del concepto en la lista de la autoridad.
   */
  concepto_nombre: string | null;
  /**
   * Documento soporte que corrige; null solo en una nota recuperada de un archivo.
   */
  documento_soporte: CorrectedSupportDocument | null;
  /**
   * Lo que queda por acreditar del documento que se corrige, contadas esta nota y las que están en proceso; null si no se guarda aquí. Texto decimal con dos decimales.
   */
  saldo_acreditable: string | null;
}
export interface AdjustmentNoteReserved {
  /**
   * true: la solicitud se atendió.
   */
  ok: true;
  /**
   * true mientras el estado no sea final: consulte por id; nunca cambie la clave.
   */
  pending: boolean;
  /**
   * true si la clave ya existía: se muestra el documento de entonces, en su estado de ahora.
   */
  idempotent: boolean;
  /**
   * Qué hacer mientras no hay resultado final.
   */
  message: string;
  request_status: DocumentState;
  documento?: AdjustmentNote;
  /**
   * Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay.
   */
  notices?: Notice[];
  /**
   * La clave de idempotencia con que se creó; null si no tuvo.
   */
  draft_key: string | null;
  /**
   * La misma clave, con su otro nombre.
   */
  idempotency_key: string | null;
  /**
   * Los datos suyos que se guardan con el documento, como los envió; null si no envió.
   */
  metadatos: {
    [k: string]: string;
  } | null;
  /**
   * Código del establecimiento que lo emitió; null si no se dijo ninguno.
   */
  establecimiento: string | null;
  /**
   * Nombre de la caja, como se envió; null si no se envió.
   */
  caja: string | null;
  representacion: Representation | null;
}
export interface AdjustmentNoteRejected {
  /**
   * false: vea `error`.
   */
  ok: false;
  /**
   * Qué pasó, en español.
   */
  error: string;
  /**
   * Identificador de esta solicitud, igual a la cabecera X-Request-Id; cítelo al pedir soporte.
   */
  request_id: string;
  /**
   * true mientras el estado no sea final: consulte por id; nunca cambie la clave.
   */
  pending: boolean;
  /**
   * true si la clave ya existía: se muestra el documento de entonces, en su estado de ahora.
   */
  idempotent: boolean;
  documento: AdjustmentNote;
  authority?: AuthorityVerdict;
  /**
   * Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay.
   */
  notices?: Notice[];
  /**
   * Solo los rechazos de `authority.rules`, con la forma de los demás errores.
   */
  details: RejectionDetail[];
  /**
   * Código estable.
   */
  code: "document_rejected";
  /**
   * La clave de idempotencia con que se creó; null si no tuvo.
   */
  draft_key: string | null;
  /**
   * La misma clave, con su otro nombre.
   */
  idempotency_key: string | null;
  /**
   * Los datos suyos que se guardan con el documento, como los envió; null si no envió.
   */
  metadatos: {
    [k: string]: string;
  } | null;
  /**
   * Código del establecimiento que lo emitió; null si no se dijo ninguno.
   */
  establecimiento: string | null;
  /**
   * Nombre de la caja, como se envió; null si no se envió.
   */
  caja: string | null;
  representacion: Representation | null;
}
export interface AdjustmentNoteUncertain {
  /**
   * false: vea `error`.
   */
  ok: false;
  /**
   * Qué pasó, en español.
   */
  error: string;
  /**
   * Identificador de esta solicitud, igual a la cabecera X-Request-Id; cítelo al pedir soporte.
   */
  request_id: string;
  /**
   * true mientras el estado no sea final: consulte por id; nunca cambie la clave.
   */
  pending: boolean;
  /**
   * true si la clave ya existía: se muestra el documento de entonces, en su estado de ahora.
   */
  idempotent: boolean;
  documento: AdjustmentNote;
  /**
   * Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay.
   */
  notices?: Notice[];
  /**
   * Código estable.
   */
  code: "result_uncertain";
  /**
   * La clave de idempotencia con que se creó; null si no tuvo.
   */
  draft_key: string | null;
  /**
   * La misma clave, con su otro nombre.
   */
  idempotency_key: string | null;
  /**
   * Los datos suyos que se guardan con el documento, como los envió; null si no envió.
   */
  metadatos: {
    [k: string]: string;
  } | null;
  /**
   * Código del establecimiento que lo emitió; null si no se dijo ninguno.
   */
  establecimiento: string | null;
  /**
   * Nombre de la caja, como se envió; null si no se envió.
   */
  caja: string | null;
  representacion: Representation | null;
}
export interface AdjustmentNoteRequest {
  /**
   * Id del documento soporte, si se emitió o se guarda aquí. Envíe uno solo de `documento_id` y `documento`.
   */
  documento_id?: number | null;
  /**
   * Documento soporte que este emisor expidió con otro sistema: pide también `proveedor`, `items` y `concepto`, y no se comprueba saldo. Si se guarda aquí, vale como su id.
   */
  documento?: ExternalSupportDocument | null;
  /**
   * Concepto de la lista de la autoridad: `1` Devolución parcial de los bienes y/o no aceptación parcial del servicio; `2` Anulación del documento soporte en adquisiciones efectuadas a sujetos no obligados a expedir factura de venta o documento equivalente; `3` Rebaja o descuento parcial o total; `4` Ajuste de precio; `5` Otros. Sin `items` y con `documento_id` puede faltar: entonces es `2`, la anulación.
   */
  concepto?: AdjustmentNoteConceptCode | null;
  /**
   * Cada línea es como en el documento soporte, o solo `{linea, cantidad}` del documento que se corrige. Sin `items` y con `documento_id`, el documento entero.
   *
   * @minItems 1
   * @maxItems 2000
   */
  items?: readonly AdjustmentNoteItem[] | null;
  /**
   * Por qué se corrige, en sus palabras; va en una nota del XML.
   */
  motivo?: string | null;
  /**
   * Texto libre; admite saltos de línea.
   */
  observaciones?: string | null;
  /**
   * Datos reales del proveedor.
   */
  proveedor?: Supplier | null;
  /**
   * Moneda ISO 4217: la del documento que se corrige; COP si se expidió con otro sistema y no se envía.
   */
  moneda?: string | null;
  /**
   * Pesos colombianos por unidad de la moneda; obligatoria si la moneda no es COP, prohibida si lo es.
   */
  tasa_cambio?: number | Decimal | string | null;
  /**
   * Fecha de la tasa; la del documento si no se envía.
   */
  fecha_tasa_cambio?: string | null;
  /**
   * Si se envía debe ser la de hoy en Colombia: una nota se emite cuando se firma.
   */
  fecha_emision?: string | null;
  /**
   * 1 contado, 2 crédito; la del documento si no se envía (alias payment_type). Un texto vacío cuenta como ausente.
   */
  forma_pago?: PaymentFormCode | null;
  /**
   * Medio de pago de la lista de la autoridad, de 1 a 3 dígitos; el del documento si no se envía (alias payment_means_code).
   */
  medio_pago_codigo?: string | null;
  /**
   * Vencimiento del pago a crédito; el del documento si no se envía (alias payment_due_date).
   */
  fecha_vencimiento?: string | null;
  /**
   * Vacía o ausente: una nota no lleva retenciones (alias withholdings).
   *
   * @maxItems 50
   */
  retenciones?: readonly string[] | null;
  /**
   * Total de las bases, en la moneda del documento; si viene, debe coincidir con los ítems. Regla 9.
   */
  subtotal?: number | Decimal | string | null;
  /**
   * Total de los impuestos, en la moneda del documento; si viene, debe coincidir con los ítems. Regla 9.
   */
  impuestos?: number | Decimal | string | null;
  /**
   * Total bruto, antes de retenciones, en la moneda del documento; si viene, debe coincidir con los ítems. Regla 9.
   */
  total?: number | Decimal | string | null;
  /**
   * Siempre []: no hay carga de adjuntos.
   *
   * @maxItems 2000
   */
  attachment_tokens?: readonly string[] | null;
  /**
   * La clave de idempotencia, si no viene en la cabecera; si van las dos, deben coincidir.
   */
  draft_key?: string | null;
  /**
   * Datos suyos, que se guardan con el documento y se devuelven con él: hasta 20 textos de hasta 200 caracteres, con nombres de 1 a 40 letras minúsculas sin tilde, dígitos, `_`, `.` o `-`. No se firman ni se imprimen; cuentan para reconocer un reintento.
   */
  metadatos?: {
    [k: string]: string;
  } | null;
}
/**
 * Documento soporte que este emisor expidió con otro sistema: pide también `proveedor`, `items` y `concepto`, y no se comprueba saldo. Si se guarda aquí, vale como su id.
 */
export interface ExternalSupportDocument {
  /**
   * Prefijo y número, sin separador.
   */
  numero: string;
  /**
   * CUDS del documento soporte.
   */
  cuds: string;
  /**
   * Fecha del documento, no posterior a hoy.
   */
  fecha: string;
}
export interface TicketSettled {
  /**
   * true: la solicitud se atendió.
   */
  ok: true;
  /**
   * true mientras el estado no sea final: consulte por id; nunca cambie la clave.
   */
  pending: boolean;
  /**
   * true si la clave ya existía: se muestra el documento de entonces, en su estado de ahora.
   */
  idempotent: boolean;
  documento: Ticket;
  authority?: AuthorityVerdict;
  /**
   * Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay.
   */
  notices?: Notice[];
  /**
   * La clave de idempotencia con que se creó; null si no tuvo.
   */
  draft_key: string | null;
  /**
   * La misma clave, con su otro nombre.
   */
  idempotency_key: string | null;
  /**
   * Los datos suyos que se guardan con el documento, como los envió; null si no envió.
   */
  metadatos: {
    [k: string]: string;
  } | null;
  /**
   * Código del establecimiento que lo emitió; null si no se dijo ninguno.
   */
  establecimiento: string | null;
  /**
   * Nombre de la caja, como se envió; null si no se envió.
   */
  caja: string | null;
  representacion: Representation | null;
  /**
   * Página del documento para el comprador, con sus archivos; abre quien lo tenga. null antes de `aceptado`, en habilitación, mientras estén revocados, y donde el servicio no da enlaces.
   */
  enlace: string | null;
  /**
   * Envíos por correo del documento, el más reciente primero; [] antes de `aceptado` y donde no hay correo.
   */
  envios: Envio[];
}
/**
 * Tiquete, como lo muestran las respuestas de creación.
 */
export interface Ticket {
  /**
   * Id del documento; con él se consulta.
   */
  id: number;
  /**
   * Empresa.
   */
  company_id: number;
  /**
   * 20 tiquete POS.
   */
  tipo_authority: "20";
  /**
   * Prefijo del rango o de la serie.
   */
  prefijo: string;
  /**
   * Número; lo asigna el servicio.
   */
  consecutivo: number;
  /**
   * Fecha de emisión en Colombia. `AAAA-MM-DD`.
   */
  document_date: string;
  /**
   * Siempre COP.
   */
  moneda: string;
  /**
   * Suma de las bases de las líneas. Texto decimal con dos decimales, en la moneda del documento.
   */
  subtotal: string;
  /**
   * Suma de los impuestos. Texto decimal con dos decimales, en la moneda del documento.
   */
  impuestos: string;
  /**
   * Total. Texto decimal con dos decimales, en la moneda del documento.
   */
  total: string;
  estado_authority: DocumentState;
  /**
   * Identificador fiscal (SHA-384, 96 dígitos hexadecimales); null antes de firmar.
   */
  cude: string | null;
  es_habilitacion: TestSetMark;
  /**
   * Clave del envío al set de pruebas, si la hubo.
   */
  zip_key: string | null;
  /**
   * La caja, como se firma.
   */
  caja: TicketTill | null;
  /**
   * Quien compra, en el programa de fidelización.
   */
  comprador: TicketLoyalty | null;
  /**
   * Total menos los anticipos. No resta lo que se paga de contado, ni retenciones ni notas: imprímalo solo si hubo anticipos. Texto decimal con dos decimales, en la moneda del documento.
   */
  saldo_por_pagar: string;
  /**
   * Suma de los redondeos de los pagos en efectivo: negativa si se cobró menos. No cambia el total. Solo si hubo alguno. Texto decimal con dos decimales, en la moneda del documento.
   */
  redondeo?: string;
  /**
   * Obsequios y muestras; null si no hay.
   */
  obsequios: Gifts | null;
}
export interface TicketTill {
  /**
   * Placa de inventario de la caja.
   */
  placa: string;
  /**
   * Dónde está.
   */
  ubicacion: string;
  /**
   * Tipo de caja.
   */
  tipo: string;
  /**
   * Quién atendió.
   */
  cajero: string;
  /**
   * Código de la venta; si no se envió, el número del tiquete.
   */
  codigo_venta: string | null;
}
export interface TicketLoyalty {
  /**
   * Código en el programa de fidelización; si no se envió, el número de identificación.
   */
  codigo: string;
  /**
   * Nombre.
   */
  nombre: string;
  /**
   * Puntos.
   */
  puntos: string;
}
export interface TicketDryRun {
  /**
   * true: la solicitud se atendió.
   */
  ok: true;
  /**
   * Fue un ensayo: nada quedó guardado.
   */
  dry_run: true;
  /**
   * Avisos: lo que la autoridad anotará al aceptarlo y lo que falta y se recomienda. Lo que impide emitir llega como el mismo 400 de la creación real.
   */
  rules: DryRunRule[];
  numbering: NumberingForecast;
  /**
   * Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay.
   */
  notices?: Notice[];
  /**
   * Los datos suyos que se guardan con el documento, como los envió; null si no envió.
   */
  metadatos: {
    [k: string]: string;
  } | null;
  /**
   * Código del establecimiento que lo emitió; null si no se dijo ninguno.
   */
  establecimiento: string | null;
  /**
   * Nombre de la caja, como se envió; null si no se envió.
   */
  caja: string | null;
  documento: PricedTicket;
}
/**
 * El tiquete tal como quedaría, sin número ni firma.
 */
export interface PricedTicket {
  /**
   * 20 tiquete POS.
   */
  tipo_authority: "20";
  /**
   * Fecha con que se emitiría. `AAAA-MM-DD`.
   */
  document_date: string;
  /**
   * Vencimiento del pago. `AAAA-MM-DD`.
   */
  fecha_vencimiento: string;
  /**
   * Moneda ISO 4217.
   */
  moneda: string;
  /**
   * Suma de las bases. Texto decimal con dos decimales, en la moneda del documento.
   */
  subtotal: string;
  /**
   * Suma de los impuestos. Texto decimal con dos decimales, en la moneda del documento.
   */
  impuestos: string;
  /**
   * Subtotal más impuestos. Texto decimal con dos decimales, en la moneda del documento.
   */
  total: string;
  /**
   * Suma de las retenciones; informativas, no cambian el total. Texto decimal con dos decimales, en la moneda del documento.
   */
  total_retenciones: string;
  /**
   * Total menos retenciones; en FE, el total: allí las retenciones solo se informan. Texto decimal con dos decimales, en la moneda del documento.
   */
  neto_pagar: string;
  /**
   * Líneas ya valoradas.
   */
  items: PricedInvoiceLine[];
  /**
   * Un renglón por tributo y tarifa.
   */
  impuestos_detalle: InvoiceTax[];
  /**
   * Retenciones ya calculadas.
   */
  retenciones: PricedTax[];
  /**
   * Descuentos de toda la factura, después de impuestos.
   */
  descuentos: InvoiceAllowance[];
  /**
   * Cargos de toda la factura, como la propina.
   */
  cargos: InvoiceAllowance[];
  /**
   * Total menos los anticipos. No resta lo que se paga de contado, ni retenciones ni notas: imprímalo solo si hubo anticipos. Texto decimal con dos decimales, en la moneda del documento.
   */
  saldo_por_pagar: string;
  /**
   * Suma de los redondeos de los pagos en efectivo: negativa si se cobró menos. No cambia el total. Solo si hubo alguno. Texto decimal con dos decimales, en la moneda del documento.
   */
  redondeo?: string;
  /**
   * Obsequios y muestras; null si no hay.
   */
  obsequios: Gifts | null;
  /**
   * Pagos.
   */
  pagos: PaymentPart[];
  /**
   * Documentos que nombra; null si ninguno.
   */
  referencias: References | null;
  /**
   * Cuotas de la parte a crédito.
   */
  cuotas: Instalment[];
  /**
   * Anticipos, informativos: no cambian el total.
   */
  anticipos: Prepayment[];
  /**
   * Periodo que se factura; null si no se dijo.
   */
  periodo_facturado: Period | null;
  /**
   * Entrega.
   */
  entrega: Delivery | null;
  /**
   * La caja, como se firma.
   */
  caja: TicketTill | null;
  /**
   * Quien compra, en el programa de fidelización.
   */
  comprador: TicketLoyalty | null;
}
export interface TicketReserved {
  /**
   * true: la solicitud se atendió.
   */
  ok: true;
  /**
   * true mientras el estado no sea final: consulte por id; nunca cambie la clave.
   */
  pending: boolean;
  /**
   * true si la clave ya existía: se muestra el documento de entonces, en su estado de ahora.
   */
  idempotent: boolean;
  /**
   * Qué hacer mientras no hay resultado final.
   */
  message: string;
  request_status: DocumentState;
  documento?: Ticket;
  /**
   * Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay.
   */
  notices?: Notice[];
  /**
   * La clave de idempotencia con que se creó; null si no tuvo.
   */
  draft_key: string | null;
  /**
   * La misma clave, con su otro nombre.
   */
  idempotency_key: string | null;
  /**
   * Los datos suyos que se guardan con el documento, como los envió; null si no envió.
   */
  metadatos: {
    [k: string]: string;
  } | null;
  /**
   * Código del establecimiento que lo emitió; null si no se dijo ninguno.
   */
  establecimiento: string | null;
  /**
   * Nombre de la caja, como se envió; null si no se envió.
   */
  caja: string | null;
  representacion: Representation | null;
  /**
   * Página del documento para el comprador, con sus archivos; abre quien lo tenga. null antes de `aceptado`, en habilitación, mientras estén revocados, y donde el servicio no da enlaces.
   */
  enlace: string | null;
  /**
   * Envíos por correo del documento, el más reciente primero; [] antes de `aceptado` y donde no hay correo.
   */
  envios: Envio[];
}
export interface TicketRejected {
  /**
   * false: vea `error`.
   */
  ok: false;
  /**
   * Qué pasó, en español.
   */
  error: string;
  /**
   * Identificador de esta solicitud, igual a la cabecera X-Request-Id; cítelo al pedir soporte.
   */
  request_id: string;
  /**
   * true si la clave ya existía: se muestra el documento de entonces, en su estado de ahora.
   */
  idempotent: boolean;
  documento: Ticket;
  authority?: AuthorityVerdict;
  /**
   * Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay.
   */
  notices?: Notice[];
  /**
   * Solo los rechazos de `authority.rules`, con la forma de los demás errores.
   */
  details: RejectionDetail[];
  /**
   * Código estable.
   */
  code: "document_rejected";
  /**
   * true mientras el estado no sea final: consulte por id; nunca cambie la clave.
   */
  pending: boolean;
  /**
   * La clave de idempotencia con que se creó; null si no tuvo.
   */
  draft_key: string | null;
  /**
   * La misma clave, con su otro nombre.
   */
  idempotency_key: string | null;
  /**
   * Los datos suyos que se guardan con el documento, como los envió; null si no envió.
   */
  metadatos: {
    [k: string]: string;
  } | null;
  /**
   * Código del establecimiento que lo emitió; null si no se dijo ninguno.
   */
  establecimiento: string | null;
  /**
   * Nombre de la caja, como se envió; null si no se envió.
   */
  caja: string | null;
  representacion: Representation | null;
  /**
   * Página del documento para el comprador, con sus archivos; abre quien lo tenga. null antes de `aceptado`, en habilitación, mientras estén revocados, y donde el servicio no da enlaces.
   */
  enlace: string | null;
  /**
   * Envíos por correo del documento, el más reciente primero; [] antes de `aceptado` y donde no hay correo.
   */
  envios: Envio[];
}
export interface TicketUncertain {
  /**
   * false: vea `error`.
   */
  ok: false;
  /**
   * Qué pasó, en español.
   */
  error: string;
  /**
   * Identificador de esta solicitud, igual a la cabecera X-Request-Id; cítelo al pedir soporte.
   */
  request_id: string;
  /**
   * true si la clave ya existía: se muestra el documento de entonces, en su estado de ahora.
   */
  idempotent: boolean;
  documento: Ticket;
  /**
   * Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay.
   */
  notices?: Notice[];
  /**
   * Código estable.
   */
  code: "result_uncertain";
  /**
   * true mientras el estado no sea final: consulte por id; nunca cambie la clave.
   */
  pending: boolean;
  /**
   * La clave de idempotencia con que se creó; null si no tuvo.
   */
  draft_key: string | null;
  /**
   * La misma clave, con su otro nombre.
   */
  idempotency_key: string | null;
  /**
   * Los datos suyos que se guardan con el documento, como los envió; null si no envió.
   */
  metadatos: {
    [k: string]: string;
  } | null;
  /**
   * Código del establecimiento que lo emitió; null si no se dijo ninguno.
   */
  establecimiento: string | null;
  /**
   * Nombre de la caja, como se envió; null si no se envió.
   */
  caja: string | null;
  representacion: Representation | null;
  /**
   * Página del documento para el comprador, con sus archivos; abre quien lo tenga. null antes de `aceptado`, en habilitación, mientras estén revocados, y donde el servicio no da enlaces.
   */
  enlace: string | null;
  /**
   * Envíos por correo del documento, el más reciente primero; [] antes de `aceptado` y donde no hay correo.
   */
  envios: Envio[];
}
export interface TicketRequest {
  /**
   * Adquirente.
   */
  receptor?: Receiver | null;
  /**
   * Ítems, al menos uno. Regla FAV01.
   *
   * @minItems 1
   * @maxItems 2000
   */
  items: readonly InvoiceItem[];
  /**
   * Total de las bases, en la moneda de la factura; si viene, debe coincidir con los ítems. Regla 2.1.
   */
  subtotal?: number | Decimal | string | null;
  /**
   * Total de los impuestos, en la moneda de la factura; si viene, debe coincidir con los ítems. Regla 2.1.
   */
  impuestos?: number | Decimal | string | null;
  /**
   * Total bruto, en la moneda de la factura; si viene, debe coincidir con los ítems. Regla 2.1.
   */
  total?: number | Decimal | string | null;
  /**
   * Fecha de emisión, AAAA-MM-DD: la de hoy en Colombia; sin ella se usa esa.
   */
  fecha_emision?: string | null;
  /**
   * Forma y medio de pago; sin él rige el método por defecto de la empresa.
   */
  payment?: InvoicePayment | null;
  /**
   * Texto libre; admite saltos de línea.
   */
  observaciones?: string | null;
  /**
   * Siempre []: no hay carga de adjuntos.
   *
   * @maxItems 2000
   */
  attachment_tokens?: readonly string[] | null;
  /**
   * La clave de idempotencia, si no viene en la cabecera; si van las dos, deben coincidir.
   */
  draft_key?: string | null;
  /**
   * Descuentos de toda la factura, después de impuestos: no cambian su base. Sumados no pasan del total de los ítems.
   *
   * @maxItems 20
   */
  descuentos?: readonly InvoiceDiscount[] | null;
  /**
   * Cargos de toda la factura, después de impuestos, como la propina: no cambian su base. Cada uno hasta el total de los ítems.
   *
   * @maxItems 20
   */
  cargos?: readonly InvoiceCharge[] | null;
  /**
   * Los pagos de la factura, de uno a diez, en vez de `payment`; sus valores suman el total.
   *
   * @minItems 1
   * @maxItems 10
   */
  pagos?: readonly PaymentRequest[] | null;
  /**
   * De dos a sesenta cuotas de la parte a crédito, cuyo valor suman; el vencimiento es el de la última.
   *
   * @minItems 2
   * @maxItems 60
   */
  cuotas?: readonly InstalmentRequest[] | null;
  /**
   * Lo que el comprador ya había pagado: informativo, no cambia el total; la respuesta trae saldo_por_pagar.
   *
   * @maxItems 20
   */
  anticipos?: readonly PrepaymentRequest[] | null;
  /**
   * Documentos que el comprador busca en la factura.
   */
  referencias?: ReferencesRequest | null;
  /**
   * Periodo que se factura, como en arriendos y servicios públicos.
   */
  periodo_facturado?: Period | null;
  /**
   * Dónde, cuándo y cómo se entrega.
   */
  entrega?: DeliveryRequest | null;
  /**
   * Código de un establecimiento de la empresa, de `GET /establecimientos`: su dirección se firma como el lugar de la operación, y con prefijo propio numeran sus rangos. Los registra el operador; su dirección no se envía.
   */
  establecimiento?: string | null;
  /**
   * La caja que vende: va firmada e impresa.
   */
  caja?: TicketTillRequest | null;
  /**
   * Envío por correo al comprador, una vez `aceptado`. No se firma ni se imprime; cuenta para reconocer un reintento.
   */
  envio?: MailRequest | null;
  /**
   * Datos suyos, que se guardan con el documento y se devuelven con él: hasta 20 textos de hasta 200 caracteres, con nombres de 1 a 40 letras minúsculas sin tilde, dígitos, `_`, `.` o `-`. No se firman ni se imprimen; cuentan para reconocer un reintento.
   */
  metadatos?: {
    [k: string]: string;
  } | null;
  /**
   * Quien compra, en el programa de fidelización de la tienda.
   */
  comprador?: TicketLoyaltyRequest | null;
}
/**
 * La caja que vende: va firmada e impresa.
 */
export interface TicketTillRequest {
  /**
   * Placa de inventario de la caja. Con la de una registrada, ubicación y tipo salen de ella; sin placa, la única registrada.
   */
  placa?: string | null;
  /**
   * Dónde está; sin ella, la de la caja registrada.
   */
  ubicacion?: string | null;
  /**
   * Tipo de caja; sin él, el de la caja registrada o `Caja`.
   */
  tipo?: string | null;
  /**
   * Quién atiende; sin él, `No aplica`.
   */
  cajero?: string | null;
  /**
   * Código de la venta; sin él, el número del tiquete.
   */
  codigo_venta?: string | null;
}
/**
 * Quien compra, en el programa de fidelización de la tienda.
 */
export interface TicketLoyaltyRequest {
  /**
   * Código en el programa; sin él, el número de identificación.
   */
  codigo?: string | null;
  /**
   * Nombre; sin él, el de quien compra.
   */
  nombre?: string | null;
  /**
   * Puntos, como texto o como número; sin ellos, 0.
   */
  puntos?: string | null;
}
export interface TicketNoteSettled {
  /**
   * true: la solicitud se atendió.
   */
  ok: true;
  /**
   * true mientras el estado no sea final: consulte por id; nunca cambie la clave.
   */
  pending: boolean;
  /**
   * true si la clave ya existía: se muestra el documento de entonces, en su estado de ahora.
   */
  idempotent: boolean;
  documento: TicketNote;
  authority?: AuthorityVerdict;
  /**
   * Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay.
   */
  notices?: Notice[];
  /**
   * La clave de idempotencia con que se creó; null si no tuvo.
   */
  draft_key: string | null;
  /**
   * La misma clave, con su otro nombre.
   */
  idempotency_key: string | null;
  /**
   * Los datos suyos que se guardan con el documento, como los envió; null si no envió.
   */
  metadatos: {
    [k: string]: string;
  } | null;
  /**
   * Código del establecimiento que lo emitió; null si no se dijo ninguno.
   */
  establecimiento: string | null;
  /**
   * Nombre de la caja, como se envió; null si no se envió.
   */
  caja: string | null;
  representacion: Representation | null;
  /**
   * Página del documento para el comprador, con sus archivos; abre quien lo tenga. null antes de `aceptado`, en habilitación, mientras estén revocados, y donde el servicio no da enlaces.
   */
  enlace: string | null;
  /**
   * Envíos por correo del documento, el más reciente primero; [] antes de `aceptado` y donde no hay correo.
   */
  envios: Envio[];
}
/**
 * Nota de un tiquete, como la muestran las respuestas de creación.
 */
export interface TicketNote {
  /**
   * Id del documento; con él se consulta.
   */
  id: number;
  /**
   * Empresa.
   */
  company_id: number;
  tipo_authority: TicketNoteTipoAuthority;
  /**
   * Prefijo de la serie de notas.
   */
  prefijo: string;
  /**
   * Número; lo asigna el servicio.
   */
  consecutivo: number;
  /**
   * Fecha de emisión en Colombia. `AAAA-MM-DD`.
   */
  document_date: string;
  /**
   * Siempre COP.
   */
  moneda: string;
  /**
   * Suma de las bases de las líneas. Texto decimal con dos decimales, en la moneda del documento.
   */
  subtotal: string;
  /**
   * Suma de los impuestos. Texto decimal con dos decimales, en la moneda del documento.
   */
  impuestos: string;
  /**
   * Total. Texto decimal con dos decimales, en la moneda del documento.
   */
  total: string;
  estado_authority: DocumentState;
  /**
   * Identificador fiscal (SHA-384, 96 dígitos hexadecimales); null antes de firmar.
   */
  cude: string | null;
  es_habilitacion: TestSetMark;
  /**
   * Clave del envío al set de pruebas, si la hubo.
   */
  zip_key: string | null;
  /**
   * Código del concepto.
   */
  concepto: string | null;
  /**
   * Nombre del concepto en la lista de la autoridad.
   */
  concepto_nombre: string | null;
  /**
   * Lo que la nota descuenta de las líneas devueltas por los descuentos de toda la factura, uno por descuento; [] si no los hay o `prorratear` es false. null si lo toma de un documento guardado aquí y el token no tiene el permiso de lectura.
   */
  descuentos_repartidos: DiscountShare[] | null;
  /**
   * Tiquete que corrige; null solo en una nota recuperada de un archivo.
   */
  tiquete: CorrectedTicket | null;
  /**
   * Lo que queda por acreditar del documento que se corrige, contadas esta nota y las que están en proceso; null si no se guarda aquí. Texto decimal con dos decimales.
   */
  saldo_acreditable: string | null;
}
export interface CorrectedTicket {
  /**
   * Id; null si no se guarda aquí.
   */
  id: number | null;
  /**
   * Prefijo y número.
   */
  numero: string;
  /**
   * CUDE.
   */
  cude: string;
  /**
   * Fecha. `AAAA-MM-DD`.
   */
  fecha: string;
}
export interface TicketNoteReserved {
  /**
   * true: la solicitud se atendió.
   */
  ok: true;
  /**
   * true mientras el estado no sea final: consulte por id; nunca cambie la clave.
   */
  pending: boolean;
  /**
   * true si la clave ya existía: se muestra el documento de entonces, en su estado de ahora.
   */
  idempotent: boolean;
  /**
   * Qué hacer mientras no hay resultado final.
   */
  message: string;
  request_status: DocumentState;
  documento?: TicketNote;
  /**
   * Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay.
   */
  notices?: Notice[];
  /**
   * La clave de idempotencia con que se creó; null si no tuvo.
   */
  draft_key: string | null;
  /**
   * La misma clave, con su otro nombre.
   */
  idempotency_key: string | null;
  /**
   * Los datos suyos que se guardan con el documento, como los envió; null si no envió.
   */
  metadatos: {
    [k: string]: string;
  } | null;
  /**
   * Código del establecimiento que lo emitió; null si no se dijo ninguno.
   */
  establecimiento: string | null;
  /**
   * Nombre de la caja, como se envió; null si no se envió.
   */
  caja: string | null;
  representacion: Representation | null;
  /**
   * Página del documento para el comprador, con sus archivos; abre quien lo tenga. null antes de `aceptado`, en habilitación, mientras estén revocados, y donde el servicio no da enlaces.
   */
  enlace: string | null;
  /**
   * Envíos por correo del documento, el más reciente primero; [] antes de `aceptado` y donde no hay correo.
   */
  envios: Envio[];
}
export interface TicketNoteRejected {
  /**
   * false: vea `error`.
   */
  ok: false;
  /**
   * Qué pasó, en español.
   */
  error: string;
  /**
   * Identificador de esta solicitud, igual a la cabecera X-Request-Id; cítelo al pedir soporte.
   */
  request_id: string;
  /**
   * true mientras el estado no sea final: consulte por id; nunca cambie la clave.
   */
  pending: boolean;
  /**
   * true si la clave ya existía: se muestra el documento de entonces, en su estado de ahora.
   */
  idempotent: boolean;
  documento: TicketNote;
  authority?: AuthorityVerdict;
  /**
   * Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay.
   */
  notices?: Notice[];
  /**
   * Solo los rechazos de `authority.rules`, con la forma de los demás errores.
   */
  details: RejectionDetail[];
  /**
   * Código estable.
   */
  code: "document_rejected";
  /**
   * La clave de idempotencia con que se creó; null si no tuvo.
   */
  draft_key: string | null;
  /**
   * La misma clave, con su otro nombre.
   */
  idempotency_key: string | null;
  /**
   * Los datos suyos que se guardan con el documento, como los envió; null si no envió.
   */
  metadatos: {
    [k: string]: string;
  } | null;
  /**
   * Código del establecimiento que lo emitió; null si no se dijo ninguno.
   */
  establecimiento: string | null;
  /**
   * Nombre de la caja, como se envió; null si no se envió.
   */
  caja: string | null;
  representacion: Representation | null;
  /**
   * Página del documento para el comprador, con sus archivos; abre quien lo tenga. null antes de `aceptado`, en habilitación, mientras estén revocados, y donde el servicio no da enlaces.
   */
  enlace: string | null;
  /**
   * Envíos por correo del documento, el más reciente primero; [] antes de `aceptado` y donde no hay correo.
   */
  envios: Envio[];
}
export interface TicketNoteUncertain {
  /**
   * false: vea `error`.
   */
  ok: false;
  /**
   * Qué pasó, en español.
   */
  error: string;
  /**
   * Identificador de esta solicitud, igual a la cabecera X-Request-Id; cítelo al pedir soporte.
   */
  request_id: string;
  /**
   * true mientras el estado no sea final: consulte por id; nunca cambie la clave.
   */
  pending: boolean;
  /**
   * true si la clave ya existía: se muestra el documento de entonces, en su estado de ahora.
   */
  idempotent: boolean;
  documento: TicketNote;
  /**
   * Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay.
   */
  notices?: Notice[];
  /**
   * Código estable.
   */
  code: "result_uncertain";
  /**
   * La clave de idempotencia con que se creó; null si no tuvo.
   */
  draft_key: string | null;
  /**
   * La misma clave, con su otro nombre.
   */
  idempotency_key: string | null;
  /**
   * Los datos suyos que se guardan con el documento, como los envió; null si no envió.
   */
  metadatos: {
    [k: string]: string;
  } | null;
  /**
   * Código del establecimiento que lo emitió; null si no se dijo ninguno.
   */
  establecimiento: string | null;
  /**
   * Nombre de la caja, como se envió; null si no se envió.
   */
  caja: string | null;
  representacion: Representation | null;
  /**
   * Página del documento para el comprador, con sus archivos; abre quien lo tenga. null antes de `aceptado`, en habilitación, mientras estén revocados, y donde el servicio no da enlaces.
   */
  enlace: string | null;
  /**
   * Envíos por correo del documento, el más reciente primero; [] antes de `aceptado` y donde no hay correo.
   */
  envios: Envio[];
}
export interface TicketCreditNoteRequest {
  /**
   * Id del tiquete, si se emitió o se guarda aquí. Envíe uno solo de `documento_id` y `documento`.
   */
  documento_id?: number | null;
  /**
   * Tiquete que este emisor expidió con otro sistema: pide también `items` y `concepto`, y no se comprueba saldo; sin `receptor` es de consumidor final. Si se guarda aquí, vale como su id.
   */
  documento?: ExternalTicket | null;
  /**
   * Concepto de la lista de la autoridad: `1` Devolución parcial de los bienes y/o no aceptación parcial del servicio; `2` Anulación del documento equivalente electrónico; `3` Rebaja o descuento parcial o total; `4` Ajuste de precio; `5` Otros. Sin `items` y con `documento_id` puede faltar: entonces es `2`, la anulación.
   */
  concepto?: string | null;
  /**
   * Cada línea es como en el tiquete, o `{linea, cant}` del que se corrige, con `unit`, o `unit_input` e `iva_incluido`, si baja el precio. Sin `items` y con `documento_id`, el tiquete entero con sus descuentos, cargos e impuestos.
   *
   * @minItems 1
   * @maxItems 2000
   */
  items?: readonly InvoiceNoteItem[] | null;
  /**
   * Descuentos propios de la nota, además de la parte que le toca de los de la factura, después de impuestos: no cambian su base. Van con `items`.
   *
   * @maxItems 20
   */
  descuentos?: readonly TicketCreditNoteRequestDescuentos[] | null;
  /**
   * Cargos de la factura que se devuelven, `{cargo, valor}`, o cargos propios de la nota, después de impuestos: no cambian su base. Van con `items`. Fuera de la anulación un cargo solo vuelve si la nota lo nombra.
   *
   * @maxItems 20
   */
  cargos?: readonly CreditNoteRequestCargos[] | null;
  /**
   * false: las líneas de la factura se devuelven sin la parte que les toca de los descuentos de toda la factura; sin él, con ella.
   */
  prorratear?: boolean | null;
  /**
   * Por qué se corrige, en sus palabras; va en una nota del XML.
   */
  motivo?: string | null;
  /**
   * Texto libre; admite saltos de línea.
   */
  observaciones?: string | null;
  /**
   * Adquirente.
   */
  receptor?: Receiver | null;
  /**
   * Forma y medio de pago; sin él rige el método por defecto de la empresa.
   */
  payment?: InvoicePayment | null;
  /**
   * Total de las bases, en la moneda de la factura; si viene, debe coincidir con los ítems. Regla 2.1.
   */
  subtotal?: number | Decimal | string | null;
  /**
   * Total de los impuestos, en la moneda de la factura; si viene, debe coincidir con los ítems. Regla 2.1.
   */
  impuestos?: number | Decimal | string | null;
  /**
   * Total bruto, en la moneda de la factura; si viene, debe coincidir con los ítems. Regla 2.1.
   */
  total?: number | Decimal | string | null;
  /**
   * Si se envía debe ser la de hoy en Colombia: una nota se emite cuando se firma.
   */
  fecha_emision?: string | null;
  /**
   * Vacía o ausente: una nota no lleva retenciones (alias retenciones).
   *
   * @maxItems 50
   */
  withholdings?: readonly string[] | null;
  /**
   * Siempre []: no hay carga de adjuntos.
   *
   * @maxItems 2000
   */
  attachment_tokens?: readonly string[] | null;
  /**
   * La clave de idempotencia, si no viene en la cabecera; si van las dos, deben coincidir.
   */
  draft_key?: string | null;
  /**
   * Nombre de la caja, suyo: no se firma ni se imprime; se devuelve y sirve de filtro en los listados.
   */
  caja?: string | null;
  /**
   * Envío por correo al comprador, una vez `aceptado`. No se firma ni se imprime; cuenta para reconocer un reintento.
   */
  envio?: MailRequest | null;
  /**
   * Datos suyos, que se guardan con el documento y se devuelven con él: hasta 20 textos de hasta 200 caracteres, con nombres de 1 a 40 letras minúsculas sin tilde, dígitos, `_`, `.` o `-`. No se firman ni se imprimen; cuentan para reconocer un reintento.
   */
  metadatos?: {
    [k: string]: string;
  } | null;
}
/**
 * Tiquete que este emisor expidió con otro sistema: pide también `items` y `concepto`, y no se comprueba saldo; sin `receptor` es de consumidor final. Si se guarda aquí, vale como su id.
 */
export interface ExternalTicket {
  /**
   * Prefijo y número, sin separador.
   */
  numero: string;
  /**
   * CUDE del tiquete.
   */
  cude: string;
  /**
   * Fecha de emisión, no posterior a hoy.
   */
  fecha: string;
}
export interface TicketDebitNoteRequest {
  /**
   * Id del tiquete, si se emitió o se guarda aquí. Envíe uno solo de `documento_id` y `documento`.
   */
  documento_id?: number | null;
  /**
   * Tiquete que este emisor expidió con otro sistema: pide también `items` y `concepto`, y no se comprueba saldo; sin `receptor` es de consumidor final. Si se guarda aquí, vale como su id.
   */
  documento?: ExternalTicket | null;
  /**
   * Concepto de la lista de la autoridad: `1` Intereses; `2` Gastos por cobrar; `3` Cambio del valor. Obligatorio.
   */
  concepto?: string | null;
  /**
   * Cada línea es como en el tiquete, o `{linea, cant}` del que se corrige, con `unit`, o `unit_input` e `iva_incluido`, si baja el precio.
   *
   * @minItems 1
   * @maxItems 2000
   */
  items?: readonly InvoiceNoteItem[] | null;
  /**
   * Descuentos propios de la nota, además de la parte que le toca de los de la factura, después de impuestos: no cambian su base. Van con `items`.
   *
   * @maxItems 20
   */
  descuentos?: readonly TicketDebitNoteRequestDescuentos[] | null;
  /**
   * Cargos propios de la nota, después de impuestos: no cambian su base. Van con `items`.
   *
   * @maxItems 20
   */
  cargos?: readonly TicketDebitNoteRequestCargos[] | null;
  /**
   * Por qué se corrige, en sus palabras; va en una nota del XML.
   */
  motivo?: string | null;
  /**
   * Texto libre; admite saltos de línea.
   */
  observaciones?: string | null;
  /**
   * Adquirente.
   */
  receptor?: Receiver | null;
  /**
   * Forma y medio de pago; sin él rige el método por defecto de la empresa.
   */
  payment?: InvoicePayment | null;
  /**
   * Total de las bases, en la moneda de la factura; si viene, debe coincidir con los ítems. Regla 2.1.
   */
  subtotal?: number | Decimal | string | null;
  /**
   * Total de los impuestos, en la moneda de la factura; si viene, debe coincidir con los ítems. Regla 2.1.
   */
  impuestos?: number | Decimal | string | null;
  /**
   * Total bruto, en la moneda de la factura; si viene, debe coincidir con los ítems. Regla 2.1.
   */
  total?: number | Decimal | string | null;
  /**
   * Si se envía debe ser la de hoy en Colombia: una nota se emite cuando se firma.
   */
  fecha_emision?: string | null;
  /**
   * Vacía o ausente: una nota no lleva retenciones (alias retenciones).
   *
   * @maxItems 50
   */
  withholdings?: readonly string[] | null;
  /**
   * Siempre []: no hay carga de adjuntos.
   *
   * @maxItems 2000
   */
  attachment_tokens?: readonly string[] | null;
  /**
   * La clave de idempotencia, si no viene en la cabecera; si van las dos, deben coincidir.
   */
  draft_key?: string | null;
  /**
   * Nombre de la caja, suyo: no se firma ni se imprime; se devuelve y sirve de filtro en los listados.
   */
  caja?: string | null;
  /**
   * Envío por correo al comprador, una vez `aceptado`. No se firma ni se imprime; cuenta para reconocer un reintento.
   */
  envio?: MailRequest | null;
  /**
   * Datos suyos, que se guardan con el documento y se devuelven con él: hasta 20 textos de hasta 200 caracteres, con nombres de 1 a 40 letras minúsculas sin tilde, dígitos, `_`, `.` o `-`. No se firman ni se imprimen; cuentan para reconocer un reintento.
   */
  metadatos?: {
    [k: string]: string;
  } | null;
}
export interface TicketList {
  /**
   * true: la solicitud se atendió.
   */
  ok: true;
  /**
   * Tiquetes de producción y sus notas, sin sus ítems.
   */
  docs: TicketSummary[];
  /**
   * Página; null después de un cursor.
   */
  page: number | null;
  /**
   * Tamaño de página que se aplicó.
   */
  per_page: number;
  /**
   * Documentos que cumplen el filtro; null si una búsqueda no los vio todos, como lo dice entonces `notices`.
   */
  total: number | null;
  /**
   * Páginas que hay; null si `total` lo es.
   */
  pages: number | null;
  /**
   * Envíelo en `after` para lo que sigue; null al final.
   */
  cursor: string | null;
  /**
   * Siguen más documentos.
   */
  hay_mas: boolean;
  /**
   * Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay.
   */
  notices?: Notice[];
}
export interface TicketSummary {
  /**
   * Id del documento; con él se consulta.
   */
  id: number;
  /**
   * Empresa.
   */
  company_id: number;
  tipo_authority: TicketType;
  /**
   * Prefijo del rango o de la serie.
   */
  prefijo: string;
  /**
   * Número; lo asigna el servicio.
   */
  consecutivo: number;
  /**
   * Fecha de emisión en Colombia. `AAAA-MM-DD`.
   */
  document_date: string;
  /**
   * Siempre COP.
   */
  moneda: string;
  /**
   * Suma de las bases de las líneas. Texto decimal con dos decimales, en la moneda del documento.
   */
  subtotal: string;
  /**
   * Suma de los impuestos. Texto decimal con dos decimales, en la moneda del documento.
   */
  impuestos: string;
  /**
   * Total. Texto decimal con dos decimales, en la moneda del documento.
   */
  total: string;
  estado_authority: DocumentState;
  /**
   * Identificador fiscal (SHA-384, 96 dígitos hexadecimales); null antes de firmar.
   */
  cude: string | null;
  es_habilitacion: TestSetMark;
  /**
   * Clave del envío al set de pruebas, si la hubo.
   */
  zip_key: string | null;
  /**
   * Clave de idempotencia con que se creó.
   */
  idempotency_key: string | null;
  /**
   * Los datos suyos que se guardan con el documento, como los envió; null si no envió.
   */
  metadatos: {
    [k: string]: string;
  } | null;
  /**
   * Código del establecimiento que lo emitió; null si no se dijo ninguno.
   */
  establecimiento: string | null;
  /**
   * Placa de la caja, por la que filtra `caja`; null en una nota que no la dijo.
   */
  caja: string | null;
  /**
   * Quien compra; consumidor final si no se dijo.
   */
  tercero: Party | null;
}
export interface TicketRead {
  /**
   * true: la solicitud se atendió.
   */
  ok: true;
  /**
   * true mientras el estado no sea final: consulte por id; nunca cambie la clave.
   */
  pending: boolean;
  documento: TicketDetail;
  authority?: AuthorityVerdict;
  /**
   * Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay.
   */
  notices?: Notice[];
  /**
   * La clave de idempotencia con que se creó; null si no tuvo.
   */
  draft_key: string | null;
  /**
   * La misma clave, con su otro nombre.
   */
  idempotency_key: string | null;
  /**
   * Los datos suyos que se guardan con el documento, como los envió; null si no envió.
   */
  metadatos: {
    [k: string]: string;
  } | null;
  /**
   * Código del establecimiento que lo emitió; null si no se dijo ninguno.
   */
  establecimiento: string | null;
  /**
   * Nombre de la caja, como se envió; null si no se envió.
   */
  caja: string | null;
  representacion: Representation | null;
  /**
   * Página del documento para el comprador, con sus archivos; abre quien lo tenga. null antes de `aceptado`, en habilitación, mientras estén revocados, y donde el servicio no da enlaces.
   */
  enlace: string | null;
  /**
   * Envíos por correo del documento, el más reciente primero; [] antes de `aceptado` y donde no hay correo.
   */
  envios: Envio[];
}
/**
 * Tiquete o nota, como lo muestra la consulta por id.
 */
export interface TicketDetail {
  /**
   * Id del documento; con él se consulta.
   */
  id: number;
  /**
   * Empresa.
   */
  company_id: number;
  tipo_authority: TicketType;
  /**
   * Prefijo del rango o de la serie.
   */
  prefijo: string;
  /**
   * Número; lo asigna el servicio.
   */
  consecutivo: number;
  /**
   * Fecha de emisión en Colombia. `AAAA-MM-DD`.
   */
  document_date: string;
  /**
   * Siempre COP.
   */
  moneda: string;
  /**
   * Suma de las bases de las líneas. Texto decimal con dos decimales, en la moneda del documento.
   */
  subtotal: string;
  /**
   * Suma de los impuestos. Texto decimal con dos decimales, en la moneda del documento.
   */
  impuestos: string;
  /**
   * Total. Texto decimal con dos decimales, en la moneda del documento.
   */
  total: string;
  estado_authority: DocumentState;
  /**
   * Identificador fiscal (SHA-384, 96 dígitos hexadecimales); null antes de firmar.
   */
  cude: string | null;
  es_habilitacion: TestSetMark;
  /**
   * Clave del envío al set de pruebas, si la hubo.
   */
  zip_key: string | null;
  /**
   * Solo en una nota: código del concepto.
   */
  concepto?: string | null;
  /**
   * Solo en una nota: nombre del concepto.
   */
  concepto_nombre?: string | null;
  /**
   * Solo en una nota: por qué, en palabras del emisor.
   */
  motivo?: string | null;
  /**
   * Lo que la nota descuenta de las líneas devueltas por los descuentos de toda la factura, uno por descuento; [] si no los hay o `prorratear` es false.
   */
  descuentos_repartidos?: DiscountShare[];
  /**
   * Solo en una nota: el tiquete que corrige.
   */
  tiquete?: CorrectedTicket | null;
  /**
   * Notas sobre el tiquete, la más antigua primero, también las rechazadas; de a 100, la página que diga `notas_page`.
   */
  notas?: ListedNote[];
  /**
   * Cuántas notas hay en todas las páginas de `notas`.
   */
  notas_total?: number;
  /**
   * Lo que queda por acreditar; las notas en proceso también cuentan. Texto decimal con dos decimales, en la moneda del documento.
   */
  saldo_acreditable?: string;
  /**
   * Una nota que no fue rechazada lo anula.
   */
  anulado?: boolean;
  /**
   * La caja, como se firmó; null antes de firmar y en una nota.
   */
  caja: TicketTill | null;
  /**
   * Fidelización de quien compra, como se firmó; null como la caja.
   */
  comprador: TicketLoyalty | null;
  /**
   * Quien compra; consumidor final si no se dijo.
   */
  tercero: Party | null;
  /**
   * Ítems.
   */
  items: InvoiceLine[];
  /**
   * Descuentos de toda la factura, después de impuestos.
   */
  descuentos: InvoiceAllowance[];
  /**
   * Cargos de toda la factura, como la propina.
   */
  cargos: InvoiceAllowance[];
  /**
   * Total menos los anticipos. No resta lo que se paga de contado, ni retenciones ni notas: imprímalo solo si hubo anticipos. Texto decimal con dos decimales, en la moneda del documento.
   */
  saldo_por_pagar: string;
  /**
   * Suma de los redondeos de los pagos en efectivo: negativa si se cobró menos. No cambia el total. Solo si hubo alguno. Texto decimal con dos decimales, en la moneda del documento.
   */
  redondeo?: string;
  /**
   * Obsequios y muestras; null si no hay.
   */
  obsequios: Gifts | null;
  /**
   * Pagos.
   */
  pagos: PaymentPart[];
  /**
   * Documentos que nombra; null si ninguno.
   */
  referencias: References | null;
  /**
   * Cuotas de la parte a crédito.
   */
  cuotas: Instalment[];
  /**
   * Anticipos, informativos: no cambian el total.
   */
  anticipos: Prepayment[];
  /**
   * Periodo que se factura; null si no se dijo.
   */
  periodo_facturado: Period | null;
  /**
   * Entrega.
   */
  entrega: Delivery | null;
  /**
   * Clave de idempotencia con que se creó.
   */
  idempotency_key: string | null;
  /**
   * Diagnóstico de la última consulta o envío que falló.
   */
  last_status_error: string | null;
  /**
   * Creación, en UTC. `AAAA-MM-DD HH:MM:SS`.
   */
  created_at: string;
  /**
   * Último cambio, en UTC. `AAAA-MM-DD HH:MM:SS`.
   */
  updated_at: string;
}
export interface Closing {
  /**
   * true: la solicitud se atendió.
   */
  ok: true;
  /**
   * Primer día. `AAAA-MM-DD`.
   */
  desde: string;
  /**
   * Último día, incluido. `AAAA-MM-DD`.
   */
  hasta: string;
  total: ClosingTotal;
  /**
   * Por `clave` y moneda. Sin `agrupar`, solo los documentos en otras monedas, uno por moneda.
   */
  grupos: ClosingGroup[];
  /**
   * Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay.
   */
  notices?: Notice[];
}
/**
 * Los documentos en pesos.
 */
export interface ClosingTotal {
  /**
   * Moneda ISO 4217 de los documentos y de todos los valores.
   */
  moneda: string;
  estados: ClosingStates;
  /**
   * Por tipo de documento.
   */
  tipos: ClosingType[];
  /**
   * Por impuesto y tarifa, netos de notas.
   */
  impuestos: PrintedTax[];
  /**
   * Por medio de pago, netos de notas; con los anticipos suman `neto`.
   */
  medios: ClosingMeans[];
  /**
   * Por prefijo.
   */
  numeros: ClosingNumbers[];
  /**
   * Facturas o documentos soporte, y notas débito, menos notas crédito (o de ajuste). Texto decimal con dos decimales, en la moneda del documento.
   */
  neto: string;
}
/**
 * Cuántos documentos hay en cada estado.
 */
export interface ClosingStates {
  /**
   * Aceptados por la autoridad.
   */
  aceptado: number;
  /**
   * En camino: aún sin resultado.
   */
  pendiente: number;
  /**
   * Rechazados: no suman en ningún valor.
   */
  rechazado: number;
  /**
   * De resultado desconocido (`send_unknown`): quien opera el servicio los resuelve.
   */
  desconocido: number;
}
/**
 * Los documentos vivos de un tipo; las notas, con sus propios valores positivos.
 */
export interface ClosingType {
  tipo_authority: DocumentType;
  /**
   * Documentos vivos.
   */
  cantidad: number;
  /**
   * Suma de los subtotales. Texto decimal con dos decimales, en la moneda del documento.
   */
  subtotal: string;
  /**
   * Suma de los impuestos. Texto decimal con dos decimales, en la moneda del documento.
   */
  impuestos: string;
  /**
   * Suma de los descuentos de todo el documento. Texto decimal con dos decimales, en la moneda del documento.
   */
  descuentos: string;
  /**
   * Suma de los cargos de todo el documento. Texto decimal con dos decimales, en la moneda del documento.
   */
  cargos: string;
  /**
   * Suma de los totales: subtotal más impuestos, menos descuentos, más cargos. Texto decimal con dos decimales, en la moneda del documento.
   */
  total: string;
}
export interface ClosingMeans {
  /**
   * Código del medio de pago.
   */
  codigo: string;
  /**
   * Nombre de la lista de la autoridad.
   */
  nombre: string;
  /**
   * Lo pagado por este medio, menos lo devuelto por las notas que restan. Texto decimal con dos decimales, en la moneda del documento.
   */
  valor: string;
  /**
   * Solo de un medio con pagos que se redondearon: la suma de esos redondeos, menos los que devolvieron las notas. Al cajón entró `valor` más `redondeo`, exactamente. Texto decimal con dos decimales, en la moneda del documento.
   */
  redondeo?: string;
}
/**
 * Los números que dio un rango o una serie de notas.
 */
export interface ClosingNumbers {
  /**
   * Prefijo.
   */
  prefijo: string;
  /**
   * El primer número.
   */
  desde: number;
  /**
   * El último número.
   */
  hasta: number;
  /**
   * Números usados, también por documentos rechazados; si no falta ninguno, `hasta` − `desde` + 1.
   */
  cantidad: number;
}
export interface ClosingGroup {
  /**
   * El día, el código del establecimiento o la caja; null en los documentos que no lo llevan.
   */
  clave: string | null;
  /**
   * Moneda ISO 4217 de los documentos y de todos los valores.
   */
  moneda: string;
  estados: ClosingStates;
  /**
   * Por tipo de documento.
   */
  tipos: ClosingType[];
  /**
   * Por impuesto y tarifa, netos de notas.
   */
  impuestos: PrintedTax[];
  /**
   * Por medio de pago, netos de notas; con los anticipos suman `neto`.
   */
  medios: ClosingMeans[];
  /**
   * Por prefijo.
   */
  numeros: ClosingNumbers[];
  /**
   * Facturas o documentos soporte, y notas débito, menos notas crédito (o de ajuste). Texto decimal con dos decimales, en la moneda del documento.
   */
  neto: string;
}
export interface LinkAnswer {
  /**
   * true: la solicitud se atendió.
   */
  ok: true;
  /**
   * Página del documento para el comprador, con sus archivos; abre quien lo tenga. null antes de `aceptado`, en habilitación, mientras estén revocados, y donde el servicio no da enlaces.
   */
  enlace: string | null;
  /**
   * Último día en que abre, `AAAA-MM-DD` de Colombia; null sin enlace.
   */
  vence: string | null;
  /**
   * Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay.
   */
  notices?: Notice[];
}
export interface LinkRequest {
  /**
   * Días que abre, de 1 a 1825; 365 si no viene.
   */
  dias?: number;
  /**
   * true deja sin efecto todos los enlaces anteriores del documento.
   */
  renovar?: boolean;
}
export interface MailOrdered {
  /**
   * true: la solicitud se atendió.
   */
  ok: true;
  envio: Envio;
  /**
   * Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay.
   */
  notices?: Notice[];
}
export interface MailOrderRequest {
  /**
   * A quién se envía.
   */
  correo: string;
  /**
   * Texto para el comprador, un párrafo del correo; admite saltos de línea.
   */
  mensaje?: string;
}
export interface DocumentMailList {
  /**
   * true: la solicitud se atendió.
   */
  ok: true;
  /**
   * Envíos por correo del documento, el más reciente primero; [] antes de `aceptado` y donde no hay correo.
   */
  envios: Envio[];
  /**
   * Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay.
   */
  notices?: Notice[];
}
export interface CompanyMailList {
  /**
   * true: la solicitud se atendió.
   */
  ok: true;
  /**
   * Los envíos, el más reciente primero.
   */
  envios: Envio[];
  /**
   * Envíelo en `after` para lo que sigue; null al final.
   */
  cursor: string | null;
  /**
   * Siguen más envíos.
   */
  hay_mas: boolean;
  /**
   * Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay.
   */
  notices?: Notice[];
}
export interface ThirdPartyList {
  /**
   * true: la solicitud se atendió.
   */
  ok: true;
  /**
   * Adquirentes registrados.
   */
  terceros: ThirdParty[];
  /**
   * Página, si se pidió o si no están todos.
   */
  page?: number;
  /**
   * Tamaño de página, si se pidió o si no están todos.
   */
  per_page?: number;
  /**
   * Terceros que cumplen el filtro, si se pidió página o búsqueda o si no están todos.
   */
  total?: number;
  /**
   * Páginas que hay, si se pidió o si no están todos.
   */
  pages?: number;
  /**
   * Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay.
   */
  notices?: Notice[];
}
export interface ThirdParty {
  /**
   * Id del tercero.
   */
  id: number;
  /**
   * Nombre o razón social.
   */
  nombre: string;
  /**
   * Tipo de identificación.
   */
  tipo_documento: string;
  /**
   * Número de identificación.
   */
  numero_documento: string;
  /**
   * Correo; vacío si no se conoce.
   */
  email: string;
  /**
   * Dirección; vacía si no se conoce.
   */
  direccion: string;
}
export interface PaymentMethodList {
  /**
   * true: la solicitud se atendió.
   */
  ok: true;
  /**
   * Métodos de pago de la empresa.
   */
  payment_methods: PaymentMethod[];
  /**
   * Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay.
   */
  notices?: Notice[];
}
export interface PaymentMethod {
  /**
   * Id del método: el `payment.method_id` de la factura.
   */
  id: number;
  payment_form: PaymentForm;
  /**
   * Nombre que le dio la empresa.
   */
  label: string;
  /**
   * Medio de pago de la lista de la autoridad.
   */
  payment_means_code: string;
  /**
   * Nombre del medio de pago.
   */
  payment_means_name: string;
  /**
   * Se puede usar.
   */
  is_active: boolean;
  /**
   * Es el que rige cuando la factura no dice otro.
   */
  is_default: boolean;
}
export interface BranchList {
  /**
   * true: la solicitud se atendió.
   */
  ok: true;
  /**
   * Establecimientos de la empresa, por código.
   */
  establecimientos: Branch[];
  /**
   * Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay.
   */
  notices?: Notice[];
}
export interface Branch {
  /**
   * Código: el `establecimiento` de un documento.
   */
  codigo: string;
  /**
   * Nombre comercial, como lo firma el documento.
   */
  nombre: string;
  /**
   * Dirección.
   */
  direccion: string;
  /**
   * Municipio, código DIVIPOLA.
   */
  codigo_municipio: string | null;
  /**
   * Nombre del municipio.
   */
  municipio: string | null;
  /**
   * Nombre del departamento.
   */
  departamento: string | null;
  /**
   * Código postal, si se registró.
   */
  codigo_postal: string | null;
  /**
   * Teléfono, si se registró.
   */
  telefono: string | null;
  /**
   * Matrícula mercantil, si se registró.
   */
  matricula: string | null;
  /**
   * Prefijo de sus propios rangos; null si usa los comunes de la empresa.
   */
  prefijo: string | null;
}
export interface Acquirer {
  /**
   * true: la solicitud se atendió.
   */
  ok: true;
  acquirer: AcquirerData;
  /**
   * La respuesta se guardó en una consulta de las últimas 24 horas.
   */
  cached: boolean;
  /**
   * Cuándo se consultó a la autoridad, instante ISO 8601 en UTC.
   */
  fetched_at: string;
  /**
   * Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay.
   */
  notices?: Notice[];
}
/**
 * Lo que la autoridad registra del adquirente; sirve de `receptor` de la factura.
 */
export interface AcquirerData {
  /**
   * Tipo de identificación consultado.
   */
  identification_type: string;
  /**
   * Número consultado.
   */
  identification_number: string;
  /**
   * Nombre que registra la autoridad.
   */
  name: string;
  /**
   * Correo que registra la autoridad; vacío si no hay.
   */
  email: string;
  /**
   * Lo mismo que `identification_type`, con el nombre que usa la factura.
   */
  tipo_doc: string;
  /**
   * Lo mismo que `identification_number`.
   */
  numero_doc: string;
  /**
   * Lo mismo que `name`.
   */
  nombre: string;
}
export interface AcquirerRequest {
  identification_type: IdentificationTypeCode;
  /**
   * Número de identificación en cualquier escritura; el dígito de verificación, tras un guion (alias numero_doc, numero_documento). Regla 2.11.
   */
  identification_number: string;
  /**
   * true consulta de nuevo aunque haya una respuesta guardada.
   */
  force_refresh?: boolean | null;
}
export interface ChangeList {
  /**
   * true: la solicitud se atendió.
   */
  ok: true;
  /**
   * Los cambios, en el orden en que se registraron.
   */
  cambios: Change[];
  /**
   * Guárdelo después de procesar la página, y envíelo en `after` la próxima vez.
   */
  cursor: string;
  /**
   * true: hay más cambios; pida la página siguiente enseguida.
   */
  hay_mas: boolean;
  /**
   * Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay.
   */
  notices?: Notice[];
}
export interface WebhookList {
  /**
   * true: la solicitud se atendió.
   */
  ok: true;
  /**
   * Los webhooks de la empresa, el más antiguo primero.
   */
  webhooks: Webhook[];
  /**
   * Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay.
   */
  notices?: Notice[];
}
/**
 * Una dirección de la empresa. Su secreto se entregó al registrarla y no se muestra.
 */
export interface Webhook {
  /**
   * Id del webhook: con él se leen sus entregas.
   */
  id: string;
  /**
   * Dirección registrada; los valores de su consulta no se muestran.
   */
  url: string;
  estado: WebhookEstado;
  /**
   * null mientras está activo.
   */
  desactivado: WebhookDesactivado | null;
  /**
   * Cambios que esperan otro intento.
   */
  en_espera: number;
  /**
   * Última entrega que recibió 2xx, instante ISO 8601 en UTC; null si ninguna.
   */
  ultimo_exito: string | null;
  /**
   * null si ninguna ha fallado.
   */
  ultima_falla: WebhookUltimaFalla | null;
}
/**
 * null mientras está activo.
 */
export interface WebhookDesactivado {
  /**
   * Cuándo, instante ISO 8601 en UTC.
   */
  fecha: string;
  motivo: WebhookDesactivadoMotivo;
}
/**
 * null si ninguna ha fallado.
 */
export interface WebhookUltimaFalla {
  /**
   * Cuándo, instante ISO 8601 en UTC.
   */
  fecha: string;
  /**
   * Clase de la falla: `http 500`, `timeout`, `network`.
   */
  error: string;
}
export interface WebhookDeliveryList {
  /**
   * true: la solicitud se atendió.
   */
  ok: true;
  /**
   * Las entregas, la más antigua primero.
   */
  entregas: WebhookDelivery[];
  /**
   * Envíelo en `after` la próxima vez.
   */
  cursor: string;
  /**
   * true: hay más entregas; pida la página siguiente.
   */
  hay_mas: boolean;
  /**
   * Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay.
   */
  notices?: Notice[];
}
/**
 * Un envío de un mensaje. Solo 2xx lo entrega.
 */
export interface WebhookDelivery {
  /**
   * Id de la entrega, único en el webhook.
   */
  id: string;
  /**
   * Id del cambio, que fue `webhook-id`; null en un mensaje de prueba.
   */
  cambio_id: string | null;
  /**
   * 1 el primero de ese cambio.
   */
  intento: number;
  /**
   * Cuándo se envió, instante ISO 8601 en UTC.
   */
  fecha: string;
  /**
   * Estado que respondió la dirección; null si no respondió.
   */
  estado_http: number | null;
  /**
   * Por qué no hubo respuesta: `timeout`, `network`, `address: …`; null si la hubo.
   */
  error: string | null;
  /**
   * Milisegundos hasta la respuesta o la falla.
   */
  duracion_ms: number;
}
export interface CompanyState {
  /**
   * true: la solicitud se atendió.
   */
  ok: true;
  empresa: CompanyStateEmpresa;
  modulos: CompanyStateModulos;
  /**
   * El certificado de firma; null si no hay ninguno.
   */
  certificado: CompanyStateCertificado | null;
  autoridad: CompanyStateAutoridad;
  /**
   * Lo que impide emitir o lo impedirá pronto, lo urgente primero; vacío cuando todo está en orden.
   */
  avisos: CompanyWarning[];
  /**
   * Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay.
   */
  notices?: Notice[];
}
/**
 * La empresa del token.
 */
export interface CompanyStateEmpresa {
  /**
   * Id de la empresa en el servicio.
   */
  id: number;
  /**
   * NIT sin dígito de verificación.
   */
  nit: string;
  /**
   * Dígito de verificación.
   */
  dv: string;
  /**
   * Razón social.
   */
  nombre: string;
  ambiente: CompanyStateEmpresaAmbiente;
  estado: CompanyStateEmpresaEstado;
}
/**
 * Los módulos que algún permiso de lectura del token alcanza; los demás no aparecen.
 */
export interface CompanyStateModulos {
  fe?: CompanyModule;
  dse?: CompanyModule;
  dee?: CompanyModule;
}
export interface CompanyModule {
  /**
   * La empresa tiene el módulo.
   */
  contratado: boolean;
  /**
   * Plan del año en curso; null si no hay.
   */
  plan: CompanyModulePlan | null;
  /**
   * Rangos en uso.
   */
  rangos: CompanyRange[];
  /**
   * Series de notas del ambiente de la empresa.
   */
  series: CompanySeries[];
}
/**
 * Plan del año en curso; null si no hay.
 */
export interface CompanyModulePlan {
  /**
   * Año del plan.
   */
  anio: number;
  /**
   * Documentos contratados.
   */
  cupo: number;
  /**
   * Documentos que ya ocuparon un lugar.
   */
  usados: number;
}
/**
 * Un rango de numeración en uso.
 */
export interface CompanyRange {
  tipo: CompanyRangeTipo;
  /**
   * Prefijo; vacío si no tiene.
   */
  prefijo: string;
  /**
   * Número de la resolución que lo autorizó.
   */
  resolucion: string;
  /**
   * Primer número autorizado.
   */
  desde: number;
  /**
   * Último número autorizado.
   */
  hasta: number;
  /**
   * El número que sigue; null si no queda ninguno.
   */
  siguiente: number | null;
  /**
   * Números que quedan por usar; 0 mientras el rango está detenido.
   */
  quedan: number;
  /**
   * Último día en que se puede usar. `AAAA-MM-DD`.
   */
  vigente_hasta: string;
  /**
   * Días que faltan hasta `vigente_hasta`; negativo si ya pasó.
   */
  dias: number;
}
/**
 * Una serie de notas: números propios, sin resolución.
 */
export interface CompanySeries {
  tipo_authority: NoteType;
  /**
   * Prefijo de la serie.
   */
  prefijo: string;
  /**
   * El número que sigue.
   */
  siguiente: number;
}
/**
 * El certificado de firma; null si no hay ninguno.
 */
export interface CompanyStateCertificado {
  /**
   * Hasta cuándo se puede firmar, instante ISO 8601 en UTC.
   */
  vence: string;
  /**
   * Días completos que faltan; negativo si ya venció.
   */
  dias: number;
}
/**
 * Cómo responde la autoridad en el ambiente de la empresa.
 */
export interface CompanyStateAutoridad {
  estado: CompanyStateAutoridadEstado;
  /**
   * Desde cuándo, instante ISO 8601 en UTC; null si es `normal`.
   */
  desde: string | null;
}
export interface CompanyWarning {
  codigo: CompanyWarningCodigo;
  /**
   * Qué se acaba o falta, en una frase que se puede mostrar tal cual.
   */
  mensaje: string;
  /**
   * Día desde el que se avisa. `AAAA-MM-DD`.
   */
  desde: string;
}
export interface SupportDocumentItem {
  /**
   * Código UNSPSC del bien o servicio: exactamente 8 dígitos. Regla 2.14.
   */
  codigo: string;
  /**
   * Descripción real del bien o servicio; admite saltos de línea.
   */
  descripcion?: string | null;
  /**
   * Cantidad, mayor que 0. Regla 2.14.
   */
  cantidad: number | Decimal | string;
  /**
   * Unidad de medida; EA si no se envía. NIU se toma como EA.
   */
  unidad_medida?: string | null;
  /**
   * Precio por unidad, sin IVA, en la moneda del documento; no negativo. Regla 2.14.
   */
  precio_unitario?: number | Decimal | string | null;
  /**
   * Base de la línea en dinero, en la moneda del documento; de ella sale el precio cuando no se envía (alias base). Regla 2.14.
   */
  base_imponible?: number | Decimal | string | null;
  /**
   * Tarifa de IVA en porcentaje; las publicadas son 0, 5, 16 y 19, y otra causa una notificación de la autoridad. Regla 2.14.
   */
  porcentaje_iva?: number | Decimal | string | null;
  /**
   * IVA de la línea en dinero, en la moneda del documento. Regla 2.14.
   */
  impuesto?: number | Decimal | string | null;
  /**
   * Centro de costo de la empresa, por id.
   */
  cost_center_id?: number | null;
  /**
   * Centro de costo, por código (alias centro_costo_codigo).
   */
  cost_center_code?: string | null;
}
export interface SupportDocumentWithholdingRequest {
  /**
   * Clave única de la retención (alias type, tipo); su nombre si no se envía.
   */
  retention_key?: string | null;
  authority_tax_code?: WithholdingCode;
  /**
   * Nombre (alias nombre); sin él vale label. Regla 2.15.4. Obligatorio, salvo con `enabled: false`.
   */
  tax_name?: string;
  /**
   * De dónde sale la base (alias modo_base): subtotal o base, impuestos o iva, total o bruto. Un texto vacío cuenta como ausente.
   */
  base_mode?: WithholdingBase | null;
  /**
   * Base explícita en dinero, mayor que 0 y no mayor que el total (alias base). Regla 2.15.5.
   */
  base_amount?: number | Decimal | string | null;
  /**
   * Porcentaje, de 0 a 100 (alias porcentaje). Regla 2.15.6.
   */
  percent?: number | Decimal | string | null;
  /**
   * Valor retenido en dinero (alias valor); de él sale el porcentaje cuando no se envía; si van los dos, deben coincidir al centavo. Regla 2.15.7.
   */
  amount?: number | Decimal | string | null;
  /**
   * false la deja fuera (alias activa).
   */
  enabled?: boolean | null;
  /**
   * Orden en que se muestra.
   */
  display_order?: number | null;
}
export interface PaymentRequest {
  /**
   * Forma de pago. Un texto vacío cuenta como ausente.
   */
  form?: PaymentForm | null;
  /**
   * Id de un método de pago activo de la empresa.
   */
  method_id?: number | null;
  /**
   * Medio de pago de la lista de la autoridad.
   */
  means_code?: string | null;
  /**
   * Vencimiento, AAAA-MM-DD; obligatorio a crédito, vacío de contado.
   */
  due_date?: string | null;
  /**
   * Lo que se paga con este medio, sin el cambio que se devuelve; obligatorio si hay más de uno. Si hay uno solo, es el total.
   */
  valor?: number | Decimal | string | null;
  /**
   * Referencia del pago: autorización, comprobante.
   */
  referencia?: string | null;
  /**
   * Ajuste por moneda de un pago en efectivo, negativo si favorece al comprador: se imprime, no se firma.
   */
  redondeo?: number | Decimal | string | null;
}
/**
 * Código del bien en una lista común, además del propio.
 */
export interface StandardCodeRequest {
  esquema: StandardCodeScheme;
  /**
   * El código en ese esquema. Regla FAZ10.
   */
  codigo: string;
}
/**
 * La línea es un obsequio o una muestra: sin unit ni unit_input (o en 0), con valor de línea 0.00 y sus impuestos sobre el valor de referencia.
 */
export interface GiftRequest {
  /**
   * Valor comercial de una unidad, sin impuestos, mayor que 0: va firmado como precio de referencia.
   */
  valor_referencia: number | Decimal | string;
  /**
   * Quién asume el IVA o el INC del obsequio: vendedor (defecto; sale como descuento de toda la factura) o comprador. Un tributo por unidad, como el de bolsas, lo paga siempre el comprador.
   */
  asume_iva?: GiftTaxBearer | null;
}
export interface InvoiceItemTax {
  codigo: OtherTaxCode;
  /**
   * Tarifa en porcentaje de la base del ítem, de un tributo en porcentaje. Regla FAX07.
   */
  tarifa?: number | Decimal | string | null;
  /**
   * Valor del tributo por cada unidad del ítem, de un tributo por unidad; en IBUA (34), por cada 100 ml. Regla FAX07.
   */
  valor_unitario?: number | Decimal | string | null;
  /**
   * Solo en IBUA (34), y allí obligatorio: mililitros que trae una unidad del ítem. Regla FAX09.
   */
  mililitros?: number | Decimal | string | null;
}
export interface InvoiceItem {
  /**
   * Descripción comercial. Regla FAZ02.
   */
  desc: string;
  /**
   * Cantidad, mayor que 0. Regla FAV04b.
   */
  cant: number | Decimal | string;
  /**
   * Valor unitario base, sin impuesto, en la moneda de la factura.
   */
  unit?: number | Decimal | string | null;
  /**
   * Tarifa en porcentaje: 8 es INC, otra positiva es IVA, 0 no causa impuesto. Regla VLR01.
   */
  iva: number | Decimal | string;
  /**
   * El valor de unit_input incluye el impuesto: lo pagado es lo facturado, al centavo.
   */
  iva_incluido?: boolean | null;
  /**
   * Valor unitario como se digitó, en la moneda de la factura; sirve de base cuando no viene unit.
   */
  unit_input?: number | Decimal | string | null;
  /**
   * Código del tributo (alias tax_code); prevalece sobre la tarifa.
   */
  codigo_impuesto?: ItemTaxCode | null;
  /**
   * Código propio del bien (SKU), hasta 50 caracteres: va firmado, impreso y en las consultas.
   */
  codigo?: string | null;
  /**
   * Código del bien en una lista común, además del propio.
   */
  codigo_estandar?: StandardCodeRequest | null;
  /**
   * Unidad de la lista de la autoridad; 94 (unidad) si no viene. E48, H87, MON, ANN y KMT se llevan al código con que esa lista las escribe, con un aviso. Regla FAV05.
   */
  unidad_medida?: string | null;
  /**
   * Marca.
   */
  marca?: string | null;
  /**
   * Modelo.
   */
  modelo?: string | null;
  /**
   * Nota de la línea: seriales, lote, garantía.
   */
  nota?: string | null;
  /**
   * Ante el IVA: gravado, exento (tarifa 0 con derecho a devolución) o excluido. Sin él, iva mayor que 0 es gravado y 0 es excluido, o exento con codigo_impuesto 01. Un texto vacío cuenta como ausente.
   */
  tratamiento?: TaxTreatment | null;
  /**
   * La línea es un obsequio o una muestra: sin unit ni unit_input (o en 0), con valor de línea 0.00 y sus impuestos sobre el valor de referencia.
   */
  obsequio?: GiftRequest | null;
  /**
   * Descuento de la línea en dinero, hasta su valor. Con iva_incluido se resta de lo pagado (unit_input por cant); sin él, del valor antes de impuestos. El impuesto se calcula sobre lo que queda. No va con descuento_porcentaje.
   */
  descuento?: number | Decimal | string | null;
  /**
   * El mismo descuento en porcentaje, mayor que 0 y hasta 100. No va con descuento. Regla FBE05.
   */
  descuento_porcentaje?: number | Decimal | string | null;
  /**
   * Motivo del descuento; sin él dice "Descuento no condicionado".
   */
  descuento_motivo?: string | null;
  /**
   * Otros tributos del ítem, además del de iva, cada uno una vez. Con iva_incluido, unit_input los incluye a todos.
   *
   * @maxItems 10
   */
  otros_impuestos?: readonly InvoiceItemTax[] | null;
}
export interface InvoiceWithholding {
  /**
   * Retención, de las configuradas para la empresa.
   */
  type: string;
  /**
   * Base, de las configuradas para esa retención.
   */
  base_mode: string;
  /**
   * Porcentaje, de 0 a 100.
   */
  percent: number | Decimal | string;
}
export interface InvoiceDiscount {
  /**
   * Valor en dinero, mayor que 0. No va con porcentaje.
   */
  valor?: number | Decimal | string | null;
  /**
   * Porcentaje del subtotal (antes de impuestos), mayor que 0 y hasta 100. No va con valor. Regla FAQ06.
   */
  porcentaje?: number | Decimal | string | null;
  /**
   * Motivo, como lo imprime la factura.
   */
  motivo?: string | null;
  /**
   * Código de la autoridad: 00 (Descuento no condicionado) o 01 (Descuento condicionado); puede omitirse.
   */
  codigo?: DiscountReasonCode | null;
}
export interface InvoiceCharge {
  /**
   * Valor en dinero, mayor que 0. No va con porcentaje.
   */
  valor?: number | Decimal | string | null;
  /**
   * Porcentaje del subtotal (antes de impuestos), mayor que 0 y hasta 100. No va con valor. Regla FAQ06.
   */
  porcentaje?: number | Decimal | string | null;
  /**
   * Motivo, como lo imprime la factura.
   */
  motivo?: string | null;
  /**
   * Código de la autoridad: 02 (Recargo no condicionado) o 03 (Recargo condicionado); puede omitirse.
   */
  codigo?: ChargeReasonCode | null;
}
export interface InstalmentRequest {
  /**
   * Valor de la cuota.
   */
  valor: number | Decimal | string;
  /**
   * Su vencimiento, después del de la anterior.
   */
  due_date: string;
}
export interface PrepaymentRequest {
  /**
   * Lo que se recibió.
   */
  valor: number | Decimal | string;
  /**
   * Cuándo se recibió, no después de hoy.
   */
  fecha: string;
  /**
   * Comprobante del anticipo.
   */
  referencia?: string | null;
}
export interface InvoiceNoteItemOtrosImpuestos {
  /**
   * Código del tributo. En porcentaje: 01 IVA, 03 ICA, 04 INC, 08 IC Porcentual, 35 ICUI (ultraprocesados), 36 ADV. Por unidad: 02 IC, 22 INC Bolsas, 23 INCarbono, 24 INCombustibles, 32 ICL, 33 INPP, 34 IBUA (bebidas azucaradas). Regla FAX16.
   */
  codigo: string;
  /**
   * Tarifa en porcentaje de la base del ítem, de un tributo en porcentaje. Regla FAX07.
   */
  tarifa?: number | Decimal | string | null;
  /**
   * Valor del tributo por cada unidad del ítem, de un tributo por unidad; en IBUA (34), por cada 100 ml. Regla FAX07.
   */
  valor_unitario?: number | Decimal | string | null;
  /**
   * Solo en IBUA (34), y allí obligatorio: mililitros que trae una unidad del ítem. Regla FAX09.
   */
  mililitros?: number | Decimal | string | null;
}
export interface InvoiceNoteItem {
  /**
   * Número de una línea del documento que se corrige: de ella salen descripción, código, valor unitario y tarifa; van con ella solo la cantidad y, si baja el precio, el valor unitario, sin impuesto o con él.
   */
  linea?: number | null;
  /**
   * Descripción comercial. Regla FAZ02.
   */
  desc?: string | null;
  /**
   * Cantidad, mayor que 0. Regla FAV04b.
   */
  cant: number | Decimal | string;
  /**
   * Valor unitario base, sin impuesto, en la moneda de la factura.
   */
  unit?: number | Decimal | string | null;
  /**
   * Tarifa en porcentaje: 8 es INC, otra positiva es IVA, 0 no causa impuesto. Regla VLR01.
   */
  iva?: number | Decimal | string | null;
  /**
   * El valor de unit_input incluye el impuesto: lo pagado es lo facturado, al centavo.
   */
  iva_incluido?: boolean | null;
  /**
   * Valor unitario como se digitó, en la moneda de la factura; sirve de base cuando no viene unit.
   */
  unit_input?: number | Decimal | string | null;
  /**
   * Código del tributo (alias tax_code); prevalece sobre la tarifa.
   */
  codigo_impuesto?: string | null;
  /**
   * Código propio del bien (SKU), hasta 50 caracteres: va firmado, impreso y en las consultas.
   */
  codigo?: string | null;
  /**
   * Código del bien en una lista común, además del propio.
   */
  codigo_estandar?: StandardCodeRequest | null;
  /**
   * Unidad de la lista de la autoridad; 94 (unidad) si no viene. E48, H87, MON, ANN y KMT se llevan al código con que esa lista las escribe, con un aviso. Regla FAV05.
   */
  unidad_medida?: string | null;
  /**
   * Marca.
   */
  marca?: string | null;
  /**
   * Modelo.
   */
  modelo?: string | null;
  /**
   * Nota de la línea: seriales, lote, garantía.
   */
  nota?: string | null;
  /**
   * Ante el IVA: gravado, exento (tarifa 0 con derecho a devolución) o excluido. Sin él, iva mayor que 0 es gravado y 0 es excluido, o exento con codigo_impuesto 01. Un texto vacío cuenta como ausente.
   */
  tratamiento?: TaxTreatment | null;
  /**
   * La línea es un obsequio o una muestra: sin unit ni unit_input (o en 0), con valor de línea 0.00 y sus impuestos sobre el valor de referencia.
   */
  obsequio?: GiftRequest | null;
  /**
   * Descuento de la línea en dinero, hasta su valor. Con iva_incluido se resta de lo pagado (unit_input por cant); sin él, del valor antes de impuestos. El impuesto se calcula sobre lo que queda. No va con descuento_porcentaje.
   */
  descuento?: number | Decimal | string | null;
  /**
   * El mismo descuento en porcentaje, mayor que 0 y hasta 100. No va con descuento. Regla FBE05.
   */
  descuento_porcentaje?: number | Decimal | string | null;
  /**
   * Motivo del descuento; sin él dice "Descuento no condicionado".
   */
  descuento_motivo?: string | null;
  /**
   * Otros tributos del ítem, además del de iva, cada uno una vez. Con iva_incluido, unit_input los incluye a todos.
   *
   * @maxItems 10
   */
  otros_impuestos?: readonly InvoiceNoteItemOtrosImpuestos[] | null;
}
export interface CreditNoteRequestDescuentos {
  /**
   * Valor en dinero, mayor que 0. No va con porcentaje.
   */
  valor?: number | Decimal | string | null;
  /**
   * Porcentaje del subtotal (antes de impuestos), mayor que 0 y hasta 100. No va con valor. Regla FAQ06.
   */
  porcentaje?: number | Decimal | string | null;
  /**
   * Motivo, como lo imprime la factura.
   */
  motivo?: string | null;
  /**
   * Código de la autoridad: 00 (Descuento no condicionado) o 01 (Descuento condicionado); puede omitirse.
   */
  codigo?: string | null;
}
export interface CreditNoteRequestCargos {
  /**
   * Número, desde 1, de un cargo de la factura que se devuelve (la propina, el domicilio): con él va solo `valor`, hasta lo que quede de ese cargo.
   */
  cargo?: number | null;
  /**
   * Valor en dinero, mayor que 0. No va con porcentaje.
   */
  valor?: number | Decimal | string | null;
  /**
   * Porcentaje del subtotal (antes de impuestos), mayor que 0 y hasta 100. No va con valor. Regla FAQ06.
   */
  porcentaje?: number | Decimal | string | null;
  /**
   * Motivo, como lo imprime la factura.
   */
  motivo?: string | null;
  /**
   * Código de la autoridad: 02 (Recargo no condicionado) o 03 (Recargo condicionado); puede omitirse.
   */
  codigo?: string | null;
}
export interface DebitNoteRequestDescuentos {
  /**
   * Valor en dinero, mayor que 0. No va con porcentaje.
   */
  valor?: number | Decimal | string | null;
  /**
   * Porcentaje del subtotal (antes de impuestos), mayor que 0 y hasta 100. No va con valor. Regla FAQ06.
   */
  porcentaje?: number | Decimal | string | null;
  /**
   * Motivo, como lo imprime la factura.
   */
  motivo?: string | null;
  /**
   * Código de la autoridad: 00 (Descuento no condicionado) o 01 (Descuento condicionado); puede omitirse.
   */
  codigo?: string | null;
}
export interface DebitNoteRequestCargos {
  /**
   * Valor en dinero, mayor que 0. No va con porcentaje.
   */
  valor?: number | Decimal | string | null;
  /**
   * Porcentaje del subtotal (antes de impuestos), mayor que 0 y hasta 100. No va con valor. Regla FAQ06.
   */
  porcentaje?: number | Decimal | string | null;
  /**
   * Motivo, como lo imprime la factura.
   */
  motivo?: string | null;
  /**
   * Código de la autoridad: 02 (Recargo no condicionado) o 03 (Recargo condicionado); puede omitirse.
   */
  codigo?: string | null;
}
export interface AdjustmentNoteItem {
  /**
   * Número de una línea del documento que se corrige: de ella salen descripción, código, valor unitario y tarifa; van con ella solo la cantidad y, si baja el precio, el valor unitario, sin impuesto o con él.
   */
  linea?: number | null;
  /**
   * Código UNSPSC del bien o servicio: exactamente 8 dígitos. Regla 2.14.
   */
  codigo?: string | null;
  /**
   * Descripción real del bien o servicio; admite saltos de línea.
   */
  descripcion?: string | null;
  /**
   * Cantidad, mayor que 0. Regla 2.14.
   */
  cantidad: number | Decimal | string;
  /**
   * Unidad de medida; EA si no se envía. NIU se toma como EA.
   */
  unidad_medida?: string | null;
  /**
   * Precio por unidad, sin IVA, en la moneda del documento; no negativo. Regla 2.14.
   */
  precio_unitario?: number | Decimal | string | null;
  /**
   * Base de la línea en dinero, en la moneda del documento; de ella sale el precio cuando no se envía (alias base). Regla 2.14.
   */
  base_imponible?: number | Decimal | string | null;
  /**
   * Tarifa de IVA en porcentaje; las publicadas son 0, 5, 16 y 19, y otra causa una notificación de la autoridad. Regla 2.14.
   */
  porcentaje_iva?: number | Decimal | string | null;
  /**
   * IVA de la línea en dinero, en la moneda del documento. Regla 2.14.
   */
  impuesto?: number | Decimal | string | null;
  /**
   * Centro de costo de la empresa, por id.
   */
  cost_center_id?: number | null;
  /**
   * Centro de costo, por código (alias centro_costo_codigo).
   */
  cost_center_code?: string | null;
}
export interface TicketCreditNoteRequestDescuentos {
  /**
   * Valor en dinero, mayor que 0. No va con porcentaje.
   */
  valor?: number | Decimal | string | null;
  /**
   * Porcentaje del subtotal (antes de impuestos), mayor que 0 y hasta 100. No va con valor. Regla FAQ06.
   */
  porcentaje?: number | Decimal | string | null;
  /**
   * Motivo, como lo imprime la factura.
   */
  motivo?: string | null;
  /**
   * Código de la autoridad: 00 (Descuento no condicionado) o 01 (Descuento condicionado); puede omitirse.
   */
  codigo?: string | null;
}
export interface TicketDebitNoteRequestDescuentos {
  /**
   * Valor en dinero, mayor que 0. No va con porcentaje.
   */
  valor?: number | Decimal | string | null;
  /**
   * Porcentaje del subtotal (antes de impuestos), mayor que 0 y hasta 100. No va con valor. Regla FAQ06.
   */
  porcentaje?: number | Decimal | string | null;
  /**
   * Motivo, como lo imprime la factura.
   */
  motivo?: string | null;
  /**
   * Código de la autoridad: 00 (Descuento no condicionado) o 01 (Descuento condicionado); puede omitirse.
   */
  codigo?: string | null;
}
export interface TicketDebitNoteRequestCargos {
  /**
   * Valor en dinero, mayor que 0. No va con porcentaje.
   */
  valor?: number | Decimal | string | null;
  /**
   * Porcentaje del subtotal (antes de impuestos), mayor que 0 y hasta 100. No va con valor. Regla FAQ06.
   */
  porcentaje?: number | Decimal | string | null;
  /**
   * Motivo, como lo imprime la factura.
   */
  motivo?: string | null;
  /**
   * Código de la autoridad: 02 (Recargo no condicionado) o 03 (Recargo condicionado); puede omitirse.
   */
  codigo?: string | null;
}
