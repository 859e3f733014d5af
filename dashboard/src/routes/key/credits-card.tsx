import type { Key } from "@keyward/client"
import { refillText } from "../../parts/credits-fields.tsx"
import { Card } from "../../ui/card.tsx"
import { formatWhole } from "../../ui/format.ts"
import { Meter } from "../../ui/meter.tsx"

/** What is left of the credits. */
export function CreditsCard({ apiKey: { credits } }: { readonly apiKey: Key }) {
  const remaining = credits?.remaining
  if (remaining === undefined || remaining === null) return null
  const refill = credits?.refill
  const used = refill ? Math.max(0, refill.amount - remaining) : 0
  return (
    <Card title="Credits">
      {refill ? (
        <Meter
          label={`${formatWhole(remaining)} left`}
          max={refill.amount}
          note={`set to ${refillText(refill)}`}
          value={used}
        />
      ) : (
        <p>
          <strong>{formatWhole(remaining)} left</strong>, and no refill.
        </p>
      )}
    </Card>
  )
}
