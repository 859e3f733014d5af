import type { LoggedVerification } from "@keyward/client"
import { useState } from "react"
import { minuteMs } from "../../../../src/core/durations.ts"
import { Badge } from "../../ui/badge.tsx"
import { Button } from "../../ui/button.tsx"
import { CodeBlock } from "../../ui/code.tsx"
import { Mono } from "../../ui/copy.tsx"
import { counted, formatMoment, formatWhole, visibleText } from "../../ui/format.ts"
import { Nothing } from "../../ui/nothing.tsx"
import { Empty } from "../../ui/states.tsx"
import { type Column, Table } from "../../ui/table.tsx"
import { useNow } from "../../ui/time.tsx"
import { MoreRows, Toolbar } from "../../ui/toolbar.tsx"
import { Failure } from "../failure.tsx"
import { CustomerLink, KeyLink } from "../links.tsx"
import { Load } from "../load.tsx"
import { keptRows, logRowKey } from "./live-log.ts"
import { isRefused, type LogFilter, useLiveLog } from "./use-live-log.ts"
import { VerdictBadge } from "./verdict-badge.tsx"
import { VerificationDetails } from "./verification-details.tsx"
import css from "./verification-log.module.css"

interface VerificationLogProps {
  readonly filter?: LogFilter
  /** How many at first. */
  readonly limit?: number
  /** Only the newest, without a way to more. */
  readonly isShort?: boolean
  /** Inside a card. */
  readonly isFlush?: boolean
}

/** Single verifications, newest first. Each opens to everything that is known about it. */
export function VerificationLog(props: VerificationLogProps) {
  const { filter = {}, limit = 50, isShort = false, isFlush = true } = props
  // Nothing follows in a time that has passed.
  const isLive = filter.until === undefined
  const [isPaused, setPaused] = useState(false)
  const [openKey, setOpen] = useState<string>()
  const log = useLiveLog(filter, { limit, isLive, isPaused })
  const { rows, waiting, older, hasSkipped, isStale, error, refetch } = log
  const toggle = (key: string) => {
    // A row that is being read must not move away.
    setPaused(true)
    setOpen(openKey === key ? undefined : key)
  }
  if (isRefused(error)) return <Failure error={error} onRetry={refetch} />
  return (
    <Load query={{ data: rows, error, refetch }}>
      {(shown) => (
        <>
          {isLive && (
            <div className={css.head}>
              <Toolbar>
                <LiveMark isPaused={isPaused} isFailing={error !== undefined} />
                {isPaused && waiting.length > 0 && (
                  <Button onClick={() => setPaused(false)} size="small">
                    {formatWhole(waiting.length)}
                    {waiting.length >= keptRows && "+"} new
                  </Button>
                )}
                {hasSkipped && <span className={css.note}>Too many to show. Narrow the filters.</span>}
                <span className={css.end}>
                  <Button icon={isPaused ? "play" : "pause"} onClick={() => setPaused(!isPaused)} size="small">
                    {isPaused ? "Resume" : "Pause"}
                  </Button>
                </span>
              </Toolbar>
            </div>
          )}
          {shown.length === 0 ? (
            <NoRows filter={filter} isLive={isLive} />
          ) : (
            <>
              <Table
                columns={columnsFor(filter)}
                expansion={{ openKey, onToggle: toggle, details: (row) => <VerificationDetails verification={row} /> }}
                isFlush={isFlush}
                isStale={isStale}
                label="Verifications"
                rowKey={logRowKey}
                rows={isShort ? shown.slice(0, limit) : shown}
              />
              {!isShort && (
                <div className={css.foot}>
                  <MoreRows
                    hasMore={older !== undefined}
                    isLoading={log.isLoadingOlder}
                    onMore={() => {
                      setPaused(true)
                      log.showOlder()
                    }}
                    shown={counted(shown.length, "verification")}
                    which="latest"
                  />
                </div>
              )}
            </>
          )}
        </>
      )}
    </Load>
  )
}

function NoRows({ filter, isLive }: { readonly filter: LogFilter; readonly isLive: boolean }) {
  const isNarrowed = Object.values(filter).some((value) => value !== undefined)
  if (isNarrowed) {
    return (
      <Empty title={filter.codes?.every((code) => code !== "VALID") ? "No refusals" : "No verifications"}>
        {isLive ? "None matches yet. New ones appear here automatically." : "None matches."}
      </Empty>
    )
  }
  return (
    <Empty title="No verifications yet">
      When your API verifies a key, you see it here within two seconds: accepted or refused, and why.
      <CodeBlock code="keyward verifications --watch" />
    </Empty>
  )
}

function LiveMark({ isPaused, isFailing }: { readonly isPaused: boolean; readonly isFailing: boolean }) {
  if (isFailing) return <Badge tone="bad">Connecting again …</Badge>
  return isPaused ? <Badge tone="neutral">Paused</Badge> : <span className={css.live}>Live</span>
}

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
  cell: ({ keyId, name }) =>
    keyId ? (
      <span className={css.name}>
        <KeyLink id={keyId} name={name ?? keyId} />
      </span>
    ) : (
      <Nothing />
    ),
}
const customer: LogColumn = {
  key: "customer",
  title: "Customer",
  cell: ({ identity }) =>
    identity ? (
      <span className={css.name}>
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
  cell: ({ ip }) => (ip === undefined ? <Nothing /> : <Mono>{visibleText(ip)}</Mono>),
}
const tags: LogColumn = {
  key: "tags",
  title: "Tags",
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

/** A column that would say the same in every row is left out. */
function columnsFor({ keyId, identity }: LogFilter): readonly LogColumn[] {
  const isOneKey = keyId !== undefined
  const isOneCustomer = isOneKey || identity !== undefined
  return [time, verdict, ...(isOneKey ? [] : [keyColumn]), ...(isOneCustomer ? [] : [customer]), address, tags, credits]
}
