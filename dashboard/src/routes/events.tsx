import { useNavigate, useSearch } from "@tanstack/react-router"
import { usePageTitle } from "../page-title.ts"
import { ActorFilter, TypeFilter } from "../parts/events/event-filters.tsx"
import { type EventKind, eventKinds, typesOf } from "../parts/events/event-kinds.ts"
import { type EventFilter, EventList } from "../parts/events/event-list.tsx"
import { FilterBar, type FilterField } from "../parts/fields/filter-bar.tsx"
import { useIdOfKey } from "../parts/keys/id-of-key.ts"
import { useLogPeriod } from "../parts/log/log-period.ts"
import { Card } from "../ui/card.tsx"
import { Page } from "../ui/page.tsx"
import { Segmented } from "../ui/segmented.tsx"
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
  /** A type and the actor of notices name what to show on their own, so they make way. */
  const show = (kind: EventKind) =>
    navigate({
      to: ".",
      search: ({ type: _type, show: _show, actor, ...before }) => ({
        ...before,
        ...(actor !== undefined && actor !== noticeActor && { actor }),
        ...(kind !== "people" && { show: kind }),
      }),
      replace: true,
    })
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
        <Segmented label="Made by" onChange={show} options={eventKinds} value={kindOf(search)} />
        <ActorFilter onChange={(actor) => change("actor", actor)} value={search.actor} />
        <TypeFilter onChange={(type) => change("type", type)} value={search.type} />
      </FilterBar>
      <Card isFlush>
        <EventList filter={filter} limit={50} />
      </Card>
    </Page>
  )
}

type Search = { readonly [Name in FilterName | "show"]?: string | undefined }

/** The actor of events that no call has caused. */
const noticeActor = "notice"

/** Notices can be many, so at first the page shows what people and programs have done. */
function kindOf({ type, actor, show }: Search): EventKind {
  if (type !== undefined) return "all"
  if (actor === noticeActor) return "notices"
  return eventKinds.find(({ value }) => value === show)?.value ?? "people"
}

function filterOf(search: Search): EventFilter {
  const { type, resource, actor } = search
  const types = typesOf(kindOf(search))
  return {
    ...(type && { type }),
    ...(types && { types: [...types] }),
    ...(resource && { resourceId: resource }),
    ...(actor && { actorId: actor }),
  }
}
