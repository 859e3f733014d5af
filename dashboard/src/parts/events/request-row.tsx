import type { Event } from "@keyward/client"
import { type MouseEvent, type ReactNode, useId, useState } from "react"
import { IconButton } from "../../ui/button.tsx"
import { classNames } from "../../ui/class-names.ts"
import { Ago, Clock } from "../../ui/time.tsx"
import { UndoButton } from "../keys/undo-button.tsx"
import { EventDetails } from "./event-details.tsx"
import css from "./event-list.module.css"
import { EventSentence, RequestSentence } from "./event-sentence.tsx"
import { originInWords } from "./origin.ts"

interface RequestRowProps {
  /** The newest first. */
  readonly events: readonly [Event, ...Event[]]
  /** The list ends here, and the request may have made more changes. */
  readonly isCut: boolean
  /** The day is said above, so that the time of the day is enough. */
  readonly isOfDay: boolean
  /** Also says from where the request came. */
  readonly showsOrigin?: boolean
}

/** The changes of one request. The row opens to show each. */
export function RequestRow({ events, isCut, isOfDay, showsOrigin = false }: RequestRowProps) {
  const [first, ...more] = events
  const origin = showsOrigin && ` ${originInWords(first.actor)}`
  if (more.length === 0) {
    return (
      <Row details={<EventDetails event={first} />} isOfDay={isOfDay} time={first.time}>
        <EventSentence event={first} />
        {origin}
      </Row>
    )
  }
  const details = (
    <>
      <div className={css.undo}>
        <UndoButton event={first} />
      </div>
      <ol className={css.list}>
        {events.map((event) => (
          <Row details={<EventDetails event={event} />} isOfDay={isOfDay} key={event.eventId} time={event.time}>
            <EventSentence event={event} />
          </Row>
        ))}
      </ol>
    </>
  )
  return (
    <Row details={details} isGroup isOfDay={isOfDay} time={first.time}>
      <RequestSentence events={events} isCut={isCut} />
      {origin}
    </Row>
  )
}

interface RowProps {
  readonly children: ReactNode
  readonly time: number
  readonly isOfDay: boolean
  readonly details: ReactNode
  /** The details are rows themselves. */
  readonly isGroup?: boolean
}

/** A line that opens. */
function Row({ children, time, isOfDay, details, isGroup = false }: RowProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const toggle = (clicked: MouseEvent) => {
    const isOnControl = clicked.target instanceof Element && clicked.target.closest("a, button") !== null
    if (!isOnControl && getSelection()?.isCollapsed !== false) setOpen(!isOpen)
  }
  return (
    <li>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: The button in the line does the same. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: The button in the line does the same. */}
      <div className={css.line} onClick={toggle}>
        <IconButton
          aria-controls={isOpen ? id : undefined}
          aria-expanded={isOpen}
          className={classNames(css.toggle, isOpen && css.turned)}
          icon="right"
          label={isOpen ? "Hide the changes" : "Show the changes"}
          onClick={() => setOpen(!isOpen)}
          size="small"
        />
        <span className={css.sentence}>{children}</span>
        <span className={css.time}>{isOfDay ? <Clock time={time} /> : <Ago time={time} />}</span>
      </div>
      {isOpen && (
        <div className={isGroup ? css.group : css.details} id={id}>
          {details}
        </div>
      )}
    </li>
  )
}
