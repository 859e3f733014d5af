import type { Key } from "@keyward/client"
import { Below } from "../../parts/below.tsx"
import { WhyRefused } from "../../parts/incident/why-refused.tsx"
import { LatestVerifications } from "../../parts/log/latest-verifications.tsx"
import { UsageChart, useUsage } from "../../parts/usage/usage-chart.tsx"
import { Columns, Stack } from "../../ui/page.tsx"
import { AboutCard } from "./about-card.tsx"
import { Acceptance } from "./acceptance.tsx"
import { CreditsCard } from "./credits-card.tsx"
import { LimitMeters } from "./limit-meters.tsx"

interface KeyOverviewProps {
  readonly apiKey: Key
  readonly onOpen: (tab: "verifications" | "incident") => void
}

/** The usage of a key, its verdict now, and its remaining credits. */
export function KeyOverview({ apiKey, onOpen }: KeyOverviewProps) {
  const { keyId } = apiKey
  const usage = useUsage({ keyIds: [keyId] })
  return (
    <Columns>
      <Stack>
        <UsageChart
          actions={<WhyRefused onOpen={() => onOpen("incident")} usage={usage} />}
          of={{ type: "key", id: keyId }}
          showsRefused
          usage={usage}
        />
        <LatestVerifications
          filter={{ keyId }}
          onOpenLog={() => onOpen("verifications")}
          title="Latest verifications"
        />
      </Stack>
      <Stack>
        <Acceptance apiKey={apiKey} />
        <Below reads={[["explain", keyId]]}>
          <LimitMeters apiKey={apiKey} />
          <CreditsCard apiKey={apiKey} />
          <AboutCard apiKey={apiKey} />
        </Below>
      </Stack>
    </Columns>
  )
}
