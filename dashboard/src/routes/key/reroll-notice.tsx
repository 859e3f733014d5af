import type { Key } from "@keyward/client"
import { hourMs, minuteMs } from "../../../../src/core/durations.ts"
import { isExpired } from "../../../../src/core/expiry.ts"
import { KeyLink } from "../../parts/links.tsx"
import { useRead } from "../../queries.ts"
import { useCan } from "../../session.ts"
import { formatWhole } from "../../ui/format.ts"
import { Banner } from "../../ui/states.tsx"
import { Ago, useNow } from "../../ui/time.tsx"

/** Says that a key was rerolled, and whether the old one is still used. */
export function RerollNotice({ apiKey }: { readonly apiKey: Key }) {
  const { keyId } = apiKey
  const mayRead = useCan()("event.*.read_event")
  const { data: events = [] } = useRead(
    ["reroll", keyId],
    (client) => client.events.listEvents({ resourceId: keyId, type: "key.rerolled", limit: 1 }),
    { everyMs: 10_000, isEnabled: mayRead },
  )
  const [oldId, newId] = (events[0]?.resources ?? []).filter(({ type }) => type === "key").map(({ id }) => id)
  if (events[0] === undefined || oldId === undefined || newId === undefined) return null
  return oldId === keyId ? (
    <Replaced apiKey={apiKey} newId={newId} time={events[0].time} />
  ) : (
    <Replacing oldId={oldId} time={events[0].time} />
  )
}

function Replaced({ apiKey, newId, time }: { readonly apiKey: Key; readonly newId: string; readonly time: number }) {
  const now = useNow()
  const isOver = isExpired(apiKey, now)
  return (
    <Banner tone="info">
      Rerolled (<Ago time={time} />
      ). Its successor is <KeyLink id={newId} />.{" "}
      {isOver ? (
        "This key is refused with EXPIRED."
      ) : (
        <>
          This key ends <Ago time={apiKey.expires} /> – <StillUsed keyId={apiKey.keyId} what="it" />
        </>
      )}
    </Banner>
  )
}

function Replacing({ oldId, time }: { readonly oldId: string; readonly time: number }) {
  const now = useNow()
  // The list answers with nothing where the key was deleted.
  const { data: found } = useRead(["old-key", oldId], (client) => client.keys.listKeys({ search: oldId, limit: 1 }), {
    everyMs: 10_000,
  })
  const old = found?.[0]
  // The old key is of no interest once it has ended.
  if (old === undefined || isExpired(old, now)) return null
  return (
    <Banner tone="info">
      Created by a reroll of <KeyLink id={oldId} /> (<Ago time={time} />
      ). The old key ends <Ago time={old.expires} /> – <StillUsed keyId={oldId} what="it" />
    </Banner>
  )
}

function StillUsed({ keyId, what }: { readonly keyId: string; readonly what: string }) {
  const from = Math.floor((useNow() - hourMs) / minuteMs) * minuteMs
  const { data } = useRead(
    ["still-used", keyId, from],
    (client) => client.usage.getVerifications({ keyIds: [keyId], from, interval: "minute", codes: ["VALID"] }),
    { everyMs: 5_000 },
  )
  if (data === undefined) return null
  return data.total === 0
    ? `${what} was not used in the last hour.`
    : `${what} is still in use: accepted ${formatWhole(data.total)}× in the last hour.`
}
