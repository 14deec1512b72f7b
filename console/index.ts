/**
 * The console: a Worker of its own that shows operators the ledger and changes nothing. It has the service's database and bucket, guarded so that
 * they only read, the renderer, and no secret. Cloudflare Access stands before it, and each request proves that by its token.
 */
import { type AccessSettings, admit, createKeySource } from "./access.ts";
import { createConsole } from "./app.ts";
import { type LedgerBindings, openLedger } from "./ledger.ts";
import { describeTarget } from "./view.ts";

export interface Env extends LedgerBindings, AccessSettings {
  /** Set by the deployment: what `--env` of a command says, where wrangler.toml describes several. */
  readonly OPERATOR_ENV?: string;
  /** As in the service: where docs/operations.md is read (https). */
  readonly RUNBOOKS?: string;
}

const findKey = createKeySource((address, init) => fetch(address, init), Date.now);

const app = createConsole<Env>({
  admit: (env, request) => {
    return admit(env, request.headers.get("cf-access-jwt-assertion") ?? undefined, findKey, Date.now());
  },
  open: openLedger,
  target: ({ OPERATOR_ENV }) => describeTarget(OPERATOR_ENV),
  runbooks: ({ RUNBOOKS = "" }) => RUNBOOKS,
  nowMs: Date.now,
});

export default { fetch: (request: Request, env: Env) => app.fetch(request, env) };
