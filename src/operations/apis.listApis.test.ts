import { beforeAll, describe, expect, test } from "bun:test"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"

describe("apis.listApis", () => {
  const keyward = serveKeyward({ engine: "sqlite" })
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

  const list = async (body?: object): Promise<string[]> =>
    (await keyward.ok("apis.listApis", body)).map(({ id }: { id: string }) => id)

  test("lists the live APIs of the workspace in creation order", async () => {
    expect(await list()).toEqual(ids)
    const [first] = await keyward.ok("apis.listApis")
    expect(first).toEqual(await keyward.ok("apis.getApi", { apiId: ids[0] }))
  })

  test("finds by id or name, literally, and only ASCII letters without regard to case", async () => {
    const found = async (search: string) => (await list({ search })).map((id) => ids.indexOf(id))
    expect(await found(" PAY ")).toEqual([0, 1])
    expect(await found("%")).toEqual([2])
    expect(await found("_v")).toEqual([1])
    expect(await found(ids[3] ?? "")).toEqual([3])
    expect(await found("Äpf")).toEqual([3])
    expect(await found("äpf")).toEqual([])
    expect(await found("")).toEqual([0, 1, 2, 3])
  })
})
