import type { Key } from "@keyward/client"
import { LatestVerifications } from "../../parts/log/latest-verifications.tsx"
import { UsageChart, useUsage } from "../../parts/usage/usage-chart.tsx"
import { Columns, Stack } from "../../ui/page.tsx"
import { AboutCard } from "./about-card.tsx"
import { Acceptance } from "./acceptance.tsx"
import { CreditsCard } from "./credits-card.tsx"
import { LimitMeters } from "./limit-meters.tsx"

interface KeyOverviewProps {
  readonly apiKey: Key
  readonly onOpenLog: () => void
}

/** The usage of a key, its verdict now, and its remaining credits. */
export function KeyOverview({ apiKey, onOpenLog }: KeyOverviewProps) {
  const { keyId } = apiKey
  const usage = useUsage({ keyIds: [keyId] })
  return (
    <Columns>
      <Stack>
        <UsageChart of={{ type: "key", id: keyId }} showsRefused usage={usage} />
        <LatestVerifications filter={{ keyId }} onOpenLog={onOpenLog} title="Latest verifications" />
      </Stack>
      <Stack>
        <Acceptance apiKey={apiKey} />
        <LimitMeters apiKey={apiKey} />
        <CreditsCard apiKey={apiKey} />
        <AboutCard apiKey={apiKey} />
      </Stack>
    </Columns>
  )
}
