import { describe, expect, test } from "bun:test"
import { rejection } from "../../../../test/harness/rejection.ts"
import { StorageUnavailable } from "../../port/unavailable.ts"
import type { Database } from "../schema/schema.ts"
import { createChangeGroup, runSharedOrAlone, type SharedTransaction } from "./change-group.ts"

const bounds = { maxChanges: 64, maxMs: 60_000 }

/** A transaction that writes down what the group does with it. */
function transactionThat(members: Partial<SharedTransaction> = {}) {
  const calls: string[] = []
  const note = (call: string) => () => {
    calls.push(call)
  }
  const transaction: SharedTransaction = {
    db: {} as Database,
    mark: note("mark"),
    keep: note("keep"),
    undo: note("undo"),
    failure: () => undefined,
    commit: async () => note("commit")(),
    rollBack: async () => note("roll back")(),
    ...members,
  }
  return { transaction, calls }
}

const alone = { hasFollower: () => false, end() {} }
const followed = { hasFollower: () => true, end() {} }

describe("a group of changes", () => {
  test("gives all callers their results at once, so that they can wait for the other nodes together", async () => {
    const { transaction } = transactionThat()
    const group = createChangeGroup(transaction, bounds)
    let returned = 0
    let seen: number | undefined
    const run = async (number: number) => {
      await group.run(async () => {}, { hasFollower: () => number < 20, end() {} })
      returned += 1
      if (returned === 1) {
        setImmediate(() => {
          seen = returned
        })
      }
    }
    await Promise.all(Array.from({ length: 20 }, (_, index) => run(index + 1)))
    await new Promise((resolve) => setImmediate(resolve))
    expect(seen).toBe(20)
  })

  test("commits what is kept, and undoes what is refused, before anyone gets a result", async () => {
    const { transaction, calls } = transactionThat()
    const group = createChangeGroup(transaction, bounds)
    const refusal = new Error("no")
    const kept = group.run(async () => "kept", followed)
    const refused = rejection(group.run(() => Promise.reject(refusal), alone))
    expect(group.isOpen()).toBe(true)
    expect(await kept).toBe("kept")
    expect(await refused).toBe(refusal)
    expect(group.isOpen()).toBe(false)
    expect(calls).toEqual(["mark", "mark", "keep", "undo", "commit"])
  })

  test("of which all changes are refused is rolled back", async () => {
    const { transaction, calls } = transactionThat()
    await rejection(createChangeGroup(transaction, bounds).run(() => Promise.reject(new Error("no")), alone))
    expect(calls).toEqual(["mark", "undo", "roll back"])
  })

  test("that has sent its commit takes no further change, and ends the turn of one that comes", async () => {
    const { transaction } = transactionThat()
    const group = createChangeGroup(transaction, bounds)
    await group.run(async () => {}, alone)
    let hasEnded = false
    const late = group.run(async () => {}, {
      ...alone,
      end() {
        hasEnded = true
      },
    })
    expect(String(await rejection(late))).toContain("stored already")
    expect(hasEnded).toBe(true)
  })

  test.each([
    ["a statement before the commit", { failure: () => ({ error: new Error("unique") }) }],
    ["the commit", { commit: () => Promise.reject(new Error("unique")) }],
  ])("whose %s fails rolls back, and its changes run again alone", async (_name, members) => {
    const { transaction, calls } = transactionThat(members)
    const shared = createChangeGroup(transaction, bounds)
    const run = (number: number) =>
      runSharedOrAlone((isAlone) => {
        const group = isAlone ? createChangeGroup(transactionThat().transaction, bounds) : shared
        return group.run(async () => number, isAlone || number === 2 ? alone : followed)
      }, false)
    const results = "commit" in members ? [run(1), run(2)] : [run(1)]
    expect(await Promise.all(results)).toEqual("commit" in members ? [1, 2] : [1])
    expect(calls.at(-1)).toBe("roll back")
    expect(calls).not.toContain("commit")
  })

  test("whose database is unavailable fails for all, and nothing runs again", async () => {
    const outage = new StorageUnavailable(new Error("gone"))
    const { transaction } = transactionThat({ commit: () => Promise.reject(outage) })
    const group = createChangeGroup(transaction, bounds)
    let runs = 0
    const work = async () => {
      runs += 1
    }
    const results = [group.run(work, followed), group.run(work, alone)]
    expect(await Promise.all(results.map(rejection))).toEqual([outage, outage])
    expect(runs).toBe(2)
  })
})
