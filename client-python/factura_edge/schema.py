"""Written by `npm run client` from the schemas of API v1; do not edit."""
from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any, Dict, List, Literal, Mapping, Optional, Sequence, TypedDict, Union

__all__ = [
    "Acquirer",
    "AcquirerData",
    "AcquirerRequest",
    "AiuBaseMode",
    "AuthorityRule",
    "AuthorityVerdict",
    "DocumentState",
    "DryRun",
    "DryRunRule",
    "ErrorBody",
    "ErrorCode",
    "GenerationFormCode",
    "InvoiceAiu",
    "InvoiceCurrency",
    "InvoiceDetail",
    "InvoiceItem",
    "InvoiceLine",
    "InvoiceList",
    "InvoicePayment",
    "InvoiceRead",
    "InvoiceRejected",
    "InvoiceRequest",
    "InvoiceReserved",
    "InvoiceSettled",
    "InvoiceSummary",
    "InvoiceType",
    "InvoiceUncertain",
    "InvoiceWithholding",
    "KeyOwner",
    "ListedInvoiceType",
    "Notice",
    "NumberingForecast",
    "Party",
    "PaymentForm",
    "PaymentFormCode",
    "PaymentMethod",
    "PaymentMethodList",
    "PricedDocument",
    "PricedDocumentType",
    "PricedLine",
    "PricedTax",
    "Problem",
    "Receiver",
    "RejectionDetail",
    "Severity",
    "Supplier",
    "SupportDocument",
    "SupportDocumentAccepted",
    "SupportDocumentDetail",
    "SupportDocumentItem",
    "SupportDocumentRead",
    "SupportDocumentRejected",
    "SupportDocumentRequest",
    "SupportDocumentReserved",
    "SupportDocumentSettled",
    "SupportDocumentUncertain",
    "SupportDocumentWithholding",
    "SupportDocumentWithholdingRequest",
    "TestSetMark",
    "ThirdParty",
    "ThirdPartyList",
    "WithholdingBase",
    "WithholdingCode",
]

DocumentState = Literal["creating", "firmado", "sending", "enviado", "en_proceso", "en_proceso_http", "send_unknown", "aceptado", "rechazado"]
"""Estado de un documento ante la autoridad."""

TestSetMark = Literal[0, 1]
"""1 si pertenece al set de pruebas."""

PricedDocumentType = Literal["01", "03", "05"]
"""Tipo del documento que se ensaya."""

ErrorCode = Literal["unauthorized", "wrong_company", "missing_scope", "module_not_contracted", "rate_limited", "unsupported_media_type", "body_too_large", "body_timeout", "invalid_json", "missing_idempotency_key", "invalid_idempotency_key", "invalid_parameter", "invalid_payload", "business_rule", "company_suspended", "plan_exhausted", "range_missing", "range_expired", "range_exhausted", "certificate_missing", "certificate_expired", "idempotency_conflict", "not_found", "route_not_found", "method_not_allowed", "acquirer_not_found", "authority_fault", "authority_timeout", "authority_unreachable", "document_rejected", "result_uncertain", "unavailable", "internal_error"]
"""Código estable de un error."""

GenerationFormCode = Literal["1", "2"]
"""1 por operación, 2 acumulado semanal."""

PaymentFormCode = Literal["1", "2"]
"""1 contado, 2 crédito."""

WithholdingCode = Literal["05", "06", "07"]
"""05 ReteIVA, 06 ReteRenta, 07 ReteICA."""

InvoiceType = Literal["01", "03"]
"""01 factura, 02 exportación (solo en v2), 03 factura de contingencia."""

ListedInvoiceType = Literal["01", "03", "91"]
"""Tipo de una factura o de una nota sobre ella."""

PaymentForm = Literal["contado", "credito"]
"""Forma de pago."""

Severity = Literal["rechazo", "notificacion"]
"""Rechazo, o aviso que no impide nada."""

WithholdingBase = Literal["subtotal", "impuestos", "total"]
"""Sobre qué se calcula la retención."""

AiuBaseMode = Literal["AIU_TOTAL", "UTILIDAD"]
"""Base del IVA: AIU_TOTAL (las tres partes) o UTILIDAD. Obligatorio, salvo con `enabled: false`."""


class _SupportDocumentSettled(TypedDict):

    ok: Literal[True]
    """true: la solicitud se atendió."""

    pending: bool
    """true mientras el estado no sea final: consulte por id; nunca cambie la clave."""

    idempotent: bool
    """true si la clave ya existía: se muestra el documento de entonces, en su estado de ahora."""

    documento: SupportDocumentAccepted


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

    tasa_cambio: Optional[Union[int, float, Decimal]]
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

    medio_pago_codigo: Optional[str]
    """Medio de pago de la lista de la autoridad, de 1 a 3 dígitos; 10 (efectivo) si no se envía (alias payment_means_code). Regla 2.12."""

    fecha_vencimiento: Optional[str]
    """Vencimiento del pago, AAAA-MM-DD, no anterior a fecha_documento; obligatoria a crédito, de contado se ignora (alias payment_due_date)."""

    fecha_vencimiento_contable: Optional[str]
    """Vencimiento contable, AAAA-MM-DD, no anterior a fecha_documento."""

    retenciones: Optional[Sequence[SupportDocumentWithholdingRequest]]
    """Retenciones (alias withholdings)."""

    tipo_authority: Optional[Literal["05"]]
    """No configurable: si se envía debe ser 05. Un texto vacío cuenta como ausente."""


class _SupportDocumentRead(TypedDict):

    ok: Literal[True]
    """true: la solicitud se atendió."""

    pending: bool
    """true mientras el estado no sea final: consulte por id; nunca cambie la clave."""

    documento: SupportDocumentDetail


class SupportDocumentRead(_SupportDocumentRead, total=False):
    """`SupportDocumentRead` of the API."""

    authority: AuthorityVerdict

    notices: List[Notice]
    """Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay."""


class SupportDocumentDetail(TypedDict):
    """Documento soporte, como lo muestra la consulta por id."""

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
    """01 factura, 03 factura de contingencia."""

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


class InvoiceSettled(_InvoiceSettled, total=False):
    """`InvoiceSettled` of the API."""

    es_habilitacion: bool
    """Si es del set de pruebas: entonces no es una venta facturada. Falta solo en una factura sin firmar de una versión anterior."""

    authority: AuthorityVerdict

    notices: List[Notice]
    """Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay."""


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
    """01 factura, 03 factura de contingencia."""

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
    """01 factura, 03 factura de contingencia."""

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

    details: List[RejectionDetail]
    """Solo los rechazos de `authority.rules`, con la forma de los demás errores."""

    code: Literal["document_rejected"]
    """Código estable."""

    pending: bool
    """true mientras el estado no sea final: consulte por id; nunca cambie la clave."""


class InvoiceRejected(_InvoiceRejected, total=False):
    """`InvoiceRejected` of the API."""

    es_habilitacion: bool
    """Si es del set de pruebas: entonces no es una venta facturada. Falta solo en una factura sin firmar de una versión anterior."""

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
    """01 factura, 03 factura de contingencia."""

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

    code: Literal["result_uncertain"]
    """Código estable."""

    pending: bool
    """true mientras el estado no sea final: consulte por id; nunca cambie la clave."""


class InvoiceUncertain(_InvoiceUncertain, total=False):
    """`InvoiceUncertain` of the API."""

    es_habilitacion: bool
    """Si es del set de pruebas: entonces no es una venta facturada. Falta solo en una factura sin firmar de una versión anterior."""

    notices: List[Notice]
    """Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay."""


class _InvoiceRequest(TypedDict):

    receptor: Receiver
    """Adquirente."""

    items: Sequence[InvoiceItem]
    """Ítems, al menos uno. Regla FAV01."""


class InvoiceRequest(_InvoiceRequest, total=False):
    """`InvoiceRequest` of the API."""

    subtotal: Optional[Union[int, float, Decimal]]
    """Total de las bases, en la moneda de la factura; si viene, debe coincidir con los ítems. Regla 2.1."""

    impuestos: Optional[Union[int, float, Decimal]]
    """Total de los impuestos, en la moneda de la factura; si viene, debe coincidir con los ítems. Regla 2.1."""

    total: Optional[Union[int, float, Decimal]]
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


class _InvoiceList(TypedDict):

    ok: Literal[True]
    """true: la solicitud se atendió."""

    docs: List[InvoiceSummary]
    """Facturas de producción, la más reciente primero, sin sus ítems."""

    page: int
    """Página."""

    per_page: int
    """Tamaño de página que se aplicó."""

    total: int
    """Facturas que cumplen el filtro."""

    pages: int
    """Páginas que hay."""


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
    """01 factura, 03 factura de contingencia, 91 nota crédito."""

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


class InvoiceSummary(_InvoiceSummary, total=False):
    """`InvoiceSummary` of the API."""

    zip_key: str
    """Clave del envío al set de pruebas, cuando la hubo."""


class _InvoiceRead(TypedDict):

    ok: Literal[True]
    """true: la solicitud se atendió."""

    doc: InvoiceDetail


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
    """01 factura, 03 factura de contingencia, 91 nota crédito."""

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

    items: List[InvoiceLine]
    """Ítems."""


class InvoiceDetail(_InvoiceDetail, total=False):
    """Factura, como la muestra la consulta por id."""

    zip_key: str
    """Clave del envío al set de pruebas, cuando la hubo."""


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

    identification_type: str
    """Tipo de identificación (alias tipo_doc, tipo_documento). Regla 2.11."""

    identification_number: str
    """Número de identificación en cualquier escritura; el dígito de verificación, tras un guion (alias numero_doc, numero_documento). Regla 2.11."""


class AcquirerRequest(_AcquirerRequest, total=False):
    """`AcquirerRequest` of the API."""

    force_refresh: Optional[bool]
    """true consulta de nuevo aunque haya una respuesta guardada."""


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

    tipo_documento: Optional[str]
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

    cantidad: Union[int, float, Decimal]
    """Cantidad, mayor que 0. Regla 2.14."""


class SupportDocumentItem(_SupportDocumentItem, total=False):
    """`SupportDocumentItem` of the API."""

    descripcion: Optional[str]
    """Descripción real del bien o servicio; admite saltos de línea."""

    unidad_medida: Optional[str]
    """Unidad de medida; EA si no se envía. NIU se toma como EA."""

    precio_unitario: Optional[Union[int, float, Decimal]]
    """Precio por unidad, sin IVA, en la moneda del documento; no negativo. Regla 2.14."""

    base_imponible: Optional[Union[int, float, Decimal]]
    """Base de la línea en dinero, en la moneda del documento; de ella sale el precio cuando no se envía (alias base). Regla 2.14."""

    porcentaje_iva: Optional[Union[int, float, Decimal]]
    """Tarifa de IVA en porcentaje; las publicadas son 0, 5, 16 y 19, y otra causa una notificación de la autoridad. Regla 2.14."""

    impuesto: Optional[Union[int, float, Decimal]]
    """IVA de la línea en dinero, en la moneda del documento (alias histórico iva, que aquí no es un porcentaje). Regla 2.14."""

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

    base_amount: Optional[Union[int, float, Decimal]]
    """Base explícita en dinero, mayor que 0 y no mayor que el total (alias base). Regla 2.15.5."""

    percent: Optional[Union[int, float, Decimal]]
    """Porcentaje, de 0 a 100 (alias porcentaje). Regla 2.15.6."""

    amount: Optional[Union[int, float, Decimal]]
    """Valor retenido en dinero (alias valor); de él sale el porcentaje cuando no se envía; si van los dos, deben coincidir al centavo. Regla 2.15.7."""

    enabled: Optional[bool]
    """false la deja fuera (alias activa)."""

    display_order: Optional[int]
    """Orden en que se muestra."""


class _Receiver(TypedDict):

    numero_doc: str
    """Número de identificación. Puntos, espacios y guiones no cuentan, ni los ceros que anteceden a un NIT o una cédula; el dígito de verificación va tras un guion."""


class Receiver(_Receiver, total=False):
    """Adquirente."""

    tipo_doc: Optional[str]
    """Tipo de identificación del adquirente; puede omitirse con el consumidor final."""

    nombre: Optional[str]
    """Nombre o razón social; puede omitirse con el consumidor final."""

    email: Optional[str]
    """Correo del adquirente."""

    direccion: Optional[str]
    """Dirección."""

    pais: Optional[str]
    """País de la dirección, ISO 3166-1 de dos letras; de otro texto v1 no usa nada, y v2 lo rechaza. Sin él es Colombia, salvo con tipo_doc 41, 42 o 50: entonces la dirección no se imprime."""


class _InvoiceItem(TypedDict):

    desc: str
    """Descripción comercial. Regla FAZ02."""

    cant: Union[int, float, Decimal]
    """Cantidad, mayor que 0. Regla FAV04b."""

    iva: Union[int, float, Decimal]
    """Tarifa en porcentaje: 8 es INC, otra positiva es IVA, 0 no causa impuesto. Regla VLR01."""


class InvoiceItem(_InvoiceItem, total=False):
    """`InvoiceItem` of the API."""

    unit: Optional[Union[int, float, Decimal]]
    """Valor unitario base, sin impuesto, en la moneda de la factura."""

    iva_incluido: Optional[bool]
    """El valor de unit_input incluye el impuesto: lo pagado es lo facturado, al centavo."""

    unit_input: Optional[Union[int, float, Decimal]]
    """Valor unitario como se digitó, en la moneda de la factura; sirve de base cuando no viene unit."""

    codigo_impuesto: Optional[str]
    """Código del tributo (alias tax_code); prevalece sobre la tarifa."""


class InvoicePayment(TypedDict, total=False):
    """Forma y medio de pago; sin él rige el método por defecto de la empresa."""

    form: Union[PaymentForm, Optional[None]]
    """Forma de pago. Un texto vacío cuenta como ausente."""

    method_id: Optional[int]
    """Id de un método de pago activo de la empresa."""

    means_code: Optional[str]
    """Medio de pago de la lista de la autoridad."""

    due_date: Optional[str]
    """Vencimiento, AAAA-MM-DD; obligatorio a crédito, vacío de contado."""


class _InvoiceAiu(TypedDict):

    enabled: bool
    """true cuando la factura es de un contrato AIU; con false lo demás sobra."""


class InvoiceAiu(_InvoiceAiu, total=False):
    """Contrato AIU: los ítems son su costo directo; administración, imprevistos y utilidad se agregan."""

    contract_base: Union[int, float, Decimal]
    """Valor en la moneda de la factura sobre el que se calculan los tres porcentajes. Obligatorio, salvo con `enabled: false`."""

    administracion_percent: Optional[Union[int, float, Decimal]]
    """Administración, en porcentaje."""

    imprevistos_percent: Optional[Union[int, float, Decimal]]
    """Imprevistos, en porcentaje."""

    utilidad_percent: Optional[Union[int, float, Decimal]]
    """Utilidad, en porcentaje."""

    tax_rate: Union[int, float, Decimal]
    """Tarifa de IVA en porcentaje. Obligatorio, salvo con `enabled: false`."""

    iva_base_mode: AiuBaseMode
    """Base del IVA: AIU_TOTAL (las tres partes) o UTILIDAD. Obligatorio, salvo con `enabled: false`."""


class InvoiceWithholding(TypedDict):
    """`InvoiceWithholding` of the API."""

    type: str
    """Retención, de las configuradas para la empresa."""

    base_mode: str
    """Base, de las configuradas para esa retención."""

    percent: Union[int, float, Decimal]
    """Porcentaje, de 0 a 100."""


class InvoiceCurrency(TypedDict, total=False):
    """Moneda de la factura; todos sus valores van en ella."""

    commercial_currency: Optional[str]
    """COP (defecto) o USD."""

    applied_rate: Optional[Union[int, float, Decimal]]
    """Pesos colombianos por unidad de la moneda que se aplican."""

    official_trm: Optional[Union[int, float, Decimal]]
    """TRM oficial, pesos colombianos por dólar; se usa cuando no viene applied_rate."""

    rate_date: Optional[str]
    """Fecha de la tasa, AAAA-MM-DD; obligatoria si la moneda no es el peso."""


class Party(TypedDict):
    """Adquirente."""

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
