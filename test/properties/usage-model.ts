/** One verification that a server has answered, as a model of usage remembers it. */
export interface Verified {
  readonly time: number
  readonly code: string
  readonly apiId?: string
  readonly keyId?: string
  readonly identityId?: string
  readonly tags: readonly string[]
  readonly credits: number
}

export interface UsageRequest {
  readonly apiId?: string
  readonly keyIds?: readonly string[]
  readonly identity?: string
  readonly identities?: readonly string[]
  readonly codes?: readonly string[]
  readonly tag?: string
  readonly groupBy: readonly string[]
  readonly limit: number
}

export interface Range {
  readonly times: readonly number[]
  readonly to: number
}

export interface ModelGroup {
  readonly counts: number[]
  readonly creditCounts: number[]
}

export interface ModelUsage {
  /** By the dimensions of the group, as JSON. */
  readonly groups: ReadonlyMap<string, ModelGroup>
  readonly total: number
  readonly credits: number
}

/** What usage.getVerifications must return without a limit, computed from single verifications. */
export function usageOf(all: readonly Verified[], request: UsageRequest, range: Range): ModelUsage {
  const [from = 0] = range.times
  const inRange = all.filter(({ time }) => time >= from && time < range.to).filter(matching(request))
  const groups = new Map<string, { counts: number[]; creditCounts: number[] }>()
  for (const verified of inRange) {
    const index = range.times.findLastIndex((time) => time <= verified.time)
    for (const name of groupsOf(verified, request.groupBy)) {
      const group = groups.get(name) ?? { counts: range.times.map(() => 0), creditCounts: range.times.map(() => 0) }
      groups.set(name, group)
      group.counts[index] = (group.counts[index] ?? 0) + 1
      group.creditCounts[index] = (group.creditCounts[index] ?? 0) + verified.credits
    }
  }
  return { groups, total: inRange.length, credits: inRange.reduce((sum, { credits }) => sum + credits, 0) }
}

function matching({ apiId, keyIds, identity, identities, codes, tag }: UsageRequest) {
  return (verified: Verified): boolean =>
    (apiId === undefined || verified.apiId === apiId) &&
    (keyIds === undefined || keyIds.includes(verified.keyId ?? "")) &&
    (identity === undefined || verified.identityId === identity) &&
    (identities === undefined || identities.includes(verified.identityId ?? "")) &&
    (codes === undefined || codes.includes(verified.code)) &&
    (tag === undefined || verified.tags.includes(tag))
}

/** A verification with several tags belongs to several groups. */
function groupsOf(verified: Verified, groupBy: readonly string[]): readonly string[] {
  const { apiId, keyId, identityId, code } = verified
  const named = { api: { apiId }, key: { keyId }, identity: { identity: identityId }, code: { code } }
  const plain = groupBy.flatMap((dimension) => (dimension === "tag" ? [] : [named[dimension as keyof typeof named]]))
  const fields: object = Object.assign({}, ...plain)
  if (!groupBy.includes("tag") || verified.tags.length === 0) return [groupName(fields)]
  return [...new Set(verified.tags)].map((tag) => groupName({ ...fields, tag }))
}

/** Fields in a fixed order, without those that are absent. */
export function groupName(fields: object): string {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined)
  return JSON.stringify(Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1))))
}
