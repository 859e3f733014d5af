import { expect, test } from "bun:test"
import { createProcessPool } from "./process-pool.ts"
import type { Exit, ServingProcess } from "./serving-process.ts"

/** A fake process that the test controls. */
function puppet(pid: number) {
  const serves = Promise.withResolvers<boolean>()
  const exit = Promise.withResolvers<Exit>()
  const end = (how: Exit) => {
    serves.resolve(false)
    exit.resolve(how)
  }
  const process: ServingProcess = {
    pid,
    serves: serves.promise,
    exit: exit.promise,
    stop: () => end({ code: 0, signal: null }),
    kill: () => end({ code: null, signal: "SIGKILL" }),
  }
  return { process, serve: () => serves.resolve(true), end }
}

function crewOf(count: number) {
  const started: { number: number; puppet: ReturnType<typeof puppet> }[] = []
  const told: string[] = []
  const pool = createProcessPool({
    count,
    startOne(number) {
      const one = puppet(started.length + 1)
      started.push({ number, puppet: one })
      return one.process
    },
    report: (message) => told.push(message),
  })
  const numbers = () => started.map(({ number }) => number)
  const last = () => {
    const one = started.at(-1)
    if (one === undefined) throw new Error("None was started.")
    return one.puppet
  }
  return { pool, started, told, numbers, last }
}

const crash: Exit = { code: 1, signal: null }

test("the first process serves before the others are started", async () => {
  const { pool, started, numbers } = crewOf(3)
  const starting = pool.start(() => {})
  await Bun.sleep(0)
  expect(numbers()).toEqual([1])
  started[0]?.puppet.serve()
  await Bun.sleep(0)
  expect(numbers()).toEqual([1, 2, 3])
  for (const { puppet } of started) puppet.serve()
  expect(await starting).toBeUndefined()
})

test("one that cannot start ends all of them", async () => {
  const { pool, started } = crewOf(2)
  const starting = pool.start(() => {})
  started[0]?.puppet.serve()
  await Bun.sleep(0)
  started[1]?.puppet.end(crash)
  expect(await starting).toEqual(crash)
  expect(await started[0]?.puppet.process.exit).toEqual({ code: 0, signal: null })
})

test("a signal while they start stops those that run and starts no more", async () => {
  const { pool, numbers } = crewOf(2)
  const starting = pool.start(() => {})
  await Bun.sleep(0)
  pool.stop()
  expect(await starting).toEqual({ code: 0, signal: null })
  expect(numbers()).toEqual([1])
})

test("one that keeps ending is started again later each time, and not at all once they are stopped", async () => {
  const { pool, started, told, numbers, last } = crewOf(1)
  const starting = pool.start(() => {})
  last().serve()
  await starting
  const keeping = pool.keepRunning()
  for (const restarts of [1, 2]) {
    last().end(crash)
    while (started.length === restarts) await Bun.sleep(5)
    last().serve()
    await Bun.sleep(0)
  }
  last().end(crash)
  await Bun.sleep(0)
  pool.stop()
  expect(await keeping).toEqual([{ code: 0, signal: null }])
  expect(numbers()).toEqual([1, 1, 1])
  expect(told).toEqual([
    "Process 1 of 1 ended. It restarts in 0.25 s.",
    "Process 1 of 1 serves again.",
    "Process 1 of 1 ended. It restarts in 0.5 s.",
    "Process 1 of 1 serves again.",
    "Process 1 of 1 ended. It restarts in 1 s.",
  ])
})
