import { z } from "zod"
import { invalidInput } from "../contract/errors.ts"
import { ipAllowlistPatch } from "../contract/ip-allowlist.ts"
import { creditsPatch } from "../contract/key.ts"
import { permissionRefs, roleRefs } from "../contract/permission.ts"
import { expiry, externalId, meta, name, ref } from "../contract/primitives.ts"
import { ratelimitInputs } from "../contract/ratelimit.ts"
import { changeBalance, creditsOf } from "../core/balance.ts"
import { type CreditsPatch, patchCredits } from "../core/change-credits.ts"
import { isExpired } from "../core/expiry.ts"
import type { Credits, KeyDetails } from "../core/model.ts"
import { replaceRatelimits } from "../core/replace-ratelimits.ts"
import { mutation } from "./operation.ts"
import { changeKey, requireKeyForUpdate } from "./shared/change-key.ts"
import { findOrCreateIdentity } from "./shared/link-identity.ts"
import { countedKeys, requireKeyQuota } from "./shared/quota.ts"
import { requireHoldableRoles } from "./shared/require-holdable.ts"
import { resolvePermissions } from "./shared/resolve-permissions.ts"

export const updateKey = mutation({
  name: "keys.updateKey",
  summary: "Change a key. Fields that you leave out stay, null removes a value, and a list replaces the old list.",
  needs: ["api.{apiId}.update_key"],
  input: z.strictObject({
    keyId: ref,
    name: name.nullable().exactOptional().describe("Name of the key, for people."),
    externalId: externalId
      .nullable()
      .exactOptional()
      .describe("External id of the customer who owns the key. A new one creates an identity; null removes the owner."),
    meta: meta
      .nullable()
      .transform((value) => value ?? {})
      .exactOptional()
      .describe("Your own data about the key. It replaces all old data."),
    expires: expiry
      .nullable()
      .exactOptional()
      .describe("When the key expires, in Unix milliseconds; null means never."),
    credits: creditsPatch.exactOptional(),
    ratelimits: ratelimitInputs.exactOptional(),
    enabled: z.boolean().exactOptional().describe("Whether the key works."),
    roles: roleRefs.exactOptional().describe("Roles that the key holds, by id or name."),
    permissions: permissionRefs.exactOptional().describe("Permissions that the key holds, by id or slug."),
    ipAllowlist: ipAllowlistPatch
      .exactOptional()
      .describe("Networks (CIDR) or addresses that may use the key. Empty means all."),
  }),
  output: z.object({}),
  errors: [
    "data/key_not_found",
    "data/role_not_found",
    "data/permission_not_found",
    "application/precondition_failed",
    "limits/quota_exceeded",
  ],
  example: {
    keyId: "key_1CAiZx1YPnJZtcPxTdBGPS",
    name: "Customer 42, production",
    enabled: true,
    expires: 1893456000000,
  },
  async run({ input, workspace, tx, mint, now, grant }) {
    const { keyId, externalId, credits, ratelimits, roles, permissions, ...plain } = input
    const key = await requireKeyForUpdate({ tx, workspace, now }, keyId)
    grant({ apiId: key.apiId })
    const wanted: KeyDetails = {
      ...key,
      ...plain,
      ...(roles && { roles: await requireHoldableRoles({ tx, workspaceId: workspace.id, before: key }, roles) }),
      ...(permissions && { directPermissions: await resolvePermissions({ tx, workspace, mint }, permissions) }),
      ...(credits !== undefined && {
        balance: changeBalance(key.balance, creditsAfter(creditsOf(key), credits, now), () => mint.id("bal")),
      }),
      ...(ratelimits && { ratelimits: replaceRatelimits(key.ratelimits, ratelimits, () => mint.id("rl")) }),
    }
    if (isExpired(key, now)) await requireKeyQuota({ tx, workspace, now }, countedKeys([wanted], now))
    const identity =
      typeof externalId === "string" ? await findOrCreateIdentity({ tx, workspace, mint, now }, externalId) : null
    const owner = externalId === undefined ? {} : { identity, identityId: identity?.id ?? null }
    await changeKey({ tx, now }, key, { ...wanted, ...owner })
    return {}
  },
})

function creditsAfter(credits: Credits | null, patch: CreditsPatch | null, now: number): Credits | null {
  const patched = patchCredits(credits, patch ?? { remaining: null }, now)
  if (patched.type === "credits") return patched.credits
  throw invalidInput({
    location: "body.credits.refill",
    message: "must be absent on a key that is or becomes unlimited",
    fix: "Send a number as `remaining` too.",
  })
}
