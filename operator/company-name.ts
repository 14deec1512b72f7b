// Reads which company a line names: by its id, or by its NIT where no company has that id.
import { eq, or } from "drizzle-orm";
import { findCheckDigit } from "../src/domain/catalogue/catalogue.ts";
import { build, type Database, isAmong, run } from "../src/store/base/db.ts";
import { companies } from "../src/store/base/schema.ts";
import { listNits } from "./data/company-search.ts";
import { OperatorError } from "./error.ts";
import type { InputSource } from "./input.ts";

const FLAG = "company";

/** What a line gives, with the id of its company in the place of a NIT; what a person answers as well. */
export async function readCompanyNames(
  db: Database,
  { flags, file, ask, ...others }: InputSource,
): Promise<InputSource> {
  const given = flags.get(FLAG);
  const member = file?.[FLAG];
  return {
    ...others,
    flags: given === undefined ? flags : new Map([...flags, [FLAG, await findIds(db, given)]]),
    ...(file === undefined
      ? {}
      : { file: typeof member === "string" ? { ...file, [FLAG]: await findId(db, member) } : file }),
    ...(ask === undefined
      ? {}
      : {
          ask: async (flag, complaint) => {
            const text = await ask(flag, complaint);
            return flag.name() === FLAG ? findId(db, text) : text;
          },
        }),
  };
}

function findIds(db: Database, texts: readonly string[]): Promise<readonly string[]> {
  return Promise.all(texts.map((text) => findId(db, text)));
}

/** @throws OperatorError for a NIT that no company has, or whose digits are those of two. */
async function findId(db: Database, text: string): Promise<string> {
  const nits = listNits(text);
  if (nits.length === 0) return text;
  const isNumber = /^\d+$/.test(text);
  const isIt = or(isNumber ? eq(companies.id, Number(text)) : undefined, isAmong(companies.nit, nits));
  const found = await run(db, build.select({ id: companies.id, nit: companies.nit }).from(companies).where(isIt));
  if (found.some(({ id }) => String(id) === text)) return text;
  const [only, ...others] = found;
  if (only === undefined) {
    if (isNumber) return text;
    throw new OperatorError(`there is no company of NIT ${text}`, "see `operator company list`");
  }
  if (others.length > 0) {
    const each = found.map(({ id, nit }) => `company ${id} of NIT ${nit}`);
    throw new OperatorError(`${text} may be ${each.join(" or ")}`, "name its id");
  }
  const [, typed] = /-\s*(\d)$/.exec(text) ?? [];
  const checkDigit = findCheckDigit(only.nit);
  if (typed !== undefined && typed !== checkDigit) {
    throw new OperatorError(
      `the check digit of ${only.nit} is ${checkDigit}, not ${typed}`,
      "check the number on the RUT",
    );
  }
  return String(only.id);
}
