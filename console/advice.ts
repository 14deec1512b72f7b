// Says in Spanish what a document waits for and what to do about it; in English the operator's program says it.
import type { AdviceWords } from "../operator/command/document-advice.ts";
import { printInstant, printSpan, readInstant } from "../operator/moment.ts";

const SCHEDULED = "nada; se pregunta por él según un horario";

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
  notAsked: (detail) =>
    `a la autoridad ni siquiera se le preguntó: «${detail}». Revise el certificado (\`certificate list\`) o el secreto (runbook \`object_unreachable\`, 4); corregido eso sigue por sí mismo, sin reenvío y sin llave nueva`,
  companyRefused: (detail) =>
    `la autoridad rechaza lo que envía esta empresa antes de guardar nada: «${detail}». En su portal, asocie el software (o su proveedor) a la empresa para esta clase de documento, o revise el set de pruebas; el certificado debe ser de un NIT que pueda enviar por ella. No se procesó nada; sale por sí mismo, sin reenvío y sin llave nueva. Si la empresa nunca podrá enviarlo, dos personas pueden ordenar \`document close\`, que pregunta a la autoridad una vez más`,
  sendingRefused: (detail) =>
    `el envío se rechazó antes de procesarlo («${detail}»): certificado, encabezado o reloj; corregido eso sale por sí mismo`,
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
