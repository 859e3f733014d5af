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
  summary: "Change a key: what is absent stays, null removes, an array replaces.",
  needs: ["api.{apiId}.update_key"],
  input: z.strictObject({
    keyId: ref,
    name: name.nullable().exactOptional(),
    externalId: externalId
      .nullable()
      .exactOptional()
      .describe("Identity to link to, created if unknown; null unlinks."),
    meta: meta
      .nullable()
      .transform((value) => value ?? {})
      .exactOptional(),
    expires: expiry.nullable().exactOptional(),
    credits: creditsPatch.exactOptional(),
    ratelimits: ratelimitInputs.exactOptional(),
    enabled: z.boolean().exactOptional(),
    roles: roleRefs.exactOptional(),
    permissions: permissionRefs.exactOptional(),
    ipAllowlist: ipAllowlistPatch.exactOptional(),
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
  async run({ input, workspace, tx, mint, now, require }) {
    const { keyId, externalId, credits, ratelimits, roles, permissions, ...plain } = input
    const key = await requireKeyForUpdate({ tx, workspace, now }, keyId)
    require(`api.${key.apiId}.update_key`)
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
