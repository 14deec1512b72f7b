// Written by `npm run client` from the schemas of API v1; do not edit.
/* eslint-disable */
import type {Decimal} from "./body.ts";

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
 * 1 si pertenece al set de pruebas.
 */
export type TestSetMark = 0 | 1;
/**
 * Rechazo, o aviso que no impide nada.
 */
export type Severity = "rechazo" | "notificacion";
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
  | "invalid_payload"
  | "business_rule"
  | "company_suspended"
  | "plan_exhausted"
  | "range_missing"
  | "range_expired"
  | "range_exhausted"
  | "certificate_missing"
  | "certificate_expired"
  | "idempotency_conflict"
  | "not_found"
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
 * 1 por operación, 2 acumulado semanal.
 */
export type GenerationFormCode = "1" | "2";
/**
 * 1 contado, 2 crédito.
 */
export type PaymentFormCode = "1" | "2";
/**
 * 05 ReteIVA, 06 ReteRenta, 07 ReteICA.
 */
export type WithholdingCode = "05" | "06" | "07";
/**
 * 01 factura, 02 exportación (solo en v2), 03 factura de contingencia.
 */
export type InvoiceType = "01" | "03";
/**
 * Forma de pago.
 */
export type PaymentForm = "contado" | "credito";
/**
 * Base del IVA: AIU_TOTAL (las tres partes) o UTILIDAD. Obligatorio, salvo con `enabled: false`.
 */
export type AiuBaseMode = "AIU_TOTAL" | "UTILIDAD";
/**
 * Tipo de una factura o de una nota sobre ella.
 */
export type ListedInvoiceType = "01" | "03" | "91";
/**
 * Sobre qué se calcula la retención.
 */
export type WithholdingBase = "subtotal" | "impuestos" | "total";

export interface Schemas {
  SupportDocumentSettled: SupportDocumentSettled;
  SupportDocument: SupportDocument;
  AuthorityVerdict: AuthorityVerdict;
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
  SupportDocumentRead: SupportDocumentRead;
  SupportDocumentDetail: SupportDocumentDetail;
  SupportDocumentWithholding: SupportDocumentWithholding;
  InvoiceSettled: InvoiceSettled;
  InvoiceReserved: InvoiceReserved;
  InvoiceRejected: InvoiceRejected;
  InvoiceUncertain: InvoiceUncertain;
  InvoiceRequest: InvoiceRequest;
  InvoiceList: InvoiceList;
  InvoiceSummary: InvoiceSummary;
  InvoiceRead: InvoiceRead;
  InvoiceDetail: InvoiceDetail;
  InvoiceLine: InvoiceLine;
  ThirdPartyList: ThirdPartyList;
  ThirdParty: ThirdParty;
  PaymentMethodList: PaymentMethodList;
  PaymentMethod: PaymentMethod;
  Acquirer: Acquirer;
  AcquirerRequest: AcquirerRequest;
  SupportDocumentAccepted: SupportDocumentAccepted;
  Notice: Notice;
  AuthorityRule: AuthorityRule;
  DryRunRule: DryRunRule;
  NumberingForecast: NumberingForecast;
  KeyOwner: KeyOwner;
  RejectionDetail: RejectionDetail;
  Supplier: Supplier;
  SupportDocumentItem: SupportDocumentItem;
  SupportDocumentWithholdingRequest: SupportDocumentWithholdingRequest;
  Receiver: Receiver;
  InvoiceItem: InvoiceItem;
  InvoicePayment: InvoicePayment;
  InvoiceAiu: InvoiceAiu;
  InvoiceWithholding: InvoiceWithholding;
  InvoiceCurrency: InvoiceCurrency;
  Party: Party;
  AcquirerData: AcquirerData;
  DocumentState: DocumentState;
  TestSetMark: TestSetMark;
  PricedDocumentType: PricedDocumentType;
  ErrorCode: ErrorCode;
  GenerationFormCode: GenerationFormCode;
  PaymentFormCode: PaymentFormCode;
  WithholdingCode: WithholdingCode;
  InvoiceType: InvoiceType;
  ListedInvoiceType: ListedInvoiceType;
  PaymentForm: PaymentForm;
  Severity: Severity;
  WithholdingBase: WithholdingBase;
  AiuBaseMode: AiuBaseMode;
}
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
  tasa_cambio?: number | Decimal | null;
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
  medio_pago_codigo?: string | null;
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
}
/**
 * Datos reales del proveedor.
 */
export interface Supplier {
  /**
   * Tipo de identificación; 13 si no se envía.
   */
  tipo_documento?: string | null;
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
}
/**
 * Documento soporte, como lo muestra la consulta por id.
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
  authority?: AuthorityVerdict;
  /**
   * Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay.
   */
  notices?: Notice[];
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
   * Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay.
   */
  notices?: Notice[];
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
  subtotal?: number | Decimal | null;
  /**
   * Total de los impuestos, en la moneda de la factura; si viene, debe coincidir con los ítems. Regla 2.1.
   */
  impuestos?: number | Decimal | null;
  /**
   * Total bruto, en la moneda de la factura; si viene, debe coincidir con los ítems. Regla 2.1.
   */
  total?: number | Decimal | null;
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
}
/**
 * Adquirente.
 */
export interface Receiver {
  /**
   * Tipo de identificación del adquirente; puede omitirse con el consumidor final.
   */
  tipo_doc?: string | null;
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
  means_code?: string | null;
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
  contract_base?: number | Decimal;
  /**
   * Administración, en porcentaje.
   */
  administracion_percent?: number | Decimal | null;
  /**
   * Imprevistos, en porcentaje.
   */
  imprevistos_percent?: number | Decimal | null;
  /**
   * Utilidad, en porcentaje.
   */
  utilidad_percent?: number | Decimal | null;
  /**
   * Tarifa de IVA en porcentaje. Obligatorio, salvo con `enabled: false`.
   */
  tax_rate?: number | Decimal;
  iva_base_mode?: AiuBaseMode;
}
/**
 * Moneda de la factura; todos sus valores van en ella.
 */
export interface InvoiceCurrency {
  /**
   * COP (defecto) o USD.
   */
  commercial_currency?: string | null;
  /**
   * Pesos colombianos por unidad de la moneda que se aplican.
   */
  applied_rate?: number | Decimal | null;
  /**
   * TRM oficial, pesos colombianos por dólar; se usa cuando no viene applied_rate.
   */
  official_trm?: number | Decimal | null;
  /**
   * Fecha de la tasa, AAAA-MM-DD; obligatoria si la moneda no es el peso.
   */
  rate_date?: string | null;
}
export interface InvoiceList {
  /**
   * true: la solicitud se atendió.
   */
  ok: true;
  /**
   * Facturas de producción, la más reciente primero, sin sus ítems.
   */
  docs: InvoiceSummary[];
  /**
   * Página.
   */
  page: number;
  /**
   * Tamaño de página que se aplicó.
   */
  per_page: number;
  /**
   * Facturas que cumplen el filtro.
   */
  total: number;
  /**
   * Páginas que hay.
   */
  pages: number;
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
}
/**
 * Adquirente.
 */
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
}
/**
 * Factura, como la muestra la consulta por id.
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
   * Ítems.
   */
  items: InvoiceLine[];
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
  /**
   * Tipo de identificación (alias tipo_doc, tipo_documento). Regla 2.11.
   */
  identification_type: string;
  /**
   * Número de identificación en cualquier escritura; el dígito de verificación, tras un guion (alias numero_doc, numero_documento). Regla 2.11.
   */
  identification_number: string;
  /**
   * true consulta de nuevo aunque haya una respuesta guardada.
   */
  force_refresh?: boolean | null;
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
  cantidad: number | Decimal;
  /**
   * Unidad de medida; EA si no se envía. NIU se toma como EA.
   */
  unidad_medida?: string | null;
  /**
   * Precio por unidad, sin IVA, en la moneda del documento; no negativo. Regla 2.14.
   */
  precio_unitario?: number | Decimal | null;
  /**
   * Base de la línea en dinero, en la moneda del documento; de ella sale el precio cuando no se envía (alias base). Regla 2.14.
   */
  base_imponible?: number | Decimal | null;
  /**
   * Tarifa de IVA en porcentaje; las publicadas son 0, 5, 16 y 19, y otra causa una notificación de la autoridad. Regla 2.14.
   */
  porcentaje_iva?: number | Decimal | null;
  /**
   * IVA de la línea en dinero, en la moneda del documento (alias histórico iva, que aquí no es un porcentaje). Regla 2.14.
   */
  impuesto?: number | Decimal | null;
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
  base_amount?: number | Decimal | null;
  /**
   * Porcentaje, de 0 a 100 (alias porcentaje). Regla 2.15.6.
   */
  percent?: number | Decimal | null;
  /**
   * Valor retenido en dinero (alias valor); de él sale el porcentaje cuando no se envía; si van los dos, deben coincidir al centavo. Regla 2.15.7.
   */
  amount?: number | Decimal | null;
  /**
   * false la deja fuera (alias activa).
   */
  enabled?: boolean | null;
  /**
   * Orden en que se muestra.
   */
  display_order?: number | null;
}
export interface InvoiceItem {
  /**
   * Descripción comercial. Regla FAZ02.
   */
  desc: string;
  /**
   * Cantidad, mayor que 0. Regla FAV04b.
   */
  cant: number | Decimal;
  /**
   * Valor unitario base, sin impuesto, en la moneda de la factura.
   */
  unit?: number | Decimal | null;
  /**
   * Tarifa en porcentaje: 8 es INC, otra positiva es IVA, 0 no causa impuesto. Regla VLR01.
   */
  iva: number | Decimal;
  /**
   * El valor de unit_input incluye el impuesto: lo pagado es lo facturado, al centavo.
   */
  iva_incluido?: boolean | null;
  /**
   * Valor unitario como se digitó, en la moneda de la factura; sirve de base cuando no viene unit.
   */
  unit_input?: number | Decimal | null;
  /**
   * Código del tributo (alias tax_code); prevalece sobre la tarifa.
   */
  codigo_impuesto?: string | null;
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
  percent: number | Decimal;
}
