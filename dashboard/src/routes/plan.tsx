import type { Plan } from "@keyward/client"
import { useParams } from "@tanstack/react-router"
import { useTab } from "../address.ts"
import { usePageTitle } from "../page-title.ts"
import { EventList } from "../parts/events/event-list.tsx"
import { Load } from "../parts/load.tsx"
import { useRead } from "../queries.ts"
import { useCan } from "../session.ts"
import { Badge } from "../ui/badge.tsx"
import { Card } from "../ui/card.tsx"
import { Copyable } from "../ui/copy.tsx"
import { counted, visibleText } from "../ui/format.ts"
import { Page, PageSkeleton } from "../ui/page.tsx"
import { Tabs } from "../ui/tabs.tsx"
import { Ago } from "../ui/time.tsx"
import { PlanCustomers } from "./plan/customers.tsx"
import { PlanDanger } from "./plan/danger.tsx"
import { PlanEditor } from "./plan/editor.tsx"

export default function PlanPage() {
  const { planId } = useParams({ from: "/w/$workspaceId/plans/$planId" })
  const plan = useRead(["plan", planId], (client) => client.plans.getPlan({ plan: planId }), { everyMs: 15_000 })
  // Until this plan has loaded, the data is that of the one before.
  const shown = plan.data?.id === planId ? plan.data : undefined
  usePageTitle(shown?.name)
  return (
    <Load query={{ ...plan, data: shown }} skeleton={<PageSkeleton />}>
      {(data) => <Shown key={data.id} plan={data} />}
    </Load>
  )
}

function Shown({ plan }: { readonly plan: Plan }) {
  const can = useCan()
  const { tab, open } = useTab(["plan", "customers", "events"])
  return (
    <Page
      about={
        <>
          <Copyable value={plan.id} what="plan id" />
          <span>
            Created <Ago time={plan.createdAt} />
          </span>
          {plan.identities !== undefined && <span>{counted(plan.identities, "customer")}</span>}
        </>
      }
      title={
        <>
          {visibleText(plan.name)}
          {plan.default && <Badge tone="info">Default</Badge>}
        </>
      }
    >
      <Tabs
        label="Parts of this plan"
        onChange={open}
        tabs={[
          { value: "plan", label: "Plan" },
          ...(can("identity.*.read_identity") ? [{ value: "customers" as const, label: "Customers" }] : []),
          ...(can("event.*.read_event") ? [{ value: "events" as const, label: "Events" }] : []),
        ]}
        value={tab}
      >
        {tab === "plan" && (
          <>
            <PlanEditor plan={plan} />
            {can("plan.*.delete_plan") && <PlanDanger plan={plan} />}
          </>
        )}
        {tab === "customers" && <PlanCustomers plan={plan} />}
        {tab === "events" && (
          <Card isFlush>
            <EventList filter={{ resourceId: plan.id }} />
          </Card>
        )}
      </Tabs>
    </Page>
  )
}
