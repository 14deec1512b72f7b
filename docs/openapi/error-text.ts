// Holds what the reference says of each error code, in Spanish.
import type { ErrorCode } from "../../src/api/app/error-code.ts";

/** What the reference says of an error. */
interface ErrorText {
  /** Heading in the guide to errors, which the code itself follows. */
  readonly title: string;
  /** Why this comes, in one sentence. */
  readonly cause: string;
  /** What the caller does about it. */
  readonly cure: string;
}

export const ERROR_TEXTS: Readonly<Record<ErrorCode, ErrorText>> = {
  unauthorized: {
    title: "Token ausente o inválido",
    cause: "El token Bearer falta, está mal escrito, venció o fue revocado.",
    cure: "Envíe `Authorization: Bearer <token>` con un token vigente; si fue revocado, pida otro. No reintente con el mismo.",
  },
  wrong_company: {
    title: "Empresa ajena",
    cause: "La empresa de la ruta no es la del token.",
    cure: "Use el id de la empresa a la que pertenece el token; cada token sirve a una sola.",
  },
  missing_scope: {
    title: "Falta un permiso",
    cause: "El cliente de API no tiene el permiso (scope) que la ruta exige.",
    cure: "Pida que asignen al cliente el scope que nombra el mensaje; todos sus tokens lo heredan.",
  },
  module_not_contracted: {
    title: "Módulo sin contratar",
    cause: "La empresa no tiene contratado el módulo de la ruta.",
    cure: "Contrate el módulo o use otra empresa; reintentar no cambia el resultado.",
  },
  rate_limited: {
    title: "Demasiadas solicitudes",
    cause:
      "Este token superó el límite de solicitudes por minuto, o la dirección desde la que llega superó el suyo, mucho más alto.",
    cure: "Espere los segundos de `Retry-After` y repita la misma solicitud con la misma clave; nada se procesó.",
  },
  unsupported_media_type: {
    title: "El cuerpo no viene como JSON",
    cause: "El cuerpo no viene como JSON en UTF-8 sin comprimir.",
    cure: "Envíe `Content-Type: application/json` y el cuerpo sin `Content-Encoding`.",
  },
  body_too_large: {
    title: "Cuerpo demasiado grande",
    cause: "El cuerpo pasa de 1 MiB.",
    cure: "Reparta los ítems en varios documentos, cada uno con su propia clave.",
  },
  body_timeout: {
    title: "El cuerpo no llegó a tiempo",
    cause: "El cuerpo no terminó de llegar a tiempo.",
    cure: "Revise la conexión y repita la misma solicitud con la misma clave; nada se procesó.",
  },
  invalid_json: {
    title: "JSON inválido",
    cause: "El cuerpo no es JSON válido, repite un campo o trae un número que no se puede leer exacto.",
    cure: "Corrija lo que dice el mensaje (línea y columna, o el campo) y vuelva a enviarlo.",
  },
  missing_idempotency_key: {
    title: "Falta la clave de idempotencia",
    cause: "Falta la clave de idempotencia.",
    cure: "Envíe `Idempotency-Key` con un identificador estable de la operación, el mismo en cada reintento.",
  },
  invalid_idempotency_key: {
    title: "Clave de idempotencia inválida",
    cause: "La clave es demasiado larga, trae caracteres de control o contradice a la del cuerpo.",
    cure: "Use hasta 120 caracteres (80 en `draft_key`) y un solo valor en cabecera y cuerpo.",
  },
  invalid_parameter: {
    title: "Parámetro inválido",
    cause: "Un parámetro de la ruta o de la consulta no tiene la forma esperada.",
    cure: "Corrija el parámetro que nombra `details[].path`.",
  },
  range_too_long: {
    title: "Demasiados días",
    cause: "`desde` y `hasta` abarcan más días de los que se suman de una vez.",
    cure: "Pida tramos de los días que dice el mensaje y súmelos.",
  },
  invalid_payload: {
    title: "Campos con mala forma",
    cause: "Uno o más campos del cuerpo no tienen la forma esperada.",
    cure: "Recorra `details[]`: cada elemento dice el campo, lo recibido y lo esperado. Nada se consumió; corrija y repita con la misma clave.",
  },
  unknown_field: {
    title: "Campos que no se conocen",
    cause:
      "El cuerpo trae campos que no son de ese lugar, o que no tendrían efecto junto a otro. Un documento fiscal no se puede retirar: lo que no se usaría se rechaza. Con otros problemas a la vez el código es `invalid_payload`.",
    cure: "Corrija o quite cada campo que nombra `details[]`, que dice también el nombre que quizá quiso escribir. Nada se consumió; repita con la misma clave.",
  },
  invalid_cursor: {
    title: "Cursor inválido",
    cause: "El cursor no es uno que esta API haya entregado, o llegó cortado.",
    cure: "Envíe en `after` el último `cursor` recibido, tal cual; si lo perdió, empiece sin `after`.",
  },
  cursor_expired: {
    title: "Cursor vencido",
    cause: "El cursor tiene más de 400 días: pueden faltar cambios posteriores a él.",
    cure: "Ponga su copia al día con los listados y empiece de nuevo, sin `after`.",
  },
  business_rule: {
    title: "Regla incumplida",
    cause: "El contenido tiene buena forma pero incumple reglas del contrato o de la autoridad.",
    cure: "Recorra `details[]`: `rule` es el código de la regla. Nada se consumió; corrija y repita con la misma clave.",
  },
  company_suspended: {
    title: "Empresa suspendida",
    cause:
      "El operador del servicio suspendió la empresa: no emite documentos nuevos. Lo ya emitido se consulta como siempre.",
    cure: "Hable con el operador y repita con la misma clave; nada se consumió. Una clave ya usada sigue respondiendo por su documento.",
  },
  plan_exhausted: {
    title: "Plan agotado",
    cause: "La empresa ya usó todos los documentos de su plan anual en ese módulo, o no tiene plan.",
    cure: "Amplíe el plan y repita con la misma clave; ningún número se consumió.",
  },
  range_missing: {
    title: "Sin rango de numeración",
    cause:
      "La empresa no tiene un rango de numeración activo para ese tipo de documento, o se detuvo el que tenía porque otro sistema usó sus números: el mensaje dice cuál de las dos.",
    cure: "Pida a quien administra la empresa que registre el rango autorizado, o que revise el detenido, y repita con la misma clave.",
  },
  range_expired: {
    title: "Rango de numeración vencido",
    cause: "Ningún rango de numeración está vigente en la fecha del documento.",
    cure: "Pida a quien administra la empresa que registre un rango vigente y repita con la misma clave.",
  },
  range_exhausted: {
    title: "Rango de numeración agotado",
    cause: "El rango de numeración ya no tiene números.",
    cure: "Pida a quien administra la empresa que registre un rango nuevo y repita con la misma clave.",
  },
  certificate_missing: {
    title: "Sin certificado de firma",
    cause: "La empresa no tiene certificado de firma.",
    cure: "Pida a quien administra la empresa que cargue su certificado y repita con la misma clave.",
  },
  certificate_expired: {
    title: "Certificado de firma vencido",
    cause: "El certificado de firma de la empresa no está vigente.",
    cure: "Pida a quien administra la empresa que cargue el certificado renovado y repita con la misma clave.",
  },
  reference_not_found: {
    title: "El documento que se corrige no existe",
    cause: "El documento que la nota corrige no es de esta empresa, o no es de este módulo.",
    cure: "Revise el id; una factura se corrige con notas crédito y débito, un documento soporte con notas de ajuste.",
  },
  reference_required: {
    title: "Falta el documento que se corrige",
    cause: "La nota no dice qué corrige.",
    cure: "Envíe el id del documento, los datos del que se expidió con otro sistema, o un `periodo` donde se admite.",
  },
  reference_ambiguous: {
    title: "Más de un documento que corregir",
    cause: "La nota dice más de una cosa que corregir.",
    cure: "Envíe una sola de ellas.",
  },
  not_correctable: {
    title: "Documento que no se corrige con esta nota",
    cause: "El documento es una nota, o de un tipo que esta nota no corrige.",
    cure: "Corrija el documento de origen, por la ruta de su tipo.",
  },
  reference_rejected: {
    title: "El documento que se corrige fue rechazado",
    cause: "La autoridad rechazó el documento: no necesita nota.",
    cure: "Corrija los datos y expida el documento de nuevo, con otra clave.",
  },
  reference_pending: {
    title: "El documento que se corrige sigue pendiente",
    cause: "El documento aún no tiene resultado final.",
    cure: "Espere a que sea aceptado y repita la nota con la misma clave; nada se consumió.",
  },
  reference_annulled: {
    title: "El documento que se corrige está anulado",
    cause: "El documento ya está anulado, una nota sin resultado final lo anula, o no queda nada de él por acreditar.",
    cure: "Consulte sus `notas`; si la que lo anula termina rechazada, repita con la misma clave.",
  },
  concept_required: {
    title: "Falta el concepto",
    cause: "Falta el concepto de la nota.",
    cure: "Envíe uno de los códigos que lista el mensaje.",
  },
  concept_invalid: {
    title: "Concepto inválido",
    cause: "El concepto no es de la lista de este tipo de nota.",
    cure: "Envíe uno de los códigos que lista el mensaje.",
  },
  concept_needs_reference: {
    title: "El concepto exige un documento",
    cause: "El concepto 2 anula un documento y la nota corrige un periodo.",
    cure: "Nombre el documento, o use otro concepto.",
  },
  concept_needs_whole: {
    title: "El concepto exige el documento entero",
    cause: "El concepto 2 anula el documento entero, y las líneas no lo son o ya hay otras notas.",
    cure: "Quite `items`, o acredite lo que queda con otro concepto.",
  },
  nothing_to_credit: {
    title: "La nota suma 0.00",
    cause: "De las líneas que nombra no queda nada por acreditar, o sus descuentos las cubren: la nota sumaría 0.00.",
    cure: "Añada una línea con valor. Solo la anulación de un documento de 0.00 puede sumar 0.00.",
  },
  exceeds_balance: {
    title: "La nota pasa del saldo",
    cause: "La nota pasa de lo que queda por acreditar del documento; las notas sin resultado final también cuentan.",
    cure: "Lea las cifras en `details` y envíe a lo sumo lo disponible; nada se consumió, la clave sigue libre.",
  },
  line_unknown: {
    title: "Línea desconocida",
    cause: "El documento no tiene la línea que la nota nombra.",
    cure: "Use un número de línea de su consulta por id.",
  },
  exceeds_line: {
    title: "La nota pasa de la línea",
    cause: "La nota pide de una línea más cantidad o valor del que queda, o un precio mayor que el suyo.",
    cure: "Lea las cifras en `details` y envíe a lo sumo lo disponible.",
  },
  party_differs: {
    title: "Otro adquirente o proveedor",
    cause: "El adquirente o proveedor no es el del documento que se corrige.",
    cure: "Quítelo, o envíe el mismo.",
  },
  currency_differs: {
    title: "Otra moneda",
    cause: "La moneda o su tasa no es la del documento que se corrige.",
    cure: "Quítela, o envíe la misma.",
  },
  date_not_today: {
    title: "La fecha no es la de hoy",
    cause: "La fecha de emisión de la nota no es la de hoy en Colombia.",
    cure: "Quítela: una nota se emite cuando se firma.",
  },
  withholdings_not_allowed: {
    title: "Retenciones no admitidas",
    cause: "La nota trae retenciones, que su esquema no tiene.",
    cure: "Quítelas.",
  },
  period_invalid: {
    title: "Periodo inválido",
    cause: "El periodo termina antes de empezar, o después de hoy.",
    cure: "Corrija sus fechas.",
  },
  series_missing: {
    title: "Sin numeración de notas",
    cause: "La empresa no tiene numeración para ese tipo de nota, o está detenida.",
    cure: "Pida a quien administra la empresa que la configure y repita con la misma clave.",
  },
  till_required: {
    title: "Falta la caja del tiquete",
    cause:
      "Un tiquete firma la placa y la ubicación de su caja, y ni `caja` ni las cajas registradas de la empresa las dicen.",
    cure: "Envíe `caja.placa` y `caja.ubicacion`, o solo la placa de una caja registrada; el operador las registra.",
  },
  ticket_over_5_uvt: {
    title: "Venta de más de 5 UVT",
    cause: "La empresa eligió no expedir tiquetes por más de 5 UVT antes de impuestos.",
    cure: "Expida una factura electrónica de venta (`POST fe/facturas`) en lugar del tiquete.",
  },
  paper_number_taken: {
    title: "La factura de papel ya se transcribió",
    cause:
      "Otro documento de la empresa, que no fue rechazado, nombra la misma factura de papel en `numero_contingencia`.",
    cure: "`documento` dice cuál: consúltelo. Si es otra factura de papel, corrija su número; si es la misma, no la emita otra vez.",
  },
  idempotency_conflict: {
    title: "La clave es de otro contenido",
    cause: "La clave ya pertenece a otro contenido.",
    cure: "`documento` dice cuál: consúltelo. Si es un reintento, envíe el contenido original. Que dos operaciones den la misma clave es un error de programación; cambiarla sin mirar ese documento puede emitir la venta dos veces.",
  },
  not_found: {
    title: "El documento no existe",
    cause: "La empresa no tiene lo que la ruta nombra por su id.",
    cure: "Revise el id y la empresa; un 404 no se reintenta.",
  },
  file_not_found: {
    title: "El archivo no existe",
    cause: "El documento no tiene un archivo con ese nombre.",
    cure: "Use uno de los nombres de `details`; un documento soporte no tiene contenedor.",
  },
  not_ready: {
    title: "El documento aún no llega a ese estado",
    cause: "El documento aún no ha llegado al estado desde el que se da lo que se pide.",
    cure: "`documento.estado_authority` dice el estado: el XML existe desde `firmado`; lo demás se da, y se envía, desde `aceptado`. Consulte el documento y repita.",
  },
  not_deliverable: {
    title: "El documento no se envía por correo",
    cause: "El documento es de habilitación, y la dirección no es una de prueba que registre el operador.",
    cure: "Envíe documentos de producción, o pida al operador del servicio que registre esa dirección de prueba.",
  },
  mail_disabled: {
    title: "El envío por correo no está activado",
    cause: "El servicio no tiene por dónde enviar correo, o está apagado para la empresa.",
    cure: "Pida al operador del servicio que lo active. Mientras tanto entregue `enlace` o los archivos.",
  },
  recipient_suppressed: {
    title: "El destinatario ya no recibe",
    cause: "Un mensaje anterior a ese correo rebotó porque no existe, o su dueño lo marcó como no deseado.",
    cure: "Pida otra dirección al comprador. Si es correcta, el operador del servicio la libera.",
  },
  envio_limit: {
    title: "Demasiados envíos",
    cause: "El documento ya se envió 5 veces en 24 horas a esa dirección, o 20 veces en total.",
    cure: "Consulte `envios`: quizá ya llegó. Si es por la dirección, espere los segundos de `Retry-After`; si es por el documento, entregue `enlace`.",
  },
  file_lost: {
    title: "El servicio perdió lo que se firmó",
    cause:
      "El servicio no tiene un archivo que se firmó, o tiene otro en su lugar; el documento y su estado no cambian.",
    cure: "No reintente: quien opera el servicio recibió una alerta y debe reponerlo. Una nota sobre ese documento se emite después, con la misma clave.",
  },
  too_many_notes: {
    title: "El documento tiene demasiadas notas",
    cause: "El documento ya tiene 500 notas que no fueron rechazadas.",
    cure: "Reúna en menos notas lo que se corrige: una nota admite muchas líneas. Las que ya existen no cambian.",
  },
  route_not_found: {
    title: "La ruta no existe",
    cause: "La ruta no existe.",
    cure: "Compare la dirección con esta referencia; termina la base en `/api/ext/v1`.",
  },
  method_not_allowed: {
    title: "Método no admitido",
    cause: "La ruta existe pero no admite ese método.",
    cure: "Use uno de los métodos de la cabecera `Allow`.",
  },
  acquirer_not_found: {
    title: "Adquirente desconocido",
    cause: "La autoridad respondió que no conoce esa identificación.",
    cure: "Revise tipo y número; si son correctos, pida los datos al adquirente.",
  },
  authority_fault: {
    title: "La autoridad rechazó la consulta",
    cause: "La autoridad rechazó la consulta con una falla.",
    cure: "Repita más tarde; la consulta no crea nada.",
  },
  authority_timeout: {
    title: "La autoridad no respondió a tiempo",
    cause: "La autoridad no respondió la consulta a tiempo.",
    cure: "Repita más tarde; la consulta no crea nada.",
  },
  authority_unreachable: {
    title: "La autoridad no dio una respuesta útil",
    cause: "La autoridad no dio una respuesta que se pueda leer, o no hubo conexión con ella.",
    cure: "Repita más tarde; la consulta no crea nada.",
  },
  document_rejected: {
    title: "Documento rechazado por la autoridad",
    cause: "La autoridad rechazó el documento; conserva su número.",
    cure: "Lea `authority.rules` (código, severidad y texto). No lo repita: corrija los datos y emita otro con otra clave.",
  },
  result_uncertain: {
    title: "Resultado incierto",
    cause: "No hubo respuesta concluyente de la autoridad; el documento puede existir allá.",
    cure: "Conserve el id y consulte el documento (5, 15, 30, 60 s). Si repite el POST, misma clave y mismo contenido; nunca otra clave.",
  },
  unavailable: {
    title: "Servicio sin almacenamiento",
    cause: "El servicio no alcanzó su almacenamiento; no afirma nada sobre el documento.",
    cure: "Espere los segundos de `Retry-After` y repita la misma solicitud con la misma clave.",
  },
  internal_error: {
    title: "Error inesperado",
    cause: "Ocurrió un error inesperado del servicio.",
    cure: "Repita con prudencia la misma solicitud con la misma clave; si persiste, reporte el `request_id`.",
  },
};
