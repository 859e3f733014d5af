import type { Event } from "@keyward/client"
import type { EventFilter } from "../../parts/events/event-list.tsx"
import { useExport } from "../../parts/use-export.ts"
import { Button } from "../../ui/button.tsx"
import { csvOf, download } from "../../ui/csv.ts"
import { formatWhole } from "../../ui/format.ts"
import { Menu } from "../../ui/menu.tsx"

type Format = "jsonl" | "csv"

/** Downloads the matching events as a file. */
export function ExportEvents({ filter }: { readonly filter: EventFilter }) {
  const { run, stop, count } = useExport<Event>({
    thing: "event",
    command: "keyward events list --all --json",
    page: (client, cursor, options) => client.events.listEvents({ ...filter, ...cursor, limit: 100 }, options),
  })
  const save = (format: Format) =>
    run((events) =>
      download(`events.${format}`, format === "csv" ? asCsv(events) : events.map(asJson).join(""), types[format]),
    )
  if (count !== undefined) return <Button onClick={stop}>Exporting {formatWhole(count)} … Stop</Button>
  return (
    <Menu
      items={[
        { label: "JSON lines", onSelect: () => save("jsonl") },
        { label: "CSV", onSelect: () => save("csv") },
      ]}
      trigger={<Button icon="download">Export</Button>}
    />
  )
}

const types: Readonly<Record<Format, string>> = { jsonl: "application/x-ndjson", csv: "text/csv" }

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
