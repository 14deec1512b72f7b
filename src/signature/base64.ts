// Turns bytes into base64 text and back, strictly.

const CHUNK_LENGTH = 0x8000;

/** Base64 with padding, one line. */
export function encodeBase64(bytes: Uint8Array): string {
  let binary = "";
  for (let start = 0; start < bytes.length; start += CHUNK_LENGTH) {
    binary += String.fromCharCode(...bytes.subarray(start, start + CHUNK_LENGTH));
  }
  return btoa(binary);
}

/**
 * The bytes of xs:base64Binary text: the alphabet, white space between, padding complete.
 * @returns undefined when the text is anything else.
 */
export function decodeBase64(text: string): Uint8Array | undefined {
  const compact = text.replace(/[\t\n\r ]+/g, "");
  if (compact.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(compact)) return undefined;
  const binary = atob(compact);
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
  return bytes;
}
