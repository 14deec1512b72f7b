// Reaches the stand that all files of a run share which are only clients: other documents come and go in its companies.
import { inject } from "vitest";
import { type DemoFile, parseDemoFile } from "../../stand/demo-file.ts";
import { MAILING_COMPANY } from "../../stand/mail.ts";

/** What a client of it needs to know; the first that asks waits until it is up. */
export async function visitSharedStand(): Promise<DemoFile> {
  const response = await fetch(inject("sharedStandDoor"));
  const text = await response.text();
  if (!response.ok) throw new Error(`the shared stand did not start: ${text}`);
  return parseDemoFile(text);
}

/** The same as variables, for programs of the typed clients: its first company, and the one that sends e-mail. */
export function describeForClients({ base_url: base, companies }: DemoFile): Readonly<Record<string, string>> {
  const [company] = companies;
  const mailing = companies.find(({ id }) => id === MAILING_COMPANY);
  return {
    BASE_URL: base,
    COMPANY_ID: String(company?.id),
    TOKEN: company?.tokens.all ?? "",
    MAILING_COMPANY_ID: String(mailing?.id),
    MAILING_TOKEN: mailing?.tokens.all ?? "",
  };
}
