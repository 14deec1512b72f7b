// Reads a message as readers of others do: postal-mime, and the `email` module of Python.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import PostalMime from "postal-mime";
import { z } from "zod";

const FACTS = z.strictObject({
  subject: z.string(),
  from: z.string(),
  fromName: z.string(),
  to: z.array(z.string()),
  replyTo: z.string(),
  delivery: z.string(),
  text: z.string(),
  files: z.array(z.strictObject({ name: z.string(), type: z.string(), digest: z.string() })),
});

/** What a message says, whoever reads it. */
export type MailFacts = Readonly<z.output<typeof FACTS>>;

/** SHA-256, in hex. */
export function digestOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

async function readWithPostalMime(raw: string): Promise<MailFacts> {
  const mail = await PostalMime.parse(raw);
  return FACTS.parse({
    subject: mail.subject,
    from: mail.from?.address,
    fromName: mail.from?.name,
    to: mail.to?.map(({ address }) => address),
    replyTo: mail.replyTo?.[0]?.address,
    delivery: mail.headers.find(({ key }) => key === "x-entrega")?.value,
    text: mail.text,
    files: mail.attachments.map(({ filename, mimeType, content }) => {
      if (typeof content === "string") throw new Error(`${filename} is read as text`);
      return { name: filename, type: mimeType, digest: digestOf(new Uint8Array(content)) };
    }),
  });
}

/** Every defect that the module finds in a part is an error. */
const PROGRAM = `
import sys, json, hashlib, email, email.policy
mail = email.message_from_bytes(sys.stdin.buffer.read(), policy=email.policy.default)
defects = [str(one) for part in mail.walk() for one in part.defects]
if defects: sys.exit("; ".join(defects))
sender, = mail["from"].addresses
print(json.dumps({
    "subject": mail["subject"], "from": sender.addr_spec, "fromName": sender.display_name,
    "to": [one.addr_spec for one in mail["to"].addresses], "replyTo": mail["reply-to"], "delivery": mail["x-entrega"],
    "text": mail.get_body(("plain",)).get_content(),
    "files": [{"name": file.get_filename(), "type": file.get_content_type(),
        "digest": hashlib.sha256(file.get_content()).hexdigest()} for file in mail.iter_attachments()],
}))`;

async function readWithPython(raw: string): Promise<MailFacts> {
  return FACTS.parse(JSON.parse(execFileSync("python3", ["-c", PROGRAM], { input: raw, encoding: "utf8" })));
}

/** Each with the programs that it needs. */
export const MAIL_READERS = [
  { name: "postal-mime", tools: [], read: readWithPostalMime },
  { name: "Python's email", tools: ["python3"], read: readWithPython },
] as const;
