import type { Event } from "@keyward/client"
import { Fragment } from "react"
import { counted, visibleText } from "../../ui/format.ts"
import { Actor } from "./actor.tsx"
import { objectName, wordsOf } from "./event-words.ts"
import { requestInWords } from "./requests.ts"
import { ResourceLink } from "./resource-link.tsx"

/** Of a request with more changes, only the first is named. */
const mostNamed = 3

interface RequestSentenceProps {
  readonly events: readonly [Event, ...Event[]]
  /** The list ends here, and the request may have made more changes. */
  readonly isCut: boolean
}

/**
 * The changes of one request, the newest first: "Mara Klein disabled 200 keys", or what they are, in the order in which
 * they were made.
 */
export function RequestSentence({ events, isCut }: RequestSentenceProps) {
  const [{ actor }] = events
  const alike = requestInWords(events, isCut)
  const named = events.toReversed().slice(0, events.length > mostNamed ? 1 : mostNamed)
  const more = events.length - named.length
  return (
    <>
      <Actor actor={actor} />{" "}
      {alike ??
        named.map((event, index) => (
          <Fragment key={event.eventId}>
            {index > 0 && (index === named.length - 1 && more === 0 ? " and " : ", ")}
            <Change event={event} />
          </Fragment>
        ))}
      {alike === undefined && more > 0 && `, and made ${isCut ? "at least " : ""}${counted(more, "more change")}`}
    </>
  )
}

/** "Mara Klein disabled the key Production" */
export function EventSentence({ event }: { readonly event: Event }) {
  return (
    <>
      <Actor actor={event.actor} /> <Change event={event} />
    </>
  )
}

function Change({ event }: { readonly event: Event }) {
  const { verb, object, rest } = wordsOf(event)
  const [subject] = event.resources
  const name = objectName(event)
  return (
    <>
      {verb}
      {object !== "" && ` ${object}`}
      {object !== "" && subject && name !== undefined && (
        <>
          {" "}
          <ResourceLink id={subject.id} name={name} type={subject.type} />
        </>
      )}
      {rest && ` ${visibleText(rest)}`}
    </>
  )
}
