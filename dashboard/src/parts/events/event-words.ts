import type { Event } from "@keyward/client"
import { type EventType, eventTypes } from "../../../../src/contract/event-types.ts"
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

export function wordsOf(event: Event): EventWords {
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

/** "disabled the key", "renamed the key", "changed credits and expires of the key". */
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

/** `ipAllowlist` as "ip allowlist". */
function inWords(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
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
