import type { Incident, IncidentRefusals, RefusedKey } from "@keyward/client"
import { Link } from "@tanstack/react-router"
import { rangeBetween } from "../../range.ts"
import { useCan } from "../../session.ts"
import { buttonClass } from "../../ui/button.tsx"
import { Card } from "../../ui/card.tsx"
import { Facts } from "../../ui/facts.tsx"
import { counted, formatWhole } from "../../ui/format.ts"
import { Moment } from "../../ui/time.tsx"
import { EventSentence } from "../events/event-sentence.tsx"
import { originInWords } from "../events/origin.ts"
import { UndoButton } from "../keys/undo-button.tsx"
import { KeyLink } from "../links.tsx"
import { outcomeOf } from "../log/outcomes.ts"
import { VerdictBadge } from "../log/verdict-badge.tsx"
import { useLogLink } from "../usage/log-link.ts"
import { FixList } from "./fix-list.tsx"
import css from "./incident.module.css"
import type { Subject } from "./subject.ts"
import { VerdictNow } from "./verdict-now.tsx"

interface ReasonCardProps {
  readonly of: Subject
  readonly refusals: IncidentRefusals
  readonly changes: Incident["changes"]
  readonly period: { readonly from: number; readonly to?: number }
}

const mostRows = 4

/** One reason: how often, since when, by what change, whom else it touched, which keys, and what ends it. */
export function ReasonCard({ of, refusals, changes, period }: ReasonCardProps) {
  const { code, firstAt, lastAt, cause, others, keys, moreKeys } = refusals
  const logLink = useLogLink(of)
  const range = rangeBetween(period.from, period.to)
  const event = changes?.find(({ eventId }) => eventId === cause?.eventId)
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
      <section aria-label={`Refused with ${code}`}>
        <div className={css.facts}>
          <Facts
            facts={[
              { name: "Refused", value: timesText(of, refusals) },
              { name: "Since", value: <Since first={firstAt} last={lastAt} /> },
              changes !== undefined && {
                name: "Cause",
                value: <Cause event={event} isCertain={cause?.certain === true} isOfMany={keys.length > 1} />,
              },
              others !== undefined && others.keys > 0 && { name: "Also refused", value: othersText(others) },
            ]}
          />
        </div>
        <ul aria-label={`Keys refused with ${code}`} className={css.keys}>
          {keys.slice(0, mostRows).map((key) => (
            <KeyRow isExpired={code === "EXPIRED"} key={key.keyId} of={of} refused={key} />
          ))}
        </ul>
        {keys.length > mostRows && (
          <p className={css.note}>
            And {moreKeys ? "more than " : ""}
            {counted(keys.length - mostRows, "other key")}, refused less often.
          </p>
        )}
        <FixList refusals={refusals} />
      </section>
    </Card>
  )
}

/** "1,204 times, with 3 keys" */
function timesText({ type }: Subject, { count, keys, moreKeys }: IncidentRefusals): string {
  const times = `${formatWhole(count)} ${count === 1 ? "time" : "times"}`
  if (type === "key" || keys.length === 0) return times
  return `${times}, ${moreKeys ? "with more than" : "with"} ${counted(keys.length, "key")}`
}

function othersText({ keys, customers }: NonNullable<IncidentRefusals["others"]>): string {
  const whose = customers === 0 ? "of this customer" : `of ${counted(customers, "other customer")}`
  return `${counted(keys, "other key")} ${whose}, by the same change`
}

interface CauseProps {
  readonly event: NonNullable<Incident["changes"]>[number] | undefined
  readonly isCertain: boolean
  /** Several keys were refused, so that one request may have stopped them all. */
  readonly isOfMany: boolean
}

/** "Grace disabled the key Production in the dashboard, today at 14:05" */
function Cause({ event, isCertain, isOfMany }: CauseProps) {
  if (event === undefined) return "Nothing on record that bears on it. The calls themselves may have changed."
  return (
    <span className={css.cause}>
      <span>
        {!isCertain && "Probably: "}
        <EventSentence event={event} /> {originInWords(event.actor)}, <Moment time={event.time} />
      </span>
      {isOfMany && <UndoButton event={event} />}
    </span>
  )
}

function Since({ first, last }: { readonly first: number; readonly last: number }) {
  if (first === last) return <Moment time={first} />
  return (
    <>
      <Moment time={first} />, last <Moment time={last} />
    </>
  )
}

interface KeyRowProps {
  readonly of: Subject
  readonly refused: RefusedKey
  readonly isExpired: boolean
}

/** A key, and what the same call would give now. */
function KeyRow({ of, refused, isExpired }: KeyRowProps) {
  const { keyId, name, count, call, now } = refused
  const mayRead = useCan()("api.*.read_key") || of.type === "key"
  return (
    <li className={css.key}>
      {of.type === "customer" && (
        <div className={css.name}>
          <KeyLink id={keyId} name={name ?? keyId} />
          <span className={css.note}>{counted(count, "refusal")}</span>
        </div>
      )}
      {now && <VerdictNow call={call} explanation={now} isExpired={isExpired} />}
      {now === undefined && (
        <p className={css.note}>
          {mayRead
            ? "This key was deleted. Its page says by whom."
            : "Your role cannot read keys, so what would be decided now is not shown."}
        </p>
      )}
    </li>
  )
}
