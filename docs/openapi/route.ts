// Loads what the routes say of their bodies and answers, which no request needs.
import type * as z from "zod";
import type { Answer, Route } from "../../src/api/app/route.ts";
import { ROUTES } from "../../src/api/routes.ts";

/** A route with everything that the reference shows of it. */
export interface DescribedRoute extends Omit<Route, "body" | "answers"> {
  readonly body: { readonly schema: z.ZodType; readonly description: string } | undefined;
  readonly answers: readonly Answer[];
}

/** Every route, in the order of the reference. */
export const DESCRIBED_ROUTES: readonly DescribedRoute[] = await Promise.all(ROUTES.map(describe));

async function describe({ body, answers, ...route }: Route): Promise<DescribedRoute> {
  return {
    ...route,
    body: body === undefined ? undefined : { ...body, schema: await body.schema() },
    answers: await answers(),
  };
}
