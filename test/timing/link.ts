// Runs `npm run deep -- link-tokens [--samples N]`: wrong, altered, expired and revoked tokens of buyers' links against the deployed
// bundle. Neither body nor time may show why one opens nothing, and a token of one company opens nothing of another's.
import { randomBytes, randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { createVersionedKey } from "../../operator/deployment.ts";
import { toDayNumber } from "../../src/api/record/link.ts";
import { dateInBogota } from "../../src/domain/value/calendar.ts";
import { readPeppers } from "../../src/store/company/clients.ts";
import { readLinkToken, writeLinkToken } from "../../src/store/secret/link-token.ts";
import { prepareDeployment } from "../crash/deployment.ts";
import { compareTimes, openConnection, T_MOST, timeInTurns } from "./compare.ts";

const print = (line: string) => process.stdout.write(`${line}\n`);
/** What no key of the deployment wrote, or what names nothing, and what is over. */
const WRONG = ["drawn", "code", "facts", "company", "key", "short", "missing"] as const;
const OVER = ["expired", "revoked"] as const;
type Kind = (typeof WRONG)[number] | (typeof OVER)[number];

const SALE = {
  receptor: { tipo_doc: "13", numero_doc: "1020304050", nombre: "Luis Rojas" },
  items: [{ desc: "Café", cant: 1, unit: 1000, iva: 19 }],
};

/** Issues an invoice of the company. @returns the token of its link. */
async function issue(origin: string, companyId: number, token: string): Promise<string> {
  const answered = await fetch(`${origin}/api/ext/v2/companies/${companyId}/fe/facturas`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ ...SALE, draft_key: `link-${companyId}` }),
  });
  const body: unknown = await answered.json();
  if (answered.status !== 201 || typeof body !== "object" || body === null || !("enlace" in body)) {
    throw new Error(`an invoice was answered with ${answered.status}`);
  }
  return String(body.enlace).split("/d/")[1] ?? "";
}

/** Changes one byte of a token: of its code, the last 16 bytes, or of the facts before it. */
function alter(token: string, part: "facts" | "code"): string {
  const bytes = Buffer.from(token, "base64url");
  const from = bytes.length - 16;
  const at = part === "facts" ? randomInt(1, from) : randomInt(from, bytes.length);
  bytes[at] = (bytes[at] ?? 0) ^ randomInt(1, 128);
  return bytes.toString("base64url");
}

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { samples: { type: "string", default: "11200" } } });
  const samples = Number(values.samples);
  const secret = createVersionedKey(1);
  const [keys, otherKeys] = [readPeppers(secret, "LINK_KEY"), readPeppers(createVersionedKey(1), "LINK_KEY")];
  const variables = { LINK_KEY: secret, PUBLIC_ORIGIN: "https://facturas.example" };
  const deployment = await prepareDeployment({ pollScale: 1, print, variables });
  const { ask, close } = openConnection();
  try {
    await deployment.service.start();
    const { origin } = deployment.service;
    const [one, other] = deployment.companies.filter(({ tokens }) => tokens.all !== "");
    if (one === undefined || other === undefined) throw new Error("the stand has no two companies");
    const sound = await issue(origin, one.id, one.tokens.all);
    const target = await readLinkToken(keys, sound);
    if (target === undefined) throw new Error("the invoice has no link");
    const today = toDayNumber(dateInBogota(Date.now()));
    const opened = await ask(`${origin}/d/${sound}`);
    if (opened.status !== 200) throw new Error(`the sound link is ${opened.status}`);
    const draw: Readonly<Record<Kind, () => string | Promise<string>>> = {
      drawn: () => randomBytes(Buffer.from(sound, "base64url").length).toString("base64url"),
      code: () => alter(sound, "code"),
      facts: () => alter(sound, "facts"),
      company: () => writeLinkToken(otherKeys, { ...target, companyId: other.id }),
      key: () => writeLinkToken(otherKeys, target),
      short: () => sound.slice(0, 20),
      missing: () => writeLinkToken(keys, { ...target, companyId: other.id }),
      expired: () => writeLinkToken(keys, { ...target, lastDay: today - randomInt(1, 900) }),
      revoked: () => writeLinkToken(keys, { ...target, generation: target.generation + randomInt(1, 100) }),
    };
    const bodies = new Map<Kind, Set<string>>();
    const timed = async (kind: Kind) => {
      const { status, body, tookMs } = await ask(`${origin}/d/${await draw[kind]()}`);
      bodies.set(kind, (bodies.get(kind) ?? new Set()).add(`${status} ${body}`));
      return tookMs;
    };
    const times = await timeInTurns<Kind>([...WRONG, ...OVER], samples, timed);
    const isOneBody = (kinds: readonly Kind[], status: string) => {
      const all = new Set(kinds.flatMap((kind) => [...(bodies.get(kind) ?? [])]));
      const isAlike = all.size === 1 && [...all].every((body) => body.startsWith(status));
      print(`${kinds.join(", ")}: ${all.size} different answers${isAlike ? "" : ", not one"}`);
      return isAlike;
    };
    const isSameTime = (kind: Kind, beside: Kind) => {
      const { t, isAlike } = compareTimes(times.get(kind) ?? [], times.get(beside) ?? []);
      print(`${kind} beside ${beside}: t = ${t.toFixed(2)} (goal |t| < ${T_MOST}): ${isAlike ? "alike" : "DIFFERENT"}`);
      return isAlike;
    };
    print(`${samples} of each kind, ${samples * (WRONG.length + OVER.length)} tokens`);
    const checks = [
      isOneBody(WRONG, "404"),
      isOneBody(OVER, "410"),
      // Whoever cuts a token knows that it is none, and only who holds the key can write one that names nothing.
      ...(["code", "facts", "company", "key"] as const).map((kind) => isSameTime(kind, "drawn")),
      isSameTime("expired", "revoked"),
    ];
    return checks.every(Boolean) ? 0 : 1;
  } finally {
    close();
    await deployment.clear();
  }
}

process.exitCode = await main();
