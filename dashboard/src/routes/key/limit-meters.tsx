import type { Key } from "@keyward/client"
import { Load } from "../../parts/load.tsx"
import { useRead } from "../../queries.ts"
import { Card } from "../../ui/card.tsx"
import { formatPer, formatWhole, visibleText } from "../../ui/format.ts"
import { Meter } from "../../ui/meter.tsx"
import { Stack } from "../../ui/page.tsx"

/** How full each rate limit is now, those of the customer included. */
export function LimitMeters({ apiKey }: { readonly apiKey: Key }) {
  const { keyId, ratelimits, identity } = apiKey
  const limits = [...ratelimits, ...(identity?.ratelimits ?? []).filter(({ name }) => !hasName(ratelimits, name))]
  const named = limits.filter(({ autoApply }) => !autoApply).map(({ name }) => ({ name }))
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
            {limits.map(({ id, name, limit, duration, autoApply }) => {
              const check = checks.find((one) => one.check === "ratelimit" && one.name === name)
              const used = limit - (check?.remaining ?? limit)
              return (
                <Meter
                  key={id}
                  label={visibleText(name)}
                  max={limit}
                  note={`${formatWhole(used)} of ${formatWhole(limit)} ${formatPer(duration)}${noteOf(apiKey, name)}${autoApply ? "" : " · when named"}`}
                  value={used}
                />
              )
            })}
          </Stack>
        )}
      </Load>
    </Card>
  )
}

function hasName(limits: Key["ratelimits"], name: string): boolean {
  return limits.some((limit) => limit.name === name)
}

/** Which limit wins, where both the key and its customer could have one. */
function noteOf({ ratelimits, identity }: Key, name: string): string {
  if (!hasName(ratelimits, name)) return " · of the customer"
  const beaten = identity?.ratelimits.find((limit) => limit.name === name)
  if (beaten === undefined) return ""
  return ` · instead of the customer's ${formatWhole(beaten.limit)} ${formatPer(beaten.duration)}`
}
