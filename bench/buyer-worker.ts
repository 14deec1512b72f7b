// Makes the container or the printable facts of posted files inside workerd: the caller takes the time.
import * as z from "zod";
import { toRepresentation } from "../src/api/record/representation.ts";
import { packContainer, signContainer } from "../src/issuance/file/container.ts";
import { importSigner } from "../src/signature/xmldsig.ts";
import { readSignedDocument, readValidation } from "../src/ubl/read-document.ts";

const NAME = "ad09003731150002600000001.xml";
/** Of the printed form that a container is packed with: bytes that no packing makes fewer, as those of a PDF. */
const PDF_BYTES = 64 * 1024;
const certificateSchema = z.object({
  ...{ der: z.string(), issuerName: z.string(), serialNumber: z.string(), certDigest: z.string() },
  ...{ notBefore: z.string(), notAfter: z.string(), chain: z.array(z.never()) },
});
const inputSchema = z.object({
  xml: z.string(),
  response: z.string(),
  pemBundle: z.string(),
  certificate: certificateSchema,
});
type Input = z.infer<typeof inputSchema>;

const WORKS: Readonly<Record<string, (input: Input) => Promise<number>>> = {
  container: async ({ xml, response, pemBundle, certificate }) => {
    const signer = await importSigner({ privateKey: pemBundle, certificate });
    const encoder = new TextEncoder();
    const files = { xml: encoder.encode(xml), response: encoder.encode(response) };
    return packContainer(NAME, await signContainer(files, signer), crypto.getRandomValues(new Uint8Array(PDF_BYTES)))
      .length;
  },
  representacion: async ({ xml, response }) => {
    const document = readSignedDocument(xml);
    const validated = readValidation(response, document.fiscalId);
    const printable = { document, validated, resolutionDate: "2019-01-19", roundings: [] };
    const maker = { nombre: "Programas Ejemplo S.A.S.", nit: "901234567", software: "factura-edge" };
    return JSON.stringify(toRepresentation(printable, maker)).length;
  },
};

const worker = {
  async fetch(request) {
    const { searchParams: query } = new URL(request.url);
    const work = WORKS[query.get("work") ?? ""];
    if (work === undefined) return new Response("no such work", { status: 404 });
    const input = inputSchema.parse(await request.json());
    return Response.json(await work(input));
  },
} satisfies ExportedHandler;

export default worker;
