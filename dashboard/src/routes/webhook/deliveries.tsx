import type { Webhook, WebhookDelivery } from "@keyward/client"
import { useState } from "react"
import { useAddress } from "../../address.ts"
import { typeInWords } from "../../parts/events/type-words.ts"
import { Load } from "../../parts/load.tsx"
import { WhoMay } from "../../parts/people/who-may.tsx"
import { useWebhookOwner } from "../../parts/webhooks/webhook-owner.ts"
import { useList } from "../../queries.ts"
import { useCan } from "../../session.ts"
import { Badge, type Tone } from "../../ui/badge.tsx"
import { Button } from "../../ui/button.tsx"
import { Card } from "../../ui/card.tsx"
import { formatWhole } from "../../ui/format.ts"
import { Nothing } from "../../ui/nothing.tsx"
import { Segmented } from "../../ui/segmented.tsx"
import { Empty } from "../../ui/states.tsx"
import { type Column, Table } from "../../ui/table.tsx"
import { Ago } from "../../ui/time.tsx"
import { MoreRows } from "../../ui/toolbar.tsx"
import { DeliveryDetails } from "./delivery-details.tsx"
import { RedeliverDialog } from "./redeliver-dialog.tsx"
import css from "./webhook.module.css"

type Status = WebhookDelivery["status"]

const statuses = [
  { value: "", label: "All" },
  { value: "delivered", label: "Delivered" },
  { value: "waiting", label: "Waiting" },
  { value: "failed", label: "Failed" },
] as const

const badges: Readonly<Record<Status, { readonly label: string; readonly tone: Tone }>> = {
  delivered: { label: "Delivered", tone: "good" },
  waiting: { label: "Waiting", tone: "warn" },
  failed: { label: "Failed", tone: "bad" },
}

/** What was sent, and what the endpoint said to each attempt. */
export function Deliveries({ webhook }: { readonly webhook: Webhook }) {
  const { webhookId, format } = webhook
  const can = useCan()
  const { scope } = useWebhookOwner()
  const mayRead = can("event.*.read_event")
  const mayUpdate = mayRead && can("webhook.*.update_webhook")
  const { search, change } = useAddress()
  const status = statuses.find(({ value }) => value === search.status)?.value ?? ""
  const [openKey, setOpen] = useState<string>()
  const [isResending, setResending] = useState(false)
  const list = useList(
    ["deliveries", webhookId, status],
    (client, page) =>
      client.webhooks.listDeliveries({ ...scope, webhookId, limit: 50, ...(status !== "" && { status }), ...page }),
    { everyMs: 5_000, isEnabled: mayRead },
  )
  if (!mayRead) return <WhoMay needs="event.*.read_event" />
  const { items, error, refetch, isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage } = list
  return (
    <Card
      actions={
        <div className={css.tools}>
          <Segmented label="Status" onChange={(value) => change({ status: value })} options={statuses} value={status} />
          {mayUpdate && <Button onClick={() => setResending(true)}>Send failed again …</Button>}
        </div>
      }
      isFlush
      title="Deliveries"
    >
      <Load query={{ data: items, error, refetch }}>
        {(deliveries) =>
          deliveries.length === 0 ? (
            <NoDeliveries status={status} />
          ) : (
            <>
              <Table
                columns={columnsOf(webhook)}
                expansion={{
                  openKey,
                  onToggle: (key) => setOpen(key === openKey ? undefined : key),
                  details: (delivery) => (
                    <DeliveryDetails delivery={delivery} format={format} maySend={mayUpdate} webhookId={webhookId} />
                  ),
                }}
                isFlush
                isStale={isPlaceholderData}
                label="Deliveries"
                rowKey={({ eventId }) => eventId}
                rows={deliveries}
              />
              <MoreRows
                hasMore={hasNextPage}
                isFlush
                isLoading={isFetchingNextPage}
                onMore={() => fetchNextPage()}
                shown={deliveries.length === 1 ? "1 delivery" : `${formatWhole(deliveries.length)} deliveries`}
                which="latest"
              />
            </>
          )
        }
      </Load>
      {isResending && <RedeliverDialog onClose={() => setResending(false)} webhookId={webhookId} />}
    </Card>
  )
}

function NoDeliveries({ status }: { readonly status: string }) {
  if (status !== "") return <Empty title={`Nothing ${status === "failed" ? "has failed" : `is ${status}`}`} />
  return (
    <Empty title="Nothing sent yet">
      As soon as an event of the chosen types happens, its delivery is here with the response of your endpoint. Send a
      test to see whether the endpoint works.
    </Empty>
  )
}

const columnsOf = ({ enabled }: Webhook): readonly Column<WebhookDelivery>[] => [
  {
    key: "type",
    title: "Event",
    role: "main",
    cell: ({ type }) => (
      <span className={css.event}>
        {typeInWords(type)} <span className={css.type}>{type}</span>
      </span>
    ),
  },
  {
    key: "status",
    title: "Status",
    isPlain: true,
    cell: ({ status }) => <Badge tone={badges[status].tone}>{badges[status].label}</Badge>,
  },
  { key: "response", title: "Last response", cell: ({ attempts }) => <LastResponse attempts={attempts} /> },
  {
    key: "attempts",
    title: "Attempts",
    align: "end",
    cell: ({ attempts }) => (attempts.length >= 10 ? "10 or more" : formatWhole(attempts.length)),
  },
  {
    key: "next",
    title: "Next attempt",
    cell: ({ nextAttemptAt }) => {
      if (nextAttemptAt === undefined) return <Nothing />
      return enabled ? <Ago time={nextAttemptAt} /> : "when enabled"
    },
  },
  { key: "time", title: "Happened", align: "end", cell: ({ time }) => <Ago time={time} /> },
]

function LastResponse({ attempts }: Pick<WebhookDelivery, "attempts">) {
  const last = attempts.at(-1)
  if (last === undefined) return <Nothing />
  if (last.status === undefined) return last.error ?? "no response"
  return `HTTP ${last.status} · ${formatWhole(last.durationMs)} ms`
}
