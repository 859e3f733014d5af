import { z } from "zod"
import { found } from "../contract/errors.ts"
import { ipAllowlist } from "../contract/ip-allowlist.ts"
import { byteLength, mintedKey, newKeyShape } from "../contract/key.ts"
import { keyPrefix, ref } from "../contract/primitives.ts"
import { newBalance } from "../core/balance.ts"
import { defaultByteLength } from "../core/key-material.ts"
import { replaceRatelimits } from "../core/replace-ratelimits.ts"
import { mutation } from "./operation.ts"
import { issueKey } from "./shared/issue-key.ts"
import { keyEncryption, requireKeyVault } from "./shared/key-vault.ts"
import { findOrCreateIdentity } from "./shared/link-identity.ts"
import { countedKeys, requireKeyQuota } from "./shared/quota.ts"
import { requireHoldable, requireHoldableRoles } from "./shared/require-holdable.ts"
import { resolvePermissions } from "./shared/resolve-permissions.ts"

export const createKey = mutation({
  name: "keys.createKey",
  summary: "Create a key for an API. The plaintext is shown only once.",
  needs: ["api.{apiId}.create_key"],
  mayNeed: [keyEncryption],
  input: z.strictObject({
    apiId: ref,
    prefix: keyPrefix.optional().describe("Prefix of the key, such as `acme_live`. Default: that of the API."),
    byteLength: byteLength.optional().describe("Random bytes in the key. Default: that of the API, or 24."),
    ...newKeyShape,
    recoverable: z.boolean().default(false).describe("Store the plaintext encrypted, so that it can be shown again."),
    ipAllowlist: ipAllowlist
      .default([])
      .describe("Networks (CIDR) or addresses that may use the key. Empty means all."),
  }),
  output: mintedKey,
  errors: [
    "data/api_not_found",
    "data/role_not_found",
    "data/permission_not_found",
    "application/precondition_failed",
    "limits/quota_exceeded",
  ],
  example: {
    apiId: "api_1CAiZx1YPnJZtcPxTdBGPS",
    prefix: "acme_live",
    name: "Customer 42",
    externalId: "user_42",
    meta: { plan: "pro" },
    permissions: ["documents.read"],
    credits: { remaining: 1000, refill: { interval: "monthly", amount: 1000, refillDay: 1 } },
    ratelimits: [{ name: "requests", limit: 100, duration: 60000, autoApply: true }],
  },
  async run({ input, workspace, tx, mint, vault, now, grant }) {
    const api = found(await tx.apis.find(workspace.id, input.apiId), "data/api_not_found")
    grant({ apiId: api.id }, ...(input.recoverable ? [keyEncryption] : []))
    const wanting = { tx, workspaceId: workspace.id, before: undefined }
    const roles = await requireHoldableRoles(wanting, input.roles)
    const directPermissions = await resolvePermissions({ tx, workspace, mint }, input.permissions)
    requireHoldable("The new key", undefined, { directPermissions, roles })
    if (input.recoverable) requireKeyVault(vault)
    await requireKeyQuota({ tx, workspace, now }, countedKeys([input], now))
    const { externalId } = input
    const balance = newBalance(input.credits, { now, mintId: () => mint.id("bal") })
    if (balance !== null) await tx.balances.insert(workspace.id, [balance])
    const identity =
      externalId === undefined ? null : await findOrCreateIdentity({ tx, workspace, mint, now }, externalId)
    return issueKey(
      { tx, mint, vault, now },
      {
        workspaceId: workspace.id,
        apiId: api.id,
        prefix: input.prefix ?? api.defaultPrefix,
        byteLength: input.byteLength ?? api.defaultBytes ?? defaultByteLength,
        name: input.name ?? null,
        meta: input.meta,
        enabled: input.enabled,
        expires: input.expires ?? null,
        recoverable: input.recoverable,
        ipAllowlist: input.ipAllowlist,
        identityId: identity?.id ?? null,
        identity,
        balance,
        ratelimits: replaceRatelimits([], input.ratelimits, () => mint.id("rl")),
        directPermissions,
        roles,
      },
    )
  },
})
