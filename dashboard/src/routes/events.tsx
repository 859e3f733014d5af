import { useNavigate, useSearch } from "@tanstack/react-router"
import { eventTypes } from "../../../src/contract/event-types.ts"
import { usePageTitle } from "../page-title.ts"
import { type EventFilter, EventList } from "../parts/events/event-list.tsx"
import { FilterBar, type FilterField } from "../parts/fields/filter-bar.tsx"
import { useIdOfKey } from "../parts/keys/id-of-key.ts"
import { useLogPeriod } from "../parts/log/log-period.ts"
import { Card } from "../ui/card.tsx"
import { Select } from "../ui/field.tsx"
import { Page } from "../ui/page.tsx"
import { ChainStatus } from "./events/chain-status.tsx"
import { ExportEvents } from "./events/export-events.tsx"

type FilterName = "resource" | "actor"

const fields: readonly FilterField<FilterName>[] = [
  { name: "resource", label: "Object", placeholder: "Id, such as key_…, or the whole key" },
  { name: "actor", label: "Actor", placeholder: "usr_…, rk_… or operator" },
]

/** The events, the check of their chain, and their export. */
export default function EventsPage() {
  usePageTitle("Events")
  const search = useSearch({ from: "/w/$workspaceId/events" })
  const navigate = useNavigate({ from: "/w/$workspaceId/events" })
  const change = (name: FilterName | "type", value: string | undefined) =>
    navigate({ to: ".", search: (before) => ({ ...before, [name]: value }), replace: true })
  const idOfKey = useIdOfKey()
  const filterBy = async (name: FilterName, value: string | undefined) => {
    if (value === undefined) return change(name, value)
    const id = await idOfKey(value)
    if (id !== undefined) change(name, id)
  }
  const filter = { ...filterOf(search), ...useLogPeriod() }
  return (
    <Page about={<ChainStatus />} actions={<ExportEvents filter={filter} />} title="Events">
      <FilterBar fields={fields} onChange={filterBy} values={search}>
        <Select
          aria-label="Type"
          onChange={(type) => change("type", type === "" ? undefined : type)}
          options={[
            { value: "", label: "All types" },
            ...typesWith(search.type).map((type) => ({ value: type, label: type })),
          ]}
          value={search.type ?? ""}
        />
      </FilterBar>
      <Card isFlush>
        <EventList filter={filter} limit={50} />
      </Card>
    </Page>
  )
}

/** A link may name a type that this page does not know. */
function typesWith(type: string | undefined): readonly string[] {
  return type === undefined || eventTypes.some((one) => one === type) ? eventTypes : [type, ...eventTypes]
}

type Search = { readonly [Name in FilterName | "type"]?: string | undefined }

function filterOf({ type, resource, actor }: Search): EventFilter {
  return {
    ...(type && { type }),
    ...(resource && { resourceId: resource }),
    ...(actor && { actorId: actor }),
  }
}
