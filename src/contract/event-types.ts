import { type ObjectsOfResource, resourceList } from "./resources.ts"

export type EventType = EventsOf<ObjectsOfResource>

type EventsOf<Objects> =
  Objects extends Readonly<Record<string, { readonly events: readonly string[] }>>
    ? { [Type in keyof Objects & string]: `${Type}.${Objects[Type]["events"][number]}` }[keyof Objects & string]
    : never

/** The part of an event type before the dot, or `balance`: several keys can share one balance. */
export type ResourceType = (EventType extends `${infer Type}.${string}` ? Type : never) | "balance"

const names: ReadonlySet<string> = new Set(
  resourceList.flatMap(({ objects = {} }) =>
    Object.entries(objects).flatMap(([type, { events }]) => events.map((event) => `${type}.${event}`)),
  ),
)

/** Every type of event. */
export const eventTypes: readonly EventType[] = [...names].filter(isEventType)

function isEventType(text: string): text is EventType {
  return names.has(text)
}
