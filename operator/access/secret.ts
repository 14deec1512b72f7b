// Sets a secret of the Worker or of the local stand, if the command that asks may write that one.
import { OperatorError } from "../error.ts";
import type { AccessOptions } from "./access.ts";
import { address, describeCall } from "./wrangler.ts";

/** Sets a Worker secret. @throws OperatorError, with nothing written, for a name that is not the command's to write. */
export type PutSecret = (name: string, value: string) => Promise<void>;

/** Names of the Worker secrets that hold a company's signing key; nothing else that the Worker reads begins so. */
export const CERTIFICATE_SECRET = /^CERT_[A-Z0-9][A-Z0-9_]{0,57}$/;

/** What a command may write, and where it goes. */
export interface SecretWriter extends Pick<AccessOptions, "envFlags" | "isRemote" | "isDryRun" | "wrangler" | "print"> {
  readonly command: { readonly name: string; readonly writesSecrets?: RegExp };
  /** Keeps a secret of the local stand. */
  readonly writeLocalSecret: (name: string, value: string) => void;
}

/** The only way from a command to the Worker's secrets: a name that is not among the command's own is refused. */
export function createPutSecret(writer: SecretWriter): PutSecret {
  const { command, isRemote, isDryRun, wrangler, print, writeLocalSecret } = writer;
  return async (name, value) => {
    if (command.writesSecrets?.test(name) !== true) {
      throw new OperatorError(`\`${command.name}\` may not write the secret ${name}`, "it belongs to something else");
    }
    const call = ["secret", "put", name];
    if (isDryRun)
      print(isRemote ? describeCall(address(call, writer)) : `would keep ${name} in the file of the local secrets`);
    else if (isRemote) await wrangler(call, value);
    else writeLocalSecret(name, value);
  };
}
