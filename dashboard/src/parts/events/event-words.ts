import type { Event } from "@keyward/client"
import { type EventType, eventTypes, isNotice, type NoticeType } from "../../../../src/contract/event-types.ts"
import { nounOf } from "../objects.ts"
import { changesOf } from "./changes.ts"

/** The sentence of an event without its actor and its object: "disabled", "the key". */
interface EventWords {
  readonly verb: string
  /** Empty if the verb says it all. */
  readonly object: string
  /** After the name of the object. */
  readonly rest?: string
}

/** The other types are "created the key": the change and the noun of the object. */
const sentences: Readonly<Partial<Record<EventType, EventWords>>> = {
  "session.created": { verb: "signed in", object: "" },
  "session.revoked": { verb: "ended", object: "a session" },
  "session.refused": { verb: "was refused at sign-in", object: "" },
  "setup.used": { verb: "used the setup link", object: "" },
  "reset.used": { verb: "set a new password through a reset link", object: "" },
  "invitation.accepted": { verb: "accepted the invitation", object: "" },
  "member.created": { verb: "joined the workspace", object: "" },
  "member.deleted": { verb: "removed", object: "the member" },
  "key.decrypted": { verb: "read the plain text of", object: "the key" },
  "key.rotation_finished": { verb: "ended the previous secret of", object: "the key" },
  "key.rotation_cancelled": { verb: "cancelled the rotation of", object: "the key" },
  "key.refilled": { verb: "refilled the credits of", object: "the key" },
}

/** What Keyward has noticed of an object. */
const noticeVerbs: Readonly<Record<NoticeType, string>> = {
  "credits.exhausted": "noticed the end of the credits of",
  "credits.low": "noticed low credits of",
  "identity.quota_near": "noticed that the quota is nearly used up by",
  "identity.quota_reached": "noticed that the quota is used up by",
  "key.expired": "noticed the expiry of",
  "key.expiring": "announced the expiry of",
  "key.rate_limited": "noticed that rate limits have refused",
  "root_key.expired": "noticed the expiry of",
  "root_key.expiring": "announced the expiry of",
  "webhook.failing": "noticed that nothing reaches",
  "workspace.quota_near": "noticed that the verifications of the month are nearly used up by",
  "workspace.quota_reached": "noticed that the verifications of the month are used up by",
  "workspace.refusals_rising": "noticed more refusals in",
}

/** The object need not be of the kind that the type names: credits are those of a key or a customer. */
function noticeWords(type: NoticeType, { resources, changes }: Event): EventWords {
  const [subject] = resources
  const count = changes.after?.count
  const others = typeof count === "number" && count > 1 ? { rest: `and ${count - 1} more` } : {}
  return { verb: noticeVerbs[type], object: `the ${nounOf(subject?.type ?? "")}`, ...others }
}

export function wordsOf(event: Event): EventWords {
  if (isNotice(event.type)) return noticeWords(event.type, event)
  const type = eventTypes.find((one) => one === event.type)
  const known = type && sentences[type]
  if (known) return known
  const [resource = "", verb = ""] = event.type.split(".")
  const object = `the ${nounOf(resource)}${isForPerson(resource) ? " for" : ""}`
  return verb === "updated" ? updateWords(event, object) : { verb: verb.replaceAll("_", " "), object }
}

/** "the invitation for ada@example.com" */
function isForPerson(resource: string): boolean {
  return resource === "invitation" || resource === "reset"
}

/** "disabled the key", "renamed the key", "changed credits and expiry of the key". */
function updateWords({ changes }: Event, object: string): EventWords {
  const fields = changesOf(changes)
  const [first] = fields
  if (fields.length === 1 && first?.field === "enabled")
    return { verb: first.after === true ? "enabled" : "disabled", object }
  if (fields.length === 1 && first?.field === "name" && typeof first.before === "string")
    return { verb: "renamed", object, rest: `from ${first.before}` }
  const names = [...new Set(fields.map(({ field }) => field.split(".")[0] ?? field))].map(inWords)
  if (names.length === 0 || names.length > 3) return { verb: "changed", object }
  return { verb: `changed ${list.format(names)} of`, object }
}

const list = new Intl.ListFormat("en", { type: "conjunction" })

/** What people call a field, where its name in the API is no word. */
const fieldWords: Readonly<Record<string, string>> = {
  enabled: "status",
  expires: "expiry",
  externalId: "id",
  ipAllowlist: "allowed addresses",
  meta: "metadata",
  planChange: "planned plan",
  ratelimits: "rate limits",
  scoped: "scope",
}

/** `billingDay` as "billing day". */
function inWords(field: string): string {
  return fieldWords[field] ?? field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

/** The name of the object of an event, if the event contains it. */
export function objectName({ type, changes, resources }: Event): string | undefined {
  const [subject] = resources
  if (subject?.name !== undefined) return subject.name
  const fields = changes.after ?? changes.before
  const field = ["name", "externalId", "email", "identifier", "slug"].find((one) => typeof fields?.[one] === "string")
  const name = field && (changes.after?.[field] ?? changes.before?.[field])
  if (typeof name === "string") return name
  return type.startsWith("session.") ? undefined : subject?.id
}
