import { expect, test } from "bun:test"
import { createTurns, turnBounds } from "./turns.ts"

/** Turns whose loop and clock a test moves by hand. A step takes one millisecond. */
function started() {
  let now = 0
  const waiting: (() => void)[] = []
  const failures: unknown[] = []
  const did: string[] = []
  const wait = () =>
    new Promise<void>((resolve) => {
      waiting.push(resolve)
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
    open: (workspaceId: string) => turns.open(workspaceId, (error) => failures.push(error)),
    finish: turns.finish,
    failures,
    steps,
    did: () => did.splice(0).join(""),
    /** What was done in the next turn of the loop. */
    async turn() {
      const before = did.length
      for (const resolve of waiting.splice(0)) resolve()
      await Bun.sleep(0)
      return did.slice(before).join("")
    },
    pass(ms: number) {
      now += ms
    },
  }
}

test("5 ms of work are done per turn of the loop, in turn between workspaces", async () => {
  const { open, steps, turn } = started()
  const [one, sibling, other] = [open("a"), open("a"), open("b")]
  one.later(10, steps("1", 6))
  sibling.later(10, steps("2", 2))
  other.later(10, steps("b", 3))
  expect([await turn(), await turn(), await turn(), await turn()]).toEqual(["1b1b1", "b1112", "2", ""])
})

test("work that comes during a turn, and after all was done, is done too", async () => {
  const { open, steps, turn } = started()
  const line = open("a")
  line.later(10, steps("1", 1))
  expect(await turn()).toBe("1")
  line.later(10, steps("2", 7))
  expect(await turn()).toBe("22222")
  open("b").later(10, steps("b", 1))
  line.later(10, steps("3", 1))
  expect([await turn(), await turn()]).toEqual(["2b23", ""])
})

test("2 ms of a workspace are done at once, over all its connections, and the rest in order", async () => {
  const { open, steps, did, turn } = started()
  const [one, sibling, other] = [open("a"), open("a"), open("b")]
  one.soon(10, steps("1", 3))
  one.soon(10, steps("2", 1))
  sibling.soon(10, steps("3", 1))
  other.soon(10, steps("b", 1))
  expect(did()).toBe("11b")
  expect(await turn()).toBe("123")
  did()
  one.soon(10, steps("4", 1))
  expect(did()).toBe("4")
})

test("what somebody waits for is done before the rows of other connections", async () => {
  const { open, steps, did, turn } = started()
  const [one, sibling] = [open("a"), open("a")]
  one.later(10, steps("r", 6))
  sibling.soon(10, steps("s", 4))
  expect(did()).toBe("ss")
  expect([await turn(), await turn()]).toEqual(["ssrrr", "rrr"])
})

test("a step that throws ends its piece, is reported, and stops nothing else", async () => {
  const { open, steps, failures, did, turn } = started()
  const wrong = new Error("a step failed")
  const failing = (): Iterator<unknown> => ({
    next() {
      throw wrong
    },
  })
  const line = open("a")
  line.later(10, failing())
  line.later(10, steps("1", 1))
  open("b").later(10, steps("b", 1))
  line.soon(10, failing())
  expect(failures).toEqual([wrong])
  expect(await turn()).toBe("b1")
  expect(failures).toEqual([wrong, wrong])
  line.soon(10, steps("2", 1))
  line.later(10, steps("3", 1))
  expect([did(), await turn()]).toEqual(["b12", "3"])
})

test("a connection may leave more than 1 MiB for 10 s, and then nothing until less waits", async () => {
  const { open, steps, turn, pass } = started()
  const [line, sibling] = [open("a"), open("a")]
  const frame = 300_000
  for (let index = 0; index < 5; index += 1) expect(line.later(frame, steps("x", 1))).toBe(true)
  pass(turnBounds.whileMs)
  expect(line.later(frame, steps("x", 1))).toBe(true)
  pass(1)
  expect([line.later(frame, steps("x", 1)), sibling.later(frame, steps("y", 1))]).toEqual([false, true])
  expect(await turn()).toBe("xxxxx")
  expect(line.later(frame, steps("x", 1))).toBe(true)
})

test("a workspace may leave more than 16 MiB for 10 s, over all its connections", async () => {
  const { open, steps, turn, pass } = started()
  const lines = Array.from({ length: 20 }, () => open("a"))
  const frame = 1_000_000
  for (const line of lines) expect(line.later(frame, steps("x", 1))).toBe(true)
  pass(turnBounds.whileMs + 1)
  expect(lines.filter((line) => line.later(frame, steps("x", 1)))).toEqual([])
  expect(open("b").later(frame, steps("b", 1))).toBe(true)
  await turn()
  expect(lines[0]?.later(frame, steps("x", 1))).toBe(true)
})

test("all workspaces leave at most 256 MiB, and one alone leaves half", () => {
  const { open, steps } = started()
  const frame = turnBounds.bytesOfProcess / 16 - 200
  const taken = (workspaceId: string) =>
    Array.from({ length: 20 }, () => open(workspaceId)).filter((line) => line.later(frame, steps("x", 1))).length
  expect([taken("a"), taken("b"), taken("c"), taken("a")]).toEqual([8, 4, 2, 0])
})

test("what waits at the end is done at once, and in order", async () => {
  const { open, finish, steps, did, turn } = started()
  const line = open("a")
  for (const name of ["1", "2", "3"]) line.later(10, steps(name, 2))
  finish()
  expect([did(), await turn()]).toEqual(["112233", ""])
})
