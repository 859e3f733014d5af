import { expect, test } from "bun:test"
import { verificationsUsed } from "../../operations/shared/verify/verification-quota.ts"
import type { Usage } from "../../storage/port/usage.ts"
import { createUsageRecorder } from "../../storage/usage/usage-recorder.ts"
import { createFrontRecords } from "./records.ts"

const never = 1_000_000_000
const now = Date.UTC(2026, 10, 19)

/** A recorder of usage, and the verifications of this month that it has stored. */
function recorderOver(gather?: () => Promise<void>) {
  const stored: Usage[] = []
  const usage = { add: async (batch: Usage) => void stored.push(batch) }
  const onFailure = (error: unknown) => {
    throw error
  }
  const recorder = createUsageRecorder({ usage }, { intervalMs: never, onFailure, ...(gather && { gather }) })
  const count = () => stored.flatMap(({ verifications }) => verifications).reduce((sum, { count }) => sum + count, 0)
  return { recorder, stored, count }
}

test("a new limit of a workspace counts what a front has decided and not reported yet", async () => {
  let gathered = 0
  const atFront = recorderOver()
  const main = recorderOver(async () => {
    gathered += 1
    await atFront.recorder.flush()
    for (const usage of atFront.stored.splice(0)) main.recorder.merge(usage)
  })
  const workspace = { id: "ws_1", limits: { requestsPerMinute: null, verificationsPerMonth: null } }
  const credential = { type: "root_key", rootKey: { id: "rk_1" }, workspace }
  const reads = { peekCredentialRecord: () => ({ credential, dependsOn: ["rk_1"] }), peekRecord: () => undefined }
  const records = createFrontRecords({ reads, usage: main.recorder, operatorKeyHash: "", now: () => now } as never)
  const verifier = { hold: () => true }
  expect(records.callerOf(verifier as never, "hash")).toMatchObject({ workspace })

  const key = { keyId: "key_1", facts: { workspaceId: "ws_1", apiId: "api_1", identityId: null } }
  for (let use = 0; use < 5; use += 1) {
    atFront.recorder.verified(key, { code: "VALID", tags: [], credits: 0, now, isCounted: false })
  }
  const store = { usage: { verificationsIn: async () => main.count() } }
  const limited = { id: "ws_1", limits: { ...workspace.limits, verificationsPerMonth: 6 } }
  const used = () => verificationsUsed({ workspace: limited, store, usage: main.recorder, now } as never)
  expect(await used()).toBe(5)
  expect(await used()).toBe(5)
  expect(gathered).toBe(1)
})
