import type { Credits } from "../../core/credits.ts"
import type { BalancesLeft } from "../../core/funds.ts"
import type { Api, Balance, KeyDetails } from "../../core/model.ts"
import { neverRotated } from "../../core/rotation.ts"
import type { Spend } from "../port/credits.ts"
import { mintId, newHash, time } from "./new-objects.ts"

export function newBalance(credits: Credits | null): Balance {
  return { id: mintId("bal"), credits }
}

export const limited = (remaining: number): Credits => ({ remaining, refill: null, refillAt: null })

/** What a spend returns that leaves so much in the balance of a key, or finds so little. */
export const spent = (key: number): Spend => ({ type: "spent", balances: leftTo(key) })
export const short = (key: number): Spend => ({ type: "short", exhausted: "key", balances: leftTo(key) })

function leftTo(key: number): BalancesLeft {
  return { key, quota: null, credits: null, overageUsed: null, most: key }
}

/** Returns the balance id of a key. */
export function balanceIdOf({ balance }: Pick<KeyDetails, "balance">): string {
  if (balance === null) throw new Error("The key has no balance.")
  return balance.id
}

/** With `credits` a key gets a balance of its own. */
export type KeyMembers = Partial<KeyDetails> & { readonly credits?: Credits }

export function newKey(
  api: Pick<Api, "id" | "workspaceId">,
  { identity = null, credits, ...members }: KeyMembers = {},
): KeyDetails {
  return {
    id: mintId("key"),
    workspaceId: api.workspaceId,
    apiId: api.id,
    identityId: identity?.id ?? null,
    hash: newHash(),
    algorithm: "sha256",
    migrationId: null,
    imported: false,
    start: "abcd",
    prefix: null,
    byteLength: 24,
    name: null,
    meta: {},
    enabled: true,
    scoped: false,
    expires: null,
    ciphertext: null,
    ipAllowlist: [],
    balance: credits === undefined ? null : newBalance(credits),
    createdAt: time,
    updatedAt: null,
    lastUsedAt: null,
    identity,
    ratelimits: [],
    directPermissions: [],
    roles: [],
    ...neverRotated,
    ...members,
  }
}
