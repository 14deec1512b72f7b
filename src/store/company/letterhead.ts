// Reads the logo and the colour of a company's PDFs; only a drawing needs them, so they do not travel with the company.
import { eq } from "drizzle-orm";
import { build, type Database, findOne } from "../base/db.ts";
import { companies } from "../base/schema.ts";

export interface Letterhead {
  /** `#rrggbb`. */
  readonly accent: string | null;
  /** Where the archive has the logo, PNG or JPEG. */
  readonly logoPath: string | null;
}

/** Logo and colour of a company; neither unless the operator has set it. */
export async function loadLetterhead(db: Database, companyId: number): Promise<Letterhead> {
  const { accent, logoPath } = companies;
  const select = build.select({ accent, logoPath }).from(companies).where(eq(companies.id, companyId));
  return (await findOne(db, select)) ?? { accent: null, logoPath: null };
}
