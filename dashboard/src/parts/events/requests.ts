import type { Event } from "@keyward/client"
import { formatWhole } from "../../ui/format.ts"
import { pluralOf } from "../objects.ts"
import { wordsOf } from "./event-words.ts"

type Request = readonly [Event, ...Event[]]

/** Neighbours that one request has caused belong together. Keyward's own changes have no request. */
export function requestsOf(events: readonly Event[]): readonly Request[] {
  const requests: [Event, ...Event[]][] = []
  for (const event of events) {
    const last = requests.at(-1)
    const isSame = event.requestId !== undefined && last?.[0].requestId === event.requestId
    if (last && isSame) last.push(event)
    else requests.push([event])
  }
  return requests
}

/** "disabled 200 keys", or "at least 200" if the list is cut there. Undefined if the changes differ. */
export function requestInWords(events: Request, isCut: boolean): string | undefined {
  const [first] = events
  const { verb } = wordsOf(first)
  const kind = first.type.split(".")[0] ?? ""
  const plural = pluralOf(kind)
  const isAlike = events.every((event) => event.type === first.type && wordsOf(event).verb === verb)
  return isAlike && plural !== undefined
    ? `${verb} ${isCut ? "at least " : ""}${formatWhole(events.length)} ${plural}`
    : undefined
}
