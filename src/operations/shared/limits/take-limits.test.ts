import { expect, test } from "bun:test"
import { rejection } from "../../../../test/harness/rejection.ts"
import { provideDatabase } from "../../../../test/storage/provide-database.ts"
import { createIdMint } from "../../../core/ids.ts"
import { createLocalCounters } from "../../../counters/local.ts"
import { addWorkspace } from "../../../storage/conformance/stored-objects.ts"
import type { Store } from "../../../storage/port/store.ts"
import { takeLimits } from "./take-limits.ts"

const { store } = provideDatabase("sqlite")

test("a transaction that runs again takes the tokens of live namespaces once", async () => {
  const workspace = await addWorkspace(store)
  const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))
  const twice: Store = {
    ...store,
    async transaction(scope, work) {
      const first = store.transaction(scope, async (tx) => {
        await work(tx)
        throw new Error("again")
      })
      expect(await rejection(first)).toEqual(new Error("again"))
      return store.transaction(scope, work)
    },
  }
  const now = Date.now()
  const context = {
    store: twice,
    workspace,
    now,
    counters: createLocalCounters(),
    mint: { id: createIdMint({ now: () => now, random }) },
    caller: { type: "operator" },
    requestId: "req_1",
    grant() {},
    usage: { limitChecked() {} },
  } as never
  const request = (namespace: string) => ({ namespace, identifier: "a", limit: 10, duration: 60_000, cost: 1 })
  await takeLimits(context, [request("live")], "always")
  const { limits } = await takeLimits(context, [request("live"), request("new")], "always")
  expect(limits.map(({ remaining }) => remaining)).toEqual([8, 9])
})
