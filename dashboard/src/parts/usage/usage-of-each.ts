import type { Result, UsageGetVerificationsInput, VerificationUsage } from "@keyward/client"
import type { Client } from "../../client.ts"
import { useRead } from "../../queries.ts"

type Listed = "key" | "identity"
type Counted = Pick<UsageGetVerificationsInput, "from" | "to" | "interval" | "codes" | "apiId">
type CountsById = ReadonlyMap<string, readonly number[]>

/** The verifications of each listed key or customer by interval. One that is not in the result has not been read yet. */
export function useUsageOfEach(by: Listed, ids: readonly string[], counted: Counted, isEnabled = true) {
  return useRead(["usage-of-each", by, ids, counted], (client) => countsOf(client, { by, ids, counted }), {
    ...(counted.to === undefined && { everyMs: 10_000 }),
    isEnabled: isEnabled && ids.length > 0,
  })
}

interface Question {
  readonly by: Listed
  readonly ids: readonly string[]
  readonly counted: Counted
}

const idsPerCall = 100

async function countsOf(client: Client, { by, ids, counted }: Question): Promise<Result<CountsById>> {
  const named = ids.slice(0, idsPerCall)
  const result = await client.usage.getVerifications({
    ...counted,
    groupBy: [by],
    limit: idsPerCall,
    ...(by === "key" ? { keyIds: named } : { identities: named }),
  })
  if (result.error) return result
  const rest = ids.slice(idsPerCall)
  const more = rest.length === 0 ? undefined : await countsOf(client, { by, ids: rest, counted })
  if (more?.error) return more
  const { groups, times } = result.data
  const zeros = times.map(() => 0)
  const unused = named.map((id) => [id, zeros] as const)
  const used = groups.map((group) => [idOf(group), group.counts] as const)
  return { ...result, data: new Map([...unused, ...used, ...(more?.data ?? [])]) }
}

function idOf({ keyId, identity }: VerificationUsage): string {
  return keyId ?? identity?.id ?? ""
}
