import { allNotices, eventTypes, isNotice } from "../../../../src/contract/event-types.ts"
import { typeInWords } from "../events/type-words.ts"
import { pluralOf } from "../objects.ts"

const objects = [...new Set(eventTypes.map(objectOf))]

function objectOf(type: string): string {
  return type.slice(0, type.indexOf("."))
}

/** What a webhook can be sent, in words: everything, all of an object, and one type. */
const selections: readonly { readonly value: string; readonly note: string }[] = [
  { value: "*", note: "Every event, also of types that later versions add" },
  { value: allNotices, note: "What Keyward notices itself: expiry, low credits, quotas, refusals that rise" },
  ...objects.flatMap((object) => {
    const types = eventTypes.filter((type) => objectOf(type) === object)
    const all = { value: `${object}.*`, note: `Everything about ${pluralOf(object) ?? object}` }
    return [...(types.length > 1 ? [all] : []), ...types.map((value) => ({ value, note: typeInWords(value) }))]
  }),
]

/** The choices that fit a text, by name and by words. */
export function selectionsLike(text: string) {
  const words = text.trim().toLowerCase().split(/\s+/)
  return selections.filter(({ value, note }) => words.every((word) => `${value} ${note}`.toLowerCase().includes(word)))
}

/** The types that a webhook is sent. */
export function typesIn(selection: readonly string[]): readonly string[] {
  return eventTypes.filter((type) => selection.some((one) => isWithin(type, one)))
}

function isWithin(type: string, selection: string): boolean {
  if (selection === allNotices) return isNotice(type)
  return selection === "*" || selection === type || selection === `${objectOf(type)}.*`
}
