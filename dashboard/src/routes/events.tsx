import { useNavigate, useSearch } from "@tanstack/react-router"
import { usePageTitle } from "../page-title.ts"
import { ActorFilter, TypeFilter } from "../parts/events/event-filters.tsx"
import { type EventFilter, EventList } from "../parts/events/event-list.tsx"
import { FilterBar, type FilterField } from "../parts/fields/filter-bar.tsx"
import { useIdOfKey } from "../parts/keys/id-of-key.ts"
import { useLogPeriod } from "../parts/log/log-period.ts"
import { Card } from "../ui/card.tsx"
import { Page } from "../ui/page.tsx"
import { ChainStatus } from "./events/chain-status.tsx"
import { ExportEvents } from "./events/export-events.tsx"

type FilterName = "resource" | "actor" | "type"

const fields: readonly FilterField<"resource">[] = [
  { name: "resource", label: "Object", placeholder: "Id such as key_…, or a key" },
]

/** The events, the check of their chain, and their export. */
export default function EventsPage() {
  usePageTitle("Events")
  const search = useSearch({ from: "/w/$workspaceId/events" })
  const navigate = useNavigate({ from: "/w/$workspaceId/events" })
  const change = (name: FilterName, value: string | undefined) =>
    navigate({ to: ".", search: (before) => ({ ...before, [name]: value }), replace: true })
  const idOfKey = useIdOfKey()
  const filterByObject = async (name: "resource", value: string | undefined) => {
    if (value === undefined) return change(name, value)
    const id = await idOfKey(value)
    if (id !== undefined) change(name, id)
  }
  const filter = { ...filterOf(search), ...useLogPeriod() }
  return (
    <Page about={<ChainStatus />} actions={<ExportEvents filter={filter} />} title="Events">
      <FilterBar fields={fields} onChange={filterByObject} values={search}>
        <ActorFilter onChange={(actor) => change("actor", actor)} value={search.actor} />
        <TypeFilter onChange={(type) => change("type", type)} value={search.type} />
      </FilterBar>
      <Card isFlush>
        <EventList filter={filter} limit={50} />
      </Card>
    </Page>
  )
}

type Search = { readonly [Name in FilterName]?: string | undefined }

function filterOf({ type, resource, actor }: Search): EventFilter {
  return {
    ...(type && { type }),
    ...(resource && { resourceId: resource }),
    ...(actor && { actorId: actor }),
  }
}
