import { describe, expect, test } from "bun:test"
import type { Progress } from "../storage/port/nodes.ts"
import { createDropQueues, type OpenDrop } from "../verifiers/drop-queues.ts"
import { createProgressReport } from "./progress-report.ts"

/** A node whose verifiers acknowledge when told to. */
function startNode() {
  const listeners = new Set<() => void>()
  const queues = createDropQueues(() => {
    for (const listener of listeners) listener()
  })
  const reports: Progress[] = []
  const drops = {
    get latest() {
      return queues.latest
    },
    unsettled: queues.unsettled,
    onSettled(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  const { applied } = createProgressReport(drops, (progress) => reports.push(progress))
  const drop = (workspaceId: string): OpenDrop => {
    const open = queues.begin(workspaceId)
    open.wait()
    open.seal()
    return open
  }
  return { applied, drop, progress: () => reports.at(-1) }
}

const upTo = (sequence: number, behind: Record<string, number> = {}): Progress => ({
  sequence,
  behind: new Map(Object.entries(behind)),
})

describe("a node reports", () => {
  test("a change at once if no verifier holds what it made stale", () => {
    const { applied, progress } = startNode()
    applied(7)
    expect(progress()).toEqual(upTo(7))
  })

  test("changes of other workspaces while verifiers of one have not acknowledged", () => {
    const { applied, drop, progress } = startNode()
    applied(7)
    const eighth = drop("ws_1")
    applied(8)
    expect(progress()).toEqual(upTo(8, { ws_1: 7 }))
    applied(9)
    expect(progress()).toEqual(upTo(9, { ws_1: 7 }))
    eighth.settle()
    expect(progress()).toEqual(upTo(9))
  })

  test("of a workspace what was applied before its oldest drop that is not settled", () => {
    const { applied, drop, progress } = startNode()
    const first = drop("ws_1")
    applied(1)
    const other = drop("ws_2")
    applied(2)
    const third = drop("ws_1")
    applied(3)
    expect(progress()).toEqual(upTo(3, { ws_1: 0, ws_2: 1 }))
    third.settle()
    expect(progress()).toEqual(upTo(3, { ws_1: 0, ws_2: 1 }))
    first.settle()
    expect(progress()).toEqual(upTo(3, { ws_2: 1 }))
    other.settle()
    expect(progress()).toEqual(upTo(3))
  })

  test("a drop that was sent before the number of its change arrived", () => {
    const { applied, drop, progress } = startNode()
    applied(4)
    const own = drop("ws_1")
    applied(5)
    applied(6)
    expect(progress()).toEqual(upTo(6, { ws_1: 4 }))
    own.settle()
    expect(progress()).toEqual(upTo(6))
  })

  test("one number for all workspaces but those furthest behind, if too many are to name them", () => {
    const { applied, drop, progress } = startNode()
    drop("ws_hung")
    applied(1)
    const drops = Array.from({ length: 100 }, (_, index) => drop(`ws_${index}`))
    applied(2)
    expect(progress()).toEqual(upTo(1, { ws_hung: 0 }))
    drops[0]?.settle()
    expect(progress()?.sequence).toBe(2)
    expect(progress()?.behind.size).toBe(100)
  })
})
