import { allNotices, type EventType, eventTypes, isNotice } from "../../../../src/contract/event-types.ts"
import { typeInWords } from "../events/type-words.ts"
import { pluralOf } from "../objects.ts"

/** What the webhooks of the installation are sent. */
const ofPeople = ["user", "session", "reset", "setup", "device_login", "webhook"]

/** All that a workspace or the installation can have. */
export function offeredTypes(isInstallation: boolean): readonly EventType[] {
  return isInstallation ? typesOfInstallation : eventTypes
}

// The approval of a device login is an event of the workspace that it opens.
const typesOfInstallation = eventTypes.filter(
  (type) => ofPeople.includes(objectOf(type)) && type !== "device_login.approved",
)

function objectOf(type: string): string {
  return type.slice(0, type.indexOf("."))
}

interface Selection {
  readonly value: string
  readonly note: string
}

/** What a webhook can be sent, in words: everything, all of an object, and one type. */
function selectionsOf(offered: readonly EventType[], noticed: string): readonly Selection[] {
  const objects = [...new Set(offered.map(objectOf))]
  return [
    { value: "*", note: "Every event, also of types that later versions add" },
    { value: allNotices, note: `What Keyward notices itself: ${noticed}` },
    ...objects.flatMap((object) => {
      const types = offered.filter((type) => objectOf(type) === object)
      const all = { value: `${object}.*`, note: `Everything about ${pluralOf(object) ?? object}` }
      return [...(types.length > 1 ? [all] : []), ...types.map((value) => ({ value, note: typeInWords(value) }))]
    }),
  ]
}

const ofWorkspaces = selectionsOf(eventTypes, "expiry, low credits, quotas, refusals that rise")
const ofInstallation = selectionsOf(typesOfInstallation, "webhooks that fail")

interface Search {
  readonly text: string
  readonly isInstallation: boolean
}

/** The choices that fit a text, by name and by words. */
export function selectionsLike({ text, isInstallation }: Search): readonly Selection[] {
  const words = text.trim().toLowerCase().split(/\s+/)
  return (isInstallation ? ofInstallation : ofWorkspaces).filter(({ value, note }) =>
    words.every((word) => `${value} ${note}`.toLowerCase().includes(word)),
  )
}

/** The types that a webhook is sent. */
export function typesIn(selection: readonly string[], isInstallation: boolean): readonly string[] {
  return offeredTypes(isInstallation).filter((type) => selection.some((one) => isWithin(type, one)))
}

function isWithin(type: string, selection: string): boolean {
  if (selection === allNotices) return isNotice(type)
  return selection === "*" || selection === type || selection === `${objectOf(type)}.*`
}
