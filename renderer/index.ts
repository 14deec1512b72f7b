/**
 * The renderer: a Worker that draws PDFs of signed documents. It has no database, secret, bucket or network, is reached through
 * a service binding alone, and keeps nothing.
 *
 * `POST /` with a JSON object, at most 4 MiB:
 *
 * | member | |
 * |---|---|
 * | `document` | the signed XML, as text; at most 1 MiB |
 * | `response` | the authority's ApplicationResponse, as text, or null: printed are its date and time |
 * | `layout` | `carta`, `tirilla-80` or `tirilla-58` |
 * | `logo` | PNG (not interlaced) or JPEG in base64, or null; at most 100 KB and 2000 pixels a side |
 * | `accent` | `#rrggbb`, or null |
 * | `maker` | `{name, nit, software}`, who made the software, or null: a mandatory content that no signed document has |
 * | `resolutionDate` | date of the numbering resolution, `YYYY-MM-DD`, or null: the signed document has it nowhere |
 * | `record` | `{supplierType, withheld, withholdings: [{name, rate, base, amount}], taxIncluded: [1]}`, or null: what the service knows and the signed document does not say: the numbers of the lines that were priced with their taxes; of a support document by which type of identification its supplier was given (a resident is signed as a NIT), the sum of its withholdings, and those that the file has no place for |
 *
 * answers 200 with the PDF and the headers `x-template-version`, `x-pages` and `x-replaced-characters` (how many characters the
 * typeface does not have; each is drawn as an empty box). The same object gives the same bytes as long as the template version
 * is the same.
 *
 * A refusal is a JSON object `{fault, message}`, in which nothing of the document is quoted: 413 for `too-large`, 400 for
 * `request` and `logo`, 422 for `document` and `response`. `GET /version` answers `{template}`.
 */
import { type Fault, Refused } from "./refused.ts";
import { render } from "./render.ts";
import { BODY_LIMIT_BYTES, readRequest } from "./request.ts";
import { TEMPLATE_VERSION } from "./version.ts";

const VERSION_HEADER = { "x-template-version": TEMPLATE_VERSION };
const STATUS: Readonly<Record<Fault, number>> = {
  "too-large": 413,
  request: 400,
  logo: 400,
  document: 422,
  response: 422,
};

export default {
  async fetch(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (request.method === "GET" && pathname === "/version") {
      return Response.json({ template: TEMPLATE_VERSION }, { headers: VERSION_HEADER });
    }
    if (request.method !== "POST" || pathname !== "/") return new Response(null, { status: 404 });
    try {
      return await draw(request);
    } catch (cause) {
      if (!(cause instanceof Refused)) throw cause;
      const { fault, message } = cause;
      return Response.json({ fault, message }, { status: STATUS[fault], headers: VERSION_HEADER });
    }
  },
};

async function draw(request: Request): Promise<Response> {
  const length = Number(request.headers.get("content-length") ?? 0);
  if (length > BODY_LIMIT_BYTES) throw new Refused("too-large", "the body has more than 4 MiB");
  const body = await request.text();
  if (body.length > BODY_LIMIT_BYTES) throw new Refused("too-large", "the body has more than 4 MiB");
  const { bytes, pages, replaced } = render(readRequest(body));
  return new Response(bytes, {
    headers: {
      "content-type": "application/pdf",
      "x-pages": String(pages),
      "x-replaced-characters": String(replaced),
      ...VERSION_HEADER,
    },
  });
}
