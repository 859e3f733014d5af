import type { Key, KeysListKeysInput } from "@keyward/client"
import { hourMs } from "../../../../src/core/durations.ts"
import { useList } from "../../queries.ts"
import { useNow } from "../../ui/time.tsx"
import { useUsageOfEach } from "../usage/usage-of-each.ts"
import { type KeyOrder, newestFirst } from "./key-sorting.ts"
import { looksLikeKey } from "./looks-like-key.ts"

export type KeyFilter = Pick<
  KeysListKeysInput,
  "apiId" | "identityId" | "externalId" | "status" | "search" | "role" | "permission"
>

/** The keys that match, page by page, and how many they are. Pages that ask the same share the answer. */
export function useKeyList(filter: KeyFilter, order: KeyOrder = newestFirst) {
  return useList(
    ["keys", filter, order],
    (client, cursor) =>
      client.keys.listKeys({ ...filter, ...order, ...cursor, limit: 50, count: cursor.cursor === undefined }),
    { everyMs: 10_000, isPrivate: looksLikeKey(filter.search ?? "") },
  )
}

/** The verifications of each key per hour, over the last 24 hours. */
export function useKeyActivity(keys: readonly Key[]) {
  const from = useNow(hourMs) - 23 * hourMs
  const ids = keys.map(({ keyId }) => keyId)
  return useUsageOfEach("key", ids, { from, interval: "hour" })
}
