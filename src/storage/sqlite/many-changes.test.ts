import { describe, expect, test } from "bun:test"
import { rejection } from "../../../test/harness/rejection.ts"
import { testFolder } from "../../../test/services/test-folder.ts"
import { openHeldStore } from "../../../test/storage/held-store.ts"
import { newIdentity } from "../conformance/new-objects.ts"
import { newEntry } from "../conformance/recorded-events.ts"

const refusal = new Error("no")

describe("many changes of a SQLite file that share a transaction", () => {
  const { newPath } = testFolder()
  const open = () => openHeldStore(newPath(".db"))

  test("are sent eight at a time, while the next ones run", async () => {
    await using opened = await open()
    const { sent, identities } = opened
    await Promise.all(Array.from({ length: 20 }, opened.addIdentity))
    const eight = Array.from({ length: 16 }, () => "write").join(" ")
    const four = Array.from({ length: 8 }, () => "write").join(" ")
    expect(sent).toEqual(["begin", eight, eight, `${four} commit`])
    expect(await identities()).toBe(20)
  })

  test("keep their events in order, and see all changes before them, also if some are refused", async () => {
    await using opened = await open()
    const { api, inWorkspace, find } = opened
    /** Every third one is refused, half of them after they have read what they wrote. */
    const append = (number: number) =>
      inWorkspace(async (tx) => {
        const found = await find(tx)
        await tx.apis.update({ ...api, name: `${found?.name},${number}` })
        tx.record(newEntry(api.workspaceId, { changes: { before: null, after: { number } } }))
        if (number % 2 === 0) await find(tx)
        if (number % 3 === 0) throw refusal
      }).catch((error) => error)
    const numbers = Array.from({ length: 40 }, (_, index) => index + 1)
    const outcomes = await Promise.all(numbers.map(append))
    const kept = numbers.filter((number) => number % 3 !== 0)
    expect(outcomes.flatMap((outcome, index) => (outcome === refusal ? [] : [index + 1]))).toEqual(kept)
    expect(await opened.name()).toBe([api.name, ...kept].join(","))
    const events = await opened.events()
    expect(events.map(({ changes }) => changes.after)).toEqual(kept.map((number) => ({ number })))
  })

  test("of which one fails after it was sent run again alone, and only that one is refused", async () => {
    await using opened = await open()
    const { api, inWorkspace, identities } = opened
    const identity = newIdentity(api.workspaceId)
    const insert = () => inWorkspace((tx) => tx.identities.insert([identity]))
    const [first, second] = [insert(), rejection(insert())]
    const others = Array.from({ length: 20 }, opened.addIdentity)
    await Promise.all([first, ...others])
    expect(await second).toBeInstanceOf(Error)
    expect(await identities()).toBe(21)
  })

  test("share their commit with a spend, which goes first and ends the group", async () => {
    await using opened = await open()
    const { sent, spend, addIdentity } = opened
    await Promise.all([addIdentity(), addIdentity(), spend([], "short")])
    expect(sent).toEqual(["begin", "write write spend commit", "begin", "write write commit"])
  })
})
