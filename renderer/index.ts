/**
 * The renderer: a Worker that draws PDFs of signed documents. It has no database, secret, bucket or network, is reached through
 * a service binding alone, and keeps nothing.
 *
 * `POST /` with a JSON object, at most 4 MiB, of every member of `DrawingRequest` (`src/domain/document/drawing.ts`), answers 200 with the
 * drawing (PDF, picture of the QR code, or bytes for a receipt printer) and the headers `x-template-version`, `x-pages` and
 * `x-replaced-characters` (how many characters the typeface does not have; each is drawn as an empty box, in a receipt as `?`). The logo has at most 100 KB and 2000 pixels a side, and is not interlaced. The same object gives
 * the same bytes as long as the template version is the same.
 *
 * A refusal is a JSON object `{fault, message}`, in which nothing of the document is quoted: 413 for `too-large`, 400 for
 * `request` and `logo`, 422 for `document`. `GET /version` answers `{template}`.
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
  const { bytes, media, pages, replaced } = render(readRequest(body));
  return new Response(bytes, {
    headers: {
      "content-type": media,
      "x-pages": String(pages),
      "x-replaced-characters": String(replaced),
      ...VERSION_HEADER,
    },
  });
}
