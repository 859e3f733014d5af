import { listedTypes } from "../../../../src/contract/event-types.ts"
import { nounOf } from "../objects.ts"

/** What people look for most, first. The others follow in the order of the contract. */
const firstKinds = ["key", "identity", "plan", "api", "root_key", "member"]
const firstChanges = ["created", "disabled", "enabled"]

/** What the list of events can be filtered by, by kind of object. The sort is stable. */
export const shownTypes: readonly string[] = listedTypes
  .toSorted((one, other) => rankOf(partsOf(one).change, firstChanges) - rankOf(partsOf(other).change, firstChanges))
  .toSorted((one, other) => listedTypes.indexOf(firstOf(one)) - listedTypes.indexOf(firstOf(other)))
  .toSorted((one, other) => rankOf(partsOf(one).kind, firstKinds) - rankOf(partsOf(other).kind, firstKinds))

function rankOf(word: string, firstWords: readonly string[]): number {
  const rank = firstWords.indexOf(word)
  return rank === -1 ? firstWords.length : rank
}

function partsOf(type: string) {
  const [kind = "", change = ""] = type.split(".")
  return { kind, change }
}

/** The first type of the same kind of object. */
function firstOf(type: string): string {
  return listedTypes.find((one) => partsOf(one).kind === partsOf(type).kind) ?? type
}

const ownWords: Readonly<Record<string, string>> = {
  "key.decrypted": "Key shown in plain text",
  "key.rotation_finished": "Previous secret of a key ended",
  "key.rotation_cancelled": "Rotation of a key cancelled",
  "key.refilled": "Credits of a key refilled",
  "member.created": "Member joined",
  "member.deleted": "Member removed",
  "session.created": "Signed in",
  "session.refused": "Sign-in refused",
  "session.revoked": "Session ended",
  "setup.used": "Setup link used",
  "reset.used": "Reset link used",
  "credits.low": "Credits low",
  "credits.exhausted": "Credits used up",
  "identity.quota_near": "Quota of a customer nearly used up",
  "identity.quota_reached": "Quota of a customer used up",
  "key.expiring": "Key expires soon",
  "key.rate_limited": "Key refused by a rate limit",
  "root_key.expiring": "Root key expires soon",
  "webhook.failing": "Webhook cannot be reached",
  "workspace.quota_near": "Verifications of the month nearly used up",
  "workspace.quota_reached": "Verifications of the month used up",
  "workspace.refusals_rising": "More refusals than usual",
}

/** "Key disabled" for `key.disabled`. */
export function typeInWords(type: string): string {
  const { kind, change } = partsOf(type)
  const verb = change === "updated" ? "changed" : change.replaceAll("_", " ")
  const text = ownWords[type] ?? `${nounOf(kind)} ${verb}`
  return text.charAt(0).toUpperCase() + text.slice(1)
}
