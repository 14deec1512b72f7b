// Says what is wrong with file names: the annex fixes them (6.5.7, 6.5.8), the synchronous service lets others pass.
import type { DocumentFacts } from "./judge/judge.ts";

/** First letters of the file, by type of document. */
const TAGS: Readonly<Record<string, string>> = {
  "05": "ds",
  "20": "ds",
  "91": "nc",
  "92": "nd",
  "93": "ncs",
  "94": "ncs",
  "95": "nas",
};

/** Remarks about the zip's and the XML's name. */
export function nameRemarks(zipName: string, xmlName: string, facts: DocumentFacts | undefined): string[] {
  const remarks: string[] = [];
  const zip = /^z(\d{10})(\d{3})(\d\d)([0-9a-fA-F]{8})\.zip$/.exec(zipName);
  const xml = /^([a-z]{2,3})(\d{10})(\d{3})(\d\d)([0-9a-fA-F]{8})\.xml$/.exec(xmlName);
  if (!zip) remarks.push(`el nombre del zip no es z{NIT}{ppp}{aa}{8 hex}.zip: ${zipName}`);
  if (!xml) remarks.push(`el nombre del XML no es {tipo}{NIT}{ppp}{aa}{8 hex}.xml: ${xmlName}`);
  if (!facts) return remarks;
  const nit = facts.nit.padStart(10, "0");
  if (zip && zip[1] !== nit) remarks.push(`el nombre del zip lleva otro NIT: ${zipName}`);
  if (xml && xml[2] !== nit) remarks.push(`el nombre del XML lleva otro NIT: ${xmlName}`);
  const tag = TAGS[facts.type] ?? "fv";
  if (xml && xml[1] !== tag) remarks.push(`el nombre del XML no empieza por ${tag}: ${xmlName}`);
  return remarks;
}
