// Lists the answers of the routes of support documents, as the reference shows them.
import type * as z from "zod";
import type { Answer } from "../app/route.ts";
import { dryRunSchema, dryRunSchemaOfV2 } from "../creation/dry-run-schema.ts";
import { withDocumentFacts } from "../record/document-facts-schema.ts";
import {
  rejectedSupportDocumentSchema,
  reservedSupportDocumentSchema,
  settledSupportDocumentSchema,
  supportDocumentListSchema,
  supportDocumentOrNoteReadSchema,
  supportDocumentReadSchema,
  uncertainSupportDocumentSchema,
} from "./reply-schema.ts";

export const createdInV1 = listCreated({
  settled: settledSupportDocumentSchema,
  reserved: reservedSupportDocumentSchema,
  rejected: rejectedSupportDocumentSchema,
  uncertain: uncertainSupportDocumentSchema,
  dryRun: dryRunSchema,
});

export const createdInV2 = listCreated({
  settled: withDocumentFacts(settledSupportDocumentSchema),
  reserved: withDocumentFacts(reservedSupportDocumentSchema),
  rejected: withDocumentFacts(rejectedSupportDocumentSchema),
  uncertain: withDocumentFacts(uncertainSupportDocumentSchema),
  dryRun: dryRunSchemaOfV2,
});

export const listedInV2 = [
  { status: 200, description: "Una página del listado.", schema: supportDocumentListSchema },
] as const satisfies readonly Answer[];

const READ = { status: 200, description: "El documento, en su estado de ahora." } as const;
export const readInV1 = [{ ...READ, schema: supportDocumentReadSchema }] as const satisfies readonly Answer[];
export const readInV2 = [
  { ...READ, schema: withDocumentFacts(supportDocumentOrNoteReadSchema) },
] as const satisfies readonly Answer[];

/** The answers of a creation, in the schemas of a version. */
function listCreated<
  Settled extends z.ZodType,
  Reserved extends z.ZodType,
  Rejected extends z.ZodType,
  Uncertain extends z.ZodType,
  DryRun extends z.ZodType,
>(schemas: {
  readonly settled: Settled;
  readonly reserved: Reserved;
  readonly rejected: Rejected;
  readonly uncertain: Uncertain;
  readonly dryRun: DryRun;
}) {
  return [
    {
      status: 200,
      description: "Repetición: la clave ya tiene un documento y fue aceptado. Trae `Idempotent-Replayed: true`.",
      schema: schemas.settled,
      headers: ["Idempotent-Replayed"],
    },
    { status: 200, description: "Ensayo (`dry_run=true`).", schema: schemas.dryRun },
    {
      status: 201,
      description: "Documento nuevo, aceptado por la autoridad.",
      schema: schemas.settled,
    },
    {
      status: 202,
      description:
        "Reservado y sin estado final: otra solicitud con la misma clave está en curso, o la autoridad lo recibió y aún lo procesa. Consulte por id o repita con la misma clave.",
      schema: schemas.reserved,
      headers: ["Retry-After", "Idempotent-Replayed"],
    },
    {
      status: 422,
      description: "Documento nuevo, rechazado por la autoridad. Conserva su número; no lo repita tal cual.",
      schema: schemas.rejected,
    },
    {
      status: 422,
      description: "Repetición de un documento que fue rechazado.",
      schema: schemas.settled,
      headers: ["Idempotent-Replayed"],
    },
    {
      status: 502,
      description:
        "El documento salió hacia la autoridad y no hubo respuesta concluyente. Conserve el id y consulte; **no use otra clave**. El servicio lo sigue averiguando solo.",
      schema: schemas.uncertain,
    },
  ] as const;
}
