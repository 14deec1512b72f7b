// Lists the words by which people look for a guide that does not have them: what went wrong, in the words of a till.
import type { Language } from "./english.ts";

/** By the address of the guide. */
export const SEARCH_WORDS: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  idempotencia: {
    es: "factura duplicada doble repetida dos veces respuesta perdida tiempo agotado vencido timeout reintentar corte de red sin respuesta",
    en: "duplicate invoice twice double lost answer response timeout timed out retry network no answer",
  },
  notas: {
    es: "cancelar factura devolución reembolso anulación borrar eliminar corregir error",
    en: "cancel invoice refund return void delete undo correct mistake",
  },
  "facturas-de-caja": {
    es: "propina servicio mesero cajero descuento vuelto efectivo",
    en: "tip gratuity waiter cashier discount change cash",
  },
  "imprimir-y-entregar": {
    es: "correo impresora tirilla recibo código QR descargar whatsapp enlace",
    en: "e-mail email printer receipt QR code download whatsapp link",
  },
  "cambios-y-webhooks": {
    es: "notificación aviso suscripción evento sincronizar",
    en: "notification subscription event sync poll callback",
  },
  "antes-de-que-se-acabe": {
    es: "rango agotado numeración resolución vencida certificado vencido plan",
    en: "range exhausted numbering resolution expired certificate plan",
  },
};
