import { expect, test } from "bun:test"
import { createSendPlaces, type Place, type Turn } from "./send-places.ts"

function startWaiting(total?: number) {
  const places = createSendPlaces(total)
  const taken: { readonly what: string; readonly place: Place }[] = []
  const take = async (workspaceId: string, what = workspaceId, turn: Turn = "last") => {
    taken.push({ what, place: await places.take(workspaceId, turn) })
  }
  /** After everything that has a place now. */
  const names = async () => {
    for (let turn = 0; turn < 10; turn += 1) await undefined
    return taken.map(({ what }) => what)
  }
  const giveBack = async (what: string) => {
    const index = (await names()).indexOf(what)
    expect(index).not.toBe(-1)
    taken.splice(index, 1)[0]?.place.giveBack()
  }
  return { take, names, giveBack }
}

test("a workspace alone has 64 requests in flight, and leaves places to others", async () => {
  const { take, names } = startWaiting()
  for (let index = 0; index < 100; index += 1) take("silent")
  expect(await names()).toHaveLength(64)
  take("other")
  expect(await names()).toEqual([...Array.from({ length: 64 }, () => "silent"), "other"])
})

test("all workspaces together have 128 requests in flight, and each place given back goes to one that waits", async () => {
  const { take, names, giveBack } = startWaiting()
  for (let index = 0; index < 200; index += 1) take(`ws_${index}`)
  expect(await names()).toHaveLength(128)
  for (let index = 0; index < 72; index += 1) await giveBack(`ws_${index}`)
  expect(await names()).toHaveLength(128)
  expect((await names()).at(-1)).toBe("ws_199")
})

test("workspaces that wait take turns, however many requests of each wait", async () => {
  const { take, names, giveBack } = startWaiting(2)
  take("a", "first")
  take("b", "second")
  expect(await names()).toEqual(["first", "second"])
  for (const what of ["c1", "c2", "c3"]) take("c", what)
  for (const what of ["d1", "d2"]) take("d", what)
  const served: (string | undefined)[] = []
  for (const last of ["first", "c1", "d1", "c2", "d2"]) {
    await giveBack(last)
    served.push((await names()).at(-1))
  }
  expect(served).toEqual(["c1", "d1", "c2", "d2", "c3"])
})

test("what comes next comes before everything else of its workspace, and before nothing of another", async () => {
  const { take, names, giveBack } = startWaiting(1)
  take("a", "first")
  for (const what of ["c1", "c2"]) take("c", what)
  take("d", "d1")
  take("d", "sample", "next")
  const served: (string | undefined)[] = []
  for (const last of ["first", "c1", "sample", "c2"]) {
    await giveBack(last)
    served.push((await names()).at(-1))
  }
  expect(served).toEqual(["c1", "sample", "c2", "d1"])
})
