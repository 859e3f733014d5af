import { z } from "zod"
import { namespaceRef } from "../contract/primitives.ts"
import { deleted } from "../core/object-events.ts"
import { toWireNamespace } from "../core/wire.ts"
import { mutation } from "./operation.ts"
import { requireNamespace } from "./shared/limits/find-namespace.ts"

export const deleteNamespace = mutation({
  name: "ratelimit.deleteNamespace",
  title: "Delete a namespace",
  summary:
    "Delete a rate-limit namespace for good. Its name stays reserved, so that running clients do not create it again.",
  isDestructive: true,
  needs: ["ratelimit.{namespaceId}.delete_namespace"],
  input: z.strictObject({ namespace: namespaceRef.describe("Id or name of the namespace.") }),
  output: z.object({}),
  errors: ["data/ratelimit_namespace_not_found"],
  example: { namespace: "email" },
  async run({ input, workspace, tx, now, grant }) {
    const namespace = await requireNamespace(tx, workspace.id, input.namespace)
    grant({ namespaceId: namespace.id })
    await tx.namespaces.delete(namespace.id, now)
    tx.record({
      ...deleted("ratelimit_namespace", namespace.id, toWireNamespace(namespace)),
      workspaceId: workspace.id,
    })
    return {}
  },
})
