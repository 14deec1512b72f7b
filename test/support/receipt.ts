// Reads bytes for a receipt printer as a printer does: commands are obeyed, and what is left is text in the code page that was chosen.
import { spawnSync } from "node:child_process";

/** What `iconv` calls the pages, by their numbers under "ESC t"; a printer that is told none has plain letters. */
const PAGES: Readonly<Record<number, string>> = { 0: "CP437", 2: "CP850", 16: "CP1252", 19: "CP858" };
/** Commands that do not print, with the bytes that follow them: reset, code page, alignment, bold; size, cut. */
const LENGTHS: Readonly<Record<string, number>> = { "1b40": 0, "1b74": 1, "1b61": 1, "1b45": 1, "1d21": 1, "1d56": 2 };

export interface Receipt {
  readonly page: number | undefined;
  readonly lines: readonly string[];
  /** As wide as it is printed, of each line. */
  readonly widths: readonly number[];
  readonly code: { readonly dots: number | undefined; readonly text: string | undefined; readonly printed: number };
  readonly isCut: boolean;
}

/** @throws Error for a command that no printer of this family has, or a byte that is none. */
export function readReceipt(bytes: Uint8Array): Receipt {
  const text: number[] = [];
  const widths = [0];
  let [page, dots, stored]: [number | undefined, number | undefined, string | undefined] = [
    undefined,
    undefined,
    undefined,
  ];
  let [printed, factor, isCut] = [0, 1, false];
  for (let at = 0; at < bytes.length; ) {
    const [byte = 0, next = 0, value = 0] = bytes.subarray(at, at + 3);
    const command = Buffer.from([byte, next]).toString("hex");
    const length = LENGTHS[command];
    if (length !== undefined) {
      if (command === "1b74") page = value;
      if (command === "1d21") factor = 1 + (value >> 4);
      if (command === "1d56") isCut = true;
      at += 2 + length;
    } else if (command === "1d28") {
      const size = (bytes[at + 3] ?? 0) + 256 * (bytes[at + 4] ?? 0);
      const [symbol, what, ...parameters] = bytes.subarray(at + 5, at + 5 + size);
      if (value !== 0x6b || symbol !== 0x31) throw new Error(`not a QR code at ${at}`);
      if (what === 0x43) dots = parameters[0];
      if (what === 0x50) stored = Buffer.from(parameters.slice(1)).toString("utf8");
      if (what === 0x51) printed += 1;
      at += 5 + size;
    } else {
      if (byte !== 0x0a && (byte < 0x20 || byte === 0x7f)) throw new Error(`byte ${byte} at ${at} is no text`);
      if (byte === 0x0a) widths.push(0);
      else widths.push((widths.pop() ?? 0) + factor);
      text.push(byte);
      at += 1;
    }
  }
  const lines = decode(Uint8Array.from(text), page).split("\n");
  return { page, lines, widths, code: { dots, text: stored, printed }, isCut };
}

function decode(text: Uint8Array, page: number | undefined): string {
  const charset = page === undefined ? "ASCII" : PAGES[page];
  if (charset === undefined) throw new Error(`no code page has the number ${page}`);
  const { status, stdout, stderr } = spawnSync("iconv", ["-f", charset, "-t", "UTF-8"], { input: text });
  if (status !== 0) throw new Error(`iconv: ${stderr}`);
  return stdout.toString("utf8");
}
