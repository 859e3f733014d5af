import { beforeAll, describe, expect, test } from "bun:test"
import { engines } from "../../test/harness.ts"
import { serveKeyward } from "../../test/serve-keyward.ts"

describe.each([...engines])("apis.listApis on %s", (engine) => {
  const keyward = serveKeyward({ engine })
  const ids: string[] = []

  beforeAll(async () => {
    for (const name of ["Payments", "payouts_v2", "50% off", "Äpfel"]) {
      ids.push((await keyward.ok("apis.createApi", { name })).apiId)
    }
    const { apiId } = await keyward.ok("apis.createApi", { name: "Deleted" })
    await keyward.ok("apis.deleteApi", { apiId })
    const other = await keyward.createWorkspace("Other")
    await keyward.ok("apis.createApi", { name: "Foreign" }, { key: other.rootKey })
  })

  const list = (body?: unknown, options = {}) => keyward.call("apis.listApis", body, options)
  const idsOf = (reply: Awaited<ReturnType<typeof list>>): string[] =>
    reply.body.data.map(({ id }: { id: string }) => id)

  test("lists the live APIs of the workspace in creation order", async () => {
    const reply = await list()
    expect(idsOf(reply)).toEqual(ids)
    expect(reply.body.pagination).toEqual({ hasMore: false })
    expect(reply.body.data[0]).toEqual(await keyward.ok("apis.getApi", { apiId: ids[0] }))
  })

  test("gives every API once when it is walked one by one", async () => {
    const seen: string[] = []
    let cursor = ""
    do {
      const reply = await list({ limit: 1, cursor })
      seen.push(...idsOf(reply))
      cursor = reply.body.pagination.cursor ?? ""
      expect(reply.body.pagination.hasMore).toBe(cursor !== "")
    } while (cursor !== "")
    expect(seen).toEqual(ids)
  })

  test("finds by id or name, literally, and only ASCII letters without regard to case", async () => {
    const found = async (search: string) => idsOf(await list({ search })).map((id) => ids.indexOf(id))
    expect(await found(" PAY ")).toEqual([0, 1])
    expect(await found("%")).toEqual([2])
    expect(await found("_v")).toEqual([1])
    expect(await found(ids[3] ?? "")).toEqual([3])
    expect(await found("Äpf")).toEqual([3])
    expect(await found("äpf")).toEqual([])
    expect(await found("")).toEqual([0, 1, 2, 3])
  })

  test("refuses a cursor it did not issue and bounds that are off", async () => {
    const bad = [
      { cursor: "!" },
      { cursor: "x".repeat(513) },
      { limit: 0 },
      { limit: 101 },
      { limit: "5" },
      { name: "x" },
    ]
    for (const members of bad) {
      const reply = await list(members)
      expect([reply.status, reply.body.error.errors[0].location]).toEqual([400, `body.${Object.keys(members)[0]}`])
    }
    const first = await list({ limit: 1 })
    const elsewhere = await keyward.call("rootKeys.listRootKeys", { cursor: first.body.pagination.cursor })
    expect([elsewhere.status, elsewhere.body.error.errors[0].location]).toEqual([400, "body.cursor"])
  })
})
