import { beforeEach, describe, expect, test } from "bun:test"
import { createKey } from "../../../test/harness/fixtures.ts"
import type { TestWorkspace } from "../../../test/harness/harness.ts"
import { serveKeyward } from "../../../test/harness/serve-keyward.ts"
import { cookieOf, inBrowser, visitor } from "../../../test/people/person.ts"
import { budgetOf, noBudget, rateLimited } from "../../../test/requests/budget-headers.ts"
import { outcomeOf } from "../../../test/requests/outcome.ts"

describe("the request limit of a workspace", () => {
  const minute = Date.parse("2026-03-01T12:00:00Z")
  const clock = { now: minute }
  const keyward = serveKeyward({ engine: "sqlite", clock })
  let own: TestWorkspace
  beforeEach(async () => {
    clock.now = minute
    own = await keyward.createWorkspace()
  })

  const limit = (requestsPerMinute: number | null, more: object = {}) =>
    keyward.ok(
      "workspaces.updateWorkspace",
      { workspaceId: own.workspaceId, limits: { requestsPerMinute, ...more } },
      keyward.operator,
    )
  const call = (operation = "keys.listKeys", body: object = {}, key = own.rootKey) =>
    keyward.call(operation, body, { key })

  test("has no headers where there is none", async () => {
    expect(budgetOf(await call())).toEqual(noBudget)
  })

  test("admits exactly as many requests as it says, and shows what is left and until when", async () => {
    await limit(3)
    clock.now = minute + 15_001
    for (const remaining of ["2", "1", "0"]) {
      const reply = await call()
      expect([outcomeOf(reply), ...budgetOf(reply)]).toEqual(["200", "3", remaining, "45", null])
    }
    const refused = await call()
    expect([outcomeOf(refused), ...budgetOf(refused)]).toEqual([rateLimited, "3", "0", "45", "45"])
  })

  test("slides: what was used in the last minute fades as this one passes, and refused requests never count", async () => {
    await limit(4)
    for (let round = 0; round < 4; round += 1) await call()
    for (let round = 0; round < 10; round += 1) expect(outcomeOf(await call())).toBe(rateLimited)
    clock.now = minute + 60_000
    expect(outcomeOf(await call())).toBe(rateLimited)
    clock.now = minute + 60_000 + 30_000
    expect(budgetOf(await call())).toEqual(["4", "1", "30", null])
    expect(budgetOf(await call())).toEqual(["4", "0", "30", null])
    expect(outcomeOf(await call())).toBe(rateLimited)
    clock.now = minute + 3 * 60_000
    expect(budgetOf(await call())).toEqual(["4", "3", "60", null])
  })

  test("counts root keys, and neither API keys nor operators nor other workspaces", async () => {
    const { key } = await createKey(keyward, {}, own.rootKey)
    const second = await keyward.createRootKey(["api.*.read_key"], own)
    await limit(2)
    for (let round = 0; round < 5; round += 1) expect(outcomeOf(await call("keys.whoami", {}, key))).toBe("200")
    expect(budgetOf(await call())).toEqual(["2", "1", "60", null])
    expect(budgetOf(await call("keys.listKeys", {}, second))).toEqual(["2", "0", "60", null])
    expect(outcomeOf(await call())).toBe(rateLimited)
    expect(outcomeOf(await call("keys.whoami", {}, key))).toBe("200")
    const seen = await keyward.call("workspaces.getWorkspace", { workspaceId: own.workspaceId }, keyward.operator)
    expect([outcomeOf(seen), ...budgetOf(seen)]).toEqual(["200", ...noBudget])
    expect(budgetOf(await keyward.call("keys.listKeys"))).toEqual(noBudget)
  })

  test("counts sessions by root keys like their keys, however many keys are pasted", async () => {
    const sessions: { readonly session: object }[] = []
    for (let count = 0; count < 5; count += 1) {
      const key = await keyward.createRootKey(["api.*.read_key"], own)
      const cookie = cookieOf(await keyward.call("sessions.signIn", { key }, visitor))
      sessions.push(inBrowser({ cookie }, own.workspaceId))
    }
    const [first = {}, second = {}] = sessions
    expect(budgetOf(await keyward.call("keys.listKeys", {}, first))).toEqual(["600", "599", "60", null])
    await limit(4)
    expect(budgetOf(await keyward.call("keys.listKeys", {}, first))).toEqual(["4", "3", "60", null])
    expect(budgetOf(await keyward.call("keys.listKeys", {}, second))).toEqual(["4", "2", "60", null])
    expect(budgetOf(await call())).toEqual(["4", "1", "60", null])
    const outcomes: string[] = []
    for (const session of sessions) outcomes.push(outcomeOf(await keyward.call("keys.listKeys", {}, session)))
    expect(outcomes).toEqual(["200", rateLimited, rateLimited, rateLimited, rateLimited])
    const refused = await keyward.call("keys.listKeys", {}, second)
    expect(budgetOf(refused)).toEqual(["4", "0", "60", "60"])
    expect(outcomeOf(await call())).toBe(rateLimited)
  })

  test("counts requests that later steps refuse, and none that earlier steps refuse", async () => {
    const weak = await keyward.createRootKey(["event.*.read_event"], own)
    const { rootKey: disabled } = await keyward.ok(
      "rootKeys.createRootKey",
      { permissions: ["*"], enabled: false },
      { key: own.rootKey },
    )
    await limit(3)
    expect(budgetOf(await call("keys.listKeys", {}, disabled))).toEqual(noBudget)
    expect(budgetOf(await keyward.call("keys.nothing", {}, { key: own.rootKey }))).toEqual(noBudget)
    const forbidden = await call("keys.listKeys", {}, weak)
    expect([forbidden.status, ...budgetOf(forbidden)]).toEqual([403, "3", "2", "60", null])
    const invalid = await call("keys.listKeys", { nonsense: true })
    expect([invalid.status, ...budgetOf(invalid)]).toEqual([400, "3", "1", "60", null])
    const unknown = await call("keys.getKey", { keyId: "?" })
    expect([unknown.status, ...budgetOf(unknown)]).toEqual([404, "3", "0", "60", null])
    expect(outcomeOf(await call("keys.listKeys", {}, weak))).toBe(rateLimited)
  })

  test("is refused before anything is done", async () => {
    await limit(1)
    await call()
    expect(outcomeOf(await call("identities.createIdentity", { externalId: "late" }))).toBe(rateLimited)
    await limit(null)
    expect(await keyward.ok("identities.listIdentities", {}, { key: own.rootKey })).toEqual([])
  })

  test("keeps its count when the limit is changed, and the change concerns the next request", async () => {
    await limit(2)
    await call()
    await call()
    await limit(3)
    expect(budgetOf(await call())).toEqual(["3", "0", "60", null])
    await limit(1)
    expect(outcomeOf(await call())).toBe(rateLimited)
    await limit(null)
    expect(budgetOf(await call())).toEqual(noBudget)
  })

  test("never disables the workspace: a rate is no quota", async () => {
    await limit(1, { onExceeded: "disable" })
    await call()
    expect(outcomeOf(await call())).toBe(rateLimited)
    const { enabled } = await keyward.ok("workspaces.getWorkspace", { workspaceId: own.workspaceId }, keyward.operator)
    expect(enabled).toBe(true)
    clock.now += 120_000
    expect(outcomeOf(await call())).toBe("200")
  })

  test("admits exactly its number of parallel requests", async () => {
    await limit(5)
    const replies = await Promise.all(Array.from({ length: 20 }, () => call()))
    expect(replies.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(5)
    expect(replies.filter((reply) => outcomeOf(reply) === rateLimited)).toHaveLength(15)
  })
})
