import { allNotices, eventTypes, isNotice } from "../../../../src/contract/event-types.ts"

/** Whose events are listed. */
export type EventKind = "people" | "notices" | "all"

export const eventKinds: readonly { readonly value: EventKind; readonly label: string }[] = [
  { value: "people", label: "People and programs" },
  { value: "notices", label: "Notices" },
  { value: "all", label: "Everything" },
]

const objectOf = (type: string) => type.slice(0, type.indexOf("."))
const withNotices = new Set(eventTypes.filter(isNotice).map(objectOf))

/** A selection of types has room for 50 names, so a kind of object without notices is one name. */
const madeByCalls: readonly string[] = [
  ...new Set(
    eventTypes
      .filter((type) => !isNotice(type))
      .map((type) => (withNotices.has(objectOf(type)) ? type : `${objectOf(type)}.*`)),
  ),
]

export function typesOf(kind: EventKind): readonly string[] | undefined {
  if (kind === "all") return undefined
  return kind === "notices" ? [allNotices] : madeByCalls
}
