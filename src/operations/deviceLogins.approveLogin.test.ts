import { describe, expect, test } from "bun:test"
import { engines } from "../../test/harness/harness.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import {
  approve,
  approvedTerminal,
  collect,
  findLogin,
  monthMs,
  startTerminal,
} from "../../test/people/device-login.ts"
import { addPerson, inBrowser, signIn } from "../../test/people/person.ts"
import { outcomeOf } from "../../test/requests/outcome.ts"

describe.each([...engines])("deviceLogins.approveLogin on %s", (engine) => {
  const clock = { now: Date.now() }
  const keyward = serveKeyward({ engine, clock })
  const add = (role: "viewer" | "developer" | "admin" | "owner") => addPerson(keyward, { ...keyward, role })

  test("gives the terminal a root key with its name, expiry and author, and the chosen permissions", async () => {
    const owner = await add("owner")
    for (const [access, allowed, refused] of [
      ["verify", "keys.verifyKey", "apis.listApis"],
      ["read", "apis.listApis", "keys.verifyKey"],
      ["develop", "identities.createIdentity", "apis.createApi"],
      ["full", "apis.createApi", undefined],
    ] as const) {
      const { rootKey, rootKeyId, status, expires } = await collect(
        keyward,
        await approvedTerminal(keyward, owner, { access }),
      )
      expect({ status, expires }).toEqual({ status: "approved", expires: clock.now + monthMs })
      expect(await keyward.ok("rootKeys.getRootKey", {}, { key: rootKey })).toMatchObject({
        rootKeyId,
        name: "ada@laptop",
        expires,
        createdBy: owner.userId,
        workspaceId: keyward.workspaceId,
      })
      expect((await keyward.call(allowed, { nonsense: true }, { key: rootKey })).status).toBe(400)
      if (refused !== undefined) {
        const reply = await keyward.call(refused, { nonsense: true }, { key: rootKey })
        expect([400, 403]).toContain(reply.status)
        if (access !== "read") expect(reply.status).toBe(403)
      }
    }
  })

  test.each(["viewer", "developer", "admin"] as const)(
    "is refused to the role %s, which may not create root keys",
    async (role) => {
      const person = await add(role)
      const loginId = await findLogin(keyward, person, await startTerminal(keyward))
      for (const access of ["verify", "read", "full"]) {
        const reply = await approve(keyward, person, { loginId, access })
        expect(outcomeOf(reply)).toBe("403 authorization/insufficient_permissions")
        expect(reply.body.error.detail).toContain("root_key.*.create_root_key")
      }
    },
  )

  test("gives no key of a workspace in which the person is no member, or that is disabled", async () => {
    const owner = await add("owner")
    const loginId = await findLogin(keyward, owner, await startTerminal(keyward))
    const { workspaceId } = await keyward.createWorkspace("Of others")
    for (const foreign of [workspaceId, "ws_unknown"]) {
      const reply = await approve(keyward, owner, { loginId, workspaceId: foreign })
      expect(outcomeOf(reply)).toBe("404 data/workspace_not_found")
    }
    const reason = { workspaceId: keyward.workspaceId, reason: "owner_request" }
    await keyward.ok("workspaces.disableWorkspace", reason, keyward.operator)
    expect(outcomeOf(await approve(keyward, owner, { loginId }))).toBe("403 authorization/workspace_disabled")
    await keyward.ok("workspaces.enableWorkspace", { workspaceId: keyward.workspaceId }, keyward.operator)
    expect(outcomeOf(await approve(keyward, owner, { loginId }))).toBe("200")
  })

  test("needs a sign-in within ten minutes", async () => {
    const owner = await add("owner")
    clock.now += 600_000
    const loginId = await findLogin(keyward, owner, await startTerminal(keyward))
    expect(outcomeOf(await approve(keyward, owner, { loginId }))).toBe("403 authorization/sign_in_again")
    expect(outcomeOf(await approve(keyward, await signIn(keyward, owner), { loginId }))).toBe("200")
  })

  test("happens once, and never after a refusal or the end of the code", async () => {
    const owner = await add("owner")
    const gone = "404 data/device_login_not_found"
    const once = await findLogin(keyward, owner, await startTerminal(keyward))
    const replies = await Promise.all([1, 2, 3, 4].map(() => approve(keyward, owner, { loginId: once })))
    expect(replies.map(outcomeOf).sort()).toEqual(["200", gone, gone, gone])
    const denied = await findLogin(keyward, owner, await startTerminal(keyward))
    await keyward.ok("deviceLogins.denyLogin", { loginId: denied }, inBrowser(owner))
    expect(outcomeOf(await approve(keyward, owner, { loginId: denied }))).toBe(gone)
    const late = await findLogin(keyward, owner, await startTerminal(keyward))
    clock.now += 300_000
    const again = await signIn(keyward, owner)
    clock.now += 300_000
    expect(outcomeOf(await approve(keyward, await signIn(keyward, again), { loginId: late }))).toBe(gone)
  })

  test("is recorded under the name of the person, and so is the key", async () => {
    const owner = await add("owner")
    const { rootKeyId } = await collect(keyward, await approvedTerminal(keyward, owner))
    const events = await keyward.events({ limit: 2 })
    expect(events.map(({ type, actor }) => [type, actor.type, actor.id])).toEqual([
      ["root_key.created", "user", owner.userId],
      ["device_login.approved", "user", owner.userId],
    ])
    expect(events[0]?.resources[0]?.id).toBe(rootKeyId)
    expect(await keyward.ok("events.verifyChain", {})).toMatchObject({ intact: true })
  })
})
