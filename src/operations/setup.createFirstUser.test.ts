import { beforeAll, describe, expect, test } from "bun:test"
import { runHere } from "../../test/cli/cli.ts"
import { engines, type Reply } from "../../test/harness/harness.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { createAuthenticator } from "../../test/people/authenticator.ts"
import { originOf, passkeyResponse } from "../../test/people/passkeys.ts"
import { cookieOf, inBrowser, password, setupToken, tokenIn, visitor } from "../../test/people/person.ts"
import { outcomeOf } from "../../test/requests/outcome.ts"
import { settingOf } from "../../test/storage/database.ts"
import { watchStorage } from "../../test/storage/watch-storage.ts"

describe.each([...engines])("setup.createFirstUser on %s", (engine) => {
  const keyward = serveKeyward({ engine })
  const unchanged = watchStorage(keyward)
  const ada = { email: "Ada@Example.com", name: "Ada", password }
  const create = (body: object) => keyward.call("setup.createFirstUser", { ...ada, ...body }, visitor)
  let token: string
  let created: Reply
  beforeAll(async () => {
    token = await setupToken(keyward)
  })

  test("refuses a wrong link, a short password and an unknown workspace, and changes nothing", () =>
    unchanged(async () => {
      const workspaceName = "Acme"
      expect(outcomeOf(await create({ token: "x", workspaceName }))).toBe("401 authentication/sign_in_failed")
      for (const body of [
        { password: "short" },
        { workspaceId: "x" },
        { workspaceName: undefined },
        { email: "x" },
        { password: undefined },
      ]) {
        expect(outcomeOf(await create({ token, workspaceName, ...body }))).toBe("400 application/invalid_input")
      }
      const unknown = await create({ token, workspaceId: "ws_1BzmjTFLHWXwiSK4y3H5iW" })
      expect(outcomeOf(unknown)).toBe("404 data/workspace_not_found")
    }))

  test("creates one user with one link, an operator and owner, who is signed in", async () => {
    const { workspaceId } = keyward
    const replies = await Promise.all([create({ token, workspaceId }), create({ token, workspaceId })])
    expect(replies.map(outcomeOf).sort()).toEqual(["200", "401 authentication/sign_in_failed"])
    const [winner] = replies.filter(({ status }) => status === 200)
    if (winner === undefined) throw new Error("One of them wins.")
    created = winner
    const account = await keyward.ok("account.getAccount", {}, inBrowser({ cookie: cookieOf(created) }))
    expect(account).toMatchObject({
      email: "ada@example.com",
      name: "Ada",
      operator: true,
      memberships: [{ workspaceId, role: "owner", permissions: ["*"] }],
    })
    expect(await keyward.ok("users.listUsers", {}, inBrowser({ cookie: cookieOf(created) }))).toHaveLength(1)
  })

  test("records the setup for operators, and the member in the workspace", async () => {
    const { userId } = created.body.data
    const installation = await keyward.events({ workspaceId: "installation" })
    expect(installation.map(({ type }) => type)).toEqual(["session.created", "setup.used", "user.created"])
    for (const event of installation) expect(event.actor).toMatchObject({ type: "user", id: userId, name: "Ada" })
    const [event] = await keyward.events({ limit: 1 })
    expect(event).toMatchObject({ type: "member.created", changes: { after: { userId, role: "owner" } } })
  })

  test("a second setup is refused: the link is spent, and there is no other", () =>
    unchanged(async () => {
      const body = { token, email: "eve@example.com", workspaceName: "Eve" }
      expect(outcomeOf(await create(body))).toBe("401 authentication/sign_in_failed")
      const { code, stdout, stderr } = await runHere(["setup-link"], { env: settingOf(keyward.storage) })
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" })
      expect(stderr).toContain("has a user already")
    }))
})

describe("setup.createFirstUser with a passkey", () => {
  const keyward = serveKeyward({ engine: "sqlite" })
  const unchanged = watchStorage(keyward)
  const person = { email: "ada@example.com", name: "Ada" }

  test("needs no password, signs in with the passkey, and refuses a passkey of another setup", async () => {
    const device = createAuthenticator(() => originOf(keyward))
    const optionsFor = async (token: string) =>
      (await keyward.ok("setup.getState", { token, ...person }, visitor)).passkeyOptions
    const older = device.create(await optionsFor(await setupToken(keyward)))
    const token = await setupToken(keyward)
    const create = (body: object) =>
      keyward.call("setup.createFirstUser", { token, ...person, workspaceId: keyward.workspaceId, ...body }, visitor)
    const passkey = device.create(await optionsFor(token))
    await unchanged(async () => {
      expect(outcomeOf(await create({ passkey: older }))).toBe("412 application/precondition_failed")
      expect(outcomeOf(await create({ passkey, password }))).toBe("400 application/invalid_input")
    })
    const created = await create({ passkey, passkeyName: "Laptop" })
    const browser = inBrowser({ cookie: cookieOf(created) })
    const { userId } = created.body.data
    expect(await keyward.ok("account.getAccount", {}, browser)).toMatchObject({ userId, hasPassword: false })
    const [event] = await keyward.events({ workspaceId: "installation", type: "user.updated" })
    expect(event).toMatchObject({ actor: { id: userId }, changes: { after: { addedPasskey: { name: "Laptop" } } } })
    const signedIn = await keyward.call("sessions.signIn", await passkeyResponse(keyward, device), visitor)
    expect(signedIn.body.data).toMatchObject({ userId })
  })

  test("a lost passkey is replaced with the operator key", async () => {
    const [{ userId }] = await keyward.ok("users.listUsers", {}, { key: keyward.operatorKey })
    const { url } = await keyward.ok("users.createResetLink", { userId }, { key: keyward.operatorKey })
    await keyward.ok("resets.useReset", { token: tokenIn(url), password }, visitor)
    expect(outcomeOf(await keyward.call("sessions.signIn", { email: person.email, password }, visitor))).toBe("200")
  })
})

describe.each([...engines])("setup.createFirstUser with a new workspace on %s", (engine) => {
  const keyward = serveKeyward({ engine })

  test("creates it without a root key", async () => {
    const body = {
      token: await setupToken(keyward),
      email: "ada@example.com",
      name: "Ada",
      password,
      workspaceName: "Acme",
    }
    const cookie = cookieOf(await keyward.call("setup.createFirstUser", body, visitor))
    const { memberships } = await keyward.ok("account.getAccount", {}, inBrowser({ cookie }))
    expect(memberships).toEqual([expect.objectContaining({ name: "Acme", role: "owner" })])
    const options = inBrowser({ cookie }, memberships[0].workspaceId)
    expect(await keyward.ok("rootKeys.listRootKeys", {}, options)).toEqual([])
  })
})
