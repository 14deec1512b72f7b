// Plants bugs that only troubles show: storage that comes back as it was, files that were changed from outside, names that are
// given again.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the patches are source text, not texts with holes.
import type { Mutant } from "./mutant-list.ts";
import { edit } from "./plant.ts";

/** As `MUTANTS`; the first word of a name is its trouble. */
export const TROUBLE_MUTANTS: readonly Mutant[] = [
  {
    name: "set back: a restored document leaves its range's counter behind",
    edits: [edit("moveRanges", "lte(ranges.nextNumber, highest.number)", "sql`false`")],
  },
  {
    name: "set back: a restored document leaves the counter of file names behind",
    edits: [edit("writeRow", "    takeFileSequence(reserved),\n", "")],
  },
  {
    name: "set back: a row that D1 lost is not written again",
    edits: [edit("projectProgress", "changed.length === 0 ? buildSnapshot(progress) : undefined", "undefined")],
  },
  {
    name: "set back: a row behind its journal stays behind",
    edits: [
      edit(
        "compareWithRow",
        "if (record.documentId !== null && !isSettledRow) change(ports, (one) => forgetProjection(one, row?.version ?? 0));",
        "if (isSettledRow) change(ports, (one) => forgetProjection(one, row?.version ?? 0));",
      ),
    ],
  },
  {
    name: "set back: a journal behind D1 sends again",
    edits: [
      edit(
        "isOvertaken",
        "if (row === undefined || (row.version <= record.version && !isTerminal(row.state))) return false;",
        "if (row === undefined || row.version > 0) return false;",
      ),
    ],
  },
  {
    name: "set back: a journal without its number takes the one that it had, and sends again",
    edits: [edit("toAllocated", "const isAhead = row.version > version;", "const isAhead = false;")],
  },
  {
    name: "a file name's number is not counted",
    edits: [edit("insertNumbered", "sql`coalesce(${fileSequences.next}, 1)`", "sql`1`")],
  },
  {
    name: "a file name does not say its number",
    edits: [edit("buildStem", 'sequence.toString(16).padStart(8, "0")', '"".padStart(8, "0")')],
  },
  {
    name: "altered: a changed file of the archive is sent again by order",
    edits: [edit("findSignedBytes", " || (await ports.world.sha256Hex(bytes)) !== xmlSha256) return", ") return")],
  },
  {
    name: "altered: an order to resend does not look at the archive",
    edits: [
      edit(
        "findSignedBytes",
        'return put === "other-bytes" ? undefined : bytes;',
        "return put === undefined ? put : bytes;",
      ),
    ],
  },
  {
    name: "altered: a taken path counts as one's own file",
    edits: [
      edit(
        "putOnce",
        'return Buffer.from(digest).toString("hex") === sha256Hex ? "same-bytes" : "other-bytes";',
        'return digest.byteLength > 0 ? "same-bytes" : "other-bytes";',
      ),
    ],
  },
  {
    name: "shut: secrets are opened after the number is taken",
    edits: [
      edit(
        "reserve/check",
        "checkSecrets(ports, command, priced.document, instant.nowMs),",
        "undefined as boolean | undefined,",
      ),
      edit(
        "prepare/allocate",
        "    opened = await openSecrets(ports, record, document, known);\n    result = await completeTaken",
        "    opened = {} as Opened;\n    result = await completeTaken",
      ),
    ],
  },
  {
    name: "refused: status 89 at a sending counts as perhaps processed",
    edits: [
      edit(
        "readEarlyRefusal",
        'if (statusCode === "89") return isPerhapsThere(texts) ? undefined : refuseUnprocessed("status 89", texts);',
        "",
      ),
    ],
  },
  {
    name: "denied: one refusal without a rule is enough",
    edits: [
      edit(
        "areAnswersExhausted",
        "denials.length < ABSENCES_NEEDED) return false;",
        "denials.length < 1) return false;",
      ),
    ],
  },
  {
    name: "denied: what may be on its way is closed at once",
    edits: [edit("closeSent", "if (mayArrive(record, readInstant(ports)))", 'if (record.state === "firmado")')],
  },
  {
    name: "refused: what was sent by order is sent again by itself",
    edits: [
      edit(
        "pickEvent",
        'return wasOrdered(record) ? "resend-refused" : "refused-unprocessed";',
        'return "refused-unprocessed";',
      ),
    ],
  },
  {
    name: "taken: the range is not stopped",
    edits: [
      edit("LIFE", '{ name: "stop-range", when: isRangeOpen, run: stopRange, isUpkeep: true },', ""),
      edit("isSettled", "isProjected(record) && !isRangeOpen(record) && isKept", "isProjected(record) && isKept"),
    ],
  },
  {
    name: "taken: the series of a note is not stopped",
    edits: [edit("stopSeries", "and(isOfDocument, isNew)", "sql`false`")],
  },
  {
    name: "taken: the document stays open",
    edits: [
      edit(
        "isNumberLost",
        'if (before === null || kind !== "status") return false;',
        'if (before !== null || kind !== "status") return false;',
      ),
    ],
  },
  {
    name: "taken: a stopped range gives numbers",
    edits: [edit("selectNextRange", "    isNull(candidate.stoppedBy),\n", "")],
  },
  {
    name: "taken: a stopped series gives numbers",
    edits: [edit("insertNote", "        isNull(series.stoppedBy),\n", "")],
  },
  {
    name: "closed: it does not matter whose file is there",
    edits: [edit("closeUnsent", 'if (!(await isNumberTaken(ports, record))) return "number-not-taken";', "")],
  },
  {
    name: "closed: what was signed is not kept",
    edits: [
      edit(
        "keepFile",
        "const put = await archive.putOnce(path, bytes, xmlSha256, writeLabel({ ...record, xmlPath: path }));",
        'const put = "stored" as string;',
      ),
    ],
  },
  {
    name: "moved: a key is the same in both environments",
    edits: [edit("markOf", 'return environment === "habilitacion" ? "hab:" : "";', 'return "";')],
  },
  {
    name: "moved: a document goes where its company is",
    edits: [edit("getCompany", "return { ...company, environment: record.environment };", "return company;")],
  },
  {
    name: "moved: an unknown sending is sent again where its company is",
    edits: [
      edit(
        "transmit/resend",
        "company = await getCompany(ports, record);\n    bytes",
        "company = (await ports.ledger.loadCompany(record.companyId)) ?? (await getCompany(ports, record));\n    bytes",
      ),
    ],
  },
  {
    name: "moved: an unknown sending is asked about where its company is",
    edits: [
      edit(
        "getCompany",
        "return { ...company, environment: record.environment };",
        'return record.state === "send_unknown" ? company : { ...company, environment: record.environment };',
      ),
    ],
  },
  {
    name: "moved: a number is given in the environment that the company is in",
    edits: [edit("insertNumbered", "        eq(moduleEnvironment, environment),\n", "")],
  },
  {
    name: "twin: a number is given although another document prints it",
    sql: "DROP INDEX documents_full_number",
    edits: [edit("refusal-reason/isNextNumberHeld", "eq(held.fullNumber, nextFullNumber(range)),", "sql`false`,")],
  },
  {
    name: "set back: documents of after that minute are forgotten",
    edits: [
      edit(
        "restore/restoreDocuments",
        "  const rows = filed.flatMap(writeRow);\n",
        "  const rows = filed.filter(({ snapshot }) => snapshot.row.version === -1).flatMap(writeRow);\n",
      ),
    ],
  },
  {
    name: "set back: settled documents of after that minute are forgotten",
    edits: [
      edit(
        "readMissing",
        "  const snapshot = whole?.snapshot ?? (await findStub(walk, missing));",
        "  const snapshot = whole === undefined ? await findStub(walk, missing) : undefined;",
      ),
    ],
  },
  {
    name: "set back: counters are moved before the row is there",
    edits: [
      edit(
        "writeRow",
        "    build.run(insertRow(shorten(row, fileSha256))),\n    takeFileSequence(reserved),\n",
        "    takeFileSequence(reserved),\n    build.run(insertRow(shorten(row, fileSha256))),\n",
      ),
      edit(
        "restoreDocuments",
        "[...rows, ...moveCounters(isAmong(documents.issuanceName, names))]",
        "[...moveCounters(isAmong(documents.issuanceName, names)), ...rows]",
      ),
    ],
  },
  {
    name: "set back: a progress is written on a stub before the whole row is",
    edits: [
      edit(
        "projectProgress",
        "const leastVersion = isWhole(progress) ? STUB_VERSION + 1 : STUB_VERSION;",
        "const leastVersion = isWhole(progress) ? STUB_VERSION : STUB_VERSION;",
      ),
    ],
  },
  {
    name: "a signed file is written over what is there",
    edits: [
      edit(
        "putOnce",
        "bucket.put(path, bytes, { onlyIf, sha256",
        "bucket.put(path, bytes, { ...(label === undefined ? { onlyIf } : {}), sha256",
      ),
    ],
  },
  {
    name: "the first file name of a year is used again and again",
    edits: [
      edit(
        "takeFileSequence",
        "setWhere: sql`${fileSequences.next} < ${excluded(fileSequences.next)}`",
        "setWhere: sql`false`",
      ),
    ],
  },
  {
    name: "set back: failures move the version of a journal past what D1 knows",
    edits: [
      edit(
        "failRecord",
        "projectedVersion: Math.min(record.projectedVersion, record.version - 1),",
        "version: record.version + 1,",
      ),
    ],
  },
  {
    name: "retired without comparing: the row",
    edits: [edit("retire/retire", "findRowDifference(record, name, row) ??", "(row && undefined) ??")],
  },
  {
    name: "retired before archived",
    edits: [
      edit(
        "findFileDifference",
        'if (facts === undefined) return "the archive lacks its facts";',
        "if (facts === undefined) return undefined;",
      ),
    ],
  },
  {
    name: "retired: too young",
    edits: [edit("RETIRE_AFTER_MS", "35 * DAY_MS", "1_000")],
  },
  {
    name: "retired: a key that retired has another document",
    edits: [
      edit(
        "applyAllocation",
        'ports.journal.forget();\n      return { ending: { type: "retired", record } };',
        "return {};",
      ),
    ],
  },
  {
    name: "retired: the content that came first has the key",
    edits: [edit("toConflict", "documentId === null ? undefined", "documentId === undefined ? undefined")],
  },
];
