import type { Key } from "@keyward/client"
import { dayMs } from "../../../../src/core/durations.ts"
import { BalanceChanges } from "../../parts/credits/balance-changes.tsx"
import { SpentCredits } from "../../parts/credits/spent-credits.tsx"
import { useCan } from "../../session.ts"
import { Stack } from "../../ui/page.tsx"
import { useNow } from "../../ui/time.tsx"

/** Where the credits of a key went: what it spent each day, and every change of the balance. */
export function CreditLedger({ apiKey: { keyId, apiId, credits } }: { readonly apiKey: Key }) {
  const can = useCan()
  const remaining = credits?.remaining ?? undefined
  if (remaining === undefined) return null
  return (
    <Stack>
      {can(`api.${apiId}.read_usage`) && <SpentByKey keyId={keyId} />}
      {can("event.*.read_event") && <BalanceChanges remaining={remaining} resourceId={keyId} withoutCredits={null} />}
    </Stack>
  )
}

const days = 30

function SpentByKey({ keyId }: { readonly keyId: string }) {
  const from = useNow(dayMs) - (days - 1) * dayMs
  return (
    <SpentCredits
      canZoom={false}
      everyMs={10_000}
      of={{ type: "key", id: keyId }}
      title="Credits spent by this key"
      usage={{ keyIds: [keyId], from, interval: "day" }}
      when={`in the last ${days} days, by days of UTC.`}
    />
  )
}
