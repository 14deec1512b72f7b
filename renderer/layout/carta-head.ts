// Draws the upper part of the first page: issuer, title and number, the other party, terms, and what a note corrects.
import type { Corrected, Entry, Party } from "../document/model.ts";
import { CORRECTED_NAMES } from "../document/wire-literal.ts";
import { LOGO_NAME } from "../pdf/assemble.ts";
import type { Picture } from "../pdf/picture.ts";
import { balance, breakLines, measure, packParts, shrink, type TextStyle } from "../pdf/typesetter.ts";
import { CIRCUMSTANCES_TITLE, type Facts, listTerms } from "./facts.ts";
import { CONTENT_WIDTH, type Flow, MARGIN, RIGHT } from "./flow.ts";
import { GRAY, INK, legible, PANEL } from "./palette.ts";

const HEAD_TOP = 34;
const GAP = 12;
const LOGO_ROOM = { width: 170, height: 54 };
const LOGO_BESIDE = 76;
const TITLE_WIDTH = 220;
const ISSUER_WIDTH = CONTENT_WIDTH - TITLE_WIDTH - 24;
const PANEL_PADDING = 11;
const PANEL_WIDTH = (CONTENT_WIDTH - GAP) / 2;

/** Notes that adjust, where the others correct: to support documents and to tickets. */
const ADJUSTING = ["93", "94", "95"];

const NAME: TextStyle = { size: 12, weight: "semibold", color: INK };
const SMALL: TextStyle = { size: 7.5, color: GRAY };
const BODY: TextStyle = { size: 8, color: INK };
const LABEL: TextStyle = { size: 6.5, weight: "semibold", color: GRAY };
const LEADING = 10;

/** Width and height of a logo inside its room, in its own proportions. */
export function fitLogo(logo: Picture, room: { readonly width: number; readonly height: number }) {
  const scale = Math.min(room.width / logo.width, room.height / logo.height);
  return { width: logo.width * scale, height: logo.height * scale };
}

/** The issuer on the left, title and number on the right. */
export function drawHead(flow: Flow, facts: Facts): void {
  const { document, logo, accent } = facts;
  const { sheet, root } = flow;
  let [x, y] = [MARGIN, HEAD_TOP];
  if (logo !== null) {
    const size = fitLogo(logo, LOGO_ROOM);
    flow.tag(root.add("Figure", `Logotipo de ${document.issuer.name}`));
    sheet.picture(LOGO_NAME, logo.orientation, { x, y, ...size });
    // Beside a compact mark there is room for the issuer; a wide one stands above.
    if (size.width <= LOGO_BESIDE) x += size.width + 14;
    else y += size.height + 10;
  }
  const width = MARGIN + ISSUER_WIDTH - x;
  flow.tag(root.add("P"));
  for (const line of breakLines(document.issuer.name, NAME, width)) {
    sheet.text(line, NAME, { x, y: y + 10 });
    y += 15;
  }
  y += 1;
  for (const line of describeParty(document.issuer, SMALL, width)) {
    sheet.text(line, SMALL, { x, y: y + 8 });
    y += LEADING;
  }

  const color = legible(accent);
  const title: TextStyle = { size: 11, weight: "semibold", color };
  let right = HEAD_TOP;
  flow.tag(root.add("H1"));
  for (const line of balance(document.title, title, TITLE_WIDTH)) {
    sheet.text(line, title, { x: RIGHT, y: right + 10, align: "right" });
    right += 14;
  }
  flow.tag(root.add("P"));
  if (document.subtitle !== null) {
    for (const line of breakLines(document.subtitle, SMALL, TITLE_WIDTH)) {
      sheet.text(line, SMALL, { x: RIGHT, y: right + 8, align: "right" });
      right += LEADING;
    }
  }
  const number = shrink(document.number, { size: 22, weight: "semibold", color: INK } as const, TITLE_WIDTH);
  sheet.text(document.number, number, { x: RIGHT, y: right + 24, align: "right" });
  flow.y = Math.max(y, right + 34) + 14;
}

/** Everything that identifies a party and reaches it, a line each; parts of one line where they fit beside each other. */
export function describeParty(party: Party, style: TextStyle, width: number): string[] {
  const contact = [party.phone === null ? null : `Tel. ${party.phone}`, party.email].filter((part) => part !== null);
  const standing = [party.regime, ...party.qualities].filter((part) => part !== null);
  const lines: readonly (readonly (string | null)[])[] = [
    [party.tradeName],
    [`${party.identificationName} ${party.identification}`],
    ...party.address.map((text) => [text]),
    [party.contact === null ? null : `Contacto: ${party.contact}`],
    contact,
    standing,
    [party.activity === null ? null : `Actividad económica ${party.activity}`],
  ];
  return lines.flatMap((parts) =>
    packParts(
      parts.filter((part) => part !== null).filter((part) => part !== ""),
      style,
      width,
    ),
  );
}

/** Two panels: the other party, and the terms. */
export function drawParties(flow: Flow, facts: Facts): void {
  const { document } = facts;
  const { sheet, root } = flow;
  const inner = PANEL_WIDTH - 2 * PANEL_PADDING;
  const name = breakLines(document.counterpart.name, { ...NAME, size: 10 }, inner);
  const lines = describeParty(document.counterpart, SMALL, inner);
  const terms = listTerms(facts).map((entry) => wrapEntry(entry, inner));
  const left = 16 + name.length * 13 + lines.length * LEADING;
  const right = 16 + terms.reduce((sum, { value }) => sum + value.length * LEADING + 1.5, 0);
  const height = Math.max(left, right) + 2 * PANEL_PADDING - 2;
  const top = flow.y;
  const second = MARGIN + PANEL_WIDTH + GAP;
  for (const x of [MARGIN, second]) sheet.fill({ x, y: top, width: PANEL_WIDTH, height }, PANEL);
  for (const x of [MARGIN, second]) sheet.fill({ x, y: top, width: 2, height }, legible(facts.accent));

  const x = MARGIN + PANEL_PADDING;
  let y = top + PANEL_PADDING;
  flow.tag(root.add("H2"));
  sheet.text(document.counterpartRole.toUpperCase(), LABEL, { x, y: y + 6 });
  y += 16;
  flow.tag(root.add("P"));
  for (const line of name) {
    sheet.text(line, { ...NAME, size: 10 }, { x, y: y + 8 });
    y += 13;
  }
  for (const line of lines) {
    sheet.text(line, SMALL, { x, y: y + 7.5 });
    y += LEADING;
  }

  y = top + PANEL_PADDING;
  flow.tag(root.add("H2"));
  sheet.text("DATOS DEL DOCUMENTO", LABEL, { x: second + PANEL_PADDING, y: y + 6 });
  y += 16;
  for (const { label, value } of terms) {
    flow.tag(root.add("P"));
    sheet.text(label, SMALL, { x: second + PANEL_PADDING, y: y + 7.5 });
    for (const line of value) {
      sheet.text(line, BODY, { x: second + PANEL_PADDING + inner, y: y + 7.5, align: "right" });
      y += LEADING;
    }
    y += 1.5;
  }
  flow.y = top + height + GAP;
  drawCorrection(flow, facts);
  if (document.circumstances.length > 0) {
    drawPanel(flow, facts, CIRCUMSTANCES_TITLE.toUpperCase(), document.circumstances);
  }
}

function wrapEntry([label, value]: Entry, width: number) {
  return { label, value: breakLines(value, BODY, width - measure(label, SMALL) - 10) };
}

/** What a note corrects, its concept, and its reason and remarks in the issuer's words. */
function drawCorrection(flow: Flow, facts: Facts): void {
  const { correction, typeCode, notes } = facts.document;
  if (correction === null) return;
  const title = ADJUSTING.includes(typeCode) ? "DOCUMENTO QUE AJUSTA" : "DOCUMENTO QUE CORRIGE";
  drawPanel(flow, facts, title, listCorrection(typeCode, correction, notes));
}

/** Labels and values over the whole width; what does not fit goes on over the next page, without the panel's ground. */
function drawPanel(flow: Flow, { accent }: Facts, title: string, entries: readonly Entry[]): void {
  const inner = CONTENT_WIDTH - 2 * PANEL_PADDING;
  const rows = entries.map(([label, value]) => ({ label, ...setValue(value, inner - 92) }));
  const height = 14 + rows.reduce((sum, { lines }) => sum + lines.length * LEADING + 1.5, 0) + 2 * PANEL_PADDING - 2;
  const isShort = height <= flow.room;
  if (isShort) {
    flow.sheet.fill({ x: MARGIN, y: flow.y, width: CONTENT_WIDTH, height }, PANEL);
    flow.sheet.fill({ x: MARGIN, y: flow.y, width: 2, height }, legible(accent));
  }
  const x = MARGIN + PANEL_PADDING;
  flow.y += PANEL_PADDING;
  flow.tag(flow.root.add("H2"));
  flow.sheet.text(title, LABEL, { x, y: flow.y + 6 });
  flow.y += 15;
  for (const { label, lines, style } of rows) {
    flow.tag(flow.root.add("P"));
    for (const [index, line] of lines.entries()) {
      flow.ensure(LEADING);
      if (index === 0) flow.sheet.text(label, SMALL, { x, y: flow.y + 7.5 });
      flow.sheet.text(line, style, { x: x + 92, y: flow.y + 7.5 });
      flow.y += LEADING;
    }
    flow.y += 1.5;
  }
  flow.y += PANEL_PADDING - 3 + GAP;
}

/** An identifier goes on one line, smaller; everything else is broken where it must be. */
function setValue(value: string, width: number): { readonly lines: readonly string[]; readonly style: TextStyle } {
  if (/^[0-9a-f]{96}$/.test(value)) return { lines: [value], style: shrink(value, BODY, width) };
  return { lines: breakLines(value, BODY, width), style: BODY };
}

/** Labels and values about what a note corrects. */
export function listCorrection(
  typeCode: string,
  { corrected, period, concept, conceptCode }: NonNullable<Facts["document"]["correction"]>,
  notes: readonly string[],
): Entry[] {
  const entries: (Entry | null)[] = [
    corrected === null ? null : ["Documento", printCorrected(typeCode, corrected)],
    corrected?.fiscalId == null ? null : [corrected.fiscalIdName, corrected.fiscalId],
    period === null ? null : ["Periodo", `${period[0]} a ${period[1]}`],
    concept === null ? null : ["Concepto", `${conceptCode === null ? "" : `${conceptCode} · `}${concept}`],
  ];
  return [...entries.filter((entry) => entry !== null), ...listNotes(notes)];
}

/** The reason comes before the remarks; a single note may be either, and the signed document does not say which. */
function listNotes([first, ...others]: readonly string[]): Entry[] {
  if (first === undefined) return [];
  if (others.length === 0) return [["Motivo u observaciones", first]];
  return [
    ["Motivo", first],
    ["Observaciones", others.join("\n")],
  ];
}

function printCorrected(typeCode: string, { number, date }: Corrected): string {
  return `${CORRECTED_NAMES[typeCode] ?? ""} ${number}${date === null ? "" : ` del ${date}`}`.trim();
}
