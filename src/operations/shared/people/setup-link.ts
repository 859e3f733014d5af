import { fault } from "../../../contract/errors.ts"
import type { Reads } from "../../../storage/port/store.ts"
import type { ContextWith } from "../../context.ts"

/** How long a setup link is valid. */
export const setupLinkMs = 24 * 60 * 60 * 1000

/** Throws unless the token is the current setup link and the installation has no user. */
export async function requireSetupLink(
  reads: Pick<Reads, "links" | "users">,
  { vault, now }: ContextWith<"vault" | "now">,
  token: string,
): Promise<{ readonly createdAt: number }> {
  const link = await reads.links.findSetup()
  const isValid = link !== undefined && link.hash === vault.hash(token) && now < link.expires
  if (!isValid || (await reads.users.exist())) throw fault("authentication/sign_in_failed")
  return { createdAt: link.expires - setupLinkMs }
}
