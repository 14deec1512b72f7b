// All documents of a company and period in a folder: every file with its digest, what is missing named, and resumed where it ended.
import { appendFileSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openLocalArchive } from "../../operator/access/access.ts";
import type { Archive } from "../../operator/access/archive.ts";
import { openSqlite } from "../../operator/access/sqlite.ts";
import { readCsv } from "../../operator/csv.ts";
import { answerPath, digestFile } from "../../src/store/archive/files.ts";
import { createLedger } from "../../src/store/ledger.ts";
import { answerAbout, signText } from "../renderer/drawing.ts";
import { sampleInvoice, sampleProgress, sampleReservation } from "../store/sample.ts";
import { KINDS } from "../ubl/kinds.ts";
import { COMPANY, openWorkbench, RANGE, type Workbench } from "./workbench.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);

let bench: Workbench;
let archive: Archive;
let folder: string;
beforeAll(async () => {
  bench = openWorkbench();
  folder = join(bench.root, "export");
  await bench.run("company add", COMPANY);
  await bench.run("range add", RANGE);
  archive = openLocalArchive(join(bench.root, ".wrangler/state"));
  bench.setArchive(archive);
  for (const place of [1, 2, 3]) await addInvoice(place);
  bench.query("UPDATE documents SET issue_date = '2026-10-31' WHERE id = 3");
});
afterAll(async () => {
  await archive.close();
  bench.close();
});

/** An accepted invoice with its signed file, an answer and a container; of the second one the signed file is not in the archive. */
async function addInvoice(place: number): Promise<void> {
  const { db, close } = openSqlite(bench.databaseFile);
  const ledger = createLedger(db);
  const reservation = sampleReservation(1, { module: "fe", rangeKind: "fe", reservedAt: "2026-11-20T14:00:00.000Z" });
  await ledger.allocate(reservation, sampleInvoice());
  const xmlPath = `documents/1/produccion/fv${place}.xml`;
  const signed = bytesOf(`<Invoice>${place}</Invoice>`);
  await ledger.project(sampleProgress(reservation, { xmlPath, xmlSha256: await digestFile(signed) }));
  await close();
  const below = xmlPath.replace(".xml", "");
  if (place !== 2) await archive.putFile({ path: xmlPath, bytes: signed, label: {} });
  await archive.putFile({ path: `${below}/a.answer.xml`, bytes: bytesOf("answer"), label: {} });
  await archive.putFile({ path: `${below}/contenedor.zip`, bytes: bytesOf("zip"), label: {} });
}

const sign = () => {
  const kind = KINDS["fe-mixed"];
  if (kind === undefined) throw new Error("no such kind");
  return signText(kind);
};

/** An accepted invoice with the answer that accepted it. */
async function addSigned(place: number, xml: string): Promise<void> {
  const { db, close } = openSqlite(bench.databaseFile);
  const ledger = createLedger(db);
  const reservation = sampleReservation(1, { module: "fe", rangeKind: "fe", reservedAt: "2026-11-20T14:00:00.000Z" });
  await ledger.allocate(reservation, sampleInvoice());
  const xmlPath = `documents/1/produccion/fv${place}.xml`;
  const carried = Buffer.from(answerAbout(xml)).toString("base64");
  const answer = bytesOf(
    `<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body><SendBillSyncResponse xmlns="http://wcf.dian.colombia"><SendBillSyncResult xmlns:b="http://schemas.datacontract.org/2004/07/DianResponse"><b:IsValid>true</b:IsValid><b:StatusCode>00</b:StatusCode><b:XmlBase64Bytes>${carried}</b:XmlBase64Bytes></SendBillSyncResult></SendBillSyncResponse></s:Body></s:Envelope>`,
  );
  const at = "2026-11-20T14:00:03.000Z";
  const accepting = {
    id: "a",
    kind: "send",
    startedAt: at,
    endedAt: at,
    outcome: "accepted",
    httpStatus: 200,
  } as const;
  const attempts = [{ ...accepting, detail: null, answerSha256: await digestFile(answer) }];
  await ledger.project(sampleProgress(reservation, { xmlPath, xmlSha256: await digestFile(bytesOf(xml)), attempts }));
  await close();
  await archive.putFile({ path: xmlPath, bytes: bytesOf(xml), label: {} });
  await archive.putFile({ path: answerPath(xmlPath, "a"), bytes: answer, label: {} });
}

const FLAGS = { from: "2026-11-01", to: "2026-11-30" };
const exportIt = (flags: object = {}) => bench.run("company export", { ...FLAGS, output: folder, ...flags }, "1");
const read = (name: string) => readCsv(readFileSync(join(folder, name), "utf8")).map(({ cells }) => cells);

it("writes nothing in a dry run", async () => {
  expect((await exportIt({ "dry-run": true })).out).toContain("2 documents, 5 files");
  expect(() => statSync(folder)).toThrow("ENOENT");
});

it("copies the files of the period's documents, lists them, and names what is missing", async () => {
  const ran = await exportIt();
  expect([ran.code, ran.err]).toEqual([4, ""]);
  expect(ran.out).toContain("2 documents, 5 files, 38 bytes; 1 files are missing or differ");
  expect(readdirSync(folder).toSorted()).toEqual([
    "01-SETP990000000",
    "01-SETP990000001",
    "documents.csv",
    "manifest.csv",
  ]);
  expect(readdirSync(join(folder, "01-SETP990000000")).toSorted()).toEqual([
    "a.answer.xml",
    "contenedor.zip",
    "fv1.xml",
  ]);
  const [head, first, second] = read("documents.csv");
  expect(head?.slice(0, 3)).toEqual(["document", "type", "number"]);
  expect(first).toEqual(
    expect.arrayContaining(["1", "01", "SETP990000000", "aceptado", "2026-11-20", "100000.00", "52000111"]),
  );
  expect(first?.slice(-2)).toEqual(["3", "0"]);
  expect(second?.slice(-2)).toEqual(["2", "1"]);
});

it("has the digest of every file in its manifest", async () => {
  const [, ...lines] = read("manifest.csv");
  expect(lines).toHaveLength(6);
  for (const [, file = "", size, sha256, finding] of lines) {
    if (finding === "missing") {
      expect(file).toBe("documents/1/produccion/fv2.xml");
      continue;
    }
    const bytes = new Uint8Array(readFileSync(join(folder, file)));
    expect([size, sha256]).toEqual([String(bytes.length), await digestFile(bytes)]);
    expect(statSync(join(folder, file)).mode & 0o077).toBe(0);
  }
  expect(lines.find(([, file]) => file?.endsWith("fv1.xml"))?.[4]).toBe("as kept");
});

it("goes on where it ended, also after half a line, and copies nothing twice", async () => {
  const whole = readFileSync(join(folder, "documents.csv"), "utf8");
  expect((await exportIt()).out).toContain("0 documents, 2 were there, 0 files");
  expect(readFileSync(join(folder, "documents.csv"), "utf8")).toBe(whole);
  const [head, first] = whole.split("\r\n");
  rmSync(join(folder, "documents.csv"));
  appendFileSync(join(folder, "documents.csv"), `${head}\r\n${first}\r\n2,01,SET`);
  expect((await exportIt()).out).toContain("1 documents, 1 were there, 2 files");
  expect(readFileSync(join(folder, "documents.csv"), "utf8")).toBe(whole);
});

it("has the PDF of an accepted document: drawn now where none was handed over, else the one that was", async () => {
  const xml = await sign();
  const other = `${folder}-pdf`;
  await addSigned(4, xml);
  await addSigned(5, xml);
  const below = "documents/1/produccion/fv5";
  await archive.putFile({ path: `${below}/carta.9.abc`, bytes: bytesOf("%PDF-handed-over"), label: {} });
  await archive.putFile({ path: `${below}/carta.abc.template`, bytes: bytesOf("9"), label: {} });
  bench.query("UPDATE documents SET issue_date = '2026-09-15' WHERE id IN (4, 5)");
  const flags = { company: 1, from: "2026-09-01", to: "2026-09-30", output: other };
  expect(await bench.run("company export", flags)).toMatchObject({ code: 0, err: "" });
  const drawn = readFileSync(join(other, "01-SETP990000003/SETP990000003.pdf"), "latin1");
  expect(drawn.slice(0, 5)).toBe("%PDF-");
  expect(drawn.length).toBeGreaterThan(10_000);
  expect(readFileSync(join(other, "01-SETP990000004/SETP990000004.pdf"), "utf8")).toBe("%PDF-handed-over");
  expect(readdirSync(join(other, "01-SETP990000004")).toSorted()).toEqual([
    "SETP990000004.pdf",
    "a.answer.xml",
    "fv5.xml",
  ]);
  const findings = readCsv(readFileSync(join(other, "manifest.csv"), "utf8")).map(({ cells }) => cells[4]);
  expect(findings.filter((one) => one === "drawn now")).toHaveLength(1);
});

it("names a document that cannot be drawn, and copies its files", async () => {
  await addSigned(6, "<Invoice>no invoice</Invoice>");
  bench.query("UPDATE documents SET issue_date = '2026-08-15' WHERE id = 6");
  const other = `${folder}-undrawn`;
  const flags = { company: 1, from: "2026-08-01", to: "2026-08-31", output: other };
  expect((await bench.run("company export", flags)).code).toBe(4);
  expect(readFileSync(join(other, "manifest.csv"), "utf8")).toMatch(/SETP990000005\.pdf,0,,"?not drawn: /);
  expect(readdirSync(join(other, "01-SETP990000005")).toSorted()).toEqual(["a.answer.xml", "fv6.xml"]);
});

it("refuses a period that ends before it begins", async () => {
  expect((await exportIt({ to: "2026-10-01" })).err).toContain("is after --to");
});
