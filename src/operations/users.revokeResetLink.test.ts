import { describe, expect, test } from "bun:test"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { addPerson, tokenIn, visitor } from "../../test/people/person.ts"
import { outcomeOf } from "../../test/requests/outcome.ts"
import { watchStorage } from "../../test/storage/watch-storage.ts"

describe("users.revokeResetLink", () => {
  const clock = { now: Date.now() }
  const keyward = serveKeyward({ engine: "sqlite", clock })
  const unchanged = watchStorage(keyward)
  const revoke = (userId: string) => keyward.ok("users.revokeResetLink", { userId }, keyward.operator)
  const link = async (userId: string) =>
    tokenIn((await keyward.ok("users.createResetLink", { userId }, keyward.operator)).url)

  test("ends the link at once, records it for operators and in the workspaces of the user, and does so once", async () => {
    const { userId } = await addPerson(keyward, { ...keyward, role: "viewer" })
    const token = await link(userId)
    const made = { createdAt: clock.now, expires: clock.now + 72 * 60 * 60 * 1000 }
    clock.now += 1
    expect(await revoke(userId)).toEqual({ revoked: true })
    const used = await keyward.call("resets.useReset", { token, password: "a password of the user" }, visitor)
    expect(outcomeOf(used)).toBe("401 authentication/sign_in_failed")
    for (const workspaceId of ["installation", keyward.workspaceId]) {
      const [event] = await keyward.events({ workspaceId, limit: 1 })
      expect(event).toMatchObject({
        type: "reset.revoked",
        actor: { type: "operator" },
        resources: [{ type: "user", id: userId }],
        changes: { before: made, after: null },
      })
    }
    await unchanged(async () => expect(await revoke(userId)).toEqual({ revoked: false }))
  })

  test("leaves the link of another user, and reports none if it has expired", async () => {
    const [one, two] = [
      await addPerson(keyward, { ...keyward, role: "viewer" }),
      await addPerson(keyward, { ...keyward, role: "viewer" }),
    ]
    await link(one.userId)
    const kept = await link(two.userId)
    expect(await revoke(one.userId)).toEqual({ revoked: true })
    const body = { token: kept, password: "a password of the user" }
    expect(outcomeOf(await keyward.call("resets.useReset", body, visitor))).toBe("200")
    await link(one.userId)
    clock.now += 72 * 60 * 60 * 1000
    expect(await revoke(one.userId)).toEqual({ revoked: false })
  })
})
