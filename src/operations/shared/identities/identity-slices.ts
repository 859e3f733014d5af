import { fault } from "../../../contract/errors.ts"
import { type IdentitySelection, identitiesAtMost } from "../../../contract/identity-selection.ts"
import type { Identity } from "../../../core/model.ts"
import type { PlanFilter } from "../../../storage/port/identities.ts"
import type { Reads } from "../../../storage/port/store.ts"
import type { ContextWith } from "../../context.ts"
import { requirePlan } from "../plans/require-plan.ts"

/** One slice takes a few dozen milliseconds with this many identities, even if each has the largest `meta`. */
const sliceAtMost = 50

/** How far a change of many identities has come. */
export interface Position {
  /** The number of identities so far, which is also the position in a list of references. */
  readonly walked: number
  /** The id after which the next identities of a plan come. */
  readonly after: string | null
}

export interface IdentitySlice {
  readonly identities: readonly Identity[]
  readonly end: Position
  /** Whether nothing follows. */
  readonly isLast: boolean
}

type Selection =
  | { readonly type: "references"; readonly references: readonly string[] }
  | { readonly type: "plan"; readonly plan: PlanFilter }

/** What a request selects. An unknown plan is 404. */
export async function requireIdentitySelection(
  { workspace, now }: ContextWith<"workspace" | "now">,
  reads: Reads,
  { identities, plan: reference }: IdentitySelection,
): Promise<Selection> {
  if (reference === undefined) return { type: "references", references: identities ?? [] }
  const { id, isDefault } = await requirePlan(reads, workspace.id, reference)
  return { type: "plan", plan: { id, isDefault, now } }
}

/** Checks that all identities exist, a few at a time, because each may have a large `meta`. */
export async function requireAll(reads: Reads, workspaceId: string, references: readonly string[]): Promise<void> {
  for (let start = 0; start < references.length; start += sliceAtMost) {
    const some = references.slice(start, start + sliceAtMost)
    const found = await findNamed(reads, workspaceId, some)
    const missing = some.find((reference) => !found.has(reference))
    if (missing === undefined) continue
    throw fault("data/identity_not_found", { detail: `The workspace has no identity \`${missing}\`.` })
  }
}

/** Finds the identities of the next slice. Those that were deleted meanwhile are left out. */
export async function nextIdentitySlice(
  reads: Reads,
  { workspaceId, selection }: { readonly workspaceId: string; readonly selection: Selection },
  { walked, after }: Position,
): Promise<IdentitySlice> {
  const room = Math.min(sliceAtMost, identitiesAtMost - walked)
  if (selection.type === "references") {
    const { references } = selection
    const some = references.slice(walked, walked + room)
    const found = await findNamed(reads, workspaceId, some)
    const identities = new Map([...found.values()].map((identity) => [identity.id, identity]))
    const end = walked + some.length
    return { identities: [...identities.values()], end: { walked: end, after: null }, isLast: end >= references.length }
  }
  const query = { limit: room, after: after ?? undefined }
  const { identities, end } = await reads.identities.listOfPlan(workspaceId, selection.plan, query)
  return {
    identities,
    end: { walked: walked + identities.length, after: end ?? null },
    isLast: end === undefined,
  }
}

/** By reference. An id comes before an external id. */
async function findNamed(
  reads: Reads,
  workspaceId: string,
  references: readonly string[],
): Promise<ReadonlyMap<string, Identity>> {
  const byId = await reads.identities.listByIds(workspaceId, references)
  const byExternalId = await reads.identities.listByExternalIds(workspaceId, references)
  return new Map([
    ...byExternalId.map((identity) => [identity.externalId, identity] as const),
    ...byId.map((identity) => [identity.id, identity] as const),
  ])
}
