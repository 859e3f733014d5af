import { describe, expect, test } from "bun:test"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { addPerson, inBrowser, tokenIn, visitor } from "../../test/people/person.ts"

const hour = 60 * 60 * 1000

describe("users.listResetLinks", () => {
  const clock = { now: Date.now() }
  const keyward = serveKeyward({ engine: "sqlite", clock })
  const list = (options: object = keyward.operator) => keyward.ok("users.listResetLinks", {}, options)

  test("shows the open links with their makers, and never the link", async () => {
    const [grace, ada] = [
      await addPerson(keyward, { ...keyward, role: "viewer" }),
      await addPerson(keyward, { ...keyward, role: "viewer" }),
    ]
    await keyward.ok("users.updateUser", { userId: ada.userId, operator: true }, keyward.operator)
    const asAda = inBrowser(ada)
    const byKey = await keyward.ok("users.createResetLink", { userId: grace.userId }, keyward.operator)
    await keyward.ok("users.createResetLink", { userId: ada.userId }, asAda)
    const times = { createdAt: clock.now, expires: clock.now + 72 * hour }
    const about = ({ userId, email, name }: typeof ada) => ({ userId, email, name })
    expect(await list()).toEqual([
      { ...about(grace), createdBy: { type: "operator", id: "operator" }, ...times },
      { ...about(ada), createdBy: { type: "user", id: ada.userId, name: ada.name }, ...times },
    ])
    expect(JSON.stringify(await list(asAda))).not.toContain(tokenIn(byKey.url))
    await keyward.ok("resets.useReset", { token: tokenIn(byKey.url), password: "a new password of Grace" }, visitor)
    expect(await list()).toHaveLength(1)
    // A demoted maker has no working links, and an operator may give the right back.
    await keyward.ok("users.updateUser", { userId: ada.userId, operator: false }, keyward.operator)
    expect(await list()).toEqual([])
    await keyward.ok("users.updateUser", { userId: ada.userId, operator: true }, keyward.operator)
    expect(await list()).toHaveLength(1)
    clock.now += 72 * hour
    expect(await list()).toEqual([])
  })
})
