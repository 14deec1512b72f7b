// Says in Spanish what a document waits for and what to do about it; in English the operator's program says it.
import type { AdviceWords } from "../operator/command/document-advice.ts";
import { printInstant, printSpan, readInstant } from "../operator/moment.ts";

const SCHEDULED = "nada; se pregunta por él según un horario";

/** What each alert means, in Spanish; in English the service says it where it posts them. */
export const ALERTS_IN_SPANISH: Readonly<Record<string, string>> = {
  authority_down: "La autoridad no responde, o no a los envíos: no hay que hacer nada, sigue por sí mismo.",
  authority_back: "La autoridad recibe documentos otra vez: no hay que hacer nada.",
  sending_refused: "La autoridad no recibe nada de esta empresa: por la mañana.",
  documents_pending: "Hay documentos que esperan un veredicto: vea ahora qué los detiene.",
  errors_many: "Fallan muchas solicitudes: mire ahora.",
  secret_unopened: "Un secreto no se abre, y hay documentos que esperan: corríjalo ahora.",
  software_missing: "Una empresa no tiene software para lo que va a emitir: por la mañana.",
  certificate_missing: "Nada puede firmar por la empresa: ahora, si su próximo certificado está a la mano.",
  certificate_ending: "Un certificado vence: por la mañana, salvo que no quede ningún día.",
  range_missing: "Ningún rango da un número, y sus clientes reciben 400: ahora, si hay uno autorizado.",
  range_ending: "Los números se acaban: por la mañana, salvo que queden pocos días o ninguno.",
  next_number_held: "El número que sigue es de otro documento, y sus clientes reciben 400: muévalo ahora.",
  number_taken: "Otro sistema usó un número, y el rango está detenido: déjelo así hasta la mañana.",
  series_stopped: "Otro sistema usó un número de notas, y la serie está detenida: déjela así hasta la mañana.",
  plan_ending: "Un plan está casi o del todo usado: ahora, si usted lo puede decidir.",
  plan_missing: "No hay plan, y a sus clientes se les rechaza: ahora, si usted lo puede decidir.",
  tax_unit_missing: "No se conoce la UVT de un año, y en él ningún tiquete se tiene por grande: por la mañana.",
  send_unknown: "No se sabe qué fue de un documento: por la mañana, y no envíe nada otra vez.",
  key_mismatch: "Una respuesta era sobre otro documento y no cuenta: por la mañana.",
  answer_contradicts_itself: "Una respuesta dice dos cosas y no cuenta: por la mañana.",
  archive_conflict: "Otro archivo tiene este número; no se envía nada: uno solo espera hasta la mañana.",
  journal_lost: "Un objeto perdió su memoria; no se envía nada: uno solo espera hasta la mañana.",
  journal_stale: "Un objeto recuerda un momento anterior; no se envía nada: uno solo espera hasta la mañana.",
  journal_not_retired: "Un diario viejo dice otra cosa que su fila y se queda: por la mañana.",
  adopted_without_payload: "Un documento espera a que su cliente repita la solicitud: uno solo espera hasta la mañana.",
  adoption_differs: "El almacenamiento no concuerda sobre un documento: uno solo espera hasta la mañana.",
  adoption_refused: "El almacenamiento no concuerda sobre un documento: uno solo espera hasta la mañana.",
  file_lost: "Un archivo de R2 falta o es otro: uno espera hasta la mañana, muchos no.",
  events_changed: "Se cambió el registro de acciones de los operadores: mire ahora.",
  mail_held: "El correo está retenido, y se guarda todo: por la mañana.",
  mail_unanswered: "No se sabe si un correo llegó: por la mañana.",
  webhook_disabled: "Un webhook no oye nada más, y su lista de cambios lo tiene todo: por la mañana.",
  alert_test: "Alguien ordenó esta prueba y nada está mal: se cierra por sí misma.",
  alert_test_over: "El final de una prueba que alguien ordenó: no hay que hacer nada.",
};

export const ADVICE_IN_SPANISH: AdviceWords = {
  states: {
    creating: "si se queda así: no se alcanza la clave, el certificado o el archivo; vea el registro del Worker",
    firmado:
      "si se queda así: no se alcanza el archivo o la autoridad, y sigue por sí mismo; si otro documento tiene su número (archive_conflict), dos personas pueden ordenar `document close`",
    sending: "nada; si se queda más de diez minutos, vea el registro del Worker",
    enviado: SCHEDULED,
    en_proceso: SCHEDULED,
    en_proceso_http: SCHEDULED,
    send_unknown:
      "búsquelo en el portal de la autoridad; si de verdad no está, dos personas pueden ordenar `document resend`; si lo rechaza otra vez sin regla, `document close`",
    aceptado: "nada",
    rechazado: "el cliente corrige sus datos y emite un documento nuevo con una llave nueva",
  },
  unknownState: "vea el registro del Worker",
  held: "nada: la autoridad no respondía, nada de él ha salido, y sale por sí mismo, los más antiguos primero (runbook `authority_down`)",
  untilBack:
    "a la autoridad: sale por sí mismo cuando ella responda otra vez a los envíos, los más antiguos 90 s después, los otros tras ellos dos veces más rápido de lo que llegaron",
  heldToo:
    "Además, la autoridad no responde: hasta que responda a los envíos no se intenta nada, y `document close` se niega (runbook `authority_down`)",
  notAsked: (detail) =>
    `a la autoridad ni siquiera se le preguntó: «${detail}». Revise el certificado (\`certificate list\`) o el secreto (runbook \`object_unreachable\`, 4); corregido eso sigue por sí mismo, sin reenvío y sin llave nueva`,
  companyRefused: (detail) =>
    `la autoridad rechaza lo que envía esta empresa antes de guardar nada: «${detail}». En su portal, asocie el software (o su proveedor) a la empresa para esta clase de documento, o revise el set de pruebas; el certificado debe ser de un NIT que pueda enviar por ella. No se procesó nada; sale por sí mismo, sin reenvío y sin llave nueva. Si la empresa nunca podrá enviarlo, dos personas pueden ordenar \`document close\`, que pregunta a la autoridad una vez más`,
  sendingRefused: (detail) =>
    `el envío se rechazó antes de procesarlo («${detail}»): certificado, encabezado o reloj; corregido eso sale por sí mismo`,
  wasRefused: (times, detail) =>
    `se envió ${times === 1 ? "una vez, y se rechazó" : `${times} veces, y cada una se rechazó`} antes de procesarlo («${detail}»): la autoridad no guarda nada de él`,
  wasClosedRefused: (times) =>
    `dos personas lo cerraron; ${times === 1 ? "su envío" : `cada uno de sus ${times} envíos`} se rechazó antes de procesarlo; está resuelto y su número queda usado`,
  closedRefused:
    "la autoridad no procesó nada de él y, preguntada una vez más, lo negó: corregida la causa, su cliente lo emite otra vez con una llave nueva",
  closed:
    "dos personas lo cerraron después de enviado: la autoridad lo negó y no dio veredicto. Puede estar allí a pesar de eso: busque su CUFE o CUDS en el portal antes de que su cliente lo emita otra vez con una llave nueva",
  unnamed: (next) =>
    `la autoridad lo rechaza con estado 99 y no dice qué documento ni qué regla (sus palabras están en la última respuesta, \`document files\`). ${next}`,
  unnamedOpen:
    "Se pregunta por él según un horario; tras cuatro respuestas así en media hora queda en send_unknown, y dos personas pueden terminarlo",
  taken: (next, isRejected) =>
    `otro documento tiene su número ante la autoridad; ${next}${isRejected ? "; sus datos son correctos, y después de eso su cliente lo emite otra vez con una llave nueva" : ""}`,
  takenNote:
    "su serie no da más números: vea `series list`, encuentre el otro sistema y luego `series edit --next` más allá de sus números",
  takenRange:
    "su rango no da más números: vea `range list`, encuentre el otro sistema y luego `range resume --next` más allá de sus números",
  step: "su siguiente paso",
  question: "la siguiente pregunta a la autoridad",
  noWake: "nada: falta su despertar; la siguiente llamada con su llave lo mueve",
  atOnce: (what) => `${what}, de inmediato; el cron lo despierta en minutos, los más antiguos primero`,
  dueSince: (what, moment) => `${what}, desde ${moment}; el cron lo despierta`,
  moment: (iso, nowMs) => {
    const at = readInstant(iso);
    if (at === undefined) return iso;
    return `${printInstant(at)} (${at > nowMs ? "en" : "hace"} ${printSpan(Math.abs(nowMs - at))})`;
  },
};
