import type { Key } from "@keyward/client"
import { refillText } from "../../parts/keys/credits-fields.tsx"
import { Card } from "../../ui/card.tsx"
import { formatWhole } from "../../ui/format.ts"
import { Meter } from "../../ui/meter.tsx"

/** The remaining credits. */
export function CreditsCard({ apiKey: { credits } }: { readonly apiKey: Key }) {
  const remaining = credits?.remaining
  if (remaining === undefined || remaining === null) return null
  const refill = credits?.refill
  return (
    <Card title="Credits">
      {refill ? (
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
      )}
    </Card>
  )
}
