// Says which findings are notifications: rules outside the authority's published list of rejections, or only ever seen as such.

/** Rules without the letter of the document kind (AV02), or with it where the kinds differ (FAK26). */
const NOTICES: ReadonlySet<string> = new Set([
  "AB13",
  "AD10",
  "AI05",
  "AI06",
  "AJ40",
  "AJ41",
  "AJ73",
  "AK08",
  "AK09",
  "AK10",
  "AK11",
  "AK12",
  "AK16",
  "AK17",
  "AK28",
  "AK30",
  "AK31",
  "AK40",
  "AK41",
  "AK51",
  "AK55",
  "AN05",
  "AQ09",
  "AS14",
  "AT04",
  "AT10",
  "AV02",
  "AV03",
  "AX02",
  "AX05",
  "AX14",
  "AY10",
  "AZ12",
  "BD03",
  // Of notes they are rejections.
  "FAW01",
  "FAW02",
  "DSAW01",
  "DSAW02",
  "AW05",
  "FAK26",
  "AJ50",
  // Their texts notify; a list of rejections has them too.
  "FAV05",
  "CAV05",
  "DAV05",
  "FBB05",
  "CBB05",
  "DBB05",
  "CBF02",
  "NSAX04",
  "NAAB14",
]);

/** `rule` as AD06, `code` as FAD06 or DSAD06. */
export function isNotice(rule: string, code: string): boolean {
  return NOTICES.has(rule) || NOTICES.has(code);
}
