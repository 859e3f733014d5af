import type { Event } from "@keyward/client"
import { Link } from "@tanstack/react-router"
import { useWorkspaceOfPath } from "../../session.ts"
import { Copyable } from "../../ui/copy.tsx"
import { Facts } from "../../ui/facts.tsx"
import { formatExact } from "../../ui/format.ts"
import { UndoButton } from "../keys/undo-button.tsx"
import { nounOf } from "../objects.ts"
import { ChangeTable } from "./change-table.tsx"
import css from "./event-list.module.css"
import { ResourceLink } from "./resource-link.tsx"

/** Everything that is known about an event. */
export function EventDetails({ event }: { readonly event: Event }) {
  const { eventId, type, time, actor, resources, requestId, changes } = event
  const workspace = useWorkspaceOfPath()
  return (
    <>
      <ChangeTable changes={changes} />
      <Facts
        facts={[
          { name: "Time", value: formatExact(time) },
          { name: "Type", value: <code>{type}</code> },
          {
            name: "Actor",
            value: (
              <>
                <Copyable value={actor.id} what="actor id" />{" "}
                {workspace && (
                  <Link
                    params={{ workspaceId: workspace.workspaceId }}
                    search={{ actor: actor.id }}
                    to="/w/$workspaceId/events"
                  >
                    All by this actor
                  </Link>
                )}
              </>
            ),
          },
          resources.length > 0 && {
            name: "About",
            value: (
              <span className={css.resources}>
                {resources.map((resource) => (
                  <span key={resource.id}>
                    {nounOf(resource.type)} <ResourceLink {...resource} />
                  </span>
                ))}
              </span>
            ),
          },
          requestId !== undefined && {
            name: "Request",
            value: (
              <>
                <Copyable value={requestId} what="request id" /> <UndoButton event={event} />
              </>
            ),
          },
          { name: "Event", value: <Copyable value={eventId} what="event id" /> },
        ]}
      />
    </>
  )
}
