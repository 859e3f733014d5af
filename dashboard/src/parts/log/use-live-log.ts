import type { LoggedVerification, UsageListVerificationsInput } from "@keyward/client"
import { useQueryClient } from "@tanstack/react-query"
import { useEffect, useReducer, useState } from "react"
import { askPage, type Client, keywardError, type ListPage } from "../../client.ts"
import { useClient, useTarget } from "../../session.ts"
import { emptyLog, type LogAction, nextLog, type StartedLog } from "./live-log.ts"

export type LogFilter = Pick<
  UsageListVerificationsInput,
  "keyId" | "apiId" | "identity" | "codes" | "tag" | "ip" | "requestId" | "since" | "until"
>

const everyMs = 1_000
const afterErrorMs = 4_000
const pageSize = 100
const pagesPerTurn = 5

interface LiveLogOptions {
  readonly limit: number
  /** The page of older rows. Nothing follows on it. */
  readonly cursor: string | undefined
  readonly isLive: boolean
  readonly isPaused: boolean
}

/** The newest verifications, and those that follow. */
export function useLiveLog(filter: LogFilter, { limit, cursor, isLive, isPaused }: LiveLogOptions) {
  const client = useClient()
  const question = JSON.stringify(filter)
  const { known, keep } = useKnownLog([question, limit, cursor])
  const [log, dispatch] = useReducer(nextLog, known(), (found) => (found ? nextLog(emptyLog, found) : emptyLog))
  const [turn, restart] = useState(0)
  const [paused] = useState({ now: isPaused })

  useEffect(() => {
    paused.now = isPaused
    if (!isPaused) dispatch({ type: "shown" })
  }, [isPaused, paused])

  // biome-ignore lint/correctness/useExhaustiveDependencies: `turn` starts over after a failure, and the question names what is known.
  useEffect(() => {
    const stop = new AbortController()
    const filter: LogFilter = JSON.parse(question)
    dispatch({ type: "query" })
    const found = known()
    if (found) dispatch(found)
    keepFollowing(client, {
      ...{ filter, limit, cursor, isLive, dispatch, keep },
      signal: stop.signal,
      isPaused: () => paused.now,
    })
    return () => stop.abort()
  }, [client, question, limit, cursor, isLive, paused, turn])

  /** Where the page after the last row begins. */
  const findOlder = async () => {
    const last = log.rows?.at(-1)
    if (!log.isCut || last === undefined) return log.older
    const { cursor: place } = await askPage(() =>
      client.usage.listVerifications({ ...filter, until: last.time + 1, limit: 1 }),
    )
    return place
  }
  return { ...log, hasOlder: log.isCut || log.older !== undefined, findOlder, refetch: () => restart(turn + 1) }
}

/** The rows that the same question began with a while ago, so that a page that is opened again shows them at once. */
function useKnownLog(question: readonly unknown[]) {
  const queries = useQueryClient()
  const key = [useTarget(), "log", ...question]
  return {
    known: () => queries.getQueryData<StartedLog>(key),
    keep: (started: StartedLog) => queries.setQueryData<StartedLog>(key, started),
  }
}

interface Following {
  readonly filter: LogFilter
  readonly limit: number
  readonly cursor: string | undefined
  readonly isLive: boolean
  readonly signal: AbortSignal
  readonly isPaused: () => boolean
  readonly dispatch: (action: LogAction) => void
  readonly keep: (started: StartedLog) => void
}

/** Begins again after a failure, unless the server refuses the question itself. */
async function keepFollowing(client: Client, following: Following): Promise<void> {
  const { signal, dispatch } = following
  while (!signal.aborted) {
    try {
      return await follow(client, following)
    } catch (error) {
      if (signal.aborted) return
      dispatch({ type: "failed", error })
      if (isRefused(error)) return
    }
    await pause(afterErrorMs, signal)
  }
}

/** These end: a person signs in again, or a minute passes. */
const passing = [401, 429]

/** Whether the same question would be refused again, such as one about a key that does not exist. */
export function isRefused(error: unknown): boolean {
  const status = keywardError(error)?.status ?? 0
  return status >= 400 && status < 500 && !passing.includes(status)
}

/** The place in the tail is taken before the list is read, so that nothing falls between them. */
async function follow(client: Client, following: Following): Promise<void> {
  const { filter, limit, cursor: from, isLive, signal, isPaused, dispatch, keep } = following
  const tail = (after: string) =>
    askPage(() => client.usage.listVerifications({ ...filter, after, limit: pageSize }, { signal }))
  let { cursor: place = "" } = isLive ? await tail("") : {}
  const { items, cursor } = await askPage(() =>
    client.usage.listVerifications({ ...filter, limit, ...(from !== undefined && { cursor: from }) }, { signal }),
  )
  if (signal.aborted) return
  const started = { type: "started", rows: items, older: cursor } as const
  keep(started)
  dispatch(started)
  while (isLive) {
    await pause(everyMs, signal)
    try {
      place = await catchUp(place, { tail, signal, isPaused, dispatch })
    } catch (error) {
      if (signal.aborted || isRefused(error)) throw error
      dispatch({ type: "failed", error })
      await pause(afterErrorMs, signal)
    }
    if (signal.aborted) return
  }
}

type CatchingUp = Pick<Following, "signal" | "isPaused" | "dispatch"> & {
  readonly tail: (after: string) => Promise<ListPage<LoggedVerification>>
}

/** Reads the rows since then, and returns the new place. Continues at the present if there are too many to read. */
async function catchUp(place: string, { tail, signal, isPaused, dispatch }: CatchingUp): Promise<string> {
  let reached = place
  for (let page = 0; page < pagesPerTurn; page += 1) {
    const { items, cursor = "" } = await tail(reached)
    if (signal.aborted) return reached
    reached = cursor
    dispatch({ type: "newer", rows: [...items].reverse(), isPaused: isPaused() })
    if (items.length < pageSize) return reached
  }
  dispatch({ type: "skipped" })
  return ""
}

/** Waits a moment, and longer while the page is hidden. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms))
  if (!document.hidden || signal.aborted) return
  await new Promise((resolve) => document.addEventListener("visibilitychange", resolve, { once: true }))
}
