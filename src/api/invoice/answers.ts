// Lists the answers of the routes of invoices, as the reference shows them.
import type * as z from "zod";
import type { Answer } from "../app/route.ts";
import { dryRunSchema } from "../creation/dry-run-schema.ts";
import { withDocumentFacts } from "../record/document-facts-schema.ts";
import {
  documentListSchema,
  invoiceListSchema,
  invoiceReadSchema,
  rejectedInvoiceSchema,
  reservedInvoiceSchema,
  settledInvoiceSchema,
  uncertainInvoiceSchema,
} from "./reply-schema.ts";
import { tillDryRunSchema, tillReadSchema } from "./till-reply-schema.ts";

export const createdInV1 = listCreated({
  settled: settledInvoiceSchema,
  reserved: reservedInvoiceSchema,
  rejected: rejectedInvoiceSchema,
  uncertain: uncertainInvoiceSchema,
  dryRun: dryRunSchema,
});

export const createdInV2 = listCreated({
  settled: withDocumentFacts(settledInvoiceSchema),
  reserved: withDocumentFacts(reservedInvoiceSchema),
  rejected: withDocumentFacts(rejectedInvoiceSchema),
  uncertain: withDocumentFacts(uncertainInvoiceSchema),
  dryRun: tillDryRunSchema,
});

const LISTED = { status: 200, description: "Una página del listado." } as const;
export const listedInV1 = [{ ...LISTED, schema: invoiceListSchema }] as const satisfies readonly Answer[];
export const listedInV2 = [{ ...LISTED, schema: documentListSchema }] as const satisfies readonly Answer[];

const READ = { status: 200, description: "La factura, en su estado de ahora." } as const;
export const readInV1 = [{ ...READ, schema: invoiceReadSchema }] as const satisfies readonly Answer[];
export const readInV2 = [{ ...READ, schema: withDocumentFacts(tillReadSchema) }] as const satisfies readonly Answer[];

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
      description: "Repetición: la clave ya tiene una factura y fue aceptada. Trae `Idempotent-Replayed: true`.",
      schema: schemas.settled,
      headers: ["Idempotent-Replayed"],
    },
    { status: 200, description: "Ensayo (`dry_run=true`).", schema: schemas.dryRun },
    { status: 201, description: "Factura nueva, aceptada por la autoridad.", schema: schemas.settled },
    {
      status: 202,
      description:
        "Reservada y sin estado final: otra solicitud con la misma clave está en curso, o la autoridad la recibió y aún la procesa.",
      schema: schemas.reserved,
      headers: ["Retry-After", "Idempotent-Replayed"],
    },
    {
      status: 422,
      description: "Rechazada por la autoridad. En una repetición trae además `Idempotent-Replayed: true`.",
      schema: schemas.rejected,
      headers: ["Idempotent-Replayed"],
    },
    {
      status: 502,
      description:
        "La factura salió hacia la autoridad y no hubo respuesta concluyente. Conserve el id y consulte; **no use otra clave**.",
      schema: schemas.uncertain,
    },
  ] as const;
}
