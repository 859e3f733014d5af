import { z } from "zod"
import { pageInput } from "../contract/pagination.ts"
import { namespaceRef } from "../contract/primitives.ts"
import { override } from "../contract/ratelimit.ts"
import { toWireOverride } from "../core/wire.ts"
import { pagedQuery } from "./operation.ts"
import { requireNamespace } from "./shared/limits/find-namespace.ts"
import { pageById } from "./shared/page.ts"

export const listOverrides = pagedQuery({
  name: "ratelimit.listOverrides",
  title: "List overrides",
  summary: "List the overrides of a rate-limit namespace.",
  needs: ["ratelimit.{namespaceId}.read_override"],
  input: z.strictObject({ namespace: namespaceRef.describe("Id or name of the namespace."), ...pageInput }),
  output: z.array(override),
  errors: ["data/ratelimit_namespace_not_found"],
  example: { namespace: "email" },
  async run({ input, workspace, store, after, grant }) {
    const namespace = await requireNamespace(store, workspace.id, input.namespace)
    grant({ namespaceId: namespace.id })
    return pageById({ input, after }, toWireOverride, (page) => store.overrides.list(namespace.id, page))
  },
})
