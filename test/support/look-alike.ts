/** Keys that a reader cannot tell from `V-1`. */
export const LOOK_ALIKES = [
  "V-1\u200b",
  "\ufeffV-1",
  "V\u00ad-1",
  "V-1\u202c",
  "\u200fV-1",
  "V-1\u2060",
  "V-1\ufe0f",
  "V-1\u2028",
];
