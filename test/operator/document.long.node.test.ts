// Tests what the operator sees of documents in every state, the orders to send one again, and the exit code of `status`.
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openLocalArchive } from "../../operator/access/access.ts";
import { openSqlite } from "../../operator/access/sqlite.ts";
import { collectFiles } from "../../operator/command/document-files.ts";
import { ALL_COMMANDS } from "../../operator/commands.ts";
import { runLine } from "../../operator/program.ts";
import { answerPath, digestFile, snapshotPath } from "../../src/store/archive/files.ts";
import type { Progress } from "../../src/store/archive/snapshot.ts";
import { writeSnapshot } from "../../src/store/archive/snapshot.ts";
import { createLedger } from "../../src/store/ledger.ts";
import { closeResendOrder } from "../../src/store/watch/resend.ts";
import { sampleInvoice, sampleProgress, sampleReservation } from "../store/sample.ts";
import { COMPANY, NOW, openWorkbench, RANGE, type Workbench } from "./workbench.ts";

let bench: Workbench;
beforeEach(async () => {
  bench = openWorkbench();
  await bench.run("company add", COMPANY);
  await bench.run("range add", RANGE);
});
afterEach(() => bench.close());

const TIMELINE: Pick<Progress, "changes" | "attempts"> = {
  changes: [
    { at: "2026-11-20T14:00:00.000Z", from: null, to: "creating", event: "reserved" },
    { at: "2026-11-20T14:00:01.000Z", from: "firmado", to: "sending", event: "sending" },
    { at: "2026-11-20T14:35:00.000Z", from: "en_proceso_http", to: "send_unknown", event: "absent-exhausted" },
  ],
  attempts: [
    {
      id: "a",
      kind: "send",
      startedAt: "2026-11-20T14:00:01.500Z",
      endedAt: "2026-11-20T14:00:03.500Z",
      outcome: "unknown",
      httpStatus: null,
      detail: "network: no answer",
      answerSha256: null,
    },
  ],
};

/** An invoice in a state, as its object would have projected it. */
async function addDocument(state: Progress["state"], changes: Partial<Progress> = {}): Promise<void> {
  const { db, close } = openSqlite(bench.databaseFile);
  const ledger = createLedger(db);
  const reservation = sampleReservation(1, { module: "fe", rangeKind: "fe", reservedAt: "2026-11-20T14:00:00.000Z" });
  await ledger.allocate(reservation, sampleInvoice());
  const wakeAt = "2026-11-20T15:30:00.000Z";
  await ledger.project(sampleProgress(reservation, { state, wakeAt, ...TIMELINE, ...changes }));
  await close();
}

/** So many more documents like one, each with a number of its own. */
function copyDocument(id: number, times: number): void {
  bench.query("CREATE TEMP TABLE copy AS SELECT * FROM documents WHERE id = ?", id);
  for (let more = 1; more <= times; more += 1) {
    bench.query(`UPDATE copy SET id = id + 1, number = number + 1, full_number = prefix || (number + 1),
      fiscal_id = hex(randomblob(8)), issuance_name = hex(randomblob(8)), reservation_id = hex(randomblob(8))`);
    bench.query("INSERT INTO documents SELECT * FROM copy");
  }
  bench.query("UPDATE ranges SET next_number = (SELECT max(number) + 1 FROM documents)");
}

describe("document explain", () => {
  it("shows states, attempts and what comes next, in order", async () => {
    await addDocument("send_unknown");
    const { code, out } = await bench.run("document explain", { document: 1 });
    expect(code).toBe(0);
    expect(out.replace(/ +/g, " ")).toContain(
      [
        "2026-11-20 09:00:01 firmado -> sending sending",
        "2026-11-20 09:00:01 send unknown after 2.0 s, network: no answer",
        "2026-11-20 09:35:00 en_proceso_http -> send_unknown absent-exhausted",
      ].join("\n"),
    );
    expect(out).toContain("waits for: the next question to the authority, 2026-11-20 10:30:00 (in 30 min)");
    expect(out).toContain("two people may order `document resend`");
  });

  it.each([
    [
      "firmado",
      "not-processed",
      "status 89: NIT …268 no autorizado a enviar documentos para emisor con NIT …115.",
      "associate the software",
    ],
    ["firmado", "not-processed", "upload refused: Set de prueba con identificador x es incorrecto.", "the test set"],
    ["firmado", "not-processed", "fault InvalidSecurity", "certificate, header or clock"],
    ["en_proceso_http", "number-taken", null, "range resume --next"],
    ["en_proceso_http", "refused-unnamed", "no-document-key: status 99", "after four such answers over half an hour"],
    [
      "send_unknown",
      "refused-unnamed",
      "no-document-key: status 99",
      "if it is refused again without a rule, `document close`",
    ],
    ["firmado", "unknown", "network: no answer", "it goes on by itself"],
    ["firmado", "not-processed", "not sent: Refusal: certificate_missing: no-certificate", "was not even asked"],
    ["en_proceso_http", "unknown", "Refusal: certificate_missing: no-certificate", "See to the certificate"],
    ["send_unknown", "unknown", "SecretError: VAULT_KEY has no version 2", "or the secret"],
  ] as const)(
    "of a document in %s whose last exchange was %s (%j) says what to do",
    async (state, outcome, detail, advice) => {
      const [attempt] = TIMELINE.attempts;
      if (attempt === undefined) throw new Error("the time line has an attempt");
      await addDocument(state, { attempts: [{ ...attempt, outcome, detail }] });
      const { out } = await bench.run("document explain", { document: 1 });
      expect(out).toContain(advice);
      if (detail?.startsWith("status 89")) expect(out).toContain("no autorizado a enviar documentos");
    },
  );

  it("says of a document that an outage holds that it leaves by itself, and offers nothing to end it", async () => {
    const lastError = { step: null, reason: "held", detail: "the authority is down" } as const;
    await addDocument("firmado", { attempts: [], lastError });
    const { out } = await bench.run("document explain", { document: 1 });
    expect(out).toContain("waits for: the authority: it leaves by itself once sendings are answered again");
    expect(out).toContain("to do: nothing: the authority was down");
    expect(out).not.toContain("document close");
    const [row] = await bench.json<{ waits_for: string }[]>("pending", {});
    expect(row?.waits_for).toContain("leaves by itself");
  });

  it("says of a document whose every sending was refused before processing how often, in an outage and after its close, too", async () => {
    const detail = "status 89: no autorizado a enviar documentos";
    const [attempt] = TIMELINE.attempts;
    if (attempt === undefined) throw new Error("the time line has an attempt");
    const attempts = ["a", "b", "c"].map((id) => ({ ...attempt, id, outcome: "not-processed", detail }));
    const explain = async (document: number) => (await bench.run("document explain", { document })).out;
    await addDocument("firmado", { attempts });
    const refused = `it was sent 3 times, each refused before processing ("${detail}"): the authority keeps nothing of it`;
    expect(await explain(1)).toContain(refused);
    expect(await explain(1)).not.toContain("nothing has left");
    await addDocument("firmado", {
      attempts,
      lastError: { step: null, reason: "held", detail: "the authority is down" },
    });
    const held = await explain(2);
    expect(held).toContain(refused);
    expect(held).toMatch(
      /to do: the authority refuses what this company sends, .*\. Besides, the authority is down: until sendings are answered again nothing is tried/,
    );
    expect(held).not.toMatch(/to do: nothing|nothing of it has left/);
    const verdict = { isValid: false, statusCode: "66", statusDescription: "no existe", statusMessage: "", rules: [] };
    const denied = { ...attempt, id: "d", kind: "status", outcome: "absent", detail: null } as const;
    await addDocument("rechazado", {
      wakeAt: null,
      attempts: [...attempts, denied],
      verdict: { ...verdict, isClosing: true },
    });
    const closed = await explain(3);
    expect(closed).toContain("two people closed it; each of its 3 sendings was refused before processing; settled");
    expect(closed).toContain("to do: the authority processed nothing of it and, asked once more, denied it");
    expect(closed).not.toMatch(/closed it after it was sent|It may be there/);
  });

  it.each([
    ["gone", undefined, "its signed file is gone from the archive"],
    ["altered", "<cbc:ID>SETP990000000</cbc:ID><cbc:UUID>ID</cbc:UUID> ", "was altered"],
    ["another one", "<Invoice/>", "is another document"],
    ["as it was signed", "<cbc:ID>SETP990000000</cbc:ID><cbc:UUID>ID</cbc:UUID>", "to do: nothing\n"],
  ])("says of a signed file that is %s what to do", async (_, kept, said) => {
    const path = "documents/1/produccion/01/SETP990000000.xml";
    const signed = new TextEncoder().encode("<cbc:ID>SETP990000000</cbc:ID><cbc:UUID>ID</cbc:UUID>");
    await addDocument("aceptado", { fiscalId: "ID", xmlPath: path, xmlSha256: await digestFile(signed) });
    const archive = openLocalArchive(join(bench.root, ".wrangler/state"));
    bench.setArchive(archive);
    try {
      if (kept !== undefined) await archive.putFile({ path, bytes: new TextEncoder().encode(kept), label: {} });
      const { code, out } = await bench.run("document explain", { document: 1 });
      expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining(said) });
      if (!said.startsWith("to do")) expect(out).toContain("see docs/operations.md, runbook `ledger verify`");
    } finally {
      await archive.close();
    }
  });

  it("goes on where the archive is out of reach, and says so", async () => {
    await addDocument("aceptado", { fiscalId: "ID", xmlPath: "documents/x.xml", xmlSha256: "0".repeat(64) });
    const absent = () => {
      throw new Error("R2 is away");
    };
    bench.setArchive({ readFile: absent, listFiles: absent, putFile: absent, close: async () => undefined });
    const { code, out, err } = await bench.run("document explain", { document: 1 });
    expect({ code, out, err }).toEqual({
      code: 0,
      out: expect.stringContaining("to do: nothing"),
      err: "the signed file was not looked at, the archive did not answer: R2 is away",
    });
  });

  it("says of a document that was closed after it was sent what the authority said last, and that it may be there", async () => {
    const verdict = {
      isValid: false,
      statusCode: "66",
      statusDescription: "TrackId no existe",
      statusMessage: "",
      rules: [],
    };
    await addDocument("rechazado", { wakeAt: null, verdict: { ...verdict, isClosing: true } });
    const { out } = await bench.run("document explain", { document: 1 });
    expect(out).toContain("the authority: denied, no verdict, status 66: TrackId no existe");
    expect(out).toContain("two people closed it; settled, its number stays used");
    expect(out).toContain("look its CUFE or CUDS up on the portal before its client issues it anew");
  });

  it("says of a row that was rebuilt from its signed file alone that it may have been sent", async () => {
    await addDocument("firmado", {});
    const read = async () => (await bench.run("document explain", { document: 1 })).out;
    expect(await read()).toContain("it is signed and not sent yet; nothing has left");
    bench.query("UPDATE documents SET version = 0");
    expect(await read()).toContain("its row was rebuilt from its signed file alone, and it may have been sent");
    expect(await read()).not.toContain("nothing has left");
  });

  it("says of a rejected one who ended it, and of neither where nothing tells it", async () => {
    const verdict = { isValid: false, statusCode: "99", statusDescription: "no", statusMessage: "", rules: [] };
    await addDocument("rechazado", { wakeAt: null, verdict });
    const meaning = async (document = 1) => (await bench.run("document explain", { document })).out;
    expect(await meaning()).toContain("the authority rejected it; settled, its number stays used");
    bench.query("UPDATE documents SET verdict = NULL");
    expect(await meaning()).toContain("the authority rejected it, or two people closed it; settled");
    const at = "2026-11-20T14:40:00.000Z";
    const closing = { at, from: "firmado", to: "rechazado", event: "operator-close" } as const;
    await addDocument("rechazado", { wakeAt: null, changes: [...TIMELINE.changes, closing] });
    expect(await meaning(2)).toContain("\ntwo people closed it; settled, its number stays used");
  });

  it.each([
    ["01", null, "range resume --next"],
    ["91", "2", "series edit --next"],
  ])(
    "of a document of type %s that was given up because its number is another one's says that its data is right",
    async (type, concept, advice) => {
      const [attempt] = TIMELINE.attempts;
      if (attempt === undefined) throw new Error("the time line has an attempt");
      const outcomes = ["number-taken", "absent"] as const;
      await addDocument("rechazado", { wakeAt: null, attempts: outcomes.map((outcome) => ({ ...attempt, outcome })) });
      bench.query("UPDATE documents SET type_code = ?, concept_code = ?", type, concept);
      const { out } = await bench.run("document explain", { document: 1 });
      expect(out).toContain(advice);
      expect(out).toContain("its data is right, and its client issues it anew under a new key after that");
      bench.query("UPDATE documents SET timeline = replace(timeline, 'absent', 'rejected')");
      expect((await bench.run("document explain", { document: 1 })).out).toContain("the client corrects its data");
    },
  );

  it("says what became of each order to send it again", async () => {
    await addDocument("send_unknown");
    const order = async () => {
      await bench.run("document resend", { document: 1, reason: "not on the portal" });
      await bench.run("document resend", { document: 1, approve: true, actor: "luis" });
    };
    const explain = async () => (await bench.run("document explain", { document: 1 })).out.replace(/ +/g, " ");
    await order();
    bench.query("UPDATE resend_orders SET created_at = '2026-11-20 15:00:01'");
    expect(await explain()).toMatch(
      /^2026-11-20 10:00:01 resend order an operator ordered to send it again: waits for the cron \(by ana, approved by luis\)$/m,
    );
    const { db, close } = openSqlite(bench.databaseFile);
    await closeResendOrder(db, 1, "not-resent: bytes-missing", "2026-11-20T15:01:00.000Z");
    await order();
    await closeResendOrder(db, 2, "resent", "2026-11-20T15:02:00.000Z");
    await close();
    expect(await explain()).toContain(
      [
        "2026-11-20 10:01:00 resend order an operator ordered to send it again: not-resent: bytes-missing (by ana, approved by luis)",
        "2026-11-20 10:02:00 resend order an operator ordered to send it again: resent (by ana, approved by luis)",
      ].join("\n"),
    );
  });

  it("shows what the authority said, rule by rule", async () => {
    const rules = [
      { code: "FAJ43b", severity: "notificacion", text: "Nombre informado no corresponde al registrado en el RUT" },
      { code: "FAU14", severity: "rechazo", text: "Valor a pagar no coincide" },
    ] as const;
    const verdict = { isValid: false, statusCode: "99", statusDescription: "Validación contiene errores", rules };
    await addDocument("rechazado", { wakeAt: null, verdict: { ...verdict, statusMessage: "Documento con errores." } });
    const { out } = await bench.run("document explain", { document: 1 });
    expect(out).toContain(
      [
        "the authority: rejected, status 99: Validación contiene errores Documento con errores.",
        "  notificacion FAJ43b: Nombre informado no corresponde al registrado en el RUT",
        "  rechazo FAU14: Valor a pagar no coincide",
      ].join("\n"),
    );
  });

  it("names the step of our own that failed", async () => {
    await addDocument("firmado", {
      lastError: { step: "archive", reason: "step-failed", detail: "R2 put: no answer" },
    });
    const { out } = await bench.run("document explain", { document: 1 });
    expect(out).toContain("our step `archive` failed last and is tried again: R2 put: no answer");
    expect(await bench.json("document explain", { document: 1 })).toMatchObject({ last_error: { step: "archive" } });
  });

  it("refuses an unknown document", async () => {
    expect(await bench.run("document show", { document: 7 })).toMatchObject({
      code: 1,
      err: expect.stringContaining("no document 7"),
    });
  });
});

describe("document list and pending", () => {
  it("filter by state, and show the oldest pending first with what it waits for", async () => {
    await addDocument("aceptado");
    await addDocument("en_proceso_http", { lastError: { step: null, reason: "network", detail: "network" } });
    expect(await bench.json("document list", { state: "aceptado" })).toMatchObject([
      { document: 1, number: "SETP990000000" },
    ]);
    expect(await bench.json("pending")).toMatchObject([
      {
        document: 2,
        error: "unknown: network",
        waits_for: "the next question to the authority, 2026-11-20 10:30:00 (in 30 min)",
      },
    ]);
  });
});

describe("pending", () => {
  it("says since when something is due", async () => {
    await addDocument("en_proceso_http", { wakeAt: "2026-11-20T14:40:00.000Z" });
    expect(await bench.json("pending")).toMatchObject([
      {
        waits_for: "the next question to the authority, due since 2026-11-20 09:40:00 (20 min ago); the cron wakes it",
      },
    ]);
  });
});

describe("document list", () => {
  it("filters by type and by days of issue", async () => {
    await addDocument("aceptado");
    const [row] = bench.query("SELECT issue_date FROM documents");
    const day = String(row?.issue_date);
    const find = async (flags: Record<string, string>) => {
      return (await bench.json<unknown[]>("document list", { company: 1, ...flags })).length;
    };
    expect([
      await find({ type: "01", from: day, to: day }),
      await find({ type: "05" }),
      await find({ from: "2099-01-01" }),
      await find({ to: "2000-01-01" }),
    ]).toEqual([1, 0, 0, 0]);
    expect(await bench.run("document list", { type: "99" })).toMatchObject({ code: 1 });
  });
});

describe("a document whose file is lost", () => {
  const XML = "documents/1/produccion/01/SETP990000000.xml";
  const FILE = snapshotPath(XML);

  it.each([
    ["missing-file", undefined, `${FILE} of document 1 is not in the archive`],
    ["changed-file", "{}", `${FILE} of document 1 has other bytes than its row says`],
  ])("is shown as its row knows it, and what is to be done: %s", async (_difference, left, words) => {
    const signed = new TextEncoder().encode("<Invoice>SETP990000000</Invoice>");
    await addDocument("rechazado", { xmlPath: XML, xmlSha256: await digestFile(signed), fileSha256: "ab".repeat(32) });
    const archive = openLocalArchive(join(bench.root, ".wrangler/state"));
    bench.setArchive(archive);
    try {
      if (left !== undefined) await archive.putFile({ path: FILE, bytes: new TextEncoder().encode(left), label: {} });
      const step = `next: put back the one with SHA-256 ${"ab".repeat(32)}`;
      const shown = await bench.run("document show", { document: 1 });
      expect(shown).toMatchObject({ code: 4, out: expect.stringContaining(words) });
      expect(shown.out).toContain('"fullNumber": "SETP990000000"');
      expect(shown.out).toContain('"detail": null');
      expect(shown.out).toContain(step);
      const explained = await bench.run("document explain", { document: 1 });
      expect(explained).toMatchObject({
        code: 4,
        out: expect.stringContaining(`${words}: below is what its row knows`),
      });
      expect(explained.out).toMatch(/09:00:01 +send +unknown after 2\.0 s, network: no answer/);
      expect(explained.out).toContain(step);
      // What needs the file itself says so, and stops.
      const files = await bench.run("document files", { document: 1, output: join(bench.root, "out") });
      expect(files).toMatchObject({ code: 1, err: expect.stringContaining(words) });
    } finally {
      await archive.close();
    }
  });
});

describe("document files", () => {
  const XML = "documents/1/produccion/01/SETP990000000.xml";
  const folder = () => join(bench.root, "out", "files");

  it("copies the XML and everything that is kept with it, and says what is not as it was kept", async () => {
    const bytes = new TextEncoder().encode("<Invoice/>");
    const [attempt] = TIMELINE.attempts;
    if (attempt === undefined) throw new Error("the time line has an attempt");
    await addDocument("aceptado", {
      xmlPath: XML,
      xmlSha256: await digestFile(bytes),
      attempts: [{ ...attempt, answerSha256: await digestFile(bytes) }],
    });
    const archive = openLocalArchive(join(bench.root, ".wrangler/state"));
    bench.setArchive(archive);
    try {
      await archive.putFile({ path: XML, bytes, label: {} });
      const answer = new TextEncoder().encode("<other/>");
      await archive.putFile({ path: XML.replace(".xml", "/a.answer.xml"), bytes: answer, label: {} });
      await archive.putFile({ path: XML.replace(".xml", "/contenedor.zip"), bytes, label: {} });
      const { code, out } = await bench.run("document files", { document: 1, output: folder() });
      expect({ code, out }).toEqual({ code: 4, out: expect.stringContaining("ledger verify") });
      expect(out).toMatch(/a\.answer\.xml +8 +differs\n.*contenedor\.zip +10 +not known/);
      expect(readdirSync(folder()).sort()).toEqual(["SETP990000000.xml", "a.answer.xml", "contenedor.zip"]);
      expect(readFileSync(join(folder(), "SETP990000000.xml"), "utf8")).toBe("<Invoice/>");
      const again = await bench.run("document files", { document: 1, output: folder() });
      expect(again).toMatchObject({ code: 1, err: expect.stringContaining("is there already") });
    } finally {
      await archive.close();
    }
  });

  it.each([
    ["carta", ".pdf"],
    ["tirilla-80", ".pdf"],
    ["qr.svg", ".svg"],
    ["qr.png", ".png"],
    ["tirilla-58.cp858", ".escpos"],
  ])("copies a drawing `%s` under a name that ends with %s", async (drawing, extension) => {
    const bytes = new TextEncoder().encode("<Invoice/>");
    await addDocument("aceptado", { xmlPath: XML, xmlSha256: await digestFile(bytes) });
    const archive = openLocalArchive(join(bench.root, ".wrangler/state"));
    bench.setArchive(archive);
    try {
      const source = await digestFile(bytes);
      const drawn = `${drawing}.9.${source}`;
      await archive.putFile({ path: XML, bytes, label: {} });
      await archive.putFile({ path: XML.replace(".xml", `/${drawn}`), bytes, label: {} });
      await bench.run("document files", { document: 1, output: folder() });
      expect(readdirSync(folder()).sort()).toEqual(["SETP990000000.xml", `${drawn}${extension}`].sort());
    } finally {
      await archive.close();
    }
  });

  it("knows the file that the row was left to by its digest", async () => {
    const bytes = new TextEncoder().encode("<Invoice/>");
    const left = (said: string) => ({ path: snapshotPath(XML), bytes: new TextEncoder().encode(said) });
    const document = {
      timeline: null,
      xmlSha256: await digestFile(bytes),
      fileSha256: await digestFile(left("{}").bytes),
    };
    for (const [said, digest] of [
      ["{}", "as kept"],
      ["{ }", "differs"],
    ] as const) {
      const read = async (path: string) => (path === XML ? bytes : left(said).bytes);
      async function* list() {
        yield { path: snapshotPath(XML), size: 2, label: {} };
      }
      const { found } = await collectFiles({ readFile: read, listFiles: list }, document, XML);
      expect(found.map((one) => one.digest)).toEqual(["as kept", digest]);
    }
  });

  it("lists a file that is gone, and copies the rest", async () => {
    const bytes = new TextEncoder().encode("<Invoice/>");
    await addDocument("aceptado", { xmlPath: XML, xmlSha256: await digestFile(bytes) });
    const archive = openLocalArchive(join(bench.root, ".wrangler/state"));
    bench.setArchive(archive);
    try {
      await archive.putFile({ path: XML.replace(".xml", "/contenedor.zip"), bytes, label: {} });
      const { code, out } = await bench.run("document files", { document: 1, output: folder() });
      expect({ code, out }).toEqual({ code: 4, out: expect.stringMatching(/SETP990000000\.xml +0 +missing\n/) });
      expect(out).toContain("next: a file is not in the archive: docs/operations.md, runbook `ledger verify`");
      expect(readdirSync(folder())).toEqual(["contenedor.zip"]);
    } finally {
      await archive.close();
    }
  });

  it("knows that a document which was not sent yet may have its file in its object alone", async () => {
    await addDocument("firmado", { xmlPath: XML, xmlSha256: await digestFile(new Uint8Array()) });
    const archive = openLocalArchive(join(bench.root, ".wrangler/state"));
    bench.setArchive(archive);
    try {
      const { code, out } = await bench.run("document files", { document: 1, output: folder() });
      expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining("not yet there") });
    } finally {
      await archive.close();
    }
  });

  it("gives the answer that lies behind the document's facts a file of its own", async () => {
    const bytes = new TextEncoder().encode("<Invoice/>");
    const [attempt] = TIMELINE.attempts;
    if (attempt === undefined) throw new Error("the time line has an attempt");
    const answer = new TextEncoder().encode("<answer/>");
    await addDocument("aceptado", {
      xmlPath: XML,
      xmlSha256: await digestFile(bytes),
      attempts: [{ ...attempt, answerSha256: await digestFile(answer) }],
    });
    const archive = openLocalArchive(join(bench.root, ".wrangler/state"));
    bench.setArchive(archive);
    try {
      const path = answerPath(XML, attempt.id);
      const facts = writeSnapshot({ format: 1, row: {}, thirdParty: null }, { path, bytes: answer });
      await archive.putFile({ path: XML, bytes, label: {} });
      await archive.putFile({ path: snapshotPath(XML), bytes: facts, label: {} });
      const { code, out } = await bench.run("document files", { document: 1, output: folder() });
      expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/\.answer\.xml +9 +as kept/) });
      expect(readFileSync(join(folder(), basename(path)), "utf8")).toBe("<answer/>");
    } finally {
      await archive.close();
    }
  });

  it("says of a document without a file how it stands", async () => {
    await addDocument("creating");
    const { code, err } = await bench.run("document files", { document: 1, output: folder() });
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining("is creating and has no file yet") });
  });
});

describe("document resend", () => {
  it("needs a reason, another person, and leaves an order with both names", async () => {
    await addDocument("send_unknown");
    expect(await bench.run("document resend", { document: 1 })).toMatchObject({
      code: 1,
      err: expect.stringContaining("--reason"),
    });
    expect(await bench.run("document resend", { document: 1, reason: "not on the portal" })).toMatchObject({ code: 0 });
    const alone = await bench.run("document resend", { document: 1, approve: true });
    expect(alone).toMatchObject({ code: 1, err: expect.stringContaining("second person") });
    expect(await bench.run("document resend", { document: 1, approve: true, actor: "luis" })).toMatchObject({
      code: 0,
    });
    expect(
      bench.query("SELECT company_id, document_id, actor, approver, reason, closed_at FROM resend_orders"),
    ).toEqual([
      { company_id: 1, document_id: 1, actor: "ana", approver: "luis", reason: "not on the portal", closed_at: null },
    ]);
    const again = await bench.run("document resend", { document: 1, reason: "again" });
    expect(again).toMatchObject({ code: 1, err: expect.stringContaining("has an order already") });
    expect((await bench.run("document explain", { document: 1 })).out).toContain("document.resend.order");
  });

  it("cannot be approved before it was asked for", async () => {
    await addDocument("send_unknown");
    const before = bench.dump();
    expect(await bench.run("document resend", { document: 1, approve: true })).toMatchObject({ code: 1 });
    expect(bench.dump()).toBe(before);
  });

  it.each(["aceptado", "rechazado", "sending", "en_proceso_http"] as const)(
    "refuses a document in %s",
    async (state) => {
      await addDocument(state);
      const before = bench.dump();
      const { code, err } = await bench.run("document resend", { document: 1, reason: "why not" });
      expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(`document 1 is ${state}`) });
      expect(bench.dump()).toBe(before);
    },
  );
});

describe("document resend of a list", () => {
  const propose = (flags: Record<string, string> = {}) =>
    bench.run("document resend", { company: 1, state: "send_unknown", reason: "outage of the 20th", ...flags });
  const readDigest = (out: string) => /digest ([0-9a-f]{16})/.exec(out)?.[1] ?? "";
  const orders = () => bench.query("SELECT document_id, actor, approver, reason FROM resend_orders ORDER BY id");

  it("is proposed with its digest, and obeyed once another person gives that", async () => {
    await addDocument("send_unknown");
    await addDocument("aceptado", { wakeAt: null });
    await addDocument("send_unknown");
    const { code, out } = await propose({ since: "2026-11-20" });
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining("2 documents, digest") });
    expect(orders()).toEqual([]);
    const approve = readDigest(out);
    const alone = await bench.run("document resend", { company: 1, approve });
    expect(alone).toMatchObject({ code: 1, err: expect.stringContaining("second person") });
    const other = await bench.run("document resend", { company: 1, approve: "0123456789abcdef", actor: "luis" });
    expect(other).toMatchObject({ code: 1, err: expect.stringContaining("no list of company 1 has the digest") });
    expect(await bench.run("document resend", { company: 1, approve, actor: "luis" })).toMatchObject({ code: 0 });
    const order = { actor: "ana", approver: "luis", reason: "outage of the 20th" };
    expect(orders()).toEqual([
      { document_id: 1, ...order },
      { document_id: 3, ...order },
    ]);
    const twice = await bench.run("document resend", { company: 1, approve, actor: "eva" });
    expect(twice).toMatchObject({ code: 1, err: expect.stringContaining("approved by luis already") });
    expect((await bench.run("document explain", { document: 3 })).out).toContain("approved by luis");
  });

  it("leaves out what has settled since, and refuses what is not the document of before", async () => {
    await addDocument("send_unknown");
    await addDocument("send_unknown");
    const approve = readDigest((await propose()).out);
    bench.query("UPDATE documents SET state = 'aceptado' WHERE id = 1");
    const [was] = bench.query("SELECT fiscal_id FROM documents WHERE id = 2");
    bench.query("UPDATE documents SET fiscal_id = 'another' WHERE id = 2");
    const before = bench.dump();
    const changed = await bench.run("document resend", { company: 1, approve, actor: "luis" });
    expect(changed).toMatchObject({ code: 1, err: expect.stringContaining("are not what they were") });
    expect(bench.dump()).toBe(before);
    bench.query("UPDATE documents SET fiscal_id = ? WHERE id = 2", String(was?.fiscal_id));
    const { code, out } = await bench.run("document resend", { company: 1, approve, actor: "luis" });
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining("ordered already: 1") });
    expect(orders()).toMatchObject([{ document_id: 2 }]);
  });

  it.each([
    [{ company: 1, state: "aceptado", reason: "no" }, '"aceptado" is none of send_unknown'],
    [{ company: 1, state: "send_unknown", reason: "no", since: "2026-11-21" }, "has no document in send_unknown"],
    [{ company: 1, state: "send_unknown" }, "--reason is missing"],
    [{ company: 1, state: "send_unknown", document: 1, reason: "no" }, "--document is for one document"],
    [{ company: 1, approve: "abc" }, "is not the digest of a list"],
  ])("is refused for %j", async (flags, said) => {
    await addDocument("send_unknown");
    const before = bench.dump();
    const { code, err } = await bench.run("document resend", flags);
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(said) });
    expect(bench.dump()).toBe(before);
  });
});

describe("document close", () => {
  it("needs a reason and another person, and stands in the record and the time line", async () => {
    await addDocument("firmado");
    const asked = await bench.run("document close", { document: 1, reason: "FE11 is of FE1" });
    expect(asked).toMatchObject({ code: 0, out: expect.stringContaining("operator document close --document 1") });
    const alone = await bench.run("document close", { document: 1, approve: true });
    expect(alone).toMatchObject({ code: 1, err: expect.stringContaining("second person") });
    expect(await bench.run("document close", { document: 1, approve: true, actor: "luis" })).toMatchObject({ code: 0 });
    expect(bench.query("SELECT document_id, kind, actor, approver, reason FROM resend_orders")).toEqual([
      { document_id: 1, kind: "close", actor: "ana", approver: "luis", reason: "FE11 is of FE1" },
    ]);
    const { out } = await bench.run("document explain", { document: 1 });
    expect(out).toContain("document.close.order");
    expect(out).toContain("an operator ordered to close it: waits for the cron (by ana, approved by luis)");
  });

  it("is not approved by who was asked to send it again", async () => {
    await addDocument("send_unknown");
    await bench.run("document resend", { document: 1, reason: "not on the portal" });
    const other = await bench.run("document close", { document: 1, approve: true, actor: "luis" });
    expect(other).toMatchObject({ code: 1, err: expect.stringContaining("no one asked to close document 1") });
  });

  it.each(["creating", "sending", "enviado", "aceptado", "rechazado"] as const)(
    "refuses a document in %s",
    async (state) => {
      await addDocument(state);
      const { code, err } = await bench.run("document close", { document: 1, reason: "why not" });
      expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(`document 1 is ${state}`) });
    },
  );
});

describe("status", () => {
  it("is quiet and exits 0 when nothing is wrong, says what to do and exits 3 or 4 otherwise", async () => {
    expect((await bench.run("status")).code).toBe(4);
    expect((await bench.run("status")).out).toContain(
      "certificate_missing  company 1 Compañía Ágil S.A.S.: no certificate; `operator certificate import FILE --company 1`",
    );
    bench.query(
      `INSERT INTO certificates (company_id, location, subject, issuer_name, serial_number, chain, cert_digest, not_before,
        not_after) VALUES (1, 'vault', 's', 'i', '1', '[]', 'd', '2026-01-01T00:00:00Z', '2028-01-01T00:00:00Z')`,
    );
    expect(await bench.run("status")).toMatchObject({ code: 0, out: expect.stringContaining("Warnings:\nnone") });
    await addDocument("en_proceso_http");
    const { code, out } = await bench.run("status");
    expect({ code, out }).toEqual({
      code: 3,
      out: expect.stringContaining("1 document waits, the oldest for 1 h, 0 for two people"),
    });
    expect(out).toMatch(/under 24 h +1 +en_proceso_http/);
    await addDocument("send_unknown");
    expect((await bench.run("status")).code).toBe(4);
  });

  it("counts pending documents by age, the youngest first, and names the last answer and failure", async () => {
    await addDocument("en_proceso_http");
    await addDocument("send_unknown");
    await addDocument("aceptado", { wakeAt: null });
    bench.query("UPDATE documents SET reserved_at = '2026-11-20T14:59:30.000Z' WHERE id = 2");
    const { out } = await bench.run("status", { json: true });
    expect(JSON.parse(out)).toMatchObject({
      authority: [
        {
          environment: "produccion",
          answered: 0,
          failed: 3,
          last_answer: null,
          failing_since: "2026-11-20T14:00:03.500Z",
          failures_in_a_row: 3,
          last_failure: { company: 1, kind: "send", outcome: "unknown", detail: "network: no answer" },
        },
      ],
      pending: [
        { age: "under 1 min", documents: 1, states: "send_unknown" },
        { age: "under 24 h", documents: 1, states: "en_proceso_http" },
      ],
    });
  });

  it("walks over no table of documents: neither it nor `pending` slows down with what was settled", async () => {
    for (const name of ["status", "pending"]) await bench.run(name, { remote: true });
    const asked = bench.deployed.statements.filter((sql) => /\bfrom "?documents\b/i.test(sql));
    expect(asked).toHaveLength(8);
    const walks = asked.filter((sql) => {
      const steps = bench.query(`EXPLAIN QUERY PLAN ${sql}`).map(({ detail }) => String(detail));
      const isBounded =
        /order by "documents"."id" desc limit \d+/.test(sql) && !steps.includes("USE TEMP B-TREE FOR ORDER BY");
      // An index of open documents alone may be walked.
      const isWalk = (step: string) => step.startsWith("SCAN documents") && !step.endsWith("INDEX documents_overdue");
      return steps.some(isWalk) && !isBounded;
    });
    expect(walks).toEqual([]);
  });

  it("counts every exchange of the last hour, behind however many documents, and since when none was answered", async () => {
    const exchange = (endedAt: string, outcome: string) => {
      const [attempt] = TIMELINE.attempts;
      if (attempt === undefined) throw new Error("the time line has an attempt");
      return { attempts: [{ ...attempt, endedAt, outcome }] };
    };
    await addDocument("en_proceso_http", exchange("2026-11-20T14:20:00.000Z", "unknown"));
    await addDocument("aceptado", { wakeAt: null, ...exchange("2026-11-20T14:10:00.000Z", "accepted") });
    // Settled an hour and more ago: not of this hour.
    await addDocument("aceptado", { wakeAt: null, ...exchange("2026-11-20T13:10:00.000Z", "accepted") });
    copyDocument(3, 205);
    await addDocument("en_proceso_http", exchange("2026-11-20T14:58:00.000Z", "unknown"));
    bench.query("UPDATE documents SET reserved_at = '2026-11-20T14:05:00.000Z'");
    bench.query("DELETE FROM changes");
    const { out } = await bench.run("status", { json: true });
    expect(JSON.parse(out)).toMatchObject({
      authority: [{ answered: 1, failed: 2, last_answer: "2026-11-20T14:10:00.000Z", failures_in_a_row: 2 }],
    });
    const text = (await bench.run("status")).out;
    expect(text).toContain(
      "Authority (produccion), last hour: 1 answers, 2 failures; last answer 2026-11-20 09:10:00 (50 min ago)",
    );
    expect(text).toContain(
      "failing since 2026-11-20 09:20:00 (40 min ago): 2 failures and no answer, all of company 1\n",
    );
    expect(text).toContain(
      "last failure 2026-11-20 09:58:00 (2 min ago): send of document 209 (SETP990000208, company 1)",
    );
  });

  it("blames nobody but the company whose calls the authority refuses", async () => {
    const [attempt] = TIMELINE.attempts;
    if (attempt === undefined) throw new Error("the time line has an attempt");
    const refused = (minute: number, detail: string) => {
      const endedAt = `2026-11-20T14:${minute}:00.000Z`;
      return { attempts: [{ ...attempt, endedAt, outcome: "not-processed", detail }] };
    };
    await addDocument("firmado", refused(58, "status 89: no autorizado"));
    await addDocument("firmado", refused(50, "status 89: otra cosa"));
    const { out } = await bench.run("status");
    expect(out).toContain("last hour: 2 answers, 0 failures; last answer 2026-11-20 09:58:00 (2 min ago)");
    expect(out).not.toContain("failing since");
    const whose = `company 1 ${COMPANY.name} (2, the newest of document 1)`;
    expect(out).toContain(`it answers, and takes nothing of ${whose}: status 89: no autorizado`);
    const accepted = { ...attempt, endedAt: "2026-11-20T14:59:00.000Z", outcome: "accepted", detail: null };
    await addDocument("aceptado", { wakeAt: null, attempts: [accepted] });
    expect((await bench.run("status")).out).toContain(`it answers, and refused calls of ${whose}`);
  });

  it("counts rejections apart, which a changed key or range shows in alone", async () => {
    const [attempt] = TIMELINE.attempts;
    if (attempt === undefined) throw new Error("the time line has an attempt");
    const rejected = { ...attempt, endedAt: "2026-11-20T14:30:00.000Z", outcome: "rejected" };
    for (let count = 0; count < 3; count += 1) await addDocument("rechazado", { wakeAt: null, attempts: [rejected] });
    await addDocument("aceptado", { wakeAt: null, attempts: [{ ...rejected, outcome: "accepted" }] });
    bench.query("UPDATE documents SET reserved_at = '2026-11-20T14:05:00.000Z'");
    expect((await bench.run("status")).out).toContain("last hour: 4 answers, 3 of them rejections, 0 failures");
  });

  it("does not take for the authority's failure what we could not even ask", async () => {
    const [attempt] = TIMELINE.attempts;
    if (attempt === undefined) throw new Error("the time line has an attempt");
    const details = [
      "Refusal: certificate_missing: no-certificate",
      "not sent: SecretError: VAULT_KEY has no version 2",
    ];
    for (const detail of details) {
      const own = { ...attempt, endedAt: "2026-11-20T14:30:00.000Z", outcome: "unknown", detail };
      await addDocument("en_proceso_http", { attempts: [own] });
    }
    const { out } = await bench.run("status");
    expect(out).toContain("last hour: 0 answers, 0 failures");
    expect(out).toContain("2 requests were not made, for a reason of our own");
    expect(out).not.toContain("failing since");
  });

  it("of an outage that is older than an hour says when the last verdict came", async () => {
    await addDocument("aceptado", { wakeAt: null });
    await addDocument("en_proceso_http");
    bench.query("UPDATE documents SET reserved_at = '2026-11-20T12:00:00.000Z'");
    bench.query("UPDATE changes SET sequence = ? WHERE state = 'aceptado'", Date.parse("2026-11-20T12:30:00.000Z"));
    const { out } = await bench.run("status", { json: true });
    expect(JSON.parse(out)).toMatchObject({
      authority: [{ last_answer: "2026-11-20T12:30:00.000Z", failing_since: "2026-11-20T14:00:03.500Z" }],
    });
  });

  it("takes a verdict of the test environment for no answer of production", async () => {
    await addDocument("aceptado", { wakeAt: null, attempts: [] });
    await addDocument("en_proceso_http");
    bench.query("UPDATE documents SET reserved_at = '2026-11-20T12:00:00.000Z'");
    bench.query("UPDATE documents SET environment = 'habilitacion' WHERE state = 'aceptado'");
    bench.query("UPDATE changes SET sequence = ? WHERE state = 'aceptado'", Date.parse("2026-11-20T12:30:00.000Z"));
    const { out } = await bench.run("status", { json: true });
    expect(JSON.parse(out)).toMatchObject({
      authority: [
        { environment: "produccion", answered: 0, last_answer: null, failing_since: "2026-11-20T14:00:03.500Z" },
        { environment: "habilitacion", answered: 0, last_answer: "2026-11-20T12:30:00.000Z", failing_since: null },
      ],
    });
  });

  it("looks again and again with --watch, until it is stopped", async () => {
    const screens: string[] = [];
    const stop = new AbortController();
    const code = await runLine(ALL_COMMANDS, ["status", "--watch", "--every", "1"], {
      root: bench.root,
      environment: {},
      isInteractive: false,
      print: (text) => {
        screens.push(text);
        if (screens.length === 2) stop.abort();
      },
      complain: (text) => screens.push(text),
      nowMs: () => Date.parse(NOW),
      stopped: stop.signal,
    });
    expect(code).toBe(4);
    expect(screens).toHaveLength(3);
    expect(screens[0]).toContain("2026-11-20 10:00:00 in Bogotá, every 1 s");
    expect(await bench.run("status", { every: 3 })).toMatchObject({ code: 1, err: expect.stringContaining("--watch") });
  });

  it("answers in JSON for monitoring", async () => {
    const { code, out } = await bench.run("status", { json: true });
    expect(code).toBe(4);
    expect(JSON.parse(out)).toMatchObject({
      warnings: [{ code: "certificate_missing", companyId: 1, severity: "critical" }],
    });
  });
});
