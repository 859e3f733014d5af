import { type ObjectsOfResource, resourceList } from "./resources.ts"

export type EventType = EventsOf<ObjectsOfResource>

/** The types of events that no call has made. */
export type NoticeType = NoticesOf<ObjectsOfResource>

type EventsOf<Objects> =
  Objects extends Readonly<Record<string, { readonly events: readonly string[] }>>
    ? {
        [Type in keyof Objects & string]: `${Type}.${Objects[Type]["events"][number] | NoticeIn<Objects[Type]>}`
      }[keyof Objects & string]
    : never

type NoticesOf<Objects> = Objects extends unknown
  ? { [Type in keyof Objects & string]: `${Type}.${NoticeIn<Objects[Type]>}` }[keyof Objects & string]
  : never

type NoticeIn<Kind> = Kind extends { readonly notices: readonly string[] } ? Kind["notices"][number] : never

/** The part of an event type before the dot, or `balance`: several keys can share one balance. */
export type ResourceType = (EventType extends `${infer Type}.${string}` ? Type : never) | "balance"

const kinds = resourceList.flatMap(({ objects = {} }) => Object.entries(objects))
const noticeNames: ReadonlySet<string> = new Set(
  kinds.flatMap(([type, { notices = [] }]) => notices.map((notice) => `${type}.${notice}`)),
)
const names: ReadonlySet<string> = new Set(
  kinds.flatMap(([type, { events, notices = [] }]) => [...events, ...notices].map((event) => `${type}.${event}`)),
)

/** Every type of event. */
export const eventTypes: readonly EventType[] = [...names].filter(isEventType)

function isEventType(text: string): text is EventType {
  return names.has(text)
}

/** Whether Keyward tells it by itself: nothing has changed. */
export function isNotice(type: string): type is NoticeType {
  return noticeNames.has(type)
}

/** Selects all notices, where types of events are given. */
export const allNotices = "notices"

interface Switch {
  readonly type: EventType
  readonly enabled: boolean
}

/** Updates that only switch an object, or switch it among others. They are stored as updates, and are listed by these names too. */
const switches: ReadonlyMap<string, Switch> = new Map([
  ["key.disabled", { type: "key.updated", enabled: false }],
  ["key.enabled", { type: "key.updated", enabled: true }],
  ["identity.disabled", { type: "identity.updated", enabled: false }],
  ["identity.enabled", { type: "identity.updated", enabled: true }],
])

/** What events can be listed by: their types, and the switches of keys and identities. */
export const listedTypes: readonly string[] = [...eventTypes, ...switches.keys()]

export function switchOf(listedType: string): Switch | undefined {
  return switches.get(listedType)
}
