import { useSearch } from "@tanstack/react-router"
import { usePageTitle } from "../page-title.ts"
import { EventList } from "../parts/event-list.tsx"
import { Card } from "../ui/card.tsx"
import { Page } from "../ui/page.tsx"

export default function EventsPage() {
  usePageTitle("Events")
  const { type, resource, actor } = useSearch({ from: "/w/$workspaceId/events" })
  const filter = { ...(type && { type }), ...(resource && { resourceId: resource }), ...(actor && { actorId: actor }) }
  return (
    <Page title="Events">
      <Card isFlush>
        <EventList filter={filter} />
      </Card>
    </Page>
  )
}
