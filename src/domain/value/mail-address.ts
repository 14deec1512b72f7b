// Says whether a text is the address of one mailbox, as a message is sent to it, and which addresses are the same one.

/** No mailbox has a longer address, and no name before the `@` is longer. */
export const ADDRESS_MOST = 254;
const MAILBOX_MOST = 64;
/** What programs put around an address, or between two. */
const AROUND = /[\s,;:<>()[\]\\"]|@.*@/u;
/** Names without quotes, in any script, as mail servers take them. */
const MAILBOX = /^[^.@]+(?:\.[^.@]+)*$/u;
/** A part of a host's name, in any script. */
const LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u;

/** Whether more than an address stands there: a name, a scheme, another address. */
export function hasMoreThanAddress(text: string): boolean {
  return AROUND.test(text);
}

/** Whether it is one address and nothing else. */
export function isMailAddress(text: string): boolean {
  if (text.length > ADDRESS_MOST || hasMoreThanAddress(text)) return false;
  const [mailbox = "", host = ""] = text.split("@");
  const labels = host.split(".");
  // The number of a machine is no host of mailboxes.
  const isHost = labels.length > 1 && labels.every((label) => LABEL.test(label)) && !/\.\d+$/.test(host);
  return mailbox.length <= MAILBOX_MOST && MAILBOX.test(mailbox) && isHost;
}

/** What addresses of one mailbox share: capitals make no other one, as mail servers take it. A message goes to the address as it came. */
export function foldAddress(address: string): string {
  return address.toLowerCase();
}

/** Whether an address is one of a list. */
export function isAmong(addresses: readonly string[], address: string): boolean {
  return addresses.some((one) => foldAddress(one) === foldAddress(address));
}
