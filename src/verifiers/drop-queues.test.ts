import { describe, expect, test } from "bun:test"
import { createDropQueues } from "./drop-queues.ts"

function startQueues() {
  const queues = createDropQueues(() => {})
  const drop = (workspaceId: string) => {
    const open = queues.begin(workspaceId)
    open.wait()
    open.seal()
    return open
  }
  /** Whether each wait is over. */
  const waitFor = (workspaces: readonly string[] | "all") => {
    let isOver = false
    void Promise.resolve(queues.whenSettled(workspaces)).then(() => {
      isOver = true
    })
    return async () => {
      await Bun.sleep(0)
      return isOver
    }
  }
  return { queues, drop, waitFor }
}

describe("a change waits for", () => {
  test("nothing without drops", () => {
    const { queues } = startQueues()
    expect([queues.whenSettled("all"), queues.whenSettled(["ws_1"])]).toEqual([undefined, undefined])
  })

  test("drops of its workspaces, and for no others", async () => {
    const { queues, drop, waitFor } = startQueues()
    const [one, other] = [drop("ws_1"), drop("ws_2")]
    const [ofOne, ofThird, ofAll] = [waitFor(["ws_1"]), waitFor(["ws_3"]), waitFor("all")]
    expect([await ofOne(), await ofThird(), await ofAll()]).toEqual([false, true, false])
    one.settle()
    expect([await ofOne(), await ofAll()]).toEqual([true, false])
    expect(queues.whenSettled(["ws_1", "ws_3"])).toBeUndefined()
    other.settle()
    expect(await ofAll()).toBe(true)
  })

  test("earlier drops of its workspace, and for no later ones", async () => {
    const { drop, waitFor } = startQueues()
    const [first, second] = [drop("ws_1"), drop("ws_1")]
    const waiting = waitFor(["ws_1"])
    drop("ws_1")
    second.settle()
    expect(await waiting()).toBe(false)
    first.settle()
    expect(await waiting()).toBe(true)
  })

  test("every verifier to which a drop was sent", async () => {
    const { queues, waitFor } = startQueues()
    const drop = queues.begin("ws_1")
    drop.wait()
    drop.settle()
    drop.wait()
    const waiting = waitFor(["ws_1"])
    drop.seal()
    expect(await waiting()).toBe(false)
    drop.settle()
    expect(await waiting()).toBe(true)
    expect(queues.unsettled()).toEqual(new Map())
  })
})
