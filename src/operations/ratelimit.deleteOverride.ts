import { z } from "zod"
import { found } from "../contract/errors.ts"
import { namespaceRef } from "../contract/primitives.ts"
import { identifier } from "../contract/ratelimit.ts"
import { toWireOverride } from "../core/wire.ts"
import { mutation } from "./operation.ts"
import { requireNamespace } from "./shared/limits/find-namespace.ts"
import { overrideResources } from "./shared/limits/override-resources.ts"

export const deleteOverride = mutation({
  name: "ratelimit.deleteOverride",
  title: "Delete an override",
  summary: "Delete an override. Setting it again restores its id.",
  isDestructive: true,
  needs: ["ratelimit.{namespaceId}.delete_override"],
  input: z.strictObject({
    namespace: namespaceRef.describe("Id or name of the namespace."),
    identifier: identifier.describe("The identifier or pattern, exactly as it was set."),
  }),
  output: z.object({}),
  errors: ["data/ratelimit_namespace_not_found", "data/ratelimit_override_not_found"],
  example: { namespace: "email", identifier: "premium_*" },
  async run({ input, workspace, tx, now, grant }) {
    const namespace = await requireNamespace(tx, workspace.id, input.namespace)
    grant({ namespaceId: namespace.id })
    const override = found(
      await tx.overrides.find(namespace.id, input.identifier),
      "data/ratelimit_override_not_found",
      "The namespace has no override with exactly this identifier.",
    )
    await tx.overrides.delete(override.id, now)
    tx.record({
      type: "ratelimit_override.deleted",
      workspaceId: workspace.id,
      resources: overrideResources(override, namespace),
      changes: { before: toWireOverride(override), after: null },
    })
    return {}
  },
})
