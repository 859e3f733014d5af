import { z } from "zod"
import { invalidInput } from "../../../contract/errors.ts"
import { allNotices, type EventType, eventTypes, isNotice } from "../../../contract/event-types.ts"
import { text } from "../../../contract/primitives.ts"
import { nearest } from "../../../core/nearest.ts"

/** Which events a caller wants: types, all types of an object, all notices, or everything. */
export const eventSelection = z.array(text(1, 64)).min(1).max(50)

const everyType = "*"

/** Every type that a selection names. undefined means all, those of later versions included. */
export function selectedTypes(selection: readonly string[]): readonly EventType[] | undefined {
  const selected = new Set<EventType>()
  for (const [index, name] of selection.entries()) {
    const named = eventTypes.filter((type) => isNamed(type, name))
    if (named.length === 0 && name !== everyType) throw unknownType(name, index)
    for (const type of named) selected.add(type)
  }
  return selection.includes(everyType) ? undefined : [...selected]
}

function isNamed(type: EventType, name: string): boolean {
  if (name === allNotices) return isNotice(type)
  return type === name || (name.endsWith(".*") && type.startsWith(name.slice(0, -1)))
}

function unknownType(name: string, index: number): Error {
  const meant = nearest(name, eventTypes)
  const message = `must be a type of events${meant === undefined ? "" : `, such as \`${meant}\``}, all types of an object, such as \`key.*\`, \`notices\`, or \`*\``
  return invalidInput({ location: `body.types[${index}]`, message })
}
