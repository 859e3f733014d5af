import type { PortalSession } from "@keyward/client"
import { useState } from "react"
import { Failure } from "../../parts/failure.tsx"
import { CustomerLink } from "../../parts/links.tsx"
import { useChange, useList } from "../../queries.ts"
import { useCan } from "../../session.ts"
import { Badge } from "../../ui/badge.tsx"
import { Button } from "../../ui/button.tsx"
import { Card } from "../../ui/card.tsx"
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx"
import { visibleText } from "../../ui/format.ts"
import { Nothing } from "../../ui/nothing.tsx"
import { Empty, SkeletonLines } from "../../ui/states.tsx"
import { type Column, Table } from "../../ui/table.tsx"
import { Ago } from "../../ui/time.tsx"

/** Who has the portal open now, and the way to end it. */
export function PortalSessions() {
  const [isAsking, setAsking] = useState(false)
  const mayRevoke = useCan()("portal.*.create_session")
  const list = useList(["portal-sessions"], (client, cursor) => client.portal.listSessions({ limit: 100, ...cursor }), {
    everyMs: 10_000,
  })
  const revoke = useChange(
    (client, sessionId: string | undefined) =>
      client.portal.revokeSessions(sessionId === undefined ? { all: true } : { sessionId }),
    {
      done: ({ revoked }) => ({ title: revoked === 1 ? "Ended 1 session." : `Ended ${revoked} sessions.` }),
      onDone: () => setAsking(false),
    },
  )
  const { items } = list
  if (items === undefined) {
    return list.error ? <Failure error={list.error} onRetry={() => list.refetch()} /> : <SkeletonLines />
  }
  const end: Column<PortalSession> = {
    key: "end",
    title: "Actions",
    role: "menu",
    cell: (session) => (
      <Button
        aria-label={`End the session of ${nameOf(session)}`}
        onClick={() => revoke.run(session.sessionId)}
        size="small"
      >
        End
      </Button>
    ),
  }
  return (
    <Card
      actions={
        mayRevoke &&
        items.length > 0 && (
          <Button onClick={() => setAsking(true)} size="small" variant="danger">
            End all sessions
          </Button>
        )
      }
      isFlush
      title="Live sessions and links"
    >
      {items.length === 0 ? (
        <Empty title="No live sessions">
          A session begins when a customer opens a link, and ends after the time that your backend chose.
        </Empty>
      ) : (
        <Table
          columns={mayRevoke ? [...columns, end] : columns}
          isFlush
          label="Sessions of the portal"
          rowKey={({ sessionId }) => sessionId}
          rowName={nameOf}
          rows={items}
        />
      )}
      {list.hasNextPage && (
        <Button isBusy={list.isFetchingNextPage} onClick={() => list.fetchNextPage()} variant="quiet">
          Show more
        </Button>
      )}
      <ConfirmDialog
        action="End all sessions"
        isBusy={revoke.isBusy}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => revoke.run(undefined)}
        title="End all sessions?"
      >
        <p>Every open page of the portal stops, and every link that was not opened. Customers can open it again.</p>
      </ConfirmDialog>
    </Card>
  )
}

const columns: readonly Column<PortalSession>[] = [
  {
    key: "customer",
    title: "Customer",
    role: "main",
    share: 30,
    cell: ({ identityId, externalId, customer }) => (
      <CustomerLink id={identityId} name={externalId}>
        {customer === undefined ? undefined : visibleText(customer)}
      </CustomerLink>
    ),
  },
  {
    key: "person",
    title: "Person",
    share: 24,
    cell: ({ actor, madeBy }) =>
      madeBy.type === "user" ? (
        <Badge tone="info">Opened by a member</Badge>
      ) : actor === undefined ? (
        <Nothing meaning="not named" />
      ) : (
        visibleText(actor)
      ),
  },
  {
    key: "opened",
    title: "Opened",
    cell: ({ openedAt }) => (openedAt === undefined ? "not yet" : <Ago time={openedAt} />),
  },
  { key: "expires", title: "Ends", cell: ({ expires }) => <Ago time={expires} /> },
]

function nameOf({ customer, externalId, identityId }: PortalSession): string {
  return visibleText(customer ?? externalId ?? identityId)
}
