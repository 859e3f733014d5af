import { describe, expect, test } from "bun:test"
import { engines } from "../../../test/harness/harness.ts"
import { rejection } from "../../../test/harness/rejection.ts"
import { provideDatabase } from "../../../test/storage/provide-database.ts"
import { installationOf } from "../sql/queries/installation.ts"
import { createRefusedSignIns } from "./refused-sign-ins.ts"

describe.each([...engines])("refused sign-ins on %s", (engine) => {
  const { engine: database, store } = provideDatabase(engine)
  const events = () => store.events.list({ limit: 10, workspaceId: "installation", types: ["session.refused"] })

  test("are recorded as one event, with the addresses that tried most", async () => {
    await installationOf(database).ensureChain()
    const refused = createRefusedSignIns(store, { now: () => 5, report: () => {} })
    for (let index = 0; index < 2_000; index += 1) refused.note(`192.0.2.${index}`)
    for (let index = 0; index < 3; index += 1) refused.note("192.0.2.7")
    await refused.flush()
    await refused.flush()
    const [event, ...others] = await events()
    expect(others).toEqual([])
    expect(event).toMatchObject({ time: 5, actor: { type: "system", id: "sign_in" } })
    const { count, addresses } = Object(event?.changes.after)
    expect(count).toBe(2_003)
    expect(addresses).toHaveLength(10)
    expect(addresses[0]).toEqual({ address: "192.0.2.7", count: 4 })
    await refused.close()
  })

  test("are kept while they cannot be stored", async () => {
    let isDown = true
    const transaction: typeof store.transaction = (scope, work) =>
      isDown ? Promise.reject(new Error("down")) : store.transaction(scope, work)
    const refused = createRefusedSignIns({ transaction }, { now: () => 6, report: () => {} })
    refused.note("192.0.2.1")
    expect(await rejection(refused.flush())).toEqual(new Error("down"))
    refused.note("192.0.2.1")
    isDown = false
    await refused.close()
    const [event] = await events()
    expect(event?.changes.after).toEqual({ count: 2, addresses: [{ address: "192.0.2.1", count: 2 }] })
  })
})
