import { describe, expect, test } from "bun:test"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { addPerson } from "../../test/people/person.ts"

describe("users.listUsers", () => {
  const keyward = serveKeyward({ engine: "sqlite" })

  test("shows operators every user, in pages and by text, without passwords", async () => {
    const one = await addPerson(keyward, { ...keyward, role: "viewer" })
    const two = await addPerson(keyward, { ...keyward, role: "viewer", email: "searched@example.com" })
    const page = await keyward.call("users.listUsers", { limit: 1 }, keyward.operator)
    const { createdAt } = page.body.data[0]
    expect(page.body.data).toEqual([
      { userId: one.userId, email: one.email, name: one.name, operator: false, createdAt },
    ])
    const { cursor } = page.body.pagination
    const [next] = await keyward.ok("users.listUsers", { limit: 1, cursor }, keyward.operator)
    expect(next.userId).toBe(two.userId)
    const found = await keyward.ok("users.listUsers", { search: "SEARCHED@" }, keyward.operator)
    expect(found).toMatchObject([{ userId: two.userId }])
  })
})
