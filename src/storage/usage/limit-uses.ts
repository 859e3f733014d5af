import { foldedIdentifiers } from "../../core/tag-sets.ts"
import type { CollectedTime } from "./collected-time.ts"

/** One check of a rate limit. */
export interface LimitCheck {
  readonly workspaceId: string
  readonly namespaceId: string
  readonly identifier: string
  readonly passed: boolean
  readonly now: number
}

/** Checks between two flushes, by namespace and identifier. */
export interface LimitUses {
  readonly byNamespace: Map<string, Map<string, LimitUse>>
  /** Approximate size of all identifiers. */
  bytes: number
  /** Whether identifiers had no room. */
  lacksRoom: boolean
}

/** Equal checks, linked to the next, latest first. */
interface LimitUse {
  readonly workspaceId: string
  readonly time: CollectedTime
  passed: number
  denied: number
  readonly next: LimitUse | undefined
}

export function newLimitUses(): LimitUses {
  return { byNamespace: new Map(), bytes: 0, lacksRoom: false }
}

/** Room for tens of thousands of identifiers between two flushes. Others are counted together. */
const bytesAtMost = 8 * 1024 ** 2
const bytesBesideText = 200

export function noteLimit(uses: LimitUses, check: LimitCheck, time: CollectedTime): void {
  const identifiers = identifiersOf(uses, check.namespaceId)
  const known = identifiers.get(check.identifier)
  const isKept = known !== undefined || makeRoom(uses, check.identifier)
  const name = isKept ? check.identifier : foldedIdentifiers
  const use = findAt(isKept ? known : identifiers.get(name), time) ?? begin(identifiers, name, { check, time })
  if (check.passed) use.passed += 1
  else use.denied += 1
}

function identifiersOf({ byNamespace }: LimitUses, namespaceId: string): Map<string, LimitUse> {
  const known = byNamespace.get(namespaceId)
  if (known !== undefined) return known
  const fresh = new Map<string, LimitUse>()
  byNamespace.set(namespaceId, fresh)
  return fresh
}

function makeRoom(uses: LimitUses, identifier: string): boolean {
  const bytes = uses.bytes + bytesBesideText + identifier.length
  if (bytes > bytesAtMost) uses.lacksRoom = true
  else uses.bytes = bytes
  return bytes <= bytesAtMost
}

function findAt(first: LimitUse | undefined, time: CollectedTime): LimitUse | undefined {
  for (let use = first; use !== undefined; use = use.next) if (use.time === time) return use
  return undefined
}

function begin(
  identifiers: Map<string, LimitUse>,
  name: string,
  { check, time }: { readonly check: LimitCheck; readonly time: CollectedTime },
): LimitUse {
  const use = { workspaceId: check.workspaceId, time, passed: 0, denied: 0, next: identifiers.get(name) }
  identifiers.set(name, use)
  return use
}
