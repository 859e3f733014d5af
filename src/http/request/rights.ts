import { lifetimeUntil } from "../../core/lifetime.ts"
import type { ObjectIds, Rights } from "../../operations/context.ts"
import type { Operation } from "../../operations/operation.ts"

/** Throws 403 with every requirement that the caller lacks. */
export type Require = (...requirements: readonly string[]) => void

/** The rights of one call, with a record of the permissions that a replay requires. */
export interface RecordedRights extends Rights {
  readonly required: readonly string[]
  /** Throws if the operation has not called `grant`, because then its needs were not checked. */
  requireGranted(): void
}

export function recordRights(operation: Operation, require: Require): RecordedRights {
  const required: string[] = []
  let isGranted = ![...operation.needs, ...(operation.isOfPortal ? (operation.mayNeed ?? []) : [])].some(namesObject)
  const { grant, ...rights } = rightsIn(operation, (...requirements) => {
    required.push(...requirements)
    require(...requirements)
  })
  return {
    ...rights,
    grant(ids, ...also) {
      grant(ids, ...also)
      isGranted = true
    },
    grantNothing() {
      isGranted = true
    },
    required,
    requireGranted() {
      if (!isGranted) throw new Error(`${operation.name} returned without having called grant.`)
    },
  }
}

/** Checks only permissions that the operation declares. It throws for others, because that is a defect. */
export function rightsIn(operation: Operation, require: Require): Rights {
  const { name, needs, mayNeed = [] } = operation
  const declared = (also: readonly string[]): readonly string[] => {
    const undeclared = also.find((need) => !mayNeed.includes(need))
    if (undeclared !== undefined) throw new Error(`${name} does not declare ${undeclared} in mayNeed.`)
    return also
  }
  return {
    grant: (ids, ...also) => require(...[...needs, ...declared(also)].flatMap((need) => fillNeed(need, ids))),
    grantAlso: (...also) => require(...declared(also).flatMap((need) => fillNeed(need, {}))),
    grantNothing() {},
    delegate: (permissions, until) => require(...permissions, ...(until === undefined ? [] : [lifetimeUntil(until)])),
  }
}

export function namesObject(need: string): boolean {
  return need.includes("{")
}

/** Returns one permission for each object id. */
function fillNeed(need: string, ids: ObjectIds): readonly string[] {
  const start = need.indexOf("{")
  if (start === -1) return [need]
  const end = need.indexOf("}", start)
  const field = need.slice(start + 1, end)
  const named = ids[field]
  if (named === undefined) throw new Error(`${need} needs the ${field}.`)
  return [named].flat().map((id) => need.slice(0, start) + id + need.slice(end + 1))
}
