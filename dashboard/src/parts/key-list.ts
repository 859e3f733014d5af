import type { Key, KeysListKeysInput, Result, UsageGetVerificationsOutput } from "@keyward/client"
import type { Client } from "../client.ts"
import { useList, useRead } from "../queries.ts"
import { useNow } from "../ui/time.tsx"

export type KeyFilter = Pick<
  KeysListKeysInput,
  "apiId" | "identityId" | "externalId" | "status" | "search" | "role" | "permission"
>

/** The keys that match, newest first, page by page. Pages that ask the same share the answer. */
export function useKeyList(filter: KeyFilter) {
  return useList(
    ["keys", filter],
    (client, cursor) => client.keys.listKeys({ ...filter, ...cursor, limit: 50, order: "created_desc" }),
    { everyMs: 10_000, isPrivate: looksLikeKey(filter.search ?? "") },
  )
}

/** Text that may be a whole key: it must not reach the address, and nothing may keep it. */
export function looksLikeKey(text: string): boolean {
  return text.length >= 20 && !/\s/.test(text)
}

const hourMs = 3_600_000

/** The verifications of each key per hour, over the last 24 hours. */
export function useKeyActivity(keys: readonly Key[]) {
  const from = useNow(hourMs) - 23 * hourMs
  const keyIds = keys.map(({ keyId }) => keyId)
  return useRead(["key-activity", keyIds, from], (client) => activityOf(client, keyIds, from), {
    isEnabled: keyIds.length > 0,
    everyMs: 10_000,
  })
}

type Activity = ReadonlyMap<string, readonly number[]>

const keysPerCall = 100

async function activityOf(client: Client, keyIds: readonly string[], from: number): Promise<Result<Activity>> {
  const result = await client.usage.getVerifications({
    ...{ from, interval: "hour", groupBy: ["key"], limit: keysPerCall },
    keyIds: keyIds.slice(0, keysPerCall),
  })
  if (result.error) return result
  const rest = keyIds.slice(keysPerCall)
  const more = rest.length === 0 ? undefined : await activityOf(client, rest, from)
  if (more?.error) return more
  return { ...result, data: new Map([...entriesOf(result.data), ...(more?.data ?? [])]) }
}

function entriesOf({ groups }: UsageGetVerificationsOutput): readonly (readonly [string, readonly number[]])[] {
  return groups.flatMap(({ keyId, counts }) => (keyId === undefined ? [] : [[keyId, counts] as const]))
}
