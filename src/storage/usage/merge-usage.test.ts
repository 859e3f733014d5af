import { expect, test } from "bun:test"
import type { Usage } from "../port/usage.ts"
import { createUsageRecorder, type UsageRecorder } from "./usage-recorder.ts"

const never = 1_000_000_000

function recorder(gather?: () => Promise<void>) {
  const stored: Usage[] = []
  const store = { usage: { add: async (usage: Usage) => void stored.push(usage) } }
  const onFailure = (error: unknown) => {
    throw error
  }
  return { stored, recorder: createUsageRecorder(store, { intervalMs: never, onFailure, ...(gather && { gather }) }) }
}

/** Uses of keys in two minutes, with and without tags, of previous secrets too. */
function use(into: UsageRecorder): void {
  const minute = 60_000
  for (let number = 0; number < 60; number += 1) {
    const now = 1_000 * minute + (number % 2) * minute + number
    const facts = { workspaceId: `ws_${number % 2}`, apiId: "api_1", identityId: number % 3 === 0 ? "id_1" : null }
    const matched = number % 5 === 0 ? ({ name: "previous", overlapEnds: 0 } as const) : null
    const key = { keyId: `key_${number % 7}`, facts, matched }
    const code = number % 4 === 0 ? "DISABLED" : "VALID"
    const tags = number % 6 === 0 ? ["path=/a", "b"] : []
    into.verified(key, { code, tags, credits: 0, now, isCounted: false })
    into.rootKeyUsed(`rk_${number % 2}`, now)
  }
}

/** The same counts, in whatever order they were stored. */
function sorted(stored: readonly Usage[]) {
  const all = <Row>(of: (usage: Usage) => Iterable<Row>) =>
    stored
      .flatMap((usage) => [...of(usage)])
      .map((row) => JSON.stringify(row))
      .sort()
  return {
    verifications: all(({ verifications }) => verifications),
    keys: all(({ keys }) => keys),
    previous: all(({ previousSecrets }) => previousSecrets),
    rootKeys: all(({ rootKeys }) => rootKeys),
    months: all(({ months }) => months),
  }
}

test("what a front has collected is stored as if it had been counted here, in the same rows", async () => {
  const alone = recorder()
  use(alone.recorder)
  use(alone.recorder)
  await alone.recorder.close()

  const front = recorder()
  const main = recorder(async () => {
    await front.recorder.flush()
    for (const usage of front.stored) main.recorder.merge(usage)
  })
  use(front.recorder)
  use(main.recorder)
  await main.recorder.close()
  expect(sorted(main.stored)).toEqual(sorted(alone.stored))
  expect(main.stored).toHaveLength(alone.stored.length)
})
