import { fault } from "../../../contract/errors.ts"
import type { Passkeys } from "../../../secrets/passkeys.ts"
import type { ContextWith } from "../../context.ts"

/** Throws 412 if no browser would create or use a passkey under the public URL. */
export function offeredPasskeys({ passkeys }: ContextWith<"passkeys">): Passkeys {
  if (passkeys.isOffered) return passkeys
  throw fault("application/precondition_failed", {
    detail: "Passkeys need a public URL with https and a host name. The operator sets KEYWARD_PUBLIC_URL.",
  })
}
