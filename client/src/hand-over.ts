// Makes the calls that put a document in the buyer's hand: a link, and one more e-mail.
import { writeBody } from "./body.ts";
import { NotSentError } from "./error.ts";
import type { Read } from "./read.ts";
import type {
  CompanyMailList,
  DocumentMailList,
  Envio,
  LinkAnswer,
  LinkRequest,
  MailOrdered,
  MailOrderRequest,
  MailState,
} from "./schema-v2.ts";

/** Which e-mails of the company; days are inclusive. */
export interface MailFilter {
  readonly estado?: MailState;
  readonly desde?: string;
  readonly hasta?: string;
}

/** What invoices and tickets have for their buyers. @param pathOf the path of a document. */
export function handOverCalls(read: Read, pathOf: (id: number) => string) {
  return {
    /** The link that opens the document for its buyer, without a token; `renovar` ends all earlier ones. */
    giveLink: async (id: number, body: LinkRequest = {}) =>
      read<LinkAnswer>({ method: "POST", path: `${pathOf(id)}/enlace`, body: writeBody(body) }),
    /** Ends all links of a document, until another is asked for. */
    endLinks: async (id: number) => read<LinkAnswer>({ method: "DELETE", path: `${pathOf(id)}/enlace` }),
    /**
     * Sends an accepted document by e-mail once more; with the same key and body it is sent once.
     * @param key stable id of the sending in your system: ASCII, at most 120 characters.
     * @throws ApiError, such as `mail_disabled`; `envio_limit` is not waited for.
     */
    sendMail: async (id: number, key: string, body: MailOrderRequest): Promise<Envio> => {
      const isKey = typeof key === "string" && key.trim() !== "";
      if (!isKey) throw new NotSentError("a sending needs a key, which makes its retries safe");
      const request = { method: "POST", path: `${pathOf(id)}/envios`, body: writeBody(body) } as const;
      return (await read<MailOrdered>({ ...request, headers: { "idempotency-key": key } })).envio;
    },
    /** The e-mails of a document, the newest first. */
    listMail: async (id: number): Promise<readonly Envio[]> =>
      (await read<DocumentMailList>({ method: "GET", path: `${pathOf(id)}/envios` })).envios,
  };
}

/** What a company has of all its documents' e-mails. */
export function mailCalls(read: Read) {
  return {
    /** The e-mails of all documents, the newest first, as they are asked for. */
    list: (filter: MailFilter = {}) => walkMail(read, filter),
  };
}

async function* walkMail(read: Read, filter: MailFilter): AsyncGenerator<Envio, void, void> {
  let after: string | undefined;
  do {
    const query = { ...filter, after };
    const { envios, cursor } = await read<CompanyMailList>({ method: "GET", path: "/envios", query });
    yield* envios;
    after = cursor ?? undefined;
  } while (after !== undefined);
}
