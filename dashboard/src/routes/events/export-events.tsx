import type { Event } from "@keyward/client"
import { useRef, useState } from "react"
import { askPage, type Client } from "../../client.ts"
import type { EventFilter } from "../../parts/event-list.tsx"
import { messageOf } from "../../queries.ts"
import { useClient } from "../../session.ts"
import { Button } from "../../ui/button.tsx"
import { csvOf, download } from "../../ui/csv.ts"
import { counted, formatWhole } from "../../ui/format.ts"
import { Menu } from "../../ui/menu.tsx"
import { notify } from "../../ui/toast.tsx"

/** A page in a browser holds them all, so there is an end. The command line has none. */
const most = 20_000

type Format = "jsonl" | "csv"

/** What matches, as a file. */
export function ExportEvents({ filter }: { readonly filter: EventFilter }) {
  const client = useClient()
  const [count, setCount] = useState<number>()
  const stop = useRef<AbortController>(undefined)
  const run = async (format: Format) => {
    stop.current = new AbortController()
    const { signal } = stop.current
    setCount(0)
    try {
      const { events, hasMore } = await collect(client, filter, { signal, onProgress: setCount })
      download(`events.${format}`, format === "csv" ? asCsv(events) : events.map(asJson).join(""), types[format])
      notify({
        title: `Exported ${counted(events.length, "event")}.`,
        ...(hasMore && { description: "These are the newest. For all of them, use: keyward events list --all --json" }),
      })
    } catch (error) {
      if (!signal.aborted) notify({ tone: "bad", title: messageOf(error) })
    }
    setCount(undefined)
  }
  if (count !== undefined) {
    return <Button onClick={() => stop.current?.abort()}>Exporting {formatWhole(count)} … Stop</Button>
  }
  return (
    <Menu
      items={[
        { label: "JSON lines", onSelect: () => run("jsonl") },
        { label: "CSV", onSelect: () => run("csv") },
      ]}
      trigger={<Button icon="download">Export</Button>}
    />
  )
}

const types: Readonly<Record<Format, string>> = { jsonl: "application/x-ndjson", csv: "text/csv" }

interface Collecting {
  readonly signal: AbortSignal
  readonly onProgress: (count: number) => void
}

async function collect(client: Client, filter: EventFilter, { signal, onProgress }: Collecting) {
  const events: Event[] = []
  for (let next: { cursor?: string } = {}; ; ) {
    const asked = { ...filter, ...next, limit: 100 }
    const { items, cursor } = await askPage(() => client.events.listEvents(asked, { signal }))
    signal.throwIfAborted()
    events.push(...items)
    onProgress(events.length)
    if (cursor === undefined || events.length >= most) return { events, hasMore: cursor !== undefined }
    next = { cursor }
  }
}

function asJson(event: Event): string {
  return `${JSON.stringify(event)}\n`
}

const head = [
  "time",
  "type",
  "actorType",
  "actorId",
  "actorName",
  "resources",
  "requestId",
  "before",
  "after",
  "eventId",
]

function asCsv(events: readonly Event[]): string {
  const rows = events.map(({ time, type, actor, resources, requestId = "", changes, eventId }) => [
    ...[new Date(time).toISOString(), type, actor.type, actor.id, actor.name ?? ""],
    ...[resources.map(({ id }) => id).join(" "), requestId],
    ...[JSON.stringify(changes.before), JSON.stringify(changes.after), eventId],
  ])
  return csvOf([head, ...rows])
}
