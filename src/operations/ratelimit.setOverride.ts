import { z } from "zod"
import { type Fault, fault } from "../contract/errors.ts"
import { duration, int, namespaceRef } from "../contract/primitives.ts"
import { limitMaximum, overrideIdentifier, overrideMaximum } from "../contract/ratelimit.ts"
import { changesBetween } from "../core/changes.ts"
import type { Namespace, Override } from "../core/model.ts"
import { isPattern } from "../core/override-matcher.ts"
import { toWireOverride } from "../core/wire.ts"
import type { Transaction } from "../storage/port/store.ts"
import { mutation } from "./operation.ts"
import { requireNamespace } from "./shared/limits/find-namespace.ts"
import { overrideResources } from "./shared/limits/override-resources.ts"

export const setOverride = mutation({
  name: "ratelimit.setOverride",
  title: "Set an override",
  summary: "Give an identifier, or all identifiers that match a pattern, a limit of its own.",
  touches: "one object",
  needs: ["ratelimit.{namespaceId}.set_override"],
  input: z.strictObject({
    namespace: namespaceRef.describe("Id or name of the namespace."),
    identifier: overrideIdentifier.describe(
      "An identifier, or a pattern with up to 8 `*`. Each `*` stands for any characters, or none.",
    ),
    limit: int(0, limitMaximum).describe("How much is allowed per window. 0 denies everything."),
    duration: duration.describe("Length of the sliding window in milliseconds."),
  }),
  output: z.object({ overrideId: z.string().describe("Id of the override.") }),
  errors: ["data/ratelimit_namespace_not_found", "application/precondition_failed"],
  example: { namespace: "email", identifier: "premium_*", limit: 100, duration: 60_000 },
  async run({ input, workspace, tx, mint, now, grant }) {
    const namespace = await requireNamespace(tx, workspace.id, input.namespace)
    grant({ namespaceId: namespace.id })
    const { identifier, limit, duration } = input
    const existing = await tx.overrides.find(namespace.id, identifier)
    // A deleted override gets its old id back, and its event says that it was created.
    const known = existing ?? (await tx.overrides.findDeleted(namespace.id, identifier))
    const { id, createdAt } = known ?? { id: mint.id("rlor"), createdAt: now }
    const wanted: Override = { id, identifier, limit, duration, createdAt }
    const change = changeTo(wanted, existing)
    if (change === undefined) return { overrideId: id }
    if (existing === undefined) await requireRoom(tx, namespace, identifier)
    await tx.overrides.put(namespace.id, wanted)
    tx.record({ ...change, workspaceId: workspace.id, resources: overrideResources(wanted, namespace) })
    return { overrideId: id }
  },
})

/** Checks only new overrides, so existing overrides above the maximum can still be changed and deleted. */
async function requireRoom({ overrides }: Transaction, { id, name }: Namespace, identifier: string): Promise<void> {
  const { patterns, overrides: all } = overrideMaximum
  if ((await overrides.count(id)) >= all) throw namespaceFull(name, `${all} overrides`)
  if (isPattern(identifier) && (await overrides.countPatterns(id)) >= patterns)
    throw namespaceFull(name, `${patterns} patterns`)
}

function namespaceFull(namespace: string, held: string): Fault {
  const detail = `The namespace \`${namespace}\` has ${held}, which is the maximum. Delete one first.`
  return fault("application/precondition_failed", { detail })
}

function changeTo(wanted: Override, existing: Override | undefined) {
  const after = toWireOverride(wanted)
  if (existing === undefined) return { type: "ratelimit_override.created", changes: { before: null, after } } as const
  const changes = changesBetween(toWireOverride(existing), after)
  return changes && ({ type: "ratelimit_override.updated", changes } as const)
}
