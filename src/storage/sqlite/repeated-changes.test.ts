import { Database } from "bun:sqlite"
import { describe, expect, test } from "bun:test"
import { commitHeld, openHeldStore, runThen } from "../../../test/held-store.ts"
import { rejection } from "../../../test/rejection.ts"
import { testFolder } from "../../../test/services/test-folder.ts"
import { until } from "../../../test/until.ts"
import type { Api } from "../../core/model.ts"
import type { Transaction } from "../port/store.ts"

describe("changes of a SQLite file that ran while others were on their way to the thread that writes", () => {
  const { newPath } = testFolder()
  const open = (options?: Parameters<typeof openHeldStore>[1]) => openHeldStore(newPath(".db"), options)

  test.each([
    ["are kept", (tx: Transaction, api: Api, name: string) => tx.apis.update({ ...api, name: `${name}, then` })],
    [
      "are refused",
      async (_tx: Transaction, _api: Api, name: string) => {
        if (name !== "other") throw new Error(`The name is ${name}.`)
      },
    ],
  ])("run again if another program wrote after they looked something up, and they %s", async (outcome, end) => {
    // Each change has its own group, so that the first one is sent before the second one begins.
    await using opened = await open({ bounds: { maxChanges: 1, maxMs: 60_000 } })
    const { api, path, executed, inWorkspace, holdReplies } = opened
    using other = new Database(path)
    const { done: first, release } = await runThen(opened, opened.add, holdReplies)
    const names: (string | undefined)[] = []
    const second = inWorkspace(async (tx) => {
      const found = await tx.apis.find(api.workspaceId, api.id)
      if (names.push(found?.name) === 1) {
        await until(() => executed.at(-1)?.endsWith("commit"))
        other.run("update apis set name = 'other' where id = ?", [api.id])
        release()
      }
      await end(tx, api, found?.name ?? "")
    })
    await Promise.all([first, second])
    expect(names).toEqual([api.name, "other"])
    expect(await opened.name()).toBe(outcome === "are kept" ? "other, then" : "other")
  })

  test("run again also behind another one that runs again because another program wrote", async () => {
    await using opened = await open()
    const { api, path, sent, executed, inWorkspace, addIdentity, onceAfterCommit } = opened
    using other = new Database(path)
    const first = await commitHeld(opened, opened.add)
    const second = addIdentity()
    await until(() => sent.length === 3)
    const names: (string | undefined)[] = []
    const third = inWorkspace(async (tx) => {
      const found = await tx.apis.find(api.workspaceId, api.id)
      names.push(found?.name)
      await until(() => executed.length > 2)
      await tx.apis.update({ ...api, name: `${found?.name}, then` })
    })
    await until(() => names.length === 1)
    onceAfterCommit(() => other.run("update apis set name = 'other' where id = ?", [api.id]))
    first.release()
    await Promise.all([first.done, second, third])
    expect(names).toEqual([api.name, "other"])
    expect(await opened.name()).toBe("other, then")
  })

  test("run again if they waited long, because their callers may have gone away", async () => {
    await using opened = await open({ maxMs: 250 })
    const { api, inWorkspace } = opened
    const first = await commitHeld(opened, opened.add)
    let isGone = false
    let runs = 0
    const second = inWorkspace(async (tx) => {
      runs += 1
      await tx.apis.update({ ...api, name: "gone" })
      if (isGone) throw new Error("gone")
    })
    await until(() => runs === 1)
    isGone = true
    const startedAt = Date.now()
    await until(() => Date.now() > startedAt + 300)
    first.release()
    expect(await rejection(Promise.all([first.done, second]))).toEqual(new Error("gone"))
    expect([runs, await opened.name()]).toEqual([2, api.name])
  })

  test("wait for their turn if the disk is slow, so that they need not run again", async () => {
    await using opened = await open({ slowCommitMs: 50 })
    const { inWorkspace, holdReplies } = opened
    const slow = await runThen(opened, opened.add, holdReplies)
    const startedAt = performance.now()
    await until(() => performance.now() > startedAt + 100)
    slow.release()
    await slow.done
    const first = await commitHeld(opened, opened.add)
    const order: string[] = []
    const second = inWorkspace(async () => order.push("second"))
    await Bun.sleep(0)
    order.push("released")
    first.release()
    await Promise.all([first.done, second])
    expect(order).toEqual(["released", "second"])
  })
})
