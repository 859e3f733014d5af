import { z } from "zod"
import { found } from "../contract/errors.ts"
import { namespaceRef } from "../contract/primitives.ts"
import { identifier, override } from "../contract/ratelimit.ts"
import { toWireOverride } from "../core/wire.ts"
import { query } from "./operation.ts"
import { requireNamespace } from "./shared/limits/find-namespace.ts"

export const getOverride = query({
  name: "ratelimit.getOverride",
  title: "Show an override",
  summary: "Show the override that applies to an identifier.",
  needs: ["ratelimit.{namespaceId}.read_override"],
  input: z.strictObject({
    namespace: namespaceRef.describe("Id or name of the namespace."),
    identifier: identifier.describe("Identifier to look up, such as a user id."),
  }),
  output: override,
  errors: ["data/ratelimit_namespace_not_found", "data/ratelimit_override_not_found"],
  example: { namespace: "email", identifier: "premium_1234" },
  async run({ input, workspace, store, grant }) {
    const namespace = await requireNamespace(store, workspace.id, input.namespace)
    grant({ namespaceId: namespace.id })
    const matcher = await store.overrides.matcherFor(namespace.id, [input.identifier])
    return toWireOverride(found(matcher.find(input.identifier), "data/ratelimit_override_not_found"))
  },
})
