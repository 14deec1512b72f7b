// Kills the till of the examples everywhere between two of its steps: whatever was sold is issued, once.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createClient, type InvoiceSummary, type TicketSummary } from "../../client/src/client-v2.ts";
import { dateInBogota } from "../../src/domain/value/calendar.ts";
import type { DemoFile } from "../../stand/demo-file.ts";
import { type Between, openFront } from "../support/front.ts";
import { visitSharedStand } from "../support/shared-stand.ts";

const PROGRAM = join(import.meta.dirname, "../../examples/till/till.ts");
const FOLDER = mkdtempSync(join(tmpdir(), "till-"));
/** No program listens there: a till without a connection. */
const NOWHERE = "http://127.0.0.1:9";
const WITHIN_MS = 300_000;

let demo: DemoFile;
beforeAll(async () => {
  demo = await visitSharedStand();
});
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

const CHEESE = { desc: "Queso campesino", codigo: "QUE-01", cant: "0.345", unidad_medida: "KGM", unit_input: 32000 };
const SOAP = { desc: "Jabón de tocador, 3 unidades", codigo: "JAB-3", cant: 2, unit_input: 5950 };
const GIFT = { desc: "Vaso de la casa", cant: 1, iva: 19, obsequio: { valor_referencia: 15000 } };
const TWO_PAYMENTS = [
  { form: "contado", means_code: "10", valor: 5000, redondeo: 40 },
  { form: "contado", means_code: "49", valor: 6900, referencia: "AUT-778812" },
];

/** What each till of these tests sells, by ticket. */
const SALES = ["0001", "0002", "0003", "0004", "0005", "0006"].map((ticket, index) => ({
  ticket,
  items: [
    { ...SOAP, iva: 19, iva_incluido: true },
    ...(index % 3 === 1 ? [{ ...CHEESE, iva: 0, tratamiento: "exento", iva_incluido: true }] : []),
    ...(index % 3 === 2 ? [GIFT] : []),
  ],
  ...(index % 3 === 0 && { pagos: TWO_PAYMENTS }),
}));
const SALE_LINES = SALES.map((sale) => `${JSON.stringify(sale)}\n`);

/** A till of its own: its name, its file, its runs. @param place where it stands, if it sells with POS tickets. */
function openTill(name: string, place?: string) {
  const [company] = demo.companies;
  const environment = {
    ...{ TILL: `${name}-${crypto.randomUUID().slice(0, 8)}`, TILL_FILE: join(FOLDER, `${name}.db`) },
    ...(place === undefined ? {} : { DOCUMENT: "tiquete", TILL_PLACE: place }),
    COMPANY_ID: String(company?.id),
    TOKEN: company?.tokens.all ?? "",
    WAIT_SCALE: "0.05",
  };
  const service = demo.base_url;
  const client = createClient({ baseUrl: service, companyId: company?.id ?? 0, token: environment.TOKEN });
  const start = (parameters: readonly string[], origin: string) => {
    const BASE_URL = service.replace(new URL(service).origin, origin);
    return spawn("node", ["--no-warnings", PROGRAM, ...parameters], {
      env: { ...process.env, ...environment, BASE_URL },
    });
  };
  return {
    name: environment.TILL,
    start,
    /** A run to its end. */
    run: async (parameters: readonly string[], input = "", origin = new URL(service).origin) => {
      const child = start(parameters, origin);
      child.stdin.end(input);
      const ended = once(child, "exit");
      const [output, complaint] = await Promise.all([text(child.stdout), text(child.stderr)]);
      const [code] = await ended;
      return { code, output, complaint };
    },
    /** A run of `send` that dies at one moment of one of its requests; whether it came so far. */
    sendUntil: async (nth: number, moment: keyof Between): Promise<boolean> => {
      let count = 0;
      let child: ChildProcess | undefined;
      const dying = () => {
        if (count === nth) child?.kill("SIGKILL");
        return count !== nth;
      };
      const front = await openFront(new URL(service).origin, {
        asked: () => {
          count += 1;
          return moment !== "asked" || dying();
        },
        answered: () => moment !== "answered" || dying(),
        passed: () => moment === "passed" && dying(),
      });
      child = start(["send"], front.origin);
      const [, signal] = await once(child, "exit");
      await front.close();
      return signal === "SIGKILL";
    },
    /** What the service has of this till, oldest first. */
    listIssued: async (): Promise<readonly InvoiceSummary[]> => {
      const issued: InvoiceSummary[] = [];
      for await (const one of client.invoices.list({ caja: environment.TILL, orden: "id" })) issued.push(one);
      return issued;
    },
    /** Tickets and notes on them. */
    listSold: async (): Promise<readonly TicketSummary[]> => {
      const sold: TicketSummary[] = [];
      for await (const one of client.tickets.list({ caja: environment.TILL, orden: "id" })) sold.push(one);
      return sold;
    },
  };
}

const today = () => dateInBogota(Date.now());

type Till = ReturnType<typeof openTill>;

async function countSendings(): Promise<ReadonlyMap<string, number>> {
  const response = await fetch(`${demo.authority_url}/ledger`);
  const { arrivals } = (await response.json()) as { arrivals: { operation: string; document_key: string | null }[] };
  const sent = arrivals.filter(({ operation }) => operation.startsWith("Send"));
  const byDocument = Map.groupBy(sent, ({ document_key }) => document_key ?? "");
  return new Map([...byDocument].map(([key, sendings]) => [key, sendings.length]));
}

/** Each ticket is one accepted document that was sent once; there is no other. */
async function expectEachOnce(till: Till, tickets: readonly string[]): Promise<void> {
  const issued = await till.listIssued();
  expect(issued.map(({ draft_key }) => draft_key).sort()).toEqual(tickets.map((one) => `${till.name}-${one}`).sort());
  expect(new Set(issued.map(({ estado_authority }) => estado_authority))).toEqual(new Set(["aceptado"]));
  const sendings = await countSendings();
  expect(issued.map(({ cufe }) => sendings.get(cufe))).toEqual(issued.map(() => 1));
}

describe("the till of the examples", () => {
  it(
    "sells without a connection, and loses no confirmed sale when it is killed",
    async () => {
      const till = openTill("offline");
      for (const confirmed of [1, 3, 4]) {
        const child = till.start(["sell"], NOWHERE);
        for (const line of SALE_LINES) child.stdin.write(line);
        child.stdin.on("error", () => undefined);
        let seen = "";
        for await (const chunk of child.stdout) {
          seen += String(chunk);
          if (seen.split("\n").length > confirmed) child.kill("SIGKILL");
        }
        expect(seen.split("\n").length).toBeGreaterThan(confirmed);
      }
      // What was in the middle is entered again, as nobody saw whether it was kept.
      const again = await till.run(["sell"], SALE_LINES.join(""), NOWHERE);
      expect(again, again.complaint).toMatchObject({ code: 0 });
      const sent = await till.run(["send"]);
      expect(sent, sent.complaint).toMatchObject({ code: 0 });
      await expectEachOnce(
        till,
        SALES.map(({ ticket }) => ticket),
      );
    },
    WITHIN_MS,
  );

  it(
    "issues each sale and each return once, wherever it is killed, and prints them",
    async () => {
      const till = openTill("killed");
      await till.run(["sell"], SALE_LINES.join(""), NOWHERE);
      const firstDay = today();
      for (const [ticket, sold, line] of [
        ["0007", "0001", "1=1"],
        ["0008", "0002", "2=0.100"],
      ] as const)
        expect(await till.run(["return", ticket, sold, line], "", NOWHERE)).toMatchObject({ code: 0 });
      // A ticket is two requests: it is issued, then read. Later runs find less to do.
      for (const nth of [1, 2, 3]) {
        for (const moment of ["asked", "answered", "passed"] as const)
          expect(await till.sendUntil(nth, moment), `killed at request ${nth}, ${moment}`).toBe(true);
      }
      expect((await till.run(["close", firstDay])).complaint).toContain("sin emitir: ");
      const last = await till.run(["send"]);
      expect(last, last.complaint).toMatchObject({ code: 0 });
      expect(await till.run(["send"])).toMatchObject({ code: 0, output: "" });
      await expectEachOnce(till, [...SALES.map(({ ticket }) => ticket), "0007", "0008"]);
      const issued = await till.listIssued();
      expect(issued.filter(({ tipo_authority }) => tipo_authority === "91").map(({ total }) => total)).toEqual([
        "5950.00",
        "3200.00",
      ]);
      const closed = await till.run(["close", firstDay]);
      // A test that runs over midnight leaves the rest to the next day.
      if (firstDay === today()) {
        expect(closed, closed.complaint).toMatchObject({ code: 0 });
        expect(closed.output).toMatch(
          /^01 \(6\) .*\n91 \(2\) +9\.150,00\nEfectivo .*\n(?:.*\n)?NETO +\d[\d.]+,\d\d\n$/m,
        );
      }
      for (const { draft_key, cufe, total } of issued) await expectPrinted(till, draft_key ?? "", cufe, total);
    },
    WITHIN_MS,
  );

  it(
    "sells with POS tickets by a switch: each once, wherever it is killed, with its return, its strip and its closing",
    async () => {
      const till = openTill("tiquete", "Terraza");
      await till.run(["sell"], SALE_LINES.slice(0, 3).join(""), NOWHERE);
      const firstDay = today();
      expect(await till.run(["return", "0007", "0001", "1=1"], "", NOWHERE)).toMatchObject({ code: 0 });
      for (const moment of ["asked", "answered", "passed"] as const)
        expect(await till.sendUntil(1, moment), `killed at its first request, ${moment}`).toBe(true);
      const last = await till.run(["send"]);
      expect(last, last.complaint).toMatchObject({ code: 0 });
      const issued = await till.listSold();
      expect(issued.map(({ tipo_authority }) => tipo_authority).sort()).toEqual(["20", "20", "20", "94"]);
      const sendings = await countSendings();
      expect(issued.map(({ cude }) => sendings.get(cude ?? ""))).toEqual(issued.map(() => 1));
      const closed = await till.run(["close", firstDay]);
      // A test that runs over midnight leaves the rest to the next day.
      if (firstDay === today()) {
        expect(closed, closed.complaint).toMatchObject({ code: 0 });
        expect(closed.output).toMatch(/^20 \(3\) .*\n94 \(1\) +5\.950,00\n/m);
      }
      const { output } = await till.run(["print", "0001"], "", NOWHERE);
      expect(output.replace(/\s+/g, " ")).toContain(`Caja: ${till.name}, Terraza. Venta: `);
      expect(output.replace(/\s/g, "")).toContain(issued.at(0)?.cude);
    },
    WITHIN_MS,
  );

  it(
    "says which ticket was refused, issues the others, and issues it once it is corrected",
    async () => {
      const till = openTill("refused");
      const [first, second] = SALE_LINES;
      const wrong = { ...SALES[2], items: [{ ...SOAP, iva: 19, unidad_medida: "kilos" }] };
      await till.run(["sell"], `${first}${JSON.stringify(wrong)}\n${second}`, NOWHERE);
      const { code, output } = await till.run(["send"]);
      expect(code).toBe(0);
      expect(output).toMatch(/^0001: aceptado .+\n0003: no se emitió; .*unidad_medida.*\n0002: aceptado .+\n$/);
      const changed = JSON.stringify({ ...SALES[0], items: SALES[1]?.items });
      const known = await till.run(["sell"], `${changed}\n`, NOWHERE);
      expect(known).toMatchObject({ code: 1, complaint: "el tiquete 0001 ya se registró con otro contenido\n" });
      await till.run(["sell"], SALE_LINES[2], NOWHERE);
      expect((await till.run(["print", "0003"])).complaint).toContain("todavía no se entrega");
      await till.run(["send"]);
      await expectEachOnce(till, ["0001", "0002", "0003"]);
    },
    WITHIN_MS,
  );

  it(
    "names at the closing what the authority rejected, and issues it with another key once it is entered again",
    async () => {
      const till = openTill("rejected");
      const firstDay = today();
      const buyer = { tipo_doc: "13", numero_doc: "1020304050", nombre: "Luis Rojas" };
      const rejected = JSON.stringify({ ...SALES[0], receptor: { ...buyer, nombre: "Luis Rojas #rechazo" } });
      await till.run(["sell"], `${rejected}\n${SALE_LINES[1]}`, NOWHERE);
      expect((await till.run(["send"])).output).toMatch(/^0001: rechazado; .+\n0002: aceptado .+\n$/);
      const { code, complaint } = await till.run(["close", firstDay]);
      expect([code, complaint]).toEqual([1, "rechazados por la autoridad: 0001\n"]);
      // Entered again as it was, it is another try, which the till does not keep to itself.
      expect(await till.run(["sell"], `${rejected}\n`, NOWHERE)).toMatchObject({ code: 0, output: "vendido 0001\n" });
      expect((await till.run(["send"])).output).toMatch(/^0001: rechazado; .+\n$/);
      const corrected = JSON.stringify({ ...SALES[0], receptor: buyer });
      await till.run(["sell"], `${corrected}\n`, NOWHERE);
      expect((await till.run(["send"])).output).toMatch(/^0001: aceptado .+\n$/);
      const issued = await till.listIssued();
      expect(issued.map(({ draft_key, estado_authority }) => [draft_key, estado_authority]).sort()).toEqual([
        [`${till.name}-0001`, "rechazado"],
        [`${till.name}-0001-bis`, "rechazado"],
        [`${till.name}-0001-bis-bis`, "aceptado"],
        [`${till.name}-0002`, "aceptado"],
      ]);
      // A test that runs over midnight leaves the rest to the next day.
      if (firstDay === today()) expect(await till.run(["close", firstDay])).toMatchObject({ code: 0 });
    },
    WITHIN_MS,
  );
});

/** The strip fits its paper and says what the document is. */
async function expectPrinted(till: Till, key: string, cufe: string, total: string): Promise<void> {
  const { code, output, complaint } = await till.run(["print", key.slice(till.name.length + 1)], "", NOWHERE);
  expect(code, complaint).toBe(0);
  const lines = output.split("\n");
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(48);
  expect(output.replace(/\s/g, "")).toContain(cufe);
  const [whole, cents] = total.split(".");
  expect(output).toMatch(new RegExp(`^TOTAL +${whole?.replace(/\B(?=(\d{3})+$)/g, ".")},${cents}$`, "m"));
  expect(output).toMatch(/^1\. (?:JAB-3 Jabón de tocador, 3 unidades|QUE-01 Queso campesino)$/m);
}
