import type { Result, Success } from "@keyward/client"
import { chunksOf } from "../../../../src/core/chunks.ts"
import { hourMs, minuteMs } from "../../../../src/core/durations.ts"
import type { Client } from "../../client.ts"
import { useRead } from "../../queries.ts"
import { useCan } from "../../session.ts"
import { useNow } from "../../ui/time.tsx"
import { type BulkTarget, countOf } from "./bulk-change.ts"

export interface Traffic {
  readonly verifications: number
  /** Of all keys of the API, the customer or the workspace, because there are too many keys to add up. */
  readonly isAtMost: boolean
}

/** The verifications of each key are added up for this many keys. */
const addedUpAtMost = 1_000
const idsPerCall = 100

/** What the keys did in the last hour, before they change. Undefined while it is read, and without the right to read it. */
export function useTraffic(target: BulkTarget, isEnabled: boolean): Traffic | undefined {
  const can = useCan()
  const from = useNow(minuteMs) - hourMs
  const ids = target.type === "keys" ? target.keys.map(({ keyId }) => keyId) : target.filter
  const { data, isPlaceholderData } = useRead(
    ["bulk-traffic", ids, countOf(target), from],
    (client) => trafficOf(client, target, from),
    { isEnabled: isEnabled && can("api.*.read_usage"), isPrivate: true },
  )
  return isPlaceholderData ? undefined : data
}

async function trafficOf(client: Client, target: BulkTarget, from: number): Promise<Result<Traffic>> {
  const ids = await idsOf(client, target)
  if (ids.error) return ids
  const range = { from, interval: "minute" as const, groupBy: [] }
  if (ids.data === undefined) {
    const { apiId, identityId, externalId } = target.type === "filter" ? target.filter : {}
    const identity = identityId ?? externalId
    const whole = { ...(apiId !== undefined && { apiId }), ...(identity !== undefined && { identity }) }
    const result = await client.usage.getVerifications({ ...range, ...whole })
    return result.error ? result : { ...result, data: { verifications: result.data.total, isAtMost: true } }
  }
  let verifications = 0
  let last: Success<unknown> = ids
  for (const keyIds of chunksOf(ids.data, idsPerCall)) {
    const result = await client.usage.getVerifications({ ...range, keyIds: [...keyIds] })
    if (result.error) return result
    verifications += result.data.total
    last = result
  }
  return { ...last, data: { verifications, isAtMost: false } }
}

/** The ids of the keys; undefined if they are too many. */
async function idsOf(client: Client, target: BulkTarget): Promise<Result<readonly string[] | undefined>> {
  const known = { requestId: "", headers: new Headers() }
  if (target.type === "keys") return { ...known, data: target.keys.map(({ keyId }) => keyId) }
  if (target.count > addedUpAtMost) return { ...known, data: undefined }
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const page = await client.keys.listKeys({ ...target.filter, limit: 100, ...(cursor !== undefined && { cursor }) })
    if (page.error) return page
    ids.push(...page.data.map(({ keyId }) => keyId))
    cursor = page.pagination.cursor
  } while (cursor !== undefined)
  return { ...known, data: ids }
}
