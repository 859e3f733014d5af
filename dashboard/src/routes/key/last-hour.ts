import type { Key, LoggedVerification } from "@keyward/client"
import type { Code } from "../../../../src/contract/verdicts.ts"
import { hourMs, minuteMs } from "../../../../src/core/durations.ts"
import { refusals } from "../../parts/usage/usage-groups.ts"
import { useRead } from "../../queries.ts"
import { useCan } from "../../session.ts"
import { useNow } from "../../ui/time.tsx"

interface LastHour {
  readonly total: number
  /** By code, the most first. */
  readonly refused: readonly { readonly code: Code; readonly count: number }[]
  /** The newest call of the hour that was refused, or the newest call of all if none was. Undefined if the log has none. */
  readonly call: LoggedVerification | undefined
  /** Whether the log has been read. */
  readonly isReady: boolean
}

/** What the key did in the last hour. */
export function useLastHour({ keyId, apiId }: Pick<Key, "keyId" | "apiId">): LastHour {
  const isEnabled = useCan()(`api.${apiId}.read_usage`)
  const from = useNow(minuteMs) - hourMs
  const counts = useRead(
    ["last-hour", keyId, from],
    (client) => client.usage.getVerifications({ keyIds: [keyId], from, interval: "minute" }),
    { everyMs: 5_000, isEnabled },
  )
  const refused = (counts.data?.groups ?? []).flatMap(({ code, total }) =>
    code === undefined || code === "VALID" || total === 0 ? [] : [{ code, count: total }],
  )
  const isRefused = refused.length > 0
  const newest = useRead(
    ["last-call", keyId, isRefused],
    (client) =>
      client.usage.listVerifications({ keyId, limit: 1, ...(isRefused && { codes: [...refusals], since: from }) }),
    { isEnabled: isEnabled && counts.data !== undefined },
  )
  return {
    total: counts.data?.total ?? 0,
    refused,
    call: newest.isPlaceholderData ? undefined : newest.data?.[0],
    isReady:
      !isEnabled ||
      counts.error !== null ||
      newest.error !== null ||
      (newest.data !== undefined && !newest.isPlaceholderData),
  }
}
