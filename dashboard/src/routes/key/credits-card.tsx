import type { Key } from "@keyward/client"
import { refillText } from "../../parts/keys/credits-fields.tsx"
import { CustomerLink } from "../../parts/links.tsx"
import { Card } from "../../ui/card.tsx"
import { Facts } from "../../ui/facts.tsx"
import { formatWhole } from "../../ui/format.ts"
import { Meter } from "../../ui/meter.tsx"
import { Stack } from "../../ui/page.tsx"

/** What is left to the key: its own credits, and the quota and credits of its customer. */
export function CreditsCard({ apiKey }: { readonly apiKey: Key }) {
  const { credits, identity, balances = {} } = apiKey
  const remaining = credits?.remaining ?? undefined
  const { quota, overageUsed = 0 } = balances
  const isShared = identity !== undefined && (quota !== undefined || balances.credits !== undefined)
  if (remaining === undefined && !isShared) return null
  return (
    <Card title="Credits">
      <Stack>
        {remaining !== undefined && <OwnCredits credits={credits} remaining={remaining} />}
        {isShared && (
          <Facts
            facts={[
              { name: "Customer", value: <CustomerLink id={identity.id} name={identity.externalId} /> },
              quota !== undefined && { name: "Quota", value: `${formatWhole(quota)} left` },
              balances.credits !== undefined && { name: "Credits", value: `${formatWhole(balances.credits)} left` },
              overageUsed > 0 && { name: "Overage", value: `${formatWhole(overageUsed)} used` },
            ]}
          />
        )}
      </Stack>
    </Card>
  )
}

function OwnCredits({ credits, remaining }: { readonly credits: Key["credits"]; readonly remaining: number }) {
  const refill = credits?.refill
  return refill ? (
    <Meter
      isLeft
      label={`${formatWhole(remaining)} left`}
      max={refill.amount}
      note={`refilled to ${refillText(refill)}`}
      value={remaining}
    />
  ) : (
    <p>
      <strong>{formatWhole(remaining)} left</strong>, and no refill.
    </p>
  )
}
