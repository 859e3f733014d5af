import type { Event } from "@keyward/client"
import { Link } from "@tanstack/react-router"
import { rangeBetween } from "../../range.ts"
import { useCan } from "../../session.ts"
import { buttonClass } from "../../ui/button.tsx"
import { Card } from "../../ui/card.tsx"
import { Facts } from "../../ui/facts.tsx"
import { counted, formatWhole } from "../../ui/format.ts"
import { Skeleton } from "../../ui/states.tsx"
import { Moment } from "../../ui/time.tsx"
import { Below } from "../below.tsx"
import { EventSentence } from "../events/event-sentence.tsx"
import { originInWords } from "../events/origin.ts"
import { UndoButton } from "../keys/undo-button.tsx"
import { outcomeOf } from "../log/outcomes.ts"
import { VerdictBadge } from "../log/verdict-badge.tsx"
import { useLogLink } from "../usage/log-link.ts"
import css from "./incident.module.css"
import type { Reason } from "./reasons.ts"
import { RefusedKeyRow } from "./refused-key-row.tsx"
import type { Subject } from "./subject.ts"
import { useCause } from "./use-cause.ts"
import type { IncidentPeriod } from "./use-incident.ts"
import { useRefusedKeys } from "./use-refused-keys.ts"

interface ReasonCardProps {
  readonly of: Subject
  readonly reason: Reason
  readonly period: IncidentPeriod
}

const mostRows = 4

/** What decides how much a card shows. */
export const readsOfReasons = [["refused-keys"], ["refused-calls"], ["events", "before"], ["key"], ["explain"]] as const

/** One reason: how often, since when, by what change, which keys, and what would end it. */
export function ReasonCard({ of, reason, period }: ReasonCardProps) {
  const { code, total, first, last } = reason
  const logLink = useLogLink(of)
  const mayReadEvents = useCan()("event.*.read_event")
  const { keys, hasMore, isReady } = useRefusedKeys(of, reason)
  const keyIds = keys === undefined || hasMore ? undefined : new Set(keys.map(({ keyId }) => keyId))
  const queries = [...new Set(keys?.flatMap(({ call }) => call?.missing ?? []))]
  const cause = useCause(of, reason, { keyIds, queries })
  const range = rangeBetween(period.since, period.until)
  const others = (keys?.length ?? 0) - mostRows
  return (
    <Card
      actions={
        range && (
          <Link className={buttonClass("default", "small")} {...logLink(range, code)}>
            Open the log
          </Link>
        )
      }
      title={
        <span className={css.reason}>
          <VerdictBadge code={code} />
          {outcomeOf(code).meaning}
        </span>
      }
    >
      <div className={css.facts}>
        <Facts
          facts={[
            { name: "Refused", value: timesText(of, total, keys?.length, hasMore) },
            { name: "Since", value: <Since first={first} last={last} /> },
            mayReadEvents && {
              name: code === "DISABLED" ? "Cause" : "Changed before",
              value:
                cause === undefined ? (
                  <Skeleton height={20} />
                ) : (
                  <Cause event={cause} isOfMany={(keys?.length ?? 0) > 1} />
                ),
            },
          ]}
        />
      </div>
      {keys !== undefined && isReady && (
        <Below reads={readsOfReasons}>
          <ul aria-label={`Keys refused with ${code}`} className={css.keys}>
            {keys.slice(0, mostRows).map((key, index) => (
              <RefusedKeyRow code={code} isFirst={index === 0} key={key.keyId} of={of} refused={key} />
            ))}
          </ul>
        </Below>
      )}
      {others > 0 && (
        <p className={css.note}>
          {hasMore ? `And more than ${counted(others, "other key")}` : `And ${counted(others, "other key")}`}, refused
          less often.
        </p>
      )}
    </Card>
  )
}

/** "1,204 times, with 3 keys" */
function timesText({ type }: Subject, total: number, keys: number | undefined, hasMore: boolean): string {
  const times = `${formatWhole(total)} ${total === 1 ? "time" : "times"}`
  if (type === "key" || keys === undefined || keys === 0) return times
  return `${times}, ${hasMore ? "with more than" : "with"} ${counted(keys, "key")}`
}

interface CauseProps {
  readonly event: Event | null
  /** Several keys were refused, so that one request may have stopped them all. */
  readonly isOfMany: boolean
}

/** "Grace disabled the key Production in the dashboard, today at 14:05" */
function Cause({ event, isOfMany }: CauseProps) {
  if (event === null) return "Nothing on record that bears on it. The calls themselves may have changed."
  return (
    <span className={css.cause}>
      <span>
        <EventSentence event={event} /> {originInWords(event.actor)}, <Moment time={event.time} />
      </span>
      {isOfMany && <UndoButton event={event} />}
    </span>
  )
}

function Since({ first, last }: Pick<Reason, "first" | "last">) {
  if (first === last) return <Moment time={first} />
  return (
    <>
      <Moment time={first} />, last <Moment time={last} />
    </>
  )
}
