import type { UsageGetVerificationsOutput } from "@keyward/client"
import { Link } from "@tanstack/react-router"
import { lazy, Suspense, useState } from "react"
import { firstRootKeyOf } from "../first-root-key.ts"
import { usePageTitle } from "../page-title.ts"
import { Below } from "../parts/below.tsx"
import { EventList } from "../parts/events/event-list.tsx"
import { useLatestPeriod } from "../parts/log/log-period.ts"
import { UsageChart, useUsage } from "../parts/usage/usage-chart.tsx"
import { useRead } from "../queries.ts"
import { useCan, useWorkspace } from "../session.ts"
import { Card } from "../ui/card.tsx"
import { Columns, Page } from "../ui/page.tsx"
import { Attention } from "./overview/attention.tsx"
import { FirstSteps, useFirstSteps } from "./overview/first-steps.tsx"
import { Tiles } from "./overview/tiles.tsx"
import { TopCards } from "./overview/top-cards.tsx"

const FirstRootKey = lazy(() => import("./overview/first-root-key.tsx"))

export default function OverviewPage() {
  usePageTitle("Overview")
  const { workspaceId } = useWorkspace()
  const [isCreated] = useState(() => firstRootKeyOf(workspaceId) !== undefined)
  const can = useCan()
  const usage = useUsage()
  const { bounds, before: boundsBefore, sumInterval } = usage.period
  const before = useRead(
    ["usage-before", boundsBefore, sumInterval],
    (client) => client.usage.getVerifications({ ...(boundsBefore ?? bounds), interval: sumInterval }),
    { ...usage.period.every(60_000), isEnabled: boundsBefore !== undefined },
  )
  const workspace = useRead(["workspace"], (client) => client.workspaces.getWorkspace({}), { everyMs: 10_000 })
  return (
    <Page title="Overview">
      {can("api.*.create_api") && <Beginning usage={usage.query.data} />}
      <Tiles before={boundsBefore && before.data} counts={workspace.data?.counts} usage={usage.query.data} />
      <UsageChart showsRefused usage={usage} />
      <Attention />
      {isCreated && (
        <Suspense>
          <FirstRootKey key={workspaceId} workspaceId={workspaceId} />
        </Suspense>
      )}
      <Below reads={[["attention"]]}>
        <Columns even>
          <TopCards period={usage.period} hasUsage={usage.query.data?.total !== 0} />
        </Columns>
        {can("event.*.read_event") && <LatestChanges />}
      </Below>
    </Page>
  )
}

/** The checklist stays after its last step until it is dismissed, so that the user sees the end. */
function Beginning({ usage }: { readonly usage: UsageGetVerificationsOutput | undefined }) {
  const state = useFirstSteps(usage)
  const [wasNew, setNew] = useState(false)
  const [isDismissed, setDismissed] = useState(false)
  const isNew = state.isKnown && !state.isVerified
  if (isNew && !wasNew) setNew(true)
  if (isDismissed || !(isNew || wasNew)) return null
  return <FirstSteps onDismiss={() => setDismissed(true)} state={state} />
}

function LatestChanges() {
  const { workspaceId } = useWorkspace()
  return (
    <Card
      actions={
        <Link params={{ workspaceId }} to="/w/$workspaceId/events">
          All events
        </Link>
      }
      isFlush
      title="Latest changes"
    >
      <EventList filter={useLatestPeriod()} isShort limit={6} />
    </Card>
  )
}
