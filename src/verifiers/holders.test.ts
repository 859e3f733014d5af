import { describe, expect, test } from "bun:test"
import { until } from "../../test/harness/until.ts"
import { createHolders } from "./holders.ts"

function start(maxIds: number) {
  const dropped: string[] = []
  const holders = createHolders({ maxIds, onFull: (ids) => dropped.push(...ids) })
  /** Another verifier gets records that depend on one id each. */
  const note = (workspaceId: string, ids: readonly string[]) => {
    const slot = holders.openSlot()
    for (const id of ids) holders.note([id], { slot, workspaceId })
    return slot
  }
  return { holders, note, dropped }
}

const named = (name: string, count: number) => Array.from({ length: count }, (_, index) => `${name}_${index}`)

describe("ids that verifiers hold", () => {
  test("are taken once, for each verifier that holds them", () => {
    const { holders, note } = start(300)
    const one = note("ws_1", ["key_1", "api_1"])
    const other = note("ws_1", ["key_2", "api_1"])
    expect(holders.take(["api_1", "key_2", "unknown"])).toEqual(
      new Map([
        [one, ["api_1"]],
        [other, ["api_1", "key_2"]],
      ]),
    )
    expect(holders.take(["api_1", "key_1"])).toEqual(new Map([[one, ["key_1"]]]))
  })

  test("are given up, those noted longest ago first, where there is no room", () => {
    const { holders, note, dropped } = start(300)
    const slot = note("ws_1", named("key", 299))
    holders.note(["key_0"], { slot, workspaceId: "ws_1" })
    holders.note(["key_299"], { slot, workspaceId: "ws_1" })
    expect(dropped).toEqual([])
    holders.note(["key_300"], { slot, workspaceId: "ws_1" })
    expect(dropped).toEqual(named("key", 101).slice(1))
    expect(holders.take(["key_0", "key_1", "key_300"])).toEqual(new Map([[slot, ["key_0", "key_300"]]]))
  })

  test("are all noted where those of one record would not have had room", () => {
    const { holders, dropped } = start(300)
    const ids = named("role", 250)
    for (const slot of [0, 1]) holders.note([`key_${slot}`, ...ids], { slot, workspaceId: "ws_1" })
    expect(dropped).toEqual(["key_0", ...ids])
    expect(holders.take(ids)).toEqual(new Map([[1, ids]]))
  })

  test("are given up by the workspace with the most, so that one with many keys costs others nothing", () => {
    const { holders, note, dropped } = start(300)
    const quiet = named("quiet", 100)
    const slot = note("ws_quiet", quiet)
    note("ws_large", named("large", 2_000))
    expect(dropped.filter((id) => quiet.includes(id))).toEqual([])
    expect(holders.take(quiet)).toEqual(new Map([[slot, quiet]]))
  })

  test("have room again once they are taken, cleared or held by nobody", async () => {
    const { holders, note, dropped } = start(300)
    note("ws_1", named("key", 300))
    holders.take(named("key", 300))
    note("ws_2", named("key", 300))
    holders.clear()
    const slot = note("ws_3", named("key", 300))
    holders.closeSlot(slot)
    // A slot is reused once no id names it any more.
    await until(() => holders.openSlot() === slot)
    note("ws_4", named("key", 300))
    expect(dropped).toEqual([])
  })
})
