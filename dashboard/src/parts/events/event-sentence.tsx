import type { Event } from "@keyward/client"
import { Fragment } from "react"
import { visibleText } from "../../ui/format.ts"
import { Actor } from "./actor.tsx"
import { objectName, wordsOf } from "./event-words.ts"
import { ResourceLink } from "./resource-link.tsx"

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
