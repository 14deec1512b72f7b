// Reads how a camera or a program says that a picture is to be turned, and how a page has to place it then.

/** As EXIF counts: 1 upright, 2 to 4 mirrored or upside down, 5 to 8 on its side. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;
export const UPRIGHT: Orientation = 1;
const ORIENTATIONS: readonly Orientation[] = [1, 2, 3, 4, 5, 6, 7, 8];

const LITTLE_ENDIAN = 0x4949;
const TIFF_MAGIC = 42;
const ORIENTATION_TAG = 0x0112;
const ENTRY_BYTES = 12;

/**
 * The orientation in EXIF data.
 * @param tiff from its byte order on.
 * @returns upright where it says none, or is cut off.
 */
export function readOrientation(tiff: Uint8Array): Orientation {
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  const has = (at: number, bytes: number) => at + bytes <= view.byteLength;
  if (!has(0, 8)) return UPRIGHT;
  const isLittle = view.getUint16(0) === LITTLE_ENDIAN;
  const directory = view.getUint32(4, isLittle);
  if (view.getUint16(2, isLittle) !== TIFF_MAGIC || !has(directory, 2)) return UPRIGHT;
  const count = view.getUint16(directory, isLittle);
  for (let index = 0; index < count; index += 1) {
    const at = directory + 2 + index * ENTRY_BYTES;
    if (!has(at, ENTRY_BYTES)) return UPRIGHT;
    if (view.getUint16(at, isLittle) !== ORIENTATION_TAG) continue;
    const value = view.getUint16(at + 8, isLittle);
    return ORIENTATIONS.find((one) => one === value) ?? UPRIGHT;
  }
  return UPRIGHT;
}

/** Whether rows of pixels are shown as columns. */
export function isSideways(orientation: Orientation): boolean {
  return orientation > 4;
}

/**
 * Where a point of the stored picture is shown: both from the upper left corner, right and down, as shares of width and height.
 * `[a, b, c, d, e, f]`: right = a x + c y + e, down = b x + d y + f.
 */
export const SHOWN: Readonly<Record<Orientation, readonly [number, number, number, number, number, number]>> = {
  1: [1, 0, 0, 1, 0, 0],
  2: [-1, 0, 0, 1, 1, 0],
  3: [-1, 0, 0, -1, 1, 1],
  4: [1, 0, 0, -1, 0, 1],
  5: [0, 1, 1, 0, 0, 0],
  6: [0, 1, -1, 0, 1, 0],
  7: [0, -1, -1, 0, 1, 1],
  8: [0, -1, 1, 0, 0, 1],
};
