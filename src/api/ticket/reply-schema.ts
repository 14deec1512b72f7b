// Describes the answers to the creation of tickets and of notes on them as schemas.
import * as z from "zod";
import { answersOfRecorded } from "../creation/answers.ts";
import { date, OTHER_ID, text, typeField } from "../field/reply-field.ts";
import { tillDryRunSchema } from "../invoice/reply-schema.ts";
import { balanceField, conceptFields, hidden, WORDS as NOTE_WORDS, noteDryRunSchema } from "../note/reply-schema.ts";
import { documentFactFields } from "../record/document-facts-schema.ts";
import { linkFields } from "../record/link-schema.ts";
import { mailReplyFields } from "../record/mail-schema.ts";
import { sharesField } from "../record/note-relation-schema.ts";
import { ticketBuyerSchema, ticketTillSchema } from "../record/ticket-facts-schema.ts";
import { ticketCoreFields } from "../record/ticket-schema.ts";
import { saleFields } from "../record/whole-schema.ts";

const pointOfSale = {
  caja: ticketTillSchema.nullable().meta({ description: "La caja, como se firma." }),
  comprador: ticketBuyerSchema.nullable().meta({ description: "Quien compra, en el programa de fidelización." }),
};

const ticketSchema = z
  .object({
    ...ticketCoreFields,
    tipo_authority: typeField(["20"], "20"),
    ...pointOfSale,
    ...saleFields,
  })
  .meta({ id: "Ticket", description: "Tiquete, como lo muestran las respuestas de creación." });

const { documento, ...dryRunFields } = tillDryRunSchema.shape;

/** 200 of `?dry_run=true`. */
const ticketDryRunSchema = z
  .object({
    ...dryRunFields,
    documento: documento
      .extend({ tipo_authority: typeField(["20"], "20"), ...pointOfSale })
      .meta({ id: "PricedTicket", description: "El tiquete tal como quedaría, sin número ni firma." }),
  })
  .meta({ id: "TicketDryRun" });

const WORDS = {
  name: "Ticket",
  replayed: "Repetición: la clave ya tiene un tiquete y fue aceptado. Trae `Idempotent-Replayed: true`.",
  created: "Tiquete nuevo, aceptado por la autoridad.",
  reserved:
    "Reservado y sin estado final: otra solicitud con la misma clave está en curso, o la autoridad lo recibió y aún lo procesa. Consulte por id o repita con la misma clave.",
  rejected: "Tiquete nuevo, rechazado por la autoridad. Conserva su número; no lo repita tal cual.",
  shown: "Repetición de un tiquete que fue rechazado.",
  uncertain:
    "El tiquete salió hacia la autoridad y no hubo respuesta concluyente. Conserve el id y consulte; **no use otra clave**. El servicio lo sigue averiguando solo.",
  error: "La autoridad rechazó el documento: regla DEAD06.",
  message:
    "El documento está reservado y aún no tiene un resultado final; consulte por id o repita con la misma clave y el mismo contenido.",
  status: "Estado de la reserva o del documento.",
};

const extra = { ...documentFactFields, ...linkFields, ...mailReplyFields };

/** Of a ticket. */
export const TICKET_ANSWERS = answersOfRecorded(WORDS, { documento: ticketSchema }, extra, ticketDryRunSchema);

const ticketNoteSchema = z
  .object({
    ...ticketCoreFields,
    tipo_authority: typeField(["93", "94"], "94"),
    prefijo: text("Prefijo de la serie de notas.", "NCP"),
    ...conceptFields,
    descuentos_repartidos: hidden(sharesField),
    tiquete: z
      .object({
        id: z.int().nullable().meta({ description: "Id; null si no se guarda aquí.", example: 1042 }),
        numero: text("Prefijo y número.", "EPOS101"),
        cude: text("CUDE.", OTHER_ID),
        fecha: date("Fecha.", "2026-03-02"),
      })
      .nullable()
      .meta({ description: "Tiquete que corrige; null solo en una nota recuperada de un archivo." }),
    saldo_acreditable: balanceField,
  })
  .meta({ id: "TicketNote", description: "Nota de un tiquete, como la muestran las respuestas de creación." });

/** Of a note on a ticket. */
export const TICKET_NOTE_ANSWERS = answersOfRecorded(
  { ...NOTE_WORDS, name: "TicketNote" },
  { documento: ticketNoteSchema },
  extra,
  noteDryRunSchema,
);
