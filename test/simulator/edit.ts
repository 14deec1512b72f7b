// Makes changes of a sample, each to be applied later: tables of rules name what breaks them.
import { drop, insertBefore, repeat, setAttribute, setContent } from "./element-scan.ts";

export type Edit = (xml: string) => string;

/** Another content; `index` picks among elements of the same path, from 0. */
export const set =
  (path: string, content: string, index = 0): Edit =>
  (xml) =>
    setContent(xml, path, content, index);

/** Another value of an attribute; undefined takes it away. */
export const mark =
  (path: string, name: string, value: string | undefined, index = 0): Edit =>
  (xml) =>
    setAttribute(xml, path, name, value, index);

/** The element left out. */
export const without =
  (path: string, index = 0): Edit =>
  (xml) =>
    drop(xml, path, index);

/** Text in front of the element. */
export const before =
  (path: string, text: string): Edit =>
  (xml) =>
    insertBefore(xml, path, text);

/** The element twice. */
export const twice =
  (path: string): Edit =>
  (xml) =>
    repeat(xml, path);
