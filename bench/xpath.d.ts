// Stands for the types of `xpath`, which would pull the browser's whole DOM into a program that has none.
declare const xpath: unknown;
export default xpath;
export type SelectReturnType = unknown;
