import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { startKeyward, type TestServer } from "../harness/harness.ts"
import { outcomeOf } from "../requests/outcome.ts"
import { startOidcProvider, type TestProvider } from "../services/oidc-provider.ts"
import { browserAt, callBack, noAccount, reachCallback, shown, someone } from "./oidc.ts"
import { originOf } from "./passkeys.ts"
import { addPerson, inBrowser, password, setupToken, signIn, visitor } from "./person.ts"

const minuteMs = 60_000
const invalid = [400, "This sign-in is no longer valid"] as const

describe("signing in with OpenID Connect", () => {
  const clock = { now: Date.now() }
  let provider: TestProvider
  let server: TestServer
  beforeAll(async () => {
    provider = await startOidcProvider()
    server = await startKeyward({ engine: "sqlite", clock })
    await server.restart({
      ...provider.settings,
      KEYWARD_OIDC_DOMAINS: "Example.com, corp.example",
      KEYWARD_OIDC_WORKSPACE: server.workspaceId,
      KEYWARD_OIDC_ROLE: "developer",
    })
  })
  afterAll(async () => {
    await server.stop()
    await provider.stop()
  })

  const { signInAs, accountOf, startLinking, link } = browserAt(() => ({ server, provider }))
  const newPerson = () => addPerson(server, { ...server, role: "viewer" })

  test("comes after the setup: no newcomer takes the place of the first user", async () => {
    expect(shown(await signInAs(someone()))).toEqual([403, "Keyward is not set up yet"])
    const token = await setupToken(server)
    const first = { token, email: "operator@example.com", name: "Op", password, workspaceId: server.workspaceId }
    await server.ok("setup.createFirstUser", first, visitor)
    const second = await server.call("setup.createFirstUser", { ...first, email: "other@example.com" }, visitor)
    expect(outcomeOf(second)).toBe("401 authentication/sign_in_failed")
  })

  test("lets people of the domain join once, with the role of the settings, and records it", async () => {
    const person = someone({ email: "Grace@EXAMPLE.com", name: "Grace Hopper" })
    const first = await signInAs(person)
    expect([first.status, first.location]).toEqual([303, "/"])
    const account = await accountOf(first.cookie)
    expect(account).toMatchObject({
      email: "grace@example.com",
      name: "Grace Hopper",
      operator: false,
      hasPassword: false,
      oidcAccounts: [{ issuer: provider.issuer, subject: person.subject }],
      memberships: [{ workspaceId: server.workspaceId, role: "developer" }],
    })
    const again = await signInAs({ ...person, email: "renamed@elsewhere.example" })
    expect((await accountOf(again.cookie)).userId).toBe(account.userId)
    const events = await server.events({ workspaceId: "installation", resourceId: account.userId })
    expect(events.map(({ type }) => type).sort()).toEqual(
      ["session.created", "session.created", "user.created", "user.updated"].sort(),
    )
    const [joined] = await server.events({ type: "member.created", resourceId: account.userId })
    expect(joined?.changes.after).toMatchObject({ role: "developer", signInMethod: "oidc" })
  })

  test.each([
    ["whose address the provider has not verified", { isVerified: false }],
    ["of another domain", { email: "eve@evil.example" }],
    ["of a subdomain", { email: "eve@mail.example.com" }],
    ["of a domain that ends the same", { email: "eve@notexample.com" }],
    ["with a domain before the last @", { email: "eve@example.com@evil.example" }],
  ])("refuses strangers %s", async (_case, fields) => {
    const reply = await signInAs(someone(fields))
    expect([...shown(reply), reply.cookie]).toEqual([...noAccount, ""])
  })

  test("never takes over an account by its address", async () => {
    const victim = await newPerson()
    const reply = await signInAs(someone({ email: victim.email }))
    expect([...shown(reply), reply.cookie]).toEqual([...noAccount, ""])
    expect((await accountOf(victim.cookie)).oidcAccounts).toEqual([])
  })

  test("is linked from a session by other means, and signs in as that user afterwards", async () => {
    const person = await newPerson()
    const identity = someone({ email: "another@elsewhere.example" })
    const linked = await link(person, identity)
    expect([linked.status, linked.location]).toEqual([303, "/account"])
    const { cookie } = await signInAs(identity)
    expect((await accountOf(cookie)).userId).toBe(person.userId)
    const [event] = await server.events({ workspaceId: "installation", type: "user.updated", limit: 1 })
    expect(event?.changes.after).toEqual({
      linkedOidcAccount: { issuer: provider.issuer, subject: identity.subject },
    })
    const byProvider = await server.call("account.linkOidc", {}, inBrowser({ cookie }))
    expect(outcomeOf(byProvider)).toBe("412 application/precondition_failed")
    const { issuer } = provider
    expect(await server.ok("account.unlinkOidc", { issuer }, inBrowser(person))).toEqual({ unlinked: true })
    expect(shown(await signInAs(identity))).toEqual([...noAccount])
  })

  test.each([
    ["/w/ws_1/keys?status=active", "/w/ws_1/keys?status=active"],
    ["/account", "/account"],
    ["//evil.example", undefined],
    ["/.//evil.example", "//evil.example"],
    ["/\\evil.example", undefined],
    ["https://evil.example/", undefined],
    [`/${"x".repeat(1_000)}`, undefined],
  ])("leads to the page that asked for it, and never to another server: %s", async (next, path) => {
    provider.person = someone()
    const start = `${originOf(server)}/oidc/start?next=${encodeURIComponent(next)}`
    const { status, location } = await callBack(await reachCallback(server, start))
    expect([status, location]).toEqual([303, path === undefined ? "/" : `${originOf(server)}${path}`])
  })

  test("is never the last way to sign in that disappears unnoticed", async () => {
    const { cookie } = await signInAs(someone())
    const unlink = (more = {}) =>
      server.call("account.unlinkOidc", { issuer: provider.issuer, ...more }, inBrowser({ cookie }))
    expect(outcomeOf(await unlink())).toBe("412 application/precondition_failed")
    expect((await unlink({ allowLast: true })).body.data).toEqual({ unlinked: true })
  })

  test("is not linked for a browser without the session that asked, nor twice", async () => {
    const [person, other] = [await newPerson(), await newPerson()]
    const identity = someone()
    const refused = [403, "The account was not linked"]
    expect(shown(await callBack(await startLinking(person, identity)))).toEqual(refused)
    const stolen = await startLinking(person, identity)
    expect(shown(await callBack({ ...stolen, cookie: `${other.cookie}; ${stolen.cookie}` }))).toEqual(refused)
    const later = await startLinking(person, identity)
    const renewed = await signIn(server, person)
    expect(shown(await callBack({ ...later, cookie: `${renewed.cookie}; ${later.cookie}` }))).toEqual(refused)
    expect((await link(renewed, identity)).status).toBe(303)
    expect(shown(await link(other, identity))).toEqual(refused)
    expect(shown(await link(renewed, someone()))).toEqual(refused)
    expect((await accountOf(other.cookie)).oidcAccounts).toEqual([])
  })

  test("needs a recent sign-in for linking and unlinking", async () => {
    const person = await newPerson()
    clock.now += 10 * minuteMs
    for (const [operation, body] of [
      ["account.linkOidc", {}],
      ["account.unlinkOidc", { issuer: provider.issuer }],
    ] as const) {
      const reply = await server.call(operation, body, inBrowser(person))
      expect(outcomeOf(reply)).toBe("403 authorization/sign_in_again")
    }
    clock.now -= 10 * minuteMs
  })

  describe("refuses a callback", () => {
    test("that is replayed, also with the cookie of the start", async () => {
      provider.person = someone()
      const reached = await reachCallback(server)
      expect((await callBack(reached)).status).toBe(303)
      expect(shown(await callBack(reached))).toEqual([...invalid])
      expect(shown(await callBack({ ...reached, cookie: "" }))).toEqual([...invalid])
    })

    test("with the state of another sign-in, and with the code of another person", async () => {
      provider.person = someone()
      const own = await reachCallback(server)
      provider.person = someone()
      const victims = await reachCallback(server)
      expect(shown(await callBack({ url: victims.url, cookie: own.cookie }))).toEqual([...invalid])
      const injected = new URL(own.url)
      injected.searchParams.set("code", victims.url.searchParams.get("code") ?? "")
      const reply = await callBack({ url: injected, cookie: own.cookie })
      expect([...shown(reply), reply.cookie]).toEqual([...invalid, ""])
    })

    test("that names another issuer, or none although the provider names itself", async () => {
      for (const issuer of ["https://evil.example", undefined]) {
        provider.person = someone()
        const { url, cookie } = await reachCallback(server)
        expect(url.searchParams.get("iss")).toBe(provider.issuer)
        if (issuer === undefined) url.searchParams.delete("iss")
        else url.searchParams.set("iss", issuer)
        expect(shown(await callBack({ url, cookie }))).toEqual([...invalid])
      }
    })

    test("after ten minutes, and with a cookie that Keyward did not seal", async () => {
      provider.person = someone()
      const late = await reachCallback(server)
      clock.now += 10 * minuteMs
      expect(shown(await callBack(late))).toEqual([...invalid])
      clock.now -= 10 * minuteMs
      const { url, cookie } = await reachCallback(server)
      const changed = `${cookie.slice(0, -4)}${cookie.endsWith("AAAA") ? "BBBB" : "AAAA"}`
      expect(shown(await callBack({ url, cookie: changed }))).toEqual([...invalid])
    })

    test("when the provider or the person said no", async () => {
      const { url, cookie } = await reachCallback(server)
      url.searchParams.delete("code")
      url.searchParams.set("error", "access_denied")
      expect((await callBack({ url, cookie })).status).toBe(403)
    })

    test("with HEAD, which browsers send only to look", async () => {
      provider.person = someone()
      const reached = await reachCallback(server)
      const { status } = await fetch(reached.url, { method: "HEAD", headers: { Cookie: reached.cookie } })
      expect(status).toBe(400)
      expect((await callBack(reached)).status).toBe(303)
    })
  })

  test("starts with a cookie that no script can read and that lasts ten minutes", async () => {
    const { headers, status } = await fetch(`${originOf(server)}/oidc/start`, { redirect: "manual" })
    const [cookie = ""] = headers.getSetCookie()
    expect(cookie).toMatch(/^keyward-oidc-\d+=[\w-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/)
    const url = new URL(headers.get("location") ?? "")
    expect([status, url.origin]).toEqual([303, provider.issuer])
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: "code",
      code_challenge_method: "S256",
      redirect_uri: `${originOf(server)}/oidc/callback`,
      scope: "openid email profile",
    })
    for (const name of ["state", "nonce", "code_challenge"]) {
      expect(url.searchParams.get(name)?.length).toBeGreaterThanOrEqual(43)
    }
  })

  test("refuses with a page when the clocks differ, and works again when they agree", async () => {
    const before = clock.now
    clock.now += 2 * 60 * minuteMs
    const reply = await signInAs(someone())
    expect(shown(reply)).toEqual([503, "The clocks differ"])
    clock.now = before
    await server.restart({
      ...provider.settings,
      KEYWARD_OIDC_DOMAINS: "example.com",
      KEYWARD_OIDC_WORKSPACE: server.workspaceId,
      KEYWARD_OIDC_ROLE: "viewer",
    })
    expect((await signInAs(someone())).status).toBe(303)
  })

  test("refuses with a page while the provider is away, serves everything else, and works again without a restart", async () => {
    await provider.stop()
    await server.restart(provider.settings)
    const start = await fetch(`${originOf(server)}/oidc/start`, { redirect: "manual" })
    expect([start.status, start.headers.get("retry-after")]).toEqual([503, "5"])
    expect(await start.text()).toContain("does not respond")
    const person = await newPerson()
    const linking = await server.call("account.linkOidc", {}, inBrowser(person))
    expect(outcomeOf(linking)).toBe("503 application/service_unavailable")
    expect((await server.request("/readyz")).status).toBe(200)
    await provider.resume()
    provider.person = someone()
    const reached = await reachCallback(server)
    await provider.stop()
    expect((await callBack(reached)).status).toBe(503)
    await provider.resume()
    // Without a role, people must be invited.
    expect(shown(await signInAs(someone()))).toEqual([...noAccount])
  })
})
