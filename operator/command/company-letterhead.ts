// Reads the flags about the logo and the colour of a company's drawings, and puts a logo into the archive.

import { readPicture } from "../../renderer/pdf/picture.ts";
import { Refused } from "../../renderer/refused.ts";
import { LOGO_LIMIT_BYTES } from "../../renderer/request.ts";
import { digestFile, logoPathOf } from "../../src/store/archive/files.ts";
import type { Letterhead } from "../../src/store/company/letterhead.ts";
import type { Context } from "../command.ts";
import { OperatorError } from "../error.ts";
import { optional } from "../flag.ts";
import { readInputFile } from "../input-file.ts";

export const LETTERHEAD_FLAGS = [
  optional("logo", "PNG or JPEG file for the drawings, at most 100 KB; none takes it off"),
  optional("colour", "colour of the drawings, 6 hexadecimal digits; none takes it off"),
];

const NONE = "none";

interface Logo {
  readonly path: string;
  readonly bytes: Uint8Array;
}

export interface LetterheadChange {
  readonly after: Letterhead;
  /** A file that the archive must have before the change is written. */
  readonly logo: Logo | null;
}

/** What the flags make of a letterhead. @throws OperatorError for a picture or a colour that the renderer would refuse. */
export async function readLetterhead(
  { input }: Context,
  companyId: number,
  before: Letterhead,
): Promise<LetterheadChange> {
  const accent = input.find("colour", readColour);
  const path = input.find("logo", (text) => text);
  const logo = path === undefined || path === NONE ? null : await readLogo(path, companyId);
  return {
    logo,
    after: {
      accent: accent === undefined ? before.accent : accent,
      logoPath: path === undefined ? before.logoPath : (logo?.path ?? null),
    },
  };
}

/** Puts the logo of a change where the service reads it. Its path carries its digest: what is there already is the same. */
export async function archiveLogo({ putFile, isDryRun }: Context, { logo }: LetterheadChange): Promise<void> {
  if (logo === null || isDryRun) return;
  const put = await putFile({ ...logo, label: {} });
  if (put === "other-bytes") throw new OperatorError("the archive has another file in the place of this logo");
}

function readColour(text: string): string | null {
  if (text === NONE) return null;
  if (!/^#?[0-9a-f]{6}$/i.test(text))
    throw new OperatorError(`"${text}" is not a colour`, "6 hexadecimal digits, such as 0A7B83");
  return `#${text.replace("#", "").toLowerCase()}`;
}

async function readLogo(path: string, companyId: number): Promise<Logo> {
  const bytes = readInputFile(path);
  if (bytes.length > LOGO_LIMIT_BYTES) {
    throw new OperatorError(
      `${path} has ${bytes.length} bytes, more than ${LOGO_LIMIT_BYTES}`,
      "give a smaller picture",
    );
  }
  try {
    readPicture(bytes);
  } catch (cause) {
    if (!(cause instanceof Refused)) throw cause;
    throw new OperatorError(`${path}: ${cause.message}`, "a PNG that is not interlaced, or a JPEG");
  }
  return { path: logoPathOf(companyId, await digestFile(bytes)), bytes };
}
