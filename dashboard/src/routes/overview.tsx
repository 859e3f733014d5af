import { usePageTitle } from "../page-title.ts"
import { UsageChart, useUsage } from "../parts/usage-chart.tsx"
import { Page } from "../ui/page.tsx"

export default function OverviewPage() {
  usePageTitle("Overview")
  const usage = useUsage()
  return (
    <Page title="Overview">
      <UsageChart usage={usage} />
    </Page>
  )
}
