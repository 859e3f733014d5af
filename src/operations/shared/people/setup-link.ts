import { fault } from "../../../contract/errors.ts"
import { encodeUuid } from "../../../core/ids.ts"
import type { Reads } from "../../../storage/port/store.ts"
import type { ContextWith } from "../../context.ts"

/**
 * The id of the first user. A passkey holds the id of its user, and is made before the user: so the id follows from the
 * link.
 */
export function firstUserId({ vault }: ContextWith<"vault">, token: string): string {
  const bytes = Buffer.from(vault.hash(`first user\n${token}`), "base64").subarray(0, 16)
  return `usr_${encodeUuid(bytes)}`
}

/** What a passkey of the setup is valid for, in place of a session. */
export function setupPurpose({ vault }: ContextWith<"vault">, token: string): string {
  return `setup ${vault.hash(token)}`
}

/** Throws unless the token is the current setup link and the installation has no user. */
export async function requireSetupLink(
  reads: Pick<Reads, "links" | "users">,
  { vault, now }: ContextWith<"vault" | "now">,
  token: string,
): Promise<void> {
  const link = await reads.links.findSetup()
  const isValid = link !== undefined && link.hash === vault.hash(token) && now < link.expires
  if (!isValid || (await reads.users.exist())) throw fault("authentication/sign_in_failed")
}
