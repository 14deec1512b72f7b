// Holds the units of measure that people use: short names to print, and the codes that the authority's list spells in its own way.

import { countSlips } from "../value/slip.ts";
import { isUnit } from "./catalogue.ts";
import { foldName } from "./place.ts";

/** 94, "unidad": what an item without a unit of its own counts (FAV05). */
export const UNIT_CODE = "94";

/** Codes of UN/ECE Recommendation 20 that the authority's list has under another one, or not at all. */
const LISTED_AS: Readonly<Record<string, string>> = { E48: "94", H87: "94", MON: "LUN", ANN: "ANA", KMT: "KTM" };

/** By code: the short name that is printed, then the words by which a client may look for it. */
const UNITS: Readonly<Record<string, readonly [short: string, ...words: string[]]>> = {
  "94": ["und", "unidad", "pieza", "servicio", "actividad", "pza", "ud", "un"],
  EA: ["und", "cada uno"],
  C62: ["und", "uno"],
  NIU: ["und", "numero de unidades internacionales"],
  HUR: ["h", "hora"],
  DAY: ["día", "dia"],
  WEE: ["sem", "semana"],
  MIN: ["min", "minuto"],
  LUN: ["mes"],
  ANA: ["año", "ano", "anual"],
  BX: ["caja"],
  BG: ["bolsa"],
  PK: ["paq", "paquete"],
  PR: ["par"],
  DZN: ["docena"],
  SET: ["juego", "set"],
  RL: ["rollo", "carrete"],
  BO: ["botella", "frasco"],
  CT: ["cartón", "carton"],
  KT: ["kit"],
  SA: ["saco", "bulto"],
  ST: ["hoja", "lamina"],
  ONZ: ["oz", "onza"],
  OZA: ["fl oz", "onza liquida"],
  GLL: ["gal", "galon"],
  LBR: ["lb", "libra"],
  KGM: ["kg", "kilogramo", "kilo"],
  GRM: ["g", "gramo", "gr"],
  TNE: ["t", "tonelada", "ton"],
  LTR: ["l", "litro", "lt"],
  MLT: ["ml", "mililitro"],
  MTR: ["m", "metro", "mt"],
  MTK: ["m²", "metro cuadrado", "m2"],
  MTQ: ["m³", "metro cubico", "m3"],
  CMT: ["cm", "centimetro"],
  KTM: ["km", "kilometro"],
  FOT: ["pie"],
  INH: ["in", "pulgada"],
  YRD: ["yd", "yarda"],
  HAR: ["ha", "hectarea"],
  KWH: ["kWh", "kilovatio hora"],
  IE: ["persona"],
  MIL: ["millar", "mil"],
};
const MOST_NEAR = 10;
const LONGEST_WORD = 40;

/** The code of the authority's list for one as sent; the same where it needs none, undefined where the list has none. */
export function findListedUnit(code: string): string | undefined {
  const listed = Object.hasOwn(LISTED_AS, code) ? LISTED_AS[code] : code;
  return listed !== undefined && isUnit(listed) ? listed : undefined;
}

/** The short name that is printed of a unit; its code where it has none. */
export function nameUnit(code: string): string {
  return Object.hasOwn(UNITS, code) ? (UNITS[code]?.[0] ?? code) : code;
}

/** The units that people use, each with the short name that is printed. */
export function listUsualUnits(): readonly { readonly code: string; readonly name: string }[] {
  return Object.entries(UNITS).map(([code, [name]]) => ({ code, name }));
}

/** Codes that are taken for one of the list, each with that one. */
export function listOtherUnitCodes(): readonly { readonly code: string; readonly listed: string }[] {
  return Object.entries(LISTED_AS).map(([code, listed]) => ({ code, listed }));
}

/** Units that were probably meant by a code or word that is none, each with its name: by name first, then by a slip in the code. */
export function findNearUnits(sent: string): readonly { readonly code: string; readonly name: string }[] {
  if (sent.length > LONGEST_WORD) return [];
  const wanted = foldName(sent);
  const all = Object.entries(UNITS).map(([code, [name, ...words]]) => ({ code, name, words: [name, ...words] }));
  const isNamed = (word: string) => {
    const folded = foldName(word);
    return folded === wanted || folded === wanted.replace(/e?s$/, "");
  };
  const named = wanted === "" ? [] : all.filter(({ words }) => words.some(isNamed));
  const slipped = all.filter(({ code }) => countSlips(code, sent.toUpperCase(), 1) <= 1);
  const near = [...new Set([...named, ...slipped])].slice(0, MOST_NEAR);
  return near.map(({ code, name }) => ({ code, name }));
}
