// Lists the files of a document as the contract names them, and says how a copy of one may be kept.

/** A support document has all but `contenedor`. */
export const FILE_NAMES = [
  "xml",
  "respuesta",
  "contenedor",
  "carta.pdf",
  "tirilla-80.pdf",
  "tirilla-58.pdf",
  "qr.svg",
  "qr.png",
  "tirilla-80.escpos",
  "tirilla-58.escpos",
] as const;

/** The header of a file that never changes again. */
export const KEPT = "private, max-age=31536000, immutable";
