import type { Key } from "@keyward/client"
import { KeyStatusBadge } from "../../parts/keys/key-status.tsx"
import { KeyLink } from "../../parts/links.tsx"
import { useRead } from "../../queries.ts"
import { useCan } from "../../session.ts"
import { Card } from "../../ui/card.tsx"
import { formatWhole, visibleText } from "../../ui/format.ts"
import { Ago } from "../../ui/time.tsx"
import css from "./attention.module.css"

/** Keys that soon stop working. Nothing is shown if there are none. */
export function Attention() {
  const isEnabled = useCan()("api.*.read_key")
  const expiring = useRead(["expiring"], (client) => client.keys.listKeys({ status: "expiring", limit: 4 }), {
    isEnabled,
  })
  const low = useRead(["low-credits"], (client) => client.keys.listKeys({ status: "low_credits", limit: 4 }), {
    isEnabled,
  })
  const rows = [...(low.data ?? []).map(lowCredits), ...(expiring.data ?? []).map(expiresSoon)]
  if (rows.length === 0) return null
  return (
    <Card title="Needs attention">
      <ul>{rows}</ul>
    </Card>
  )
}

function lowCredits(apiKey: Key) {
  const { keyId, name, credits, identity } = apiKey
  return (
    <li className={css.row} key={`credits-${keyId}`}>
      <span className={css.kind}>
        <KeyStatusBadge apiKey={apiKey} />
      </span>
      <span className={css.text}>
        <KeyLink id={keyId} name={name} /> {identity && `of ${visibleText(identity.externalId)} `}
        has {formatWhole(credits?.remaining ?? 0)}
        {credits?.refill && ` of ${formatWhole(credits.refill.amount)}`} credits left
      </span>
    </li>
  )
}

function expiresSoon(apiKey: Key) {
  const { keyId, name, expires, identity } = apiKey
  return (
    <li className={css.row} key={`expiry-${keyId}`}>
      <span className={css.kind}>
        <KeyStatusBadge apiKey={apiKey} />
      </span>
      <span className={css.text}>
        <KeyLink id={keyId} name={name} /> {identity && `of ${visibleText(identity.externalId)}`}
      </span>
      <span className={css.when}>
        <Ago time={expires} />
      </span>
    </li>
  )
}
