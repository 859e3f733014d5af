import type { LoggedVerification } from "@keyward/client"
import { useState } from "react"
import { Badge } from "../ui/badge.tsx"
import { Button } from "../ui/button.tsx"
import { CodeBlock } from "../ui/code.tsx"
import { Mono } from "../ui/copy.tsx"
import { counted, formatMoment, formatWhole, visibleText } from "../ui/format.ts"
import { Empty } from "../ui/states.tsx"
import { type Column, Table } from "../ui/table.tsx"
import { useNow } from "../ui/time.tsx"
import { MoreRows, Toolbar } from "../ui/toolbar.tsx"
import { Failure } from "./failure.tsx"
import { CustomerLink, KeyLink } from "./links.tsx"
import { keptRows, logRowKey } from "./live-log.ts"
import { Load } from "./load.tsx"
import { isRefused, type LogFilter, useLiveLog } from "./use-live-log.ts"
import { VerdictBadge } from "./verdict-badge.tsx"
import { VerificationDetails } from "./verification-details.tsx"
import css from "./verification-log.module.css"

interface VerificationLogProps {
  readonly filter?: LogFilter
  /** How many at first. */
  readonly limit?: number
  /** Shows new ones as they come. */
  readonly isLive?: boolean
  /** Inside a card. */
  readonly isFlush?: boolean
}

/** Single verifications, newest first. Each opens to everything that is known about it. */
export function VerificationLog({ filter = {}, limit = 50, isLive = true, isFlush = true }: VerificationLogProps) {
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
                {hasSkipped && <span className={css.note}>More came than can be shown. Narrow the filters.</span>}
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
                rows={shown}
              />
              <div className={css.foot}>
                <MoreRows
                  hasMore={older !== undefined}
                  isLoading={log.isLoadingOlder}
                  onMore={() => {
                    setPaused(true)
                    log.showOlder()
                  }}
                  shown={counted(shown.length, "verification")}
                />
              </div>
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
      <Empty title="No verifications">
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

const minuteMs = 60_000

function Moment({ time }: { readonly time: number }) {
  return <Mono>{formatMoment(time, useNow(minuteMs))}</Mono>
}

type LogColumn = Column<LoggedVerification>

const time: LogColumn = { key: "time", title: "Time", cell: (row) => <Moment time={row.time} /> }
const verdict: LogColumn = {
  key: "verdict",
  title: "Verdict",
  role: "main",
  cell: ({ code, weight }) => (
    <span className={css.verdict}>
      <VerdictBadge code={code} />
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
  cell: ({ ip }) => (ip === undefined ? <Nothing /> : <Mono>{visibleText(ip)}</Mono>),
}
const tags: LogColumn = {
  key: "tags",
  title: "Tags",
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

/** Left out of the cards on a phone. */
function Nothing() {
  return (
    <span className={css.note} data-nothing>
      –
    </span>
  )
}

/** A column that would say the same in every row is left out. */
function columnsFor({ keyId, identity }: LogFilter): readonly LogColumn[] {
  const isOneKey = keyId !== undefined
  const isOneCustomer = isOneKey || identity !== undefined
  return [time, verdict, ...(isOneKey ? [] : [keyColumn]), ...(isOneCustomer ? [] : [customer]), address, tags, credits]
}
