import { useRef, useState } from "react"
import { Badge } from "../../ui/badge.tsx"
import { Button } from "../../ui/button.tsx"
import { formatWhole } from "../../ui/format.ts"
import { Table } from "../../ui/table.tsx"
import { Toolbar } from "../../ui/toolbar.tsx"
import { Failure } from "../failure.tsx"
import { Load } from "../load.tsx"
import { keptRows, logRowKey } from "./live-log.ts"
import { columnsFor } from "./log-columns.tsx"
import { LogPages, type LogPagesProps } from "./log-pages.tsx"
import { NoRows } from "./no-rows.tsx"
import { isRefused, type LogFilter, useLiveLog } from "./use-live-log.ts"
import { VerificationDetails } from "./verification-details.tsx"
import css from "./verification-log.module.css"

interface VerificationLogProps {
  readonly filter: LogFilter
  /** How many rows a page has. */
  readonly limit: number
  /** The way to older rows. Without it, only the newest are shown. */
  readonly pages?: Pick<LogPagesProps, "cursor" | "onOpen">
}

/** Single verifications, newest first. Each opens to everything that is known about it. */
export function VerificationLog({ filter, limit, pages }: VerificationLogProps) {
  const cursor = pages?.cursor
  // Nothing follows on a page of older rows, or in a time that has passed.
  const isLive = filter.until === undefined && cursor === undefined
  const [isPaused, setPaused] = useState(false)
  const [openKey, setOpen] = useState<string>()
  const log = useLiveLog(filter, { limit, cursor, isLive, isPaused })
  const { rows, waiting, hasSkipped, isStale, error, refetch } = log
  const toggle = (key: string) => {
    // A row that is being read must not move away.
    setPaused(true)
    setOpen(openKey === key ? undefined : key)
  }
  const openPage = (place: string) => {
    setPaused(false)
    pages?.onOpen(place)
  }
  if (isRefused(error)) return <Failure error={error} onRetry={refetch} />
  return (
    <Load query={{ data: rows, error, refetch }}>
      {(loaded) => (
        <>
          {isLive && (
            <LiveBar
              hasSkipped={hasSkipped}
              isFailing={error !== undefined}
              isPaused={isPaused}
              onPause={setPaused}
              waiting={waiting.length}
            />
          )}
          {cursor !== undefined && filter.until === undefined && (
            <div className={css.head}>
              <Toolbar>
                <Badge tone="neutral">Older verifications</Badge>
                <span className={css.end}>
                  <Button icon="play" onClick={() => openPage("")} size="small">
                    Live
                  </Button>
                </span>
              </Toolbar>
            </div>
          )}
          {loaded.length === 0 ? (
            <NoRows filter={filter} isLive={isLive} />
          ) : (
            <Table
              columns={columnsFor(filter, pages === undefined)}
              expansion={{ openKey, onToggle: toggle, details: (row) => <VerificationDetails verification={row} /> }}
              isDense
              isFlush
              isStale={isStale}
              label="Verifications"
              rowKey={logRowKey}
              rows={pages ? loaded : loaded.slice(0, limit)}
            />
          )}
          {pages && (
            <LogPages
              {...pages}
              findOlder={log.findOlder}
              hasOlder={log.hasOlder}
              isStale={isStale}
              onOpen={openPage}
              rows={loaded.length}
            />
          )}
        </>
      )}
    </Load>
  )
}

interface LiveBarProps {
  readonly isPaused: boolean
  readonly onPause: (isPaused: boolean) => void
  readonly isFailing: boolean
  /** How many rows came during the pause. */
  readonly waiting: number
  readonly hasSkipped: boolean
}

/** Whether new rows appear, and what pauses them. After a pause, the log goes on at its top. */
function LiveBar({ isPaused, onPause, isFailing, waiting, hasSkipped }: LiveBarProps) {
  const top = useRef<HTMLDivElement>(null)
  const resume = () => {
    onPause(false)
    top.current?.scrollIntoView({ block: "nearest" })
  }
  return (
    <div className={css.head} ref={top}>
      <Toolbar>
        <LiveMark isFailing={isFailing} isPaused={isPaused} />
        {isPaused && waiting > 0 && (
          <Button onClick={resume} size="small">
            {formatWhole(waiting)}
            {waiting >= keptRows && "+"} new
          </Button>
        )}
        {hasSkipped && <span className={css.note}>Too many to show. Narrow the filters.</span>}
        <span className={css.end}>
          <Button icon={isPaused ? "play" : "pause"} onClick={isPaused ? resume : () => onPause(true)} size="small">
            {isPaused ? "Resume" : "Pause"}
          </Button>
        </span>
      </Toolbar>
    </div>
  )
}

function LiveMark({ isPaused, isFailing }: { readonly isPaused: boolean; readonly isFailing: boolean }) {
  if (isFailing) return <Badge tone="bad">Connecting again …</Badge>
  return isPaused ? <Badge tone="neutral">Paused</Badge> : <span className={css.live}>Live</span>
}
