import type { LoggedVerification } from "@keyward/client"
import { minuteMs } from "../../../../src/core/durations.ts"
import { Badge } from "../../ui/badge.tsx"
import { Mono } from "../../ui/copy.tsx"
import { formatMoment, formatWhole, visibleText } from "../../ui/format.ts"
import { Nothing } from "../../ui/nothing.tsx"
import type { Column } from "../../ui/table.tsx"
import { useNow } from "../../ui/time.tsx"
import { CustomerLink, KeyLink } from "../links.tsx"
import type { LogFilter } from "./use-live-log.ts"
import { VerdictBadge } from "./verdict-badge.tsx"
import css from "./verification-log.module.css"

function Moment({ time }: { readonly time: number }) {
  return <Mono>{formatMoment(time, useNow(minuteMs))}</Mono>
}

type LogColumn = Column<LoggedVerification>

const time: LogColumn = { key: "time", title: "Time", isPlain: true, cell: (row) => <Moment time={row.time} /> }
const verdict: LogColumn = {
  key: "verdict",
  title: "Verdict",
  role: "main",
  cell: ({ code, weight, missing, exceeded }) => (
    <span className={css.verdict}>
      <VerdictBadge code={code} />
      <Reason text={missing ?? exceeded?.join(", ")} />
      {weight > 1 && (
        <Badge title={`The log is sampled: this row stands for ${weight} verifications.`}>×{weight}</Badge>
      )}
    </span>
  ),
}
const keyColumn: LogColumn = {
  key: "key",
  title: "Key",
  share: 12,
  cell: ({ keyId, name }) =>
    keyId ? (
      <span className={css.name} title={visibleText(name ?? keyId)}>
        <KeyLink id={keyId} name={name ?? keyId} />
      </span>
    ) : (
      <Nothing />
    ),
}
const customer: LogColumn = {
  key: "customer",
  title: "Customer",
  share: 12,
  cell: ({ identity }) =>
    identity ? (
      <span className={css.name} title={visibleText(identity.externalId ?? identity.id)}>
        <CustomerLink id={identity.id} name={identity.externalId ?? identity.id} />
      </span>
    ) : (
      <Nothing />
    ),
}
const address: LogColumn = {
  key: "address",
  title: "Address",
  isPlain: true,
  cell: ({ ip }) =>
    ip === undefined ? (
      <Nothing />
    ) : (
      <span className={css.address} title={visibleText(ip)}>
        <Mono>{visibleText(ip)}</Mono>
      </span>
    ),
}
const tags: LogColumn = {
  key: "tags",
  title: "Tags",
  share: 20,
  isPlain: true,
  cell: (row) => (
    <span className={css.tags}>
      {row.tags.map((tag) => (
        <span className={css.tag} key={tag} title={visibleText(tag)}>
          {visibleText(tag)}
        </span>
      ))}
    </span>
  ),
}
const credits: LogColumn = {
  key: "credits",
  title: "Credits",
  align: "end",
  cell: ({ cost, credits: left, code }) => (
    <span title={left === undefined ? undefined : `${formatWhole(left)} left`}>
      {code !== "VALID" || cost === undefined || cost === 0 ? <Nothing /> : `−${formatWhole(cost)}`}
    </span>
  ),
}

/** The permission that was missing, or the limits that were exceeded. */
function Reason({ text }: { readonly text: string | undefined }) {
  if (text === undefined) return null
  const shown = visibleText(text)
  return (
    <span className={css.reason} title={shown}>
      {shown}
    </span>
  )
}

/**
 * The columns of the log. One that would say the same in every row is left out. The latest verifications of a key stand in
 * a narrow column, where only the details of a row have room for tags.
 */
export function columnsFor({ keyId, identity }: LogFilter, isShort: boolean): readonly LogColumn[] {
  const isOneKey = keyId !== undefined
  const isOneCustomer = isOneKey || identity !== undefined
  return [
    time,
    verdict,
    ...(isOneKey ? [] : [keyColumn]),
    ...(isOneCustomer ? [] : [customer]),
    address,
    ...(isOneKey && isShort ? [] : [tags]),
    credits,
  ]
}
