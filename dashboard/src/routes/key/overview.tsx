import type { Key } from "@keyward/client"
import { UsageChart, useUsage } from "../../parts/usage-chart.tsx"
import { VerificationLog } from "../../parts/verification-log.tsx"
import { Button } from "../../ui/button.tsx"
import { Card } from "../../ui/card.tsx"
import { Columns, Stack } from "../../ui/page.tsx"
import { AboutCard } from "./about-card.tsx"
import { Acceptance } from "./acceptance.tsx"
import { CreditsCard } from "./credits-card.tsx"
import { LimitMeters } from "./limit-meters.tsx"

interface KeyOverviewProps {
  readonly apiKey: Key
  readonly onOpenLog: () => void
}

/** What the key does, whether it would be accepted now, and what it has left. */
export function KeyOverview({ apiKey, onOpenLog }: KeyOverviewProps) {
  const { keyId } = apiKey
  const usage = useUsage({ keyIds: [keyId] })
  return (
    <Columns>
      <Stack>
        <UsageChart changesOf={keyId} showsRefused usage={usage} />
        <Card
          actions={
            <Button onClick={onOpenLog} size="small" variant="quiet">
              Open log
            </Button>
          }
          isFlush
          title="Latest verifications"
        >
          <VerificationLog filter={{ keyId }} isShort limit={5} />
        </Card>
      </Stack>
      <Stack>
        <Acceptance keyId={keyId} />
        <LimitMeters apiKey={apiKey} />
        <CreditsCard apiKey={apiKey} />
        <AboutCard apiKey={apiKey} />
      </Stack>
    </Columns>
  )
}
