// Makes entity tags of answers, and finds them in `If-None-Match`.

/** The entity tag of a JSON body: its SHA-256. */
export async function nameBody(body: object): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return `"${Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("")}"`;
}

/** Whether a list of entity tags names this one; `*` names any. */
export function isNamed(list: string | null, etag: string): boolean {
  const tags = (list ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return tags.includes(etag) || tags.includes("*");
}
