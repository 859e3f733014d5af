import { encodeUuid } from "../../../core/ids.ts"
import type { ContextWith } from "../../context.ts"

/** A link with which a person creates an account. */
type Link = "setup" | "invitation"

/**
 * The id of the user whom a link creates. A passkey holds the id of its user, and is made before the user: so the id follows
 * from the link.
 */
export function userIdOfLink({ vault }: ContextWith<"vault">, link: Link, token: string): string {
  const bytes = Buffer.from(vault.hash(`user of ${link}\n${token}`), "base64").subarray(0, 16)
  return `usr_${encodeUuid(bytes)}`
}

/** What a passkey of a new account is valid for, in place of a session. */
export function purposeOfLink({ vault }: ContextWith<"vault">, link: Link, token: string): string {
  return `${link} ${vault.hash(token)}`
}
