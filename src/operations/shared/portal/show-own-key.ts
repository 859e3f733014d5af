import { keyAt } from "../../../core/balance.ts"
import type { KeyDetails } from "../../../core/model.ts"
import { toWireKey } from "../../../core/wire.ts"

/** A key as its owner sees it. Lists the fields, so that a new field of keys stays with the team. */
export function showOwnKey(key: KeyDetails, now: number) {
  const { keyId, apiId, name, start, enabled, createdAt, lastUsedAt, expires, permissions, ipAllowlist, rotation } =
    toWireKey(keyAt(key, now), now)
  return {
    keyId,
    apiId,
    ...(name !== undefined && { name }),
    start,
    enabled,
    createdAt,
    ...(lastUsedAt !== undefined && { lastUsedAt }),
    ...(expires !== undefined && { expires }),
    permissions: [...permissions],
    ipAllowlist: [...ipAllowlist],
    ...(rotation !== undefined && { rotation }),
  }
}
