import { Link } from "@tanstack/react-router"
import { type ReactNode, useState } from "react"
import { hourMs, minuteMs } from "../../../../src/core/durations.ts"
import { periodText } from "../../parts/customers/quota-words.ts"
import { useWorkspace } from "../../session.ts"
import { Badge } from "../../ui/badge.tsx"
import { Button } from "../../ui/button.tsx"
import { Card } from "../../ui/card.tsx"
import { counted, formatShort, formatWhole, visibleText } from "../../ui/format.ts"
import { Ago, Moment } from "../../ui/time.tsx"
import css from "./attention.module.css"
import type { AttentionLine, Subject } from "./attention-lines.ts"
import { useAttention } from "./use-attention.ts"

const shownAtFirst = 5

/** What a person should look at, the most traffic first. Nothing is shown if there is nothing. */
export function Attention() {
  const lines = useAttention() ?? []
  const [isWhole, setWhole] = useState(false)
  if (lines.length === 0) return null
  const shown = isWhole ? lines : lines.slice(0, shownAtFirst)
  return (
    <Card
      actions={
        lines.length > shownAtFirst && (
          <Button onClick={() => setWhole(!isWhole)} size="small" variant="quiet">
            {isWhole ? `First ${shownAtFirst}` : `All ${formatWhole(lines.length)}`}
          </Button>
        )
      }
      title={`Needs attention (${formatWhole(lines.length)})`}
    >
      <ul>
        {shown.map((line) => (
          <Line key={line.key} line={line} />
        ))}
      </ul>
    </Card>
  )
}

const kinds = {
  refusals: { text: "Refusals rising", tone: "bad" },
  unknown: { text: "Unknown keys", tone: "bad" },
  credits: { text: "Credits ending", tone: "warn" },
  quota: { text: "Quota ending", tone: "warn" },
  expiry: { text: "Expires soon", tone: "warn" },
  webhook: { text: "Webhook fails", tone: "bad" },
  usedUp: { text: "Used up", tone: "bad" },
} as const

function Line({ line }: { readonly line: AttentionLine }) {
  const { kind, subject, traffic, others, detail } = line
  const { text, tone } = kinds[detail.type === "credits" && detail.remaining === 0 ? "usedUp" : kind]
  return (
    <li className={css.row}>
      <span className={css.kind}>
        <Badge tone={tone}>{text}</Badge>
      </span>
      <span className={css.text}>
        <Fix line={line}>{nameOf(subject)}</Fix>{" "}
        {subject.type === "key" && subject.customer !== undefined && `of ${visibleText(subject.customer)} `}
        <Words line={line} />
        {others > 0 && <span className={css.others}> and {counted(others, "other notice")}</span>}
      </span>
      {detail.type === "webhook" ? (
        <span className={css.when}>{detail.waiting > 0 && `${formatShort(detail.waiting)} waiting`}</span>
      ) : (
        <span className={css.when} title={`${formatWhole(traffic)} verifications affected in 24 h`}>
          {traffic === 1 ? "1 call" : `${formatShort(traffic)} calls`}
        </span>
      )}
    </li>
  )
}

function nameOf(subject: Subject): string {
  if (subject.type === "workspace") return "Keys that do not exist"
  return visibleText(subject.name ?? subject.id)
}

type Ending = Extract<AttentionLine["detail"], { readonly type: "credits" }>
type Quota = NonNullable<Ending["quota"]>

function Words({ line: { kind, detail, traffic } }: { readonly line: AttentionLine }) {
  if (detail.type === "expiry") {
    return (
      <>
        expires <Ago time={detail.expires} />
      </>
    )
  }
  if (detail.type === "webhook") {
    if (detail.state !== "failing") return <>{webhookWords[detail.state]}</>
    return (
      <>
        has accepted nothing since <Moment time={detail.since ?? 0} />
      </>
    )
  }
  if (detail.type === "credits") {
    return <>{detail.quota ? quotaWords({ ...detail, quota: detail.quota }) : creditWords(detail)}</>
  }
  const than = detail.before === 0 ? "none the day before" : `${formatWhole(detail.before)} the day before`
  const verb = kind === "unknown" ? "were tried" : "was refused"
  return <>{`${verb} ${formatWhole(traffic)} times in 24 h, ${than}`}</>
}

const webhookWords = {
  gaveUp: "was disabled, because its endpoint accepted nothing for 5 days",
  gone: "was disabled, because its endpoint answered 410 Gone",
} as const

/** "has 120 credits left, which end in about 3 h at this rate" */
function creditWords({ remaining, endsInMs }: Ending): string {
  if (remaining === 0) return "has no credits left"
  return `has ${counted(remaining, "credit")} left, which end in about ${about(endsInMs)} at this rate`
}

/** "has 120 of its quota left, which ends in about 3 h at this rate" */
function quotaWords({ remaining, endsInMs, quota, hasCredits }: Ending & { readonly quota: Quota }): string {
  const part = hasCredits ? "quota and credits" : "quota"
  if (remaining === 0)
    return `has used up its ${part}${quota.interval === "total" ? "" : ` ${periodText(quota.interval)}`}`
  const verb = hasCredits ? "end" : "ends"
  return `has ${formatWhole(remaining)} of its ${part} left, which ${verb} in about ${about(endsInMs)} at this rate`
}

function about(ms: number): string {
  if (ms < hourMs) return `${Math.max(1, Math.round(ms / minuteMs))} min`
  return `${Math.round(ms / hourMs)} h`
}

/** The page where it can be fixed, at the time that the line is about. */
function Fix({ line, children }: { readonly line: AttentionLine; readonly children: ReactNode }) {
  const { workspaceId } = useWorkspace()
  const { subject, kind } = line
  const range = "24h"
  if (subject.type === "workspace") {
    return (
      <Link params={{ workspaceId }} search={{ code: "NOT_FOUND", range }} to="/w/$workspaceId/verifications">
        {children}
      </Link>
    )
  }
  if (subject.type === "customer") {
    const search = kind === "refusals" ? { tab: "incident", range } : { tab: "billing", range }
    return (
      <Link params={{ workspaceId, identityId: subject.id }} search={search} to="/w/$workspaceId/customers/$identityId">
        {children}
      </Link>
    )
  }
  if (subject.type === "webhook") {
    return (
      <Link params={{ workspaceId, webhookId: subject.id }} to="/w/$workspaceId/webhooks/$webhookId">
        {children}
      </Link>
    )
  }
  const tab = kind === "credits" ? "limits" : "settings"
  return (
    <Link params={{ workspaceId, keyId: subject.id }} search={{ tab, range }} to="/w/$workspaceId/keys/$keyId">
      {children}
    </Link>
  )
}
