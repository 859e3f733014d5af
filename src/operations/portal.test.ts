import { beforeAll, describe, expect, test } from "bun:test"
import { eventsDuring } from "../../test/harness/fixtures.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { serveWorld } from "../../test/harness/serve-world.ts"
import { addPerson, inBrowser, tokenIn } from "../../test/people/person.ts"
import { type Customer, openLink, openPortal, stranger } from "../../test/portal/customer.ts"
import { outcomeOf } from "../../test/requests/outcome.ts"

/** docs/contract.md#31-portal: what each operation does. test/portal/ has what nobody may do. */

const dayMs = 86_400_000
const clock = { now: Date.UTC(2026, 2, 1, 12) }
const noPermission = "403 authorization/insufficient_permissions"
const unknownKey = "404 data/key_not_found"

describe("portal", () => {
  const server = serveKeyward({ engine: "sqlite", clock })
  const world = serveWorld(server)
  const owner = () => ({ key: world.rootKey })
  const ok = (operation: string, body: object = {}) => server.ok(operation, body, owner())
  const outcome = async (operation: string, body: object) => outcomeOf(await server.call(operation, body, owner()))
  const configure = (body: object) => ok("portal.updatePortal", body)
  const link = (body: object = {}) => ok("portal.createSession", { externalId: "user_42", ...body })
  const open = (body: object = {}) => openPortal(server, world.rootKey, { externalId: "user_42", ...body })
  const verify = async (key: string) => (await ok("keys.verifyKey", { key })).code

  describe("portal.updatePortal", () => {
    test("changes what the request names, and null is what it was before the first change", async () => {
      const before = await ok("portal.getPortal")
      expect(before).toMatchObject({ enabled: true, apis: [world.apiId], maxKeys: 20, name: "Acme" })
      const logo = `data:image/png;base64,${Buffer.from("\x89PNG\r\n\x1a\nrest", "latin1").toString("base64")}`
      const texts = { de: { "keys.title": "Ihre Schlüssel" } }
      const look = { name: "Acme API", accent: "#0a7d5a", logo, docsUrl: "https://docs.example/", texts }
      const rules = { actions: ["create"], maxKeys: 3, expiry: { max: dayMs }, returnOrigins: ["https://app.example"] }
      const changed = await configure({ ...look, ...rules })
      expect(changed).toMatchObject({ ...look, ...rules, enabled: true, apis: [world.apiId] })
      expect(await ok("portal.getPortal")).toEqual(changed)
      const emptied = Object.fromEntries(Object.keys({ ...look, ...rules }).map((field) => [field, null]))
      const { updatedAt: _updatedAt, ...restored } = await configure(emptied)
      expect(restored).toEqual(before)
    })

    test("refuses a language or a text that is called __proto__, instead of dropping it", async () => {
      for (const texts of ['{"__proto__":{"keys.title":"A"}}', '{"de":{"__proto__":"A"}}']) {
        const outcome = await server.call("portal.updatePortal", { texts: JSON.parse(texts) }, owner())
        expect(outcomeOf(outcome)).toBe("400 application/invalid_input")
      }
    })

    test("records what has changed, an image by its hash, and nothing for no change", async () => {
      const logo = `data:image/webp;base64,${Buffer.from("RIFF....WEBPrest").toString("base64")}`
      const events = await eventsDuring(
        server,
        async () => {
          await configure({ logo, maxKeys: 7 })
          await configure({ logo, maxKeys: 7 })
          await configure({ logo: null, maxKeys: null })
        },
        world,
      )
      expect(events.map(({ type }) => type)).toEqual(["portal.updated", "portal.updated"])
      expect(events[0]?.changes).toEqual({
        before: { maxKeys: 20 },
        after: { maxKeys: 7, logo: expect.stringMatching(/^sha256:/) },
      })
    })

    test("takes images by their content, whatever their name says", async () => {
      const png = Buffer.from("\x89PNG\r\n\x1a\n", "latin1")
      for (const logo of [
        `data:image/jpeg;base64,${png.toString("base64")}`,
        `data:image/png;base64,${Buffer.from("<svg onload=alert(1)>").toString("base64")}`,
        `data:image/png;base64,${Buffer.concat([png, Buffer.alloc(32_768)]).toString("base64")}`,
        `data:image/png,${png.toString("base64")}`,
        "https://example.com/logo.png",
      ]) {
        expect(await outcome("portal.updatePortal", { logo })).toBe("400 application/invalid_input")
      }
    })

    test("creates offered permissions that do not exist", async () => {
      await configure({ permissions: [{ slug: "reports.read", title: "Read reports" }] })
      expect((await ok("permissions.getPermission", { permission: "reports.read" })).slug).toBe("reports.read")
      await configure({ permissions: null })
    })

    test("gives customers nothing that the caller lacks for one of the APIs, whatever the change", async () => {
      const { apiId: second } = await ok("apis.createApi", { name: "Second" })
      const all = ["read_key", "create_key", "update_key", "delete_key", "read_usage"]
      const permissions = ["portal.*.update_portal", ...all.map((action) => `api.${world.apiId}.${action}`)]
      const key = await server.createRootKey(permissions, world)
      const call = async (body: object) => outcomeOf(await server.call("portal.updatePortal", body, { key }))
      expect(await call({ apis: [world.apiId], actions: ["create", "rotate", "revoke", "usage"] })).toBe("200")
      const before = await ok("portal.getPortal")
      expect(await call({ apis: [world.apiId, second] })).toBe(noPermission)
      expect(await call({ apis: [second] })).toBe(noPermission)
      expect(await ok("portal.getPortal")).toEqual(before)
      // Another one has added the second API since: to change anything else also answers for it.
      await configure({ apis: [world.apiId, second] })
      for (const body of [{ name: "Other" }, { actions: ["rotate"] }, { enabled: true }]) {
        expect(await call(body)).toBe(noPermission)
      }
      const creating = await server.createRootKey(
        ["portal.*.update_portal", "api.*.read_key", "api.*.create_key"],
        world,
      )
      const rotating = await server.call("portal.updatePortal", { actions: ["rotate"] }, { key: creating })
      expect(outcomeOf(rotating)).toBe(noPermission)
      await configure({ apis: [world.apiId], actions: null })
    })

    test("can be switched off by a key that could not configure it", async () => {
      const key = await server.createRootKey(["portal.*.update_portal"], world)
      const call = async (body: object) => outcomeOf(await server.call("portal.updatePortal", body, { key }))
      expect(await call({ enabled: false })).toBe("200")
      expect(await call({ enabled: true })).toBe(noPermission)
      expect(await call({ name: "Other" })).toBe(noPermission)
      await configure({ enabled: true })
    })
  })

  describe("portal.createSession", () => {
    test("creates a customer that is unknown, with a link that nothing else shows", async () => {
      const events = await eventsDuring(server, () => link({ externalId: "new_customer", actor: "Grace" }), world)
      expect(events.map(({ type }) => type)).toEqual(["identity.created", "portal_session.created"])
      const { url, sessionId, expires } = await link()
      expect(url).toStartWith(`http://localhost:${new URL(server.url).port}/portal/${world.workspaceId}#`)
      expect(expires).toBe(clock.now + 5 * 60_000)
      const listed = await ok("portal.listSessions", { identity: "user_42" })
      expect(listed[0]).toMatchObject({ sessionId, externalId: "user_42", madeBy: { type: "root_key" } })
      expect(JSON.stringify([listed, await server.events({ workspaceId: world.workspaceId })])).not.toContain(
        tokenIn(url),
      )
    })

    test("is refused while the portal is off", async () => {
      await configure({ enabled: false })
      expect(await outcome("portal.createSession", { externalId: "user_42" })).toBe(
        "412 application/precondition_failed",
      )
      await configure({ enabled: true })
    })

    test("leads back only to origins of the portal", async () => {
      await configure({ returnOrigins: ["https://app.example"] })
      for (const returnUrl of [
        "javascript:alert(1)//https://app.example",
        "https://app.example.evil.example/",
        "https://app.example@evil.example/",
        "https://me:secret@app.example/",
        "http://app.example/",
        "//app.example/",
        "data:text/html,x",
      ]) {
        expect(await outcome("portal.createSession", { externalId: "user_42", returnUrl })).toBe(
          "400 application/invalid_input",
        )
      }
      const customer = await open({ returnUrl: "https://app.example/settings?tab=keys" })
      expect((await customer.ok("portal.getView")).session.returnUrl).toBe("https://app.example/settings?tab=keys")
      await configure({ returnOrigins: null })
      expect((await customer.ok("portal.getView")).session.returnUrl).toBeUndefined()
    })

    test("ends the oldest of more than 100 live sessions of a customer", async () => {
      const oldest = await open({ externalId: "busy" })
      for (let index = 0; index < 100; index += 1) await link({ externalId: "busy" })
      expect(outcomeOf(await oldest.call("portal.getView"))).toBe("401 authentication/session_expired")
      const page = await server.call("portal.listSessions", { identity: "busy", limit: 100 }, owner())
      expect([page.body.data.length, page.body.pagination.hasMore]).toEqual([100, false])
      expect(await ok("portal.revokeSessions", { identity: "busy" })).toEqual({ revoked: 100 })
    })
  })

  describe("portal.openSession", () => {
    test("works once, within five minutes; then only for the browser that opened it", async () => {
      const { url } = await link()
      const customer = await openLink(server, url)
      const again = (options: object) => server.call("portal.openSession", { token: tokenIn(url) }, options)
      expect(outcomeOf(await again(stranger))).toBe("401 authentication/sign_in_failed")
      const reloaded = await again({ session: { cookie: customer.cookie } })
      expect(reloaded.body.data.session.sessionId).toBe(customer.sessionId)
      expect(reloaded.headers.getSetCookie()).toEqual([])
      const late = await link()
      clock.now += 5 * 60_000
      const expired = await server.call("portal.openSession", { token: tokenIn(late.url) }, stranger)
      expect(outcomeOf(expired)).toBe("401 authentication/sign_in_failed")
    })

    test("starts a session that lasts as long as the link says", async () => {
      const customer = await open({ expiresIn: 60_000 })
      expect(outcomeOf(await customer.call("portal.listKeys"))).toBe("200")
      clock.now += 60_000
      expect(outcomeOf(await customer.call("portal.listKeys"))).toBe("401 authentication/session_expired")
    })

    test("works only while its workspace is enabled, and its root key has not expired", async () => {
      const permissions = ["portal.*.create_session"]
      const { rootKey } = await ok("rootKeys.createRootKey", { permissions, expires: clock.now + 60_000 })
      const customer = await openPortal(server, rootKey, { externalId: "user_42" })
      const look = async () => outcomeOf(await customer.call("portal.listKeys"))
      expect(await look()).toBe("200")
      const { workspaceId } = world
      await server.ok("workspaces.disableWorkspace", { workspaceId, reason: "owner_request" }, server.operator)
      expect(await look()).toBe("401 authentication/session_expired")
      await server.ok("workspaces.enableWorkspace", { workspaceId }, server.operator)
      expect(await look()).toBe("200")
      clock.now += 60_000
      expect(await look()).toBe("401 authentication/session_expired")
    })

    test("sets a cookie that no script reads and no other site sends", async () => {
      const { url } = await link()
      const reply = await server.call("portal.openSession", { token: tokenIn(url) }, stranger)
      const [cookie = "", ...others] = reply.headers.getSetCookie()
      expect(others).toEqual([])
      expect(cookie).toMatch(/^keyward-portal-\d+=[\w-]{43}; Max-Age=3600; Path=\/; HttpOnly; SameSite=Strict$/)
      expect(reply.text).not.toContain(cookie.slice(cookie.indexOf("=") + 1, cookie.indexOf(";")))
    })
  })

  describe("portal.getView", () => {
    test("shows look, session, choices and what the customer has left, and nothing of the team", async () => {
      await ok("plans.updatePlan", {
        plan: "pro",
        meta: { secret: "of the plan" },
        permissions: ["documents.read"],
        quota: { limit: 100, interval: "monthly" },
        ratelimits: [{ name: "requests", limit: 5, duration: 1_000, autoApply: true }],
      })
      await ok("identities.updateIdentity", {
        identity: "user_42",
        plan: "pro",
        meta: { secret: "of the customer" },
        credits: { remaining: 7 },
      })
      const offered = ["documents.read", "documents.delete"].map((slug) => ({ slug, title: slug.toUpperCase() }))
      await configure({ permissions: offered, texts: { de: { a: "A" }, "pt-BR": { a: "B" } } })
      const customer = await open({ customer: "Acme Ltd", actor: "Grace", locale: "pt", page: "usage" })
      const view = await customer.ok("portal.getView")
      expect(view).toMatchObject({
        session: { sessionId: customer.sessionId, customer: "Acme Ltd", actor: "Grace", locale: "pt", page: "usage" },
        branding: { name: "Acme" },
        texts: { "pt-BR": { a: "B" } },
        apis: [{ apiId: world.apiId, name: "Payments" }],
        permissions: [{ slug: "documents.read", title: "DOCUMENTS.READ" }],
        keys: { count: 1, limit: 20, room: 19 },
        plan: { name: "pro" },
        quota: { limit: 100, used: 0 },
        credits: { remaining: 7, reserved: 0 },
        limits: [{ name: "requests", limit: 5, duration: 1_000 }],
      })
      expect(JSON.stringify(view)).not.toContain("secret")
      expect(Object.keys(view.texts)).toEqual(["pt-BR"])
      await configure({ permissionsFrom: "portal" })
      expect((await customer.ok("portal.getView")).permissions).toEqual(offered)
      await configure({ permissionsFrom: null, permissions: null, texts: null })
      await ok("identities.updateIdentity", { identity: "user_42", plan: null, credits: null })
    })
  })

  describe("keys", () => {
    let customer: Customer
    beforeAll(async () => {
      await configure({ actions: ["create", "rename", "restrict", "rotate", "revoke", "usage", "refusals"] })
      customer = await open({ actor: "Grace" })
    })
    const create = (body: object = {}) => customer.ok("portal.createKey", { apiId: world.apiId, name: "Mine", ...body })
    const listed = async (keyId: string) =>
      (await customer.ok("portal.listKeys")).find((key: { readonly keyId: string }) => key.keyId === keyId)

    test("portal.createKey and portal.listKeys: a key without anything that the team decides", async () => {
      await ok("apis.updateApi", { apiId: world.apiId, defaultPrefix: "acme" })
      const { keyId, key } = await create({ ipAllowlist: ["192.0.2.0/24"] })
      expect(key).toStartWith("acme_")
      expect(await listed(keyId)).toEqual({
        keyId,
        apiId: world.apiId,
        name: "Mine",
        start: key.slice(0, "acme_".length + 4),
        enabled: true,
        createdAt: clock.now,
        permissions: [],
        ipAllowlist: ["192.0.2.0/24"],
      })
      expect(await ok("keys.getKey", { keyId })).toMatchObject({
        meta: {},
        roles: [],
        ratelimits: [],
        recoverable: false,
        scoped: false,
        identity: { externalId: "user_42" },
      })
      expect((await customer.ok("portal.listKeys"))[0].keyId).toBe(keyId)
    })

    test("portal.createKey: the portal bounds lifetime and number", async () => {
      await configure({ expiry: { default: dayMs, max: 2 * dayMs }, maxKeys: 4 })
      const { keyId } = await create()
      expect((await listed(keyId)).expires).toBe(clock.now + dayMs)
      for (const expires of [null, clock.now, clock.now + 2 * dayMs + 1]) {
        const reply = await customer.call("portal.createKey", { apiId: world.apiId, name: "x", expires })
        expect(outcomeOf(reply)).toBe("400 application/invalid_input")
      }
      await create({ expires: clock.now + 2 * dayMs })
      const full = await customer.call("portal.createKey", { apiId: world.apiId, name: "x" })
      expect(outcomeOf(full)).toBe("403 limits/quota_exceeded")
      expect((await customer.ok("portal.getView")).keys).toEqual({ count: 4, limit: 4, room: 0 })
      await configure({ expiry: null, maxKeys: null })
    })

    test("portal.createKey: with a choice, the key is scoped to the plan; with permissionsFrom portal, it is not", async () => {
      await ok("identities.updateIdentity", { identity: "user_42", permissions: ["a.read", "a.write"] })
      await configure({
        permissions: [
          { slug: "a.read", title: "Read" },
          { slug: "b.read", title: "Other" },
        ],
      })
      const everything = await create()
      expect((await listed(everything.keyId)).permissions).toEqual(["a.read", "a.write"])
      const chosen = await create({ permissions: ["a.read"] })
      expect((await listed(chosen.keyId)).permissions).toEqual(["a.read"])
      expect(await ok("keys.getKey", { keyId: chosen.keyId })).toMatchObject({ scoped: true })
      expect((await listed((await create({ permissions: [] })).keyId)).permissions).toEqual([])
      const call = async (permissions: string[]) =>
        outcomeOf(await customer.call("portal.createKey", { apiId: world.apiId, name: "x", permissions }))
      for (const slug of ["a.write", "b.read", "documents.read", "nothing"]) {
        expect(await call([slug])).toBe("404 data/permission_not_found")
      }
      await configure({ permissionsFrom: "portal" })
      const free = await create({ permissions: ["b.read"] })
      expect((await listed(free.keyId)).permissions).toEqual(["a.read", "a.write", "b.read"])
      await configure({ permissionsFrom: null, permissions: null })
      await ok("identities.updateIdentity", { identity: "user_42", permissions: [] })
    })

    test("portal.updateKey renames and limits to networks, each by its own action", async () => {
      const { keyId } = await create()
      await customer.ok("portal.updateKey", { keyId, name: "Production", ipAllowlist: ["10.0.0.0/8"] })
      expect(await listed(keyId)).toMatchObject({ name: "Production", ipAllowlist: ["10.0.0.0/8"] })
      const renaming = await open({ actions: ["rename"] })
      const call = async (body: object) => outcomeOf(await renaming.call("portal.updateKey", { keyId, ...body }))
      expect([await call({ name: "Other" }), await call({ ipAllowlist: [] })]).toEqual(["200", noPermission])
      expect(await listed(keyId)).toMatchObject({ name: "Other", ipAllowlist: ["10.0.0.0/8"] })
    })

    test("portal.rotateKey and portal.finishRotation: both secrets, then one", async () => {
      const { keyId, key: before } = await create()
      const { key: after, previousExpires } = await customer.ok("portal.rotateKey", { keyId, overlap: dayMs })
      expect(previousExpires).toBe(clock.now + dayMs)
      expect([await verify(before), await verify(after)]).toEqual(["VALID", "VALID"])
      expect((await listed(keyId)).rotation).toMatchObject({ previousStart: before.slice(0, "acme_".length + 4) })
      await customer.ok("portal.finishRotation", { keyId })
      expect([await verify(before), await verify(after)]).toEqual(["EXPIRED", "VALID"])
      const reply = await customer.call("portal.rotateKey", { keyId, overlap: 8 * dayMs })
      expect(outcomeOf(reply)).toBe("400 application/invalid_input")
    })

    test("portal.deleteKey revokes a key at once, and events name the person that the link named", async () => {
      const { keyId, key } = await create()
      expect(await verify(key)).toBe("VALID")
      const events = await eventsDuring(server, () => customer.ok("portal.deleteKey", { keyId }), world)
      expect(await verify(key)).toBe("NOT_FOUND")
      expect(events).toMatchObject([
        {
          type: "key.deleted",
          actor: { type: "identity", id: world.identityId, name: "Grace", sessionId: customer.sessionId },
        },
      ])
      expect(outcomeOf(await customer.call("portal.deleteKey", { keyId }))).toBe(unknownKey)
    })

    test("portal.getUsage and portal.listRefusals: of the customer's present keys, the others without a name", async () => {
      const user = await open({ externalId: "user_of_usage" })
      const mine = await user.ok("portal.createKey", { apiId: world.apiId, name: "Used" })
      const gone = await user.ok("portal.createKey", { apiId: world.apiId, name: "Gone" })
      for (const { key } of [mine, gone]) await ok("keys.verifyKey", { key, ip: "192.0.2.9" })
      await ok("keys.verifyKey", { key: mine.key, permissions: "nothing", ip: "192.0.2.9" })
      await user.ok("portal.deleteKey", { keyId: gone.keyId })
      const range = { from: clock.now - dayMs, interval: "total", groupBy: ["key"] }
      while ((await user.ok("portal.getUsage", range)).total < 3) await Bun.sleep(20)
      const { groups, total } = await user.ok("portal.getUsage", range)
      expect(total).toBe(3)
      expect(groups).toMatchObject([
        { keyId: mine.keyId, name: "Used", total: 2 },
        { other: true, total: 1 },
      ])
      expect(JSON.stringify(groups)).not.toContain("Gone")
      const byCode = await user.ok("portal.getUsage", { ...range, keyId: mine.keyId, groupBy: ["code"] })
      expect(byCode.groups.map(({ code, total }: { code: string; total: number }) => [code, total])).toEqual(
        expect.arrayContaining([
          ["VALID", 1],
          ["INSUFFICIENT_PERMISSIONS", 1],
        ]),
      )
      while ((await user.ok("portal.listRefusals")).length < 1) await Bun.sleep(20)
      expect(await user.ok("portal.listRefusals")).toEqual([
        { time: clock.now, code: "INSUFFICIENT_PERMISSIONS", keyId: mine.keyId, ip: "192.0.2.9" },
      ])
    })

    test("portal.endSession ends it, and the browser forgets it", async () => {
      const leaving = await open()
      const reply = await leaving.call("portal.endSession")
      expect(reply.headers.getSetCookie().join()).toMatch(/^keyward-portal-\d+=; Max-Age=0;/)
      expect(outcomeOf(await leaving.call("portal.getView"))).toBe("401 authentication/session_expired")
    })
  })

  describe("opened by a person of the team", () => {
    test("shows usage and refusals only, unless asked for more, and acts under the person's name", async () => {
      const person = await addPerson(server, { ...world, role: "developer" })
      const browser = inBrowser(person, world.workspaceId)
      const linkOf = (body: object) => server.ok("portal.createSession", { externalId: "user_42", ...body }, browser)
      const looking = await openLink(server, (await linkOf({})).url)
      const { session } = await looking.ok("portal.getView")
      expect([session.actions, session.openedBy]).toEqual([["usage", "refusals"], "Grace"])
      expect(outcomeOf(await looking.call("portal.createKey", { apiId: world.apiId, name: "x" }))).toBe(noPermission)
      const acting = await openLink(server, (await linkOf({ actions: ["create"] })).url)
      const body = { apiId: world.apiId, name: "By support" }
      const events = await eventsDuring(server, () => acting.ok("portal.createKey", body), world)
      expect(events).toMatchObject([
        { type: "key.created", actor: { type: "user", id: person.userId, sessionId: acting.sessionId } },
      ])
      await server.ok("sessions.signOut", {}, { session: { cookie: person.cookie } })
      expect(outcomeOf(await acting.call("portal.getView"))).toBe("401 authentication/session_expired")
    })
  })
})
