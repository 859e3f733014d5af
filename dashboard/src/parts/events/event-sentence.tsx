import type { Event } from "@keyward/client"
import { Fragment } from "react"
import { counted, visibleText } from "../../ui/format.ts"
import { Actor } from "./actor.tsx"
import { objectName, wordsOf } from "./event-words.ts"
import { requestInWords } from "./requests.ts"
import { ResourceLink } from "./resource-link.tsx"

/** The changes of one request: "Mara Klein disabled 200 keys", or the first of them and how many more. */
export function RequestSentence({ events }: { readonly events: readonly [Event, ...Event[]] }) {
  const [latest] = events
  const words = requestInWords(events)
  if (words === undefined) {
    return (
      <>
        <EventSentence event={events.at(-1) ?? latest} />, and {counted(events.length - 1, "more change")}
      </>
    )
  }
  return (
    <>
      <Actor actor={latest.actor} /> {words}
    </>
  )
}

/** "Mara Klein disabled the key Production" */
export function EventSentence({ event }: { readonly event: Event }) {
  const { verb, object, rest } = wordsOf(event)
  const [subject] = event.resources
  const name = objectName(event)
  return (
    <>
      <Actor actor={event.actor} /> {verb}
      {object !== "" && ` ${object}`}
      {object !== "" && subject && name !== undefined && (
        <Fragment>
          {" "}
          <ResourceLink id={subject.id} name={name} type={subject.type} />
        </Fragment>
      )}
      {rest && ` ${visibleText(rest)}`}
    </>
  )
}
