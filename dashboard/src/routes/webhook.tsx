import type { Webhook } from "@keyward/client"
import { useParams } from "@tanstack/react-router"
import { useTab } from "../address.ts"
import { usePageTitle } from "../page-title.ts"
import { EventList } from "../parts/events/event-list.tsx"
import { Load } from "../parts/load.tsx"
import { HealthBadge } from "../parts/webhooks/health-badge.tsx"
import { shownTarget, webhookName } from "../parts/webhooks/webhook-name.ts"
import { useWebhookOwner } from "../parts/webhooks/webhook-owner.ts"
import { useRead } from "../queries.ts"
import { useCan } from "../session.ts"
import { Card } from "../ui/card.tsx"
import { Copyable, Mono } from "../ui/copy.tsx"
import { Page, PageSkeleton } from "../ui/page.tsx"
import { Tabs } from "../ui/tabs.tsx"
import { Ago } from "../ui/time.tsx"
import { WebhookActions } from "./webhook/actions.tsx"
import { Deliveries } from "./webhook/deliveries.tsx"
import { HealthNotice } from "./webhook/health-notice.tsx"
import { WebhookSettings } from "./webhook/settings.tsx"

export default function WebhookPage() {
  const { webhookId = "" } = useParams({ strict: false })
  const { scope } = useWebhookOwner()
  const webhook = useRead(["webhook", webhookId], (client) => client.webhooks.getWebhook({ ...scope, webhookId }), {
    everyMs: 5_000,
  })
  // Until this webhook has loaded, the data is that of the one before.
  const shown = webhook.data?.webhookId === webhookId ? webhook.data : undefined
  usePageTitle(shown && webhookName(shown))
  return (
    <Load query={{ ...webhook, data: shown }} skeleton={<PageSkeleton />}>
      {(data) => <Shown key={data.webhookId} webhook={data} />}
    </Load>
  )
}

function Shown({ webhook }: { readonly webhook: Webhook }) {
  const mayReadEvents = useCan()("event.*.read_event")
  const { scope } = useWebhookOwner()
  const { tab, open } = useTab(["deliveries", "settings", "events"])
  const { webhookId, createdAt, health } = webhook
  const target = shownTarget(webhook)
  return (
    <Page
      about={
        <>
          {target !== webhookName(webhook) && <Mono>{target}</Mono>}
          <Copyable value={webhookId} what="webhook id" />
          <span>
            Created <Ago time={createdAt} />
          </span>
          <span>
            Last accepted <Ago time={health.lastDeliveredAt} />
          </span>
        </>
      }
      actions={<WebhookActions webhook={webhook} />}
      title={
        <>
          {webhookName(webhook)}
          <HealthBadge webhook={webhook} />
        </>
      }
    >
      <HealthNotice webhook={webhook} />
      <Tabs
        label="Parts of this webhook"
        onChange={open}
        tabs={[
          { value: "deliveries", label: "Deliveries" },
          { value: "settings", label: "Settings" },
          ...(mayReadEvents ? [{ value: "events" as const, label: "Events" }] : []),
        ]}
        value={tab}
      >
        {tab === "deliveries" && <Deliveries webhook={webhook} />}
        {tab === "settings" && <WebhookSettings webhook={webhook} />}
        {tab === "events" && (
          <Card isFlush>
            <EventList filter={{ ...scope, resourceId: webhookId }} />
          </Card>
        )}
      </Tabs>
    </Page>
  )
}
