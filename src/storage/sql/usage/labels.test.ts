import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { engines } from "../../../../test/harness/harness.ts"
import { provideDatabase } from "../../../../test/storage/provide-database.ts"
import { dayMs, hourMs } from "../../../core/durations.ts"
import { foldedTags, tagSetText } from "../../../core/tag-sets.ts"
import { dayOf, hourOf } from "../../../core/usage-period.ts"
import { mintId } from "../../conformance/new-objects.ts"
import {
  type LimitTally,
  noUsage,
  type UsageDimension,
  type UsageGroup,
  type UsageResult,
  type VerificationTally,
} from "../../port/usage.ts"

const now = Date.UTC(2026, 10, 3, 12, 30)
const days = [0, 1, 5, 11]
const times = Array.from({ length: 13 }, (_, day) => dayOf(now) - (12 - day) * dayMs)

/** A call counts in each of these groups: the text tells the groups apart. */
type NamesOf<Tally> = (tally: Tally) => readonly string[]

/** Adds up calls by group and day. */
function groupsOf<Tally extends { readonly hour: number; readonly count: number }>(
  tallies: readonly Tally[],
  namesOf: NamesOf<Tally>,
): ReadonlyMap<string, readonly number[]> {
  const groups = new Map<string, number[]>()
  for (const tally of tallies) {
    for (const name of namesOf(tally)) {
      const counts = groups.get(name) ?? times.map(() => 0)
      const index = times.findLastIndex((time) => time <= tally.hour)
      counts[index] = (counts[index] ?? 0) + tally.count
      groups.set(name, counts)
    }
  }
  return groups
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)

/** The result has the largest groups, their counts, and the others together. Equally large ones come in any order. */
function expectGroups(
  { groups }: UsageResult,
  expected: ReadonlyMap<string, readonly number[]>,
  { limit, nameOf }: { readonly limit: number; nameOf(group: UsageGroup): string },
): void {
  const shown = groups.filter(({ isOther }) => !isOther)
  const sizes = [...expected.values()].map(sum).toSorted((one, other) => other - one)
  expect(shown.map(({ counts }) => sum(counts))).toEqual(sizes.slice(0, limit))
  for (const group of shown) expect([...group.counts]).toEqual([...(expected.get(nameOf(group)) ?? [])])
  const all = [...expected.values(), ...shown.map(({ counts }) => counts.map((count) => -count))]
  const rest = times.map((_, index) => sum(all.map((counts) => counts[index] ?? 0)))
  const other = groups.find(({ isOther }) => isOther)
  expect([...(other?.counts ?? times.map(() => 0))]).toEqual(rest)
}

const hourAgo = fc
  .tuple(fc.constantFrom(...days), fc.nat(12))
  .map(([day, hour]) => hourOf(now) - day * dayMs - hour * hourMs)
const count = fc.integer({ min: 1, max: 9 })

describe.each([...engines])("groups by label on %s", (name) => {
  const { store } = provideDatabase(name)

  const read = (workspaceId: string, asked: { filter: object; groupBy: readonly UsageDimension[]; limit: number }) =>
    store.usage.read({
      ...{ workspaceId, times, interval: "day", from: times[0] ?? 0, to: dayOf(now) + dayMs, now },
      ...asked,
      filter: asked.filter as { type: "verifications" },
    })

  test("count each verification once in each of its tags, and largest first", async () => {
    const drawn = fc.record({
      key: fc.nat(3),
      hour: hourAgo,
      code: fc.constantFrom("VALID", "EXPIRED"),
      tags: fc.oneof(
        { weight: 9, arbitrary: fc.subarray(["a", "b", "c", "d", "t"]).map(tagSetText) },
        { weight: 1, arbitrary: fc.constant(foldedTags) },
      ),
      count,
    })
    const asked = fc.record({
      groupBy: fc.constantFrom<readonly UsageDimension[]>(
        ["label"],
        ["key", "label"],
        ["label", "outcome"],
        ["label", "identity"],
        ["api", "label"],
      ),
      limit: fc.integer({ min: 1, max: 6 }),
      tag: fc.option(fc.constantFrom("a", "t", "none"), { nil: undefined }),
      codes: fc.option(fc.constantFrom<readonly string[]>(["VALID"], ["VALID", "NOT_FOUND"]), { nil: undefined }),
      ofKey: fc.option(fc.nat(3), { nil: undefined }),
    })
    const agrees = async (
      some: readonly Drawn[],
      questions: readonly Question[],
      unknown: number,
      isRolledUp: boolean,
    ) => {
      const workspaceId = mintId("ws")
      const ids = Array.from({ length: 4 }, () => ({
        keyId: mintId("key"),
        apiId: mintId("api"),
        identityId: mintId("id"),
      }))
      const [first] = ids
      const verifications = some.map(({ key, ...tally }) => {
        // The last two keys share an API, and the last one has no identity.
        const own = ids[key] ?? first
        const { keyId = "", apiId = "", identityId = null } = { ...own, apiId: ids[Math.min(key, 2)]?.apiId }
        return { ...tally, workspaceId, keyId, apiId, identityId: key === 3 ? null : identityId, minute: 0, credits: 0 }
      })
      const unattributed = { workspaceId, hour: hourOf(now), minute: 0, outcome: "NOT_FOUND" as const, count: unknown }
      await store.usage.add({ ...noUsage, verifications, unattributed: [unattributed] })
      if (isRolledUp) await store.usage.rollUp(now - 6 * dayMs)
      for (const { groupBy, limit, tag, codes, ofKey } of questions) {
        const keyIds = ofKey === undefined ? undefined : [ids[ofKey]?.keyId ?? ""]
        const filter = { type: "verifications", tag, codes, keyIds }
        const result = await read(workspaceId, { filter, groupBy, limit })
        const isUnknownCounted = keyIds === undefined && tag === undefined && (codes?.includes("NOT_FOUND") ?? true)
        const notFound = {
          ...unattributed,
          keyId: "",
          apiId: "",
          identityId: null,
          code: "NOT_FOUND",
          tags: "[]",
          credits: 0,
        }
        const matching = [...verifications, ...(isUnknownCounted ? [notFound] : [])].filter(
          (tally) =>
            (codes?.includes(tally.code) ?? true) &&
            (keyIds?.includes(tally.keyId) ?? true) &&
            (tag === undefined || tagsOf(tally).includes(`tag ${tag}`)),
        )
        const partOf = (tally: VerificationTally, dimension: UsageDimension, label: string) =>
          ({ label, key: tally.keyId, api: tally.apiId, outcome: tally.code, identity: tally.identityId ?? "" })[
            dimension
          ]
        const expected = groupsOf(matching, (tally) =>
          tagsOf(tally).map((label) => groupBy.map((dimension) => partOf(tally, dimension, label)).join("/")),
        )
        const nameOf = (group: UsageGroup) => {
          const label = group.isFolded ? "folded" : group.label === undefined ? "untagged" : `tag ${group.label}`
          const { keyId = "", apiId = "", identity, outcome = "" } = group
          const named = { label, key: keyId, api: apiId, outcome, identity: identity?.id ?? "" }
          return groupBy.map((dimension) => named[dimension]).join("/")
        }
        expectGroups(result, expected, { limit, nameOf })
        expect(sum(result.overall.counts)).toBe(sum(matching.map((tally) => tally.count)))
      }
    }
    type Drawn = typeof drawn extends fc.Arbitrary<infer Value> ? Value : never
    type Question = typeof asked extends fc.Arbitrary<infer Value> ? Value : never
    const tallies = fc.array(drawn, { minLength: 1, maxLength: 30 })
    const questions = fc.array(asked, { minLength: 1, maxLength: 4 })
    await fc.assert(fc.asyncProperty(tallies, questions, count, fc.boolean(), agrees), { numRuns: 25 })
  })

  test("count checks by identifier", async () => {
    const drawn = fc.record({
      hour: hourAgo,
      identifier: fc.constantFrom("a", "b", "c", "f", ""),
      outcome: fc.constantFrom<LimitTally["outcome"]>("PASSED", "DENIED"),
      count,
    })
    const groupings = fc.constantFrom<readonly UsageDimension[]>(["label"], ["outcome", "label"])
    const agrees = async (
      some: readonly Omit<LimitTally, "workspaceId" | "namespaceId" | "minute">[],
      groupBy: readonly UsageDimension[],
      limit: number,
    ) => {
      const own = { workspaceId: mintId("ws"), namespaceId: mintId("rlns"), minute: 0 }
      const limits = some.map((tally) => ({ ...own, ...tally }))
      await store.usage.add({ ...noUsage, limits })
      const filter = { type: "limits", namespaceId: own.namespaceId }
      const { groups, overall } = await read(own.workspaceId, { filter, groupBy, limit })
      const expected = groupsOf(limits, ({ identifier, outcome }) => [
        groupBy.includes("outcome") ? `${outcome}/${identifier}` : identifier,
      ])
      for (const { label, outcome, counts, isOther } of groups.filter((group) => !group.isOther)) {
        expect(isOther ?? label).not.toBe("")
        expect([...(expected.get(outcome === undefined ? (label ?? "") : `${outcome}/${label}`) ?? [])]).toEqual([
          ...counts,
        ])
      }
      expect(groups.filter(({ isOther }) => !isOther).length).toBeLessThanOrEqual(limit)
      expect(sum(groups.flatMap(({ counts }) => counts))).toBe(sum(some.map((tally) => tally.count)))
      expect(sum(overall.counts)).toBe(sum(some.map((tally) => tally.count)))
    }
    await fc.assert(
      fc.asyncProperty(
        fc.array(drawn, { minLength: 1, maxLength: 20 }),
        groupings,
        fc.integer({ min: 1, max: 4 }),
        agrees,
      ),
      { numRuns: 15 },
    )
  })
})

function tagsOf({ tags }: Pick<VerificationTally, "tags">): readonly string[] {
  if (tags === foldedTags) return ["folded"]
  const named: readonly string[] = JSON.parse(tags)
  return named.length === 0 ? ["untagged"] : named.map((tag) => `tag ${tag}`)
}
