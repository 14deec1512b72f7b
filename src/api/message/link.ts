// Writes the words of the page that a buyer's link opens.
import { AUTHORITY_NAME } from "../../domain/document/wire-literal.ts";

/** Thousands by dots and decimals behind a comma, as Colombia writes them. */
function writeAmount(amount: string): string {
  const [whole = "", cents] = amount.split(".");
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ".");
  return cents === undefined ? grouped : `${grouped},${cents}`;
}

export const LINK = {
  issuer: "Emisor",
  number: "Número",
  date: "Fecha",
  total: "Total",
  validated: `Validada por la ${AUTHORITY_NAME}`,
  consult: `Consultar en la ${AUTHORITY_NAME}`,
  mailbox: "Correo del emisor",
  moment: (date: string, time: string) => `${date} ${time.slice(0, 8)}`,
  amount: writeAmount,
  refused: "Este enlace no abre",
  ask: (name: string, email: string) => `Pida uno nuevo a ${name}: ${email}`,
  because: {
    404: "El enlace no existe o está incompleto. Ábralo como lo recibió.",
    405: "Esta página solo se lee.",
    410: "El enlace venció o fue reemplazado.",
    429: "Demasiadas visitas desde esta dirección; espere un minuto y repita.",
    500: "Ocurrió un error; repita más tarde.",
    503: "El servicio no alcanza el documento en este momento; repita en unos segundos.",
  },
} as const;
