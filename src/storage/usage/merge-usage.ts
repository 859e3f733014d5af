import { minuteMs } from "../../core/durations.ts"
import { foldedTags, noTags } from "../../core/tag-sets.ts"
import type { Usage, VerificationTally } from "../port/usage.ts"
import { hourOfTime, timeIn } from "./collected-time.ts"
import { addUse, type Collection, isCountedSeparately, monthUseOf, taggedHourOf } from "./usage-collection.ts"

/** Adds what a front has collected. Fronts count verifications of known keys only. */
export function mergeUsage(collected: Collection, usage: Usage): void {
  for (const [id, usedAt] of usage.rootKeys) raise(collected.rootKeys, id, usedAt)
  for (const [id, usedAt] of usage.previousSecrets) raise(collected.previousSecrets, id, usedAt)
  for (const { workspaceId, month, count } of usage.months) {
    monthUseOf(collected.months, workspaceId, month).count += count
  }
  for (const tally of usage.verifications) addTally(collected, tally, usage.keys.get(tally.keyId) ?? 0)
}

function raise(times: Map<string, number>, id: string, usedAt: number): void {
  times.set(id, Math.max(usedAt, times.get(id) ?? 0))
}

function addTally(collected: Collection, tally: VerificationTally, lastUsedAt: number): void {
  const { workspaceId, apiId, identityId, keyId, hour, minute = 0, code, tags, count, credits } = tally
  const time = timeIn(collected, hour + minute * minuteMs)
  const facts = { workspaceId, apiId, identityId }
  const usedAt = code === "VALID" ? lastUsedAt : 0
  const use = { collection: collected.number, facts, time, code, tags, count, credits, usedAt }
  if (tags === noTags) return void addUse(code === "VALID" ? collected.valid : collected.refused, keyId, use)
  const { sets } = taggedHourOf(collected.tagged, keyId, hourOfTime(time))
  const kept = isCountedSeparately(collected, workspaceId, { sets, tags }) ? tags : foldedTags
  addUse(sets, kept, { ...use, tags: kept })
}
