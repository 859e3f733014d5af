import { describe, expect, test } from "bun:test"
import { createKey } from "../../../../test/harness/fixtures.ts"
import { engines } from "../../../../test/harness/harness.ts"
import { rejection } from "../../../../test/harness/rejection.ts"
import { serveKeyward } from "../../../../test/harness/serve-keyward.ts"
import { outcomeOf } from "../../../../test/requests/outcome.ts"
import { provideDatabase } from "../../../../test/storage/provide-database.ts"
import { ReturnsDue } from "../../../core/returns-due.ts"
import { addWorkspace, change } from "../../../storage/conformance/stored-objects.ts"
import { StorageUnavailable } from "../../../storage/port/unavailable.ts"

const kinds = ["refill_due", "returns_due", "other_count"] as const

describe.each([...engines])("what must be stored before a charge, and is due again each time, on %s", (engine) => {
  /** Undefined: as usual. */
  let due: (typeof kinds)[number] | undefined
  let attempts = 0
  const again = () => {
    attempts += 1
    if (attempts > 1_000) throw new Error("The attempts have no bound.")
    return due
  }
  const keyward = serveKeyward({
    engine,
    wrapStore: (store) => ({
      ...store,
      credits: {
        ...store.credits,
        async spend(...parts) {
          const type = again()
          return type === undefined ? store.credits.spend(...parts) : { type }
        },
        async commit(...parts) {
          const type = again()
          return type === undefined ? store.credits.commit(...parts) : { type }
        },
      },
    }),
  })
  const { store } = provideDatabase(engine)

  test.each(kinds)("ends a verification and a commit with 503 and charges nothing (%s)", async (kind) => {
    const { identityId } = await keyward.ok("identities.createIdentity", {
      externalId: kind,
      credits: { remaining: 9 },
    })
    const { keyId, key } = await createKey(keyward, { externalId: kind, credits: { remaining: 9 } })
    const verify = (more: object = {}) => keyward.call("keys.verifyKey", { key, credits: { cost: 3, ...more } })
    const { reservationId } = (await verify({ reserve: true })).body.data
    const commit = () => keyward.call("credits.commit", { reservationId, amount: 2 })
    for (const call of [verify, commit]) {
      due = kind
      attempts = 0
      const refused = await call()
      due = undefined
      expect(outcomeOf(refused)).toBe("503 application/service_unavailable")
      expect(refused.body.error.detail).toContain("Nothing was charged.")
      expect(refused.headers.get("retry-after")).toBe("1")
      expect(attempts).toBeLessThan(20)
    }
    expect((await keyward.ok("keys.getKey", { keyId })).credits).toEqual({ remaining: 6, reserved: 3 })
    expect((await commit()).body.data.balances).toEqual({ key: 7, credits: 7 })
    expect((await keyward.ok("identities.getIdentity", { identity: identityId })).credits.remaining).toBe(7)
  })

  test("ends a change as if the database were away, and the change is not stored", async () => {
    const { id, name } = await addWorkspace(store)
    let runs = 0
    const failure = await rejection(
      change(store, id, async (tx) => {
        runs += 1
        if (runs > 1_000) throw new Error("The runs have no bound.")
        const workspace = await tx.workspaces.find(id)
        if (workspace !== undefined) await tx.workspaces.update({ ...workspace, name: "changed" })
        throw new ReturnsDue({}, 0)
      }),
    )
    expect(failure).toBeInstanceOf(StorageUnavailable)
    expect(runs).toBeLessThan(20)
    expect((await store.workspaces.find(id))?.name).toBe(name)
  })
})
