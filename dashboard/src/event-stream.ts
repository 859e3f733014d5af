import { useQueryClient } from "@tanstack/react-query"
import { useEffect, useEffectEvent, useRef } from "react"
import { clientFor } from "./client.ts"
import { useTarget } from "./session.ts"
import { onFirstUse } from "./ui/first-use.ts"

/** What tabs tell each other about an event. */
interface StreamedEvent {
  readonly eventId: string
  readonly type: string
}

type Listener = (event: StreamedEvent) => void

interface LiveOptions {
  readonly isWanted?: (type: string) => boolean
  readonly isEnabled: boolean
}

/** Many events that come together are one reason to read again. */
const togetherMs = 400

/** Reads a query again soon after an event that bears on it. Without a stream, the query is as new as its own interval. */
export function useLive(query: string, { isWanted = () => true, isEnabled }: LiveOptions): void {
  const workspaceId = useTarget()
  const queries = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const tell = useEffectEvent(({ type }: StreamedEvent) => {
    if (timer.current !== undefined || !isWanted(type)) return
    timer.current = setTimeout(() => {
      timer.current = undefined
      queries.invalidateQueries({ queryKey: [workspaceId, query] })
    }, togetherMs)
  })
  useEffect(() => {
    if (!isEnabled || workspaceId === "operator") return
    const end = follow(workspaceId, (event) => tell(event))
    return () => {
      end()
      clearTimeout(timer.current)
      timer.current = undefined
    }
  }, [workspaceId, isEnabled])
}

interface Followed {
  readonly listeners: Set<Listener>
  readonly stop: () => void
}

const followed = new Map<string, Followed>()

function follow(workspaceId: string, listener: Listener): () => void {
  const shared = followed.get(workspaceId) ?? shareStream(workspaceId)
  followed.set(workspaceId, shared)
  shared.listeners.add(listener)
  return () => {
    shared.listeners.delete(listener)
    if (shared.listeners.size > 0) return
    shared.stop()
    followed.delete(workspaceId)
  }
}

/**
 * One stream for all tabs of the browser that show this workspace. The tab that holds the lock reads it and tells the others.
 * Only a visible tab reads, because browsers suspend hidden ones. It begins when a person uses the page.
 */
function shareStream(workspaceId: string): Followed {
  const listeners = new Set<Listener>()
  const name = `keyward-events-${workspaceId}`
  const channel = new BroadcastChannel(name)
  let latest: string | undefined
  let reading: AbortController | undefined
  const tell = (event: StreamedEvent) => {
    latest = event.eventId
    for (const listener of listeners) listener(event)
  }
  channel.onmessage = ({ data }: MessageEvent<StreamedEvent>) => tell(data)
  const read = async (signal: AbortSignal) => {
    const after = latest === undefined ? {} : { after: latest }
    for await (const { type, data } of clientFor(workspaceId).followEvents(after, { signal })) {
      const event = { eventId: data.eventId, type }
      tell(event)
      channel.postMessage(event)
    }
  }
  const adjust = () => {
    if (!document.hidden && isInUse) {
      if (reading !== undefined) return
      reading = new AbortController()
      readInTurn(name, reading.signal, read)
    } else {
      reading?.abort()
      reading = undefined
      // After a pause, the page reads its lists again, so that nothing old need be sent.
      latest = undefined
    }
  }
  document.addEventListener("visibilitychange", adjust)
  starts.add(adjust)
  adjust()
  return {
    listeners,
    stop() {
      document.removeEventListener("visibilitychange", adjust)
      starts.delete(adjust)
      reading?.abort()
      channel.close()
    },
  }
}

const againMs = 30_000

async function readInTurn(name: string, signal: AbortSignal, read: (signal: AbortSignal) => Promise<void>) {
  const readAll = async () => {
    while (!signal.aborted) {
      // A refused stream, as after the end of the session, costs only time: lists are also read at intervals.
      await read(signal).catch(() => {})
      await pause(againMs, signal)
    }
  }
  // Pages without TLS have no locks, so that each tab has its own stream.
  const held = "locks" in navigator ? navigator.locks.request(name, { signal }, readAll) : readAll()
  // Waiting for the lock ends with an error.
  await held.catch(() => {})
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const timer = setTimeout(resolve, ms)
    signal.addEventListener("abort", () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

let isInUse = false
const starts = new Set<() => void>()

onFirstUse(async () => {
  isInUse = true
  for (const start of starts) start()
})
