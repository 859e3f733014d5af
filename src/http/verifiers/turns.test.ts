import { expect, test } from "bun:test"
import { createTurns, turnBounds } from "./turns.ts"

/** Turns whose loop and clock a test moves by hand. A step takes one millisecond. */
function started() {
  let now = 0
  let waiting = () => {}
  const did: string[] = []
  const wait = () =>
    new Promise<void>((resolve) => {
      waiting = resolve
    })
  const turns = createTurns({ clock: () => now, wait })
  function* steps(name: string, count: number) {
    for (let index = 0; index < count; index += 1) {
      did.push(name)
      now += 1
      if (index < count - 1) yield
    }
  }
  return {
    turns,
    steps,
    /** What was done in the next turn of the loop. */
    async turn() {
      const before = did.length
      waiting()
      await Bun.sleep(0)
      return did.slice(before).join("")
    },
    pass(ms: number) {
      now += ms
    },
  }
}

test("5 ms of work are done per turn of the loop, in turn between workspaces", async () => {
  const { turns, steps, turn } = started()
  const [one, sibling, other] = [turns.open("a"), turns.open("a"), turns.open("b")]
  one.add(10, steps("1", 6))
  sibling.add(10, steps("2", 2))
  other.add(10, steps("b", 3))
  expect([await turn(), await turn(), await turn(), await turn()]).toEqual(["1b1b1", "b1112", "2", ""])
})

test("work that comes during a turn, and after all was done, is done too", async () => {
  const { turns, steps, turn } = started()
  const line = turns.open("a")
  line.add(10, steps("1", 1))
  expect(await turn()).toBe("1")
  line.add(10, steps("2", 7))
  expect(await turn()).toBe("22222")
  turns.open("b").add(10, steps("b", 1))
  line.add(10, steps("3", 1))
  expect([await turn(), await turn()]).toEqual(["2b23", ""])
})

test("a connection may leave more than 1 MiB for 10 s, and then nothing until less waits", async () => {
  const { turns, steps, turn, pass } = started()
  const [line, sibling] = [turns.open("a"), turns.open("a")]
  const frame = 300_000
  for (let index = 0; index < 5; index += 1) expect(line.add(frame, steps("x", 1))).toBe(true)
  pass(turnBounds.whileMs)
  expect(line.add(frame, steps("x", 1))).toBe(true)
  pass(1)
  expect([line.add(frame, steps("x", 1)), sibling.add(frame, steps("y", 1))]).toEqual([false, true])
  expect(await turn()).toBe("xxxxx")
  expect(line.add(frame, steps("x", 1))).toBe(true)
})

test("a workspace leaves at most 16 MiB, over all its connections", async () => {
  const { turns, steps, turn } = started()
  const lines = Array.from({ length: 20 }, () => turns.open("a"))
  const frame = 1_000_000
  const taken = lines.filter((line) => line.add(frame, steps("x", 1))).length
  expect(taken).toBe(Math.floor(turnBounds.bytesOfWorkspace / (frame + 200)))
  expect(turns.open("b").add(frame, steps("b", 1))).toBe(true)
  await turn()
  expect(lines[0]?.add(frame, steps("x", 1))).toBe(true)
})

test("what waits at the end is done at once, and in order", async () => {
  const { turns, steps, turn } = started()
  const did = turns.open("a")
  did.add(10, steps("1", 20))
  did.add(10, steps("2", 1))
  turns.finish()
  expect(await turn()).toBe("")
  const more = createTurns({ clock: () => 0 })
  const seen: number[] = []
  const line = more.open("a")
  for (const number of [1, 2, 3]) line.add(1, [number].map((one) => seen.push(one)).values())
  more.finish()
  expect(seen).toEqual([1, 2, 3])
})
