import { z } from "zod"
import { duration, int, namespaceRef } from "../contract/primitives.ts"
import { identifier, limitMaximum } from "../contract/ratelimit.ts"
import { changesBetween } from "../core/changes.ts"
import type { Override } from "../core/model.ts"
import { presentOverride } from "../core/present.ts"
import { mutation } from "./operation.ts"
import { requireNamespace } from "./steps/find-namespace.ts"
import { overrideResources } from "./steps/override-resources.ts"

export const setOverride = mutation({
  name: "ratelimit.setOverride",
  summary: "Give an identifier, or all that match a pattern, another limit than requests name.",
  needs: ["ratelimit.{namespaceId}.set_override"],
  input: z.strictObject({
    namespace: namespaceRef.describe("Id or name."),
    identifier: identifier.describe("May contain `*`, which stands for any run of characters, also none."),
    limit: int(0, limitMaximum).describe("0 always denies."),
    duration: duration.describe("Length of the window in milliseconds."),
  }),
  output: z.object({ overrideId: z.string() }),
  errors: ["data/ratelimit_namespace_not_found"],
  example: { namespace: "email", identifier: "premium_*", limit: 100, duration: 60_000 },
  async run({ input, workspace, tx, mint, now, require }) {
    const namespace = await requireNamespace(tx, workspace.id, input.namespace)
    require(`ratelimit.${namespace.id}.set_override`)
    const { identifier, limit, duration } = input
    const existing = await tx.overrides.find(namespace.id, identifier)
    // An override that was deleted comes back under its old id, and as a new one for everybody who reads events.
    const known = existing ?? (await tx.overrides.findDeleted(namespace.id, identifier))
    const { id, createdAt } = known ?? { id: mint.id("rlor"), createdAt: now }
    const wanted: Override = { id, identifier, limit, duration, createdAt }
    const change = changeTo(wanted, existing)
    if (change === undefined) return { overrideId: id }
    await tx.overrides.put(namespace.id, wanted)
    tx.record({ ...change, workspaceId: workspace.id, resources: overrideResources(wanted, namespace) })
    return { overrideId: id }
  },
})

function changeTo(wanted: Override, existing: Override | undefined) {
  const after = presentOverride(wanted)
  if (existing === undefined) return { type: "ratelimit_override.created", changes: { before: null, after } } as const
  const changes = changesBetween(presentOverride(existing), after)
  return changes && ({ type: "ratelimit_override.updated", changes } as const)
}
