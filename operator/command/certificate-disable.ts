// `certificate disable` takes a certificate out of use, and says which one signs instead.
import { and, desc, eq, exists, isNull, ne, sql } from "drizzle-orm";
import { build, run } from "../../src/store/base/db.ts";
import { certificates } from "../../src/store/base/schema.ts";
import { type Command, type Context, commit } from "../command.ts";
import { OperatorError } from "../error.ts";
import { required, toggle } from "../flag.ts";
import { isNotLeftBehind } from "../left-behind.ts";
import { getCompanyWith } from "./company.ts";

const { id, companyId, location, serialNumber, notBefore, notAfter, disabledAt } = certificates;

type CertificateRow = Pick<
  typeof certificates.$inferSelect,
  "id" | "location" | "serialNumber" | "notBefore" | "notAfter" | "disabledAt"
> & { readonly company: number };

export const disableCertificate: Command = {
  name: "certificate disable",
  about:
    "takes a certificate out of use (revoked, lost, no longer opened), or into use again; the newest valid one of the rest signs",
  flags: [
    required("company", "id of the company"),
    required("serial", "serial number in decimal, see `certificate list`"),
    toggle("leave-none", "although the company could then sign nothing"),
    toggle("undo", "the certificate may sign again"),
  ],
  run: async (context) => {
    const { input, nowMs } = context;
    const [company, rows] = await getCompanyWith(context, (own) => listCertificates(context, own));
    const serial = await input.get("serial", readSerial);
    const row = rows.find((one) => one.serialNumber === serial);
    if (row === undefined) {
      throw new OperatorError(`company ${company.id} has no certificate ${serial}`, "see `operator certificate list`");
    }
    const isUndo = input.has("undo");
    if ((row.disabledAt === null) === isUndo) {
      throw new OperatorError(`certificate ${serial} is ${isUndo ? "in use" : `disabled since ${row.disabledAt}`}`);
    }
    const nowIso = new Date(nowMs()).toISOString();
    const signs = (one: CertificateRow) => one.notBefore <= nowIso && nowIso <= one.notAfter;
    const rest = rows.filter((one) => one.disabledAt === null && one.id !== row.id && signs(one));
    const mayLeaveNone = isUndo || input.has("leave-none") || !signs(row);
    if (rest.length === 0 && !mayLeaveNone) {
      throw new OperatorError(
        `company ${company.id} would have no certificate that can sign now`,
        "`operator certificate import` the next one first; or say --leave-none, and its documents are refused",
      );
    }
    const action = isUndo ? "certificate.enable" : "certificate.disable";
    const detail = { serialNumber: serial, location: row.location, notAfter: row.notAfter, left: rest.length };
    const others = mayLeaveNone ? [] : [requireAnother(company.id, row.id, nowIso)];
    const change = build
      .update(certificates)
      .set({ disabledAt: isUndo ? null : nowIso })
      .where(eq(id, row.id));
    await commit(context, { companyId: company.id, action, detail }, [...others, change]);
    const [next] = isUndo ? [row] : rest;
    return {
      data: { company: company.id, ...detail, disabled: !isUndo, signs: next?.serialNumber ?? null },
      text: `certificate ${serial} ${isUndo ? "may sign again" : "signs no more"}; ${
        next === undefined ? "nothing can sign now" : `${next.serialNumber} may, until ${next.notAfter}`
      }`,
      next: next === undefined ? [`operator certificate import --company ${company.id} FILE`] : [],
    };
  },
};

/** Every certificate of a company, disabled ones too, the newest first. */
export async function listCertificates({ db }: Context, ofCompany: number | null): Promise<CertificateRow[]> {
  const fields = { id, company: companyId, location, serialNumber, notBefore, notAfter, disabledAt };
  const which = ofCompany === null ? isNotLeftBehind(companyId) : eq(companyId, ofCompany);
  const rows = await run(
    db,
    build.select(fields).from(certificates).where(which).orderBy(companyId, desc(notBefore), desc(id)),
  );
  const toIso = (text: string) => new Date(text).toISOString();
  return rows.map((row) => ({ ...row, notBefore: toIso(row.notBefore), notAfter: toIso(row.notAfter) }));
}

/** Fails the transaction, by a column that is never null, when the other certificate was disabled meanwhile. */
function requireAnother(ofCompany: number, rowId: number, nowIso: string) {
  const signsNow = sql`julianday(${nowIso}) BETWEEN julianday(${notBefore}) AND julianday(${notAfter})`;
  const isAnother = and(eq(companyId, ofCompany), ne(id, rowId), isNull(disabledAt), signsNow);
  const another = exists(build.select({ id }).from(certificates).where(isAnother));
  return build
    .update(certificates)
    .set({ location: sql`iif(${another}, ${location}, NULL)` })
    .where(eq(id, rowId));
}

function readSerial(text: string): string {
  if (!/^\d{1,60}$/.test(text)) throw new OperatorError(`"${text}" is not a serial number`, "decimal digits");
  return text;
}
