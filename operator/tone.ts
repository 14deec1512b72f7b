// Colours texts for a terminal.
import { styleText } from "node:util";

const STYLES = { strong: "bold", faint: "dim", good: "green", warn: "yellow", bad: "red" } as const;

/** What a text means to its reader. */
export type Tone = keyof typeof STYLES;

/** A text as it is printed. */
export type Paint = (tone: Tone, text: string) => string;

/** Texts as they are. */
export const plain: Paint = (_tone, text) => text;

/** Texts in colours, also where no terminal reads them. */
export const coloured: Paint = (tone, text) => styleText(STYLES[tone], text, { validateStream: false });

/** Whether a stream shows colours and its reader wants them: NO_COLOR and FORCE_COLOR as they are commonly read. */
export function hasColours(stream: NodeJS.WriteStream, environment: NodeJS.ProcessEnv): boolean {
  if ((environment.NO_COLOR ?? "") !== "") return false;
  if (environment.FORCE_COLOR !== undefined) return environment.FORCE_COLOR !== "0";
  return stream.isTTY === true && environment.TERM !== "dumb";
}
