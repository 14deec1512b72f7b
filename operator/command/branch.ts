// `branch`, add, list and edit, keeps the shops of a company that its documents name by code.
import { isDeepStrictEqual } from "node:util";
import { and, eq } from "drizzle-orm";
import type { Address, Branch } from "../../src/domain/company.ts";
import { spellPlace } from "../../src/domain/default/printed-place.ts";
import { build, run } from "../../src/store/base/db.ts";
import { branches, ranges } from "../../src/store/base/schema.ts";
import { type Command, type Context, commit } from "../command.ts";
import { CSV } from "../csv.ts";
import { AlreadyThere, OperatorError } from "../error.ts";
import { optional, required } from "../flag.ts";
import type { Input } from "../input.ts";
import { isNotLeftBehind } from "../left-behind.ts";
import { withRows } from "../many.ts";
import { readAtMost, readMunicipality, readPostalCode } from "../reader.ts";
import { answerRows } from "../table.ts";
import { findCompanyId, getCompany } from "./company.ts";
import { nameMunicipality } from "./company-profile.ts";
import { readPrefix } from "./range.ts";

/** Takes the prefix of a branch away. */
const NONE = "none";

const MORE = [
  optional("postal-code", "postal code, 6 digits"),
  optional("prefix", `prefix of its own ranges, which then number no other documents; ${NONE}: the company's others`),
  optional("phone", "phone of the shop; the company's is signed unless given"),
  optional("matricula", "number in the commercial register, 6 to 12 digits"),
];

const addOne: Command = {
  name: "branch add",
  about: "adds a branch of a company, whose address its documents sign as the place of sale",
  flags: [
    required("company", "id of the company; not with --rows"),
    required("code", "code by which documents name it, up to 20 letters, digits, dots and dashes"),
    required("name", "trade name of the shop, as its documents print it"),
    required("address", "street address"),
    required(
      "municipality",
      "DIVIPOLA code of the municipality (5 digits), or its name; NAME, DEPARTMENT where several have it",
    ),
    ...MORE,
  ],
  run: async (context) => {
    const { input } = context;
    const { id: companyId, branches: known } = await getCompany(context);
    const code = await input.get("code", readCode);
    if (known.some((one) => one.code === code)) {
      throw new AlreadyThere(`company ${companyId} has the branch ${code}`, "change it with `branch edit`");
    }
    const name = await input.get("name", readName);
    const line = await input.get("address", readStreet);
    const municipality = await input.get("municipality", readMunicipality);
    const address: Address = {
      line,
      ...nameMunicipality(municipality),
      postalCode: input.find("postal-code", readPostalCode) ?? null,
      countryCode: "CO",
      countryName: "Colombia",
    };
    const branch: Branch = {
      ...{ code, name, address },
      prefix: input.find("prefix", readOwnPrefix) ?? null,
      phone: input.find("phone", readPhone) ?? null,
      registration: input.find("matricula", readRegistration) ?? null,
    };
    const said = await describePrefix(context, companyId, [...known, branch]);
    await commit(context, { companyId, action: "branch.add", detail: { ...branch } }, [
      build.insert(branches).values({ companyId, ...branch }),
    ]);
    return { data: toRow(companyId, branch), text: `branch ${code} of company ${companyId}${said}` };
  },
};

const add = withRows(addOne, "branch");

const edit: Command = {
  name: "branch edit",
  about: "changes a branch of a company; documents that are reserved keep what they say",
  flags: [
    required("company", "id of the company"),
    required("code", "code of the branch, which stays as it is"),
    optional("name", "another trade name"),
    optional("address", "another street address"),
    optional("municipality", "its municipality, as `branch add` has it"),
    ...MORE,
  ],
  run: async (context) => {
    const { input } = context;
    const { id: companyId, branches: known } = await getCompany(context);
    const code = await input.get("code", readCode);
    const before = known.find((one) => one.code === code);
    if (before === undefined) {
      throw new OperatorError(`company ${companyId} has no branch ${code}`, "see `operator branch list`");
    }
    const branch = readChanges(input, before);
    if (isDeepStrictEqual(branch, before)) throw new OperatorError("nothing to change");
    const others = known.filter((one) => one !== before);
    const said = branch.prefix === before.prefix ? "" : await describePrefix(context, companyId, [...others, branch]);
    const { code: _, ...values } = branch;
    await commit(context, { companyId, action: "branch.edit", detail: { code, before, after: branch } }, [
      build
        .update(branches)
        .set(values)
        .where(and(eq(branches.companyId, companyId), eq(branches.code, code))),
    ]);
    return { data: toRow(companyId, branch), text: `branch ${code} of company ${companyId} is changed${said}` };
  },
};

/** What no flag names stays as it is. */
function readChanges(input: Input, before: Branch): Branch {
  const municipality = input.find("municipality", readMunicipality);
  const prefix = input.find("prefix", readOwnPrefix);
  // A postal code is of its municipality.
  const place = municipality === undefined ? before.address : { ...nameMunicipality(municipality), postalCode: null };
  return {
    code: before.code,
    name: input.find("name", readName) ?? before.name,
    address: {
      ...before.address,
      ...place,
      line: input.find("address", readStreet) ?? before.address.line,
      postalCode: input.find("postal-code", readPostalCode) ?? place.postalCode,
    },
    prefix: prefix === undefined ? before.prefix : prefix,
    phone: input.find("phone", readPhone) ?? before.phone,
    registration: input.find("matricula", readRegistration) ?? before.registration,
  };
}

const list: Command = {
  name: "branch list",
  reads: true,
  isOfAll: true,
  about: "lists the branches of a company",
  flags: [optional("company", "id of the company; all of them unless given"), CSV],
  run: async (context) => {
    const companyId = await findCompanyId(context);
    const which = companyId === null ? isNotLeftBehind(branches.companyId) : eq(branches.companyId, companyId);
    const all = build.select().from(branches).where(which).orderBy(branches.companyId, branches.code);
    const data = (await run(context.db, all)).map(({ companyId: company, ...branch }) => toRow(company, branch));
    return answerRows(data, "no branch yet: `operator branch add`");
  },
};

function toRow(company: number, { code, name, address, prefix, phone, registration }: Branch) {
  const { line, municipalityCode, municipalityName, postalCode } = address;
  return {
    company,
    code,
    name,
    address: line,
    municipality: municipalityCode,
    town: spellPlace(municipalityName ?? ""),
    postal_code: postalCode,
    prefix,
    phone,
    matricula: registration,
  };
}

/**
 * What the prefix of the last branch means for the company's documents.
 * @throws OperatorError when no range has it.
 */
async function describePrefix(
  { db }: Context,
  companyId: number,
  all: readonly Pick<Branch, "prefix">[],
): Promise<string> {
  const prefix = all.at(-1)?.prefix ?? null;
  if (prefix === null) return "";
  const { kind, prefix: own, isActive } = ranges;
  const rows = await run(
    db,
    build.select({ kind, prefix: own, isActive }).from(ranges).where(eq(ranges.companyId, companyId)),
  );
  const numbered = new Set(rows.filter((row) => row.prefix === prefix).map((row) => row.kind));
  if (numbered.size === 0) {
    throw new OperatorError(`no range of company ${companyId} has the prefix ${prefix}`, "add it first: `range add`");
  }
  const reserved = all.map((one) => one.prefix);
  const common = rows.filter((row) => row.isActive && !reserved.includes(row.prefix)).map((row) => row.kind);
  const left = [...numbered].filter((one) => !common.includes(one));
  const without = left.length === 0 ? "" : `; documents without a branch have no range of kind ${left.join(", ")} left`;
  return `; its documents of kind ${[...numbered].join(", ")} take numbers with ${prefix}${without}`;
}

function readCode(text: string): string {
  if (/^[0-9A-Za-z._-]{1,20}$/.test(text)) return text;
  throw new OperatorError(`"${text}" is not a code of a branch`, "1 to 20 letters, digits, dots and dashes");
}

const readName = readAtMost(450);
const readStreet = readAtMost(300);

function readOwnPrefix(text: string): string | null {
  if (text === NONE) return null;
  if (text === "") throw new OperatorError("the ranges without a prefix are no branch's", `${NONE} takes it away`);
  return readPrefix(text);
}

function readPhone(text: string): string {
  if (/^[0-9+ ]{1,20}$/.test(text.trim())) return text.trim();
  throw new OperatorError(`"${text}" is not a phone`, "up to 20 digits, + and blanks");
}

function readRegistration(text: string): string {
  if (/^\d{6,12}$/.test(text)) return text;
  throw new OperatorError(`"${text}" is not a number of the commercial register`, "6 to 12 digits");
}

export const BRANCH_COMMANDS: readonly Command[] = [add, edit, list];
