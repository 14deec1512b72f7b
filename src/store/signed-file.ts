// Decides whether the bytes of a signed file are one document: its number and its fiscal id stand in it as whole elements.

/** What a document is called, to people and to the authority. */
export interface DocumentNames {
  /** Prefix and number, as `SETP990000001`. */
  readonly fullNumber: string;
  /** CUFE, CUDE or CUDS. */
  readonly fiscalId: string;
}

/** Whether a signed file is the document of these names; a mere mention of them is not enough. */
export function isFileOf(bytes: Uint8Array, { fullNumber, fiscalId }: DocumentNames): boolean {
  const text = new TextDecoder().decode(bytes);
  return text.includes(`>${fullNumber}</cbc:ID>`) && text.includes(`>${fiscalId}</cbc:UUID>`);
}
