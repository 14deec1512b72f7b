// Writes the words about e-mail that hands documents over: why one was not sent or did not arrive, and why one is refused.
import type { MailReason } from "../../domain/document/mail-delivery.ts";

/** Why a message was not sent, or did not arrive. */
export const MAIL_REASON_TEXTS: Readonly<Record<MailReason, string>> = {
  sin_correo: "El receptor no tiene correo y la solicitud no trae otro.",
  consumidor_final: "El comprador es consumidor final: se le entrega la representación impresa.",
  desactivado: "El envío por correo se desactivó antes de que saliera.",
  suprimido: "Un mensaje anterior a este correo rebotó o fue marcado como no deseado; el operador puede liberarlo.",
  direccion_invalida: "No es una dirección a la que se pueda enviar, o el servicio de correo no la acepta.",
  adjunto_grande: "El archivo supera lo que admite un correo.",
  mensaje_rechazado: "El servicio de correo no aceptó el mensaje.",
  remitente_no_verificado: "El dominio del remitente no está verificado.",
  buzon_inexistente: "El buzón no existe o no recibe.",
  buzon_lleno: "El buzón está lleno o no recibe por ahora.",
  fallo_del_servicio: "El servicio de correo del destinatario no lo entregó.",
  sin_respuesta: "El servicio de correo no respondió; pudo llegar.",
  vencida: "No se pudo enviar en tres días.",
  queja: "El destinatario lo marcó como no deseado.",
};

const EXAMPLE = "compras@example.org";

export const MAIL = {
  example: EXAMPLE,
  /** What a field asks of its value. */
  address: (most: number) => `debe ser un correo electrónico de hasta ${most} caracteres, como "${EXAMPLE}"`,
  oneAddress: `debe ser una sola dirección de correo, sin nombre ni separadores, como "${EXAMPLE}"`,
  notReady: "Un documento se envía desde que la autoridad lo acepta; repita cuando su estado sea `aceptado`.",
  notDeliverable:
    "Un documento de habilitación no se envía por correo, salvo a las direcciones de prueba que registre el operador.",
  disabled: "El envío por correo no está activado para la empresa; lo activa el operador del servicio.",
  suppressed:
    "El `correo` rebotó o se quejó antes, y no se le envía nada más hasta que el operador del servicio lo libere.",
  documentFull: "El documento ya tiene todos los envíos que admite.",
  addressFull: (most: number, freeAt: string) =>
    `El documento ya se envió ${most} veces a ese \`correo\` en 24 horas; repita después de ${freeAt}.`,
  conflict: "La clave de idempotencia ya es de otro envío de este documento, con otro contenido.",
} as const;
