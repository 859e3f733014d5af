import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { engines, startKeyward, type TestServer } from "../harness/harness.ts"
import { type ProviderPerson, startOidcProvider, type TestProvider } from "../services/oidc-provider.ts"
import { browserAt, noAccount, shown, someone } from "./oidc.ts"
import { addPerson, inBrowser, password, setupToken, tokenIn, visitor } from "./person.ts"

describe.each([...engines])("a person who was taken out stays out of single sign-on on %s", (engine) => {
  let provider: TestProvider
  let server: TestServer
  beforeAll(async () => {
    provider = await startOidcProvider()
    server = await startKeyward({ engine })
    await server.restart({
      ...provider.settings,
      KEYWARD_OIDC_DOMAINS: "example.com",
      KEYWARD_OIDC_WORKSPACE: server.workspaceId,
      KEYWARD_OIDC_ROLE: "developer",
    })
    const first = { token: await setupToken(server), email: "operator@example.com", name: "Op", password }
    await server.ok("setup.createFirstUser", { ...first, workspaceId: server.workspaceId }, visitor)
  })
  afterAll(async () => {
    await server.stop()
    await provider.stop()
  })

  const { signInAs, accountOf, link } = browserAt(() => ({ server, provider }))
  const newPerson = () => addPerson(server, { ...server, role: "viewer" })
  const remove = (userId: string) => server.ok("users.deleteUser", { userId }, server.operator)
  const refuses = async (person: ProviderPerson) => {
    const reply = await signInAs(person)
    expect([...shown(reply), reply.cookie]).toEqual([...noAccount, ""])
  }

  test("after the user was deleted, also with another address or another account, until an invitation", async () => {
    const person = someone()
    await remove((await accountOf((await signInAs(person)).cookie)).userId)
    await refuses(person)
    await refuses({ ...person, email: `${crypto.randomUUID()}@example.com` })
    await refuses({ ...person, subject: crypto.randomUUID() })
    const invited = await addPerson(server, { ...server, role: "viewer", email: person.email ?? "" })
    await refuses(person)
    expect((await link(invited, person)).status).toBe(303)
    expect((await accountOf((await signInAs(person)).cookie)).userId).toBe(invited.userId)
    expect((await signInAs(someone())).status).toBe(303)
  })

  test("also if the deleted user never signed in with the provider", async () => {
    const { userId, email } = await newPerson()
    await remove(userId)
    await refuses(someone({ email }))
  })

  test("after the member was removed, also with an account that was unlinked or that a reset removed", async () => {
    for (const unlink of [
      (cookie: string) =>
        server.ok("account.unlinkOidc", { issuer: provider.issuer, allowLast: true }, inBrowser({ cookie })),
      async (_cookie: string, userId: string) => {
        const { url } = await server.ok("users.createResetLink", { userId }, server.operator)
        await server.ok("resets.useReset", { token: tokenIn(url), password }, visitor)
      },
    ]) {
      const person = someone()
      const { userId } = await accountOf((await signInAs(person)).cookie)
      await server.ok("members.removeMember", { userId })
      const { cookie } = await signInAs(person)
      expect(await accountOf(cookie)).toMatchObject({ userId, memberships: [] })
      await unlink(cookie, userId)
      await refuses({ ...person, email: `${crypto.randomUUID()}@example.com` })
    }
  })
})
