// Runs the bench's product with its functions marked, and says which ones a request called before the authority heard of it.
import type { Env } from "../../src/env.ts";
import product, { Issuance } from "../http/product.ts";

export { Issuance };

/** Numbers of the functions in the order of their first calls. */
let entered = new Set<number>();
let isSent = true;
Object.assign(globalThis, {
  enter: (place: number) => {
    if (!isSent) entered.add(place);
  },
});

const send = globalThis.fetch;
globalThis.fetch = (input, init) => {
  isSent = true;
  return send(input, init);
};

const worker = {
  fetch: (request, env, context) => {
    switch (new URL(request.url).pathname) {
      case "/house/begin":
        entered = new Set();
        isSent = false;
        return new Response(null, { status: 204 });
      case "/house/entered":
        return Response.json([...entered]);
      default:
        return product.fetch(request, env, context);
    }
  },
} satisfies ExportedHandler<Env>;

export default worker;
