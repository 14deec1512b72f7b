// Offers the calls that both versions of the API share: third parties, payment methods, acquirers.
import { writeBody } from "./body.ts";
import type { Read } from "./read.ts";
import type {
  Acquirer,
  AcquirerRequest,
  PaymentMethod,
  PaymentMethodList,
  ThirdParty,
  ThirdPartyList,
} from "./schema.ts";

/** Most that the service gives in one page. */
export const PAGE_SIZE = 100;

interface Page<Row> {
  readonly rows: readonly Row[];
  readonly pages: number;
}

export function directoryCalls(read: Read) {
  return {
    thirdParties: {
      list: (q?: string) => iterate<ThirdParty>((page) => readThirdParties(read, q, page)),
    },
    paymentMethods: {
      /** Also a connectivity check: it creates nothing. */
      list: async (isActiveOnly = false): Promise<readonly PaymentMethod[]> => {
        const query = isActiveOnly ? { active: true } : {};
        return (await read<PaymentMethodList>({ method: "GET", path: "/fe/payment-methods", query })).payment_methods;
      },
    },
    acquirers: {
      find: async (body: AcquirerRequest): Promise<Acquirer> =>
        read<Acquirer>({ method: "POST", path: "/authority/get-acquirer", body: writeBody(body) }),
    },
  };
}

async function readThirdParties(read: Read, q: string | undefined, page: number): Promise<Page<ThirdParty>> {
  const query = { q, page, per_page: PAGE_SIZE };
  const { terceros, pages = 1 } = await read<ThirdPartyList>({ method: "GET", path: "/fe/terceros", query });
  return { rows: terceros, pages };
}

/** The rows of page after page, as they are asked for. */
export async function* iterate<Row>(readPage: (page: number) => Promise<Page<Row>>): AsyncGenerator<Row, void, void> {
  for (let page = 1; ; page += 1) {
    const { rows, pages } = await readPage(page);
    yield* rows;
    if (page >= pages) return;
  }
}
