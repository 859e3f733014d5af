import type { Key } from "@keyward/client"
import { useWinningLimits } from "../../parts/keys/use-winning-limits.ts"
import type { WinningLimit } from "../../parts/keys/winning-limits.ts"
import { Load } from "../../parts/load.tsx"
import { useRead } from "../../queries.ts"
import { Card } from "../../ui/card.tsx"
import { formatPer, formatWhole, visibleText } from "../../ui/format.ts"
import { Meter } from "../../ui/meter.tsx"
import { Stack } from "../../ui/page.tsx"

/** How full each rate limit is now, those of the customer and its plan included. */
export function LimitMeters({ apiKey }: { readonly apiKey: Key }) {
  const { keyId } = apiKey
  const limits = useWinningLimits(apiKey)
  const named = limits.filter(({ limit }) => !limit.autoApply).map(({ limit: { name } }) => ({ name }))
  const query = useRead(
    ["limit-fill", keyId, named],
    (client) => client.keys.explainKey({ keyId, ...(named.length > 0 && { ratelimits: named }) }),
    { everyMs: 2_000, isEnabled: limits.length > 0 },
  )
  if (limits.length === 0) return null
  return (
    <Card title="Limits">
      <Load query={query}>
        {({ checks }) => (
          <Stack>
            {limits.map((winning) => {
              const { id, name, limit } = winning.limit
              const check = checks.find((one) => one.check === "ratelimit" && one.name === name)
              const used = limit - (check?.remaining ?? limit)
              return <Meter key={id} label={visibleText(name)} max={limit} note={noteOf(winning, used)} value={used} />
            })}
          </Stack>
        )}
      </Load>
    </Card>
  )
}

/** How much of the limit is used, whose it is, and which one it beats. */
function noteOf({ limit: { limit, duration, autoApply }, source, beaten }: WinningLimit, used: number): string {
  const parts = [
    `${formatWhole(used)} of ${formatWhole(limit)} ${formatPer(duration)}`,
    source !== "key" && `of the ${source}`,
    beaten &&
      `instead of the ${beaten.source}'s ${formatWhole(beaten.limit.limit)} ${formatPer(beaten.limit.duration)}`,
    !autoApply && "when named",
  ]
  return parts.filter(Boolean).join(" · ")
}
