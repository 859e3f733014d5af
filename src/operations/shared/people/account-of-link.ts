import { encodeUuidAt } from "../../../core/ids.ts"
import type { ContextWith } from "../../context.ts"

/** A link with which a person creates an account. */
interface Link {
  readonly kind: "setup" | "invitation"
  readonly token: string
}

/**
 * The id of a user who begins with a passkey. A passkey holds the id of its user, and is made before the user: so the id follows
 * from the link.
 */
export function userIdOfLink({ vault }: ContextWith<"vault">, { kind, token }: Link, createdAt: number): string {
  return `usr_${encodeUuidAt(createdAt, Buffer.from(vault.hash(`user of ${kind}\n${token}`), "base64"))}`
}

/** What a passkey of a new account is valid for, in place of a session. */
export function purposeOfLink({ vault }: ContextWith<"vault">, { kind, token }: Link): string {
  return `${kind} ${vault.hash(token)}`
}
