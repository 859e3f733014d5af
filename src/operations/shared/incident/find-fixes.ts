import { incidentListsAtMost } from "../../../contract/incident.ts"
import type { Code } from "../../../contract/verdicts.ts"
import type { ExplainedCheck } from "../../../core/explain/explanation.ts"
import { hints } from "../../../core/explain/hints.ts"
import { alternativesFor, checkOfCode } from "../../../core/incident/alternatives.ts"
import { type Fix, rightsFor } from "../../../core/incident/fix.ts"
import { type ChangedObject, formerIn, undoOf } from "../../../core/incident/undo.ts"
import type { Event } from "../../../core/model.ts"
import type { KnownKey } from "./explain-keys.ts"
import type { IncidentContext } from "./subject.ts"

/** The calls that end refusals and that the caller may make, to take back the cause first. */
export async function findFixes(
  context: IncidentContext,
  { code, cause, keys }: { readonly code: Code; readonly cause: Event | undefined; readonly keys: readonly KnownKey[] },
): Promise<readonly Fix[]> {
  // No operator may make these calls: they are of the workspace.
  if (context.caller.type === "operator") return []
  const undo = cause && (await undoOfCause(context, { code, cause, keys }))
  const alternatives = keys.flatMap(({ details, explanation, call }) => {
    if (details === undefined || explanation === undefined) return []
    const explained = { key: details, explanation, exceeded: call?.exceeded ?? [], cost: call?.cost ?? 1 }
    return alternativesFor(code, explained, context.now).map((fix) =>
      call === undefined ? { ...fix, stillRefusedBy: undefined } : fix,
    )
  })
  const different = new Map<string, Fix>()
  for (const fix of [...(undo ? [undo] : []), ...alternatives]) {
    const name = JSON.stringify([fix.operation, fix.input])
    // The same call as an undo is an undo, and what it leaves is known from the check that it mends.
    different.set(name, { ...fix, ...pick(different.get(name)) })
  }
  return (await allowed(context, [...different.values()], keys)).slice(0, incidentListsAtMost)
}

function pick(undo: Fix | undefined): Partial<Fix> {
  return undo === undefined ? {} : { kind: undo.kind, letsIn: undo.letsIn }
}

interface Undoing {
  readonly code: Code
  readonly cause: Event
  readonly keys: readonly KnownKey[]
}

async function undoOfCause(context: IncidentContext, { code, cause, keys }: Undoing): Promise<Fix | undefined> {
  const { now } = context
  // Where every call would be accepted, something else has ended the refusals.
  const explained = keys.filter(({ explanation, call }) => explanation !== undefined && call !== undefined)
  const isOver = explained.every(({ explanation }) => explanation?.code === "VALID")
  if (explained.length > 0 && isOver) return undefined
  const object = await findChanged(context, cause)
  const undo = object && undoOf(cause, object, { code, now })
  if (undo === undefined) return undefined
  const [known] = explained
  const failed = known?.explanation?.checks.filter(({ passed }) => !passed)
  const left = failed?.filter((check) => check.check !== checkOfCode[code] || isLeftBy(cause, check))
  return { kind: "undo", ...undo, stillRefusedBy: left?.map(({ check }) => check) }
}

/** Whether the check of the code fails for another reason too, which the undo leaves. */
function isLeftBy({ changes: { before } }: Event, { check, hint, missing = [] }: ExplainedCheck): boolean {
  if (check === "ip") return hint === hints.addressInNeitherList
  const taken: unknown = before?.permissions
  return check === "permissions" && Array.isArray(taken) && missing.some((slug) => !taken.includes(slug))
}

/** The object of a change, as it is now. */
async function findChanged({ store, workspace }: IncidentContext, event: Event): Promise<ChangedObject | undefined> {
  const [changed] = event.resources
  const { externalId, planId } = formerIn(event)
  const { type, id = "" } = changed ?? {}
  switch (type) {
    case "key": {
      const key = await store.keys.find(workspace.id, id)
      const owner = externalId === null ? null : await store.identities.findByExternalId(workspace.id, externalId)
      return key && { type, key, former: { exists: owner !== undefined } }
    }
    case "identity": {
      const identity = await store.identities.find(workspace.id, id)
      const plan = planId === null ? null : await store.plans.find(workspace.id, planId)
      return identity && { type, identity, former: { exists: plan !== undefined } }
    }
    case "plan": {
      const plan = await store.plans.find(workspace.id, id)
      return plan && { type, plan }
    }
    case "api": {
      const api = await store.apis.find(workspace.id, id)
      return api && { type, api }
    }
    case "role": {
      const role = await store.roles.find(workspace.id, id)
      return role && { type, role }
    }
    default:
      return undefined
  }
}

/** Those that the caller may make. */
async function allowed(context: IncidentContext, fixes: readonly Fix[], keys: readonly KnownKey[]) {
  const { store, workspace } = context
  const slugs = [...new Set(fixes.flatMap(slugsIn))]
  const known = slugs.length === 0 ? [] : await store.permissions.listNamed(workspace.id, slugs)
  const existing = new Set(known.map(({ slug }) => slug))
  return fixes.filter((fix) => {
    const createsPermission = slugsIn(fix).some((slug) => !existing.has(slug))
    const apiId = keys.find(({ keyId }) => keyId === fix.input.keyId)?.details?.apiId
    return rightsFor(fix, { apiId, createsPermission }).every((right) => context.holds(right))
  })
}

function slugsIn({ input: { permissions } }: Fix): readonly string[] {
  return Array.isArray(permissions) ? permissions.filter((slug) => typeof slug === "string") : []
}
