// Describes the answers to the creation of a support document as schemas.
import * as z from "zod";
import { answersOfRecorded } from "../creation/answers.ts";
import { dryRunSchema, dryRunSchemaOfV2 } from "../creation/dry-run-schema.ts";
import { documentFactFields } from "../record/document-facts-schema.ts";
import { coreFields, testSetField } from "../record/support-document-schema.ts";

/** The answer to the creation of a support document. */
export const createdDocumentSchema = z
  .object({
    ...coreFields,
    es_habilitacion: testSetField.optional().meta({
      description:
        "1 si pertenece al set de pruebas: entonces no ampara una compra. Falta solo en un documento sin firmar de una versión anterior.",
      example: 0,
    }),
  })
  .meta({ id: "SupportDocument", description: "Documento soporte, como lo muestran las respuestas de creación." });

const WORDS = {
  name: "SupportDocument",
  replayed: "Repetición: la clave ya tiene un documento y fue aceptado. Trae `Idempotent-Replayed: true`.",
  created: "Documento nuevo, aceptado por la autoridad.",
  reserved:
    "Reservado y sin estado final: otra solicitud con la misma clave está en curso, o la autoridad lo recibió y aún lo procesa. Consulte por id o repita con la misma clave.",
  rejected: "Documento nuevo, rechazado por la autoridad. Conserva su número; no lo repita tal cual.",
  shown: "Repetición de un documento que fue rechazado.",
  uncertain:
    "El documento salió hacia la autoridad y no hubo respuesta concluyente. Conserve el id y consulte; **no use otra clave**. El servicio lo sigue averiguando solo.",
  error: "La autoridad rechazó el documento: regla DSAJ25, el NIT no existe.",
  message:
    "El documento está reservado y aún no tiene un resultado final; consulte por id o repita con la misma clave y el mismo contenido.",
  status: "Estado de la reserva o del documento.",
};

const facts = { documento: createdDocumentSchema };

export const createdInV1 = answersOfRecorded(WORDS, facts, {}, dryRunSchema);
export const createdInV2 = answersOfRecorded(WORDS, facts, documentFactFields, dryRunSchemaOfV2);
