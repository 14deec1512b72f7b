// Registers a company for each visitor of the sandbox, with the service and with the pretend authority, one after another.

import { describeVisitor } from "./demo-company.ts";
import { onboardDemo } from "./onboard.ts";
import { registerTaxpayers } from "./taxpayer.ts";

/** What a visitor gets. */
export interface Visit {
  readonly companyId: number;
  readonly name: string;
  readonly token: string;
}

export interface Registry {
  /** @throws Error when the stand does not answer. */
  register(): Promise<Visit>;
  /** How many wait for theirs. */
  readonly waiting: number;
}

/** @param folder of the stand, whose service runs. */
export function createRegistry(folder: string, authorityOrigin: string): Registry {
  let last = 0;
  let waiting = 0;
  let before: Promise<unknown> = Promise.resolve();
  const add = async (): Promise<Visit> => {
    const company = describeVisitor(last + 1);
    await registerTaxpayers(authorityOrigin, [company]);
    const [added] = await onboardDemo(folder, Date.now(), [], [company]);
    if (added === undefined) throw new Error("the company was not registered");
    last = company.id;
    return { companyId: added.id, name: added.name, token: added.tokens.all };
  };
  return {
    get waiting() {
      return waiting;
    },
    register: async () => {
      waiting += 1;
      const own = before.then(add);
      // One that failed keeps nobody else from his turn.
      before = own.catch(() => undefined);
      try {
        return await own;
      } finally {
        waiting -= 1;
      }
    },
  };
}
