// Defines the schemas that all answers about a document share: state, flags, and what the authority said.
import * as z from "zod";
import { STATES } from "../../domain/document/state.ts";
import { flag, oneOf, text } from "./reply-field.ts";

/** The state of a document. */
export const stateField = oneOf(
  STATES,
  "Estado ante la autoridad; `aceptado` y `rechazado` son finales. Vea la guía de estados.",
  "aceptado",
);

/** Whether the state may still change. */
export const pendingField = flag(
  "true mientras el estado no sea final: consulte por id; nunca cambie la clave.",
  false,
);
/** Whether the key was known already. */
export const replayField = flag(
  "true si la clave ya existía: se muestra el documento de entonces, en su estado de ahora.",
  false,
);

/** `authority`, with its rules by severity. */
export const verdictSchema = z
  .object({
    is_valid: flag("La autoridad validó el documento.", true),
    status_code: text("Código de la respuesta de la autoridad; 00 es procesado correctamente.", "00"),
    status_description: text("Descripción que dio la autoridad.", "Procesado Correctamente."),
    status_message: text("Mensaje que dio la autoridad; puede venir vacío.", ""),
    rules: z
      .array(
        z.object({
          code: text("Código de la regla.", "FAJ44b"),
          severity: oneOf(
            ["rechazo", "notificacion"],
            "rechazo: por ella se rechazó. notificacion: aviso; el documento vale.",
            "notificacion",
          ),
          text: text("Texto de la autoridad.", "Responsabilidad no informada en el RUT"),
        }),
      )
      .meta({ description: "Reglas que la autoridad nombró; los avisos aparte de los rechazos por `severity`." }),
  })
  .meta({ id: "AuthorityVerdict", description: "Lo que la autoridad dijo la última vez." });

const findingFields = {
  message: text("Texto de la autoridad.", "Responsabilidad no informada en el RUT"),
  rule: text("Código de la regla.", "FAJ44b"),
};

/** The notices apart: of the authority, then of the request. */
export const noticesField = z
  .array(
    z.object({
      path: text(
        "Solo en los avisos sobre la solicitud: el campo o parámetro, como usted lo nombró.",
        "items.0.descuento",
      ).optional(),
      message: text(
        "Texto de la autoridad, o qué se hizo con lo que usted envió.",
        "Responsabilidad no informada en el RUT",
      ),
      rule: text("Código de la regla, o sección del contrato.", "FAJ44b"),
      severity: oneOf(["notificacion"], "Aviso: no impide nada.", "notificacion"),
    }),
  )
  .optional()
  .meta({
    description:
      "Avisos: los de `authority.rules`, y luego los de la solicitud, que nombran cada campo o parámetro que no se usa y lo que parece un error. Hasta 100, y cuántos más hay.",
  });

/** The rejections in the form of every error's `details`. */
export const rejectionsField = z
  .array(
    z.object({
      path: z.literal("").meta({ description: "Vacío: la autoridad no nombra campos.", example: "" }),
      ...findingFields,
      severity: oneOf(["rechazo"], "Por ella se rechazó.", "rechazo"),
    }),
  )
  .meta({ description: "Solo los rechazos de `authority.rules`, con la forma de los demás errores." });
