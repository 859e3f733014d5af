import { lifetimeUntil } from "../../core/lifetime.ts"
import type { ObjectIds, Operation, Rights } from "../../operations/operation.ts"

/** Throws 403 naming every requirement that the caller lacks. */
export type Require = (...requirements: readonly string[]) => void

/** The rights of one call, and what a later replay of the request has to hold. */
export interface RecordedRights extends Rights {
  readonly required: readonly string[]
  /** Throws if the operation has not named the object that its needs depend on: nothing has checked the caller then. */
  requireGranted(): void
}

export function recordRights(operation: Operation, require: Require): RecordedRights {
  const required: string[] = []
  let isGranted = !operation.needs.some(namesObject)
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
    required,
    requireGranted() {
      if (!isGranted) throw new Error(`${operation.name} returned without having called grant.`)
    },
  }
}

/** Checks of what an operation declares; a check of anything else is a defect and throws. */
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
    delegate: (permissions, until) => require(...permissions, ...(until === undefined ? [] : [lifetimeUntil(until)])),
  }
}

export function namesObject(need: string): boolean {
  return need.includes("{")
}

/** One permission for each object that is named. */
function fillNeed(need: string, ids: ObjectIds): readonly string[] {
  const field = /\{([^}]*)\}/.exec(need)?.[1]
  if (field === undefined) return [need]
  const named = [ids[field] ?? []].flat()
  if (named.length === 0) throw new Error(`${need} needs the ${field}.`)
  return named.map((id) => need.replace(`{${field}}`, id))
}
