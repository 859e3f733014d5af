import type { EventType } from "../contract/event-types.ts"
import type { Changes } from "./model.ts"

type ResourceWith<Verb extends string, Type = EventType> = Type extends `${infer Resource}.${Verb}` ? Resource : never

/** What an event says about one object. */
export function created<Type extends ResourceWith<"created">>(type: Type, id: string, after: Changes["after"]) {
  return { type: `${type}.created`, resources: [{ type, id }], changes: { before: null, after } } as const
}

export function updated<Type extends ResourceWith<"updated">>(type: Type, id: string, changes: Changes) {
  return { type: `${type}.updated`, resources: [{ type, id }], changes } as const
}

export function deleted<Type extends ResourceWith<"deleted">>(type: Type, id: string, before: Changes["before"]) {
  return { type: `${type}.deleted`, resources: [{ type, id }], changes: { before, after: null } } as const
}
