import type { Plan } from "../../core/model.ts"
import type { Listed } from "./collection.ts"

export interface PlanReads extends Listed<Plan> {
  findByName(workspaceId: string, name: string): Promise<Plan | undefined>
  /** The plan of every identity without a plan of its own. */
  findDefault(workspaceId: string): Promise<Plan | undefined>
  /** Finds by ids and names. */
  listNamed(workspaceId: string, references: readonly string[]): Promise<readonly Plan[]>
  /** Whether a plan bounds the keys of its identities. */
  boundKeys(workspaceId: string): Promise<boolean>
  /** Whether an identity has the plan at `now`, or will have it. Identities that only inherit the default do not count. */
  isNamed(id: string, now: number): Promise<boolean>
  /** Counts identities by the plan that they have at `now`, in short steps. The key of those without one is null. */
  countIdentities(workspaceId: string, now: number): Promise<ReadonlyMap<string | null, number>>
}

export interface PlanWrites extends PlanReads {
  /** Includes rate limits and permissions. */
  insert(plan: Plan): Promise<void>
  /** Writes the plan, its rate limits and permissions. `before` must be the plan as it is stored. */
  update(before: Plan, after: Plan): Promise<void>
  /** No identity may name it, and it must not be the default. */
  delete(id: string, now: number): Promise<void>
}
