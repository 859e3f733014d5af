import type { Result } from "@keyward/client"
import type { Client } from "../../client.ts"

interface Changed {
  readonly updated: number
  /** The keys that were different before, where an exact undo is possible. */
  readonly keyIds: readonly string[] | undefined
}

/** More keys than this are not remembered for an undo. */
const rememberedAtMost = 1_000

/** Enables or disables all keys of a customer, 10,000 per call. */
export async function setAllKeys(client: Client, identityId: string, enabled: boolean): Promise<Result<Changed>> {
  const keyIds = await keysToChange(client, identityId, enabled)
  let updated = 0
  let cursor: string | undefined
  for (;;) {
    const result = await client.keys.updateKeys({
      identity: identityId,
      enabled,
      ...(cursor !== undefined && { cursor }),
    })
    if (result.error) return result
    updated += result.data.updated
    cursor = result.data.cursor
    if (cursor === undefined) return { ...result, data: { updated, keyIds } }
  }
}

async function keysToChange(
  client: Client,
  identityId: string,
  enabled: boolean,
): Promise<readonly string[] | undefined> {
  const keyIds: string[] = []
  let cursor: string | undefined
  for (;;) {
    const page = await client.keys.listKeys({ identityId, enabled: !enabled, ...(cursor !== undefined && { cursor }) })
    if (page.error) return undefined
    keyIds.push(...page.data.map(({ keyId }) => keyId))
    if (!page.pagination.hasMore) return keyIds
    cursor = page.pagination.cursor
    if (keyIds.length >= rememberedAtMost || cursor === undefined) return undefined
  }
}
