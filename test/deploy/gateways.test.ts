import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import { blocksIn } from "../documentation/page.ts"
import { createKey } from "../harness/fixtures.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { sendRaw } from "../requests/raw-request.ts"
import { type Gateway, type GatewayName, startGateway } from "../services/gateway.ts"

const page = "docs/guides/gateways.md"

interface Places {
  readonly port: number
  readonly keyward: string
  readonly application: string
  readonly rootKey: string
}

/** The configuration of the page with other addresses, another key and other options. */
function configured(language: string, { port, keyward, application, rootKey }: Places, options: string): string {
  const block = blocksIn(page).find((one) => one.language === language)?.text ?? ""
  const replaced = block
    .replaceAll("127.0.0.1:8080", new URL(keyward).host)
    .replaceAll("127.0.0.1:3000", new URL(application).host)
    .replace("ROOT_KEY", rootKey)
    .replace("permissions=documents.read", options)
    .replace("listen 80;", `listen 127.0.0.1:${port};`)
    .replace(/^:80 \{/m, `http://127.0.0.1:${port} {`)
    .replace("bind :80", `bind 127.0.0.1:${port}`)
    .replace("lua-load keyward.lua", `lua-load ${resolve("deploy/haproxy/keyward.lua")}`)
  expect(replaced).toContain(`127.0.0.1:${port}`)
  return replaced
}

/** Every header that Keyward reads or sends. */
const ownNames = [...new Set(readFileSync("docs/contract.md", "utf8").match(/Keyward-[A-Z][A-Za-z-]*[a-z]/g))]

/** What an application, or Keyward, would believe. Many languages read an underscore as a hyphen, and some a dot. */
const forgedBy = (names: readonly string[]) =>
  Object.fromEntries(
    names
      .flatMap((name) => [name, name.toLowerCase().replaceAll("-", "_"), name.replace("-", ".")])
      .map((name) => [name, "forged"]),
  )

/** Nothing else that begins like these passes either, but nginx can only remove names that it knows. */
const forged: Readonly<Record<GatewayName, Readonly<Record<string, string>>>> = {
  nginx: forgedBy(ownNames),
  caddy: forgedBy([...ownNames, "Keyward-Other", "Keyward", "Keywards-Key-Id"]),
  haproxy: forgedBy([...ownNames, "Keyward-Other", "Keyward", "Keywards-Key-Id"]),
}

const gateways: readonly (readonly [GatewayName, string])[] = [
  ["nginx", "nginx"],
  ["caddy", "caddyfile"],
  ["haproxy", "haproxy"],
]

/** Says what it has received. */
function startApplication() {
  return Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const received = [...request.headers].filter(([name]) => name.startsWith("keyward"))
      return Response.json({ method: request.method, body: await request.text(), ...Object.fromEntries(received) })
    },
  })
}

test("the configuration for APISIX, which is not run, removes every header of Keyward", () => {
  const removed = /^ +remove: \[([^\]]*)\]/m.exec(readFileSync(page, "utf8"))?.[1]?.split(/,\s*/)
  expect(removed).toEqual(ownNames.toSorted())
  expect(removed).toContain("Keyward-Code")
})

describe.each([...gateways])("%s, configured as the guide says,", (program, language) => {
  const keyward = serveKeyward({ engine: "sqlite" })
  const application = startApplication()
  let gateway: Gateway
  /** The same gateway with a root key of its own, which the test revokes, and one whose Keyward is not there. */
  let revoked: Gateway
  let cutOff: Gateway
  const start = (options: string, { rootKey, url }: { rootKey: string; url: string }) =>
    startGateway(
      program,
      ({ port }) => configured(language, { port, keyward: url, application: application.url.href, rootKey }, options),
      { KEYWARD_URL: url, KEYWARD_KEY: rootKey },
    )
  beforeAll(async () => {
    const { rootKeyId, rootKey } = await keyward.ok("rootKeys.createRootKey", { permissions: ["api.*.verify_key"] })
    const { url } = keyward
    const options = "permissions=documents.read&ratelimit=requests"
    ;[gateway, revoked, cutOff] = await Promise.all([
      start(options, { rootKey: keyward.rootKey, url }),
      start(options, { rootKey, url }),
      start(options, { rootKey, url: "http://127.0.0.1:1" }),
    ])
    await keyward.ok("rootKeys.deleteRootKey", { rootKeyId })
  })
  afterAll(async () => {
    await Promise.all([gateway.stop(), revoked.stop(), cutOff.stop()])
    await application.stop(true)
  })

  const ratelimits = [{ name: "requests", limit: 20, duration: 60_000, autoApply: false }]
  const reader = { permissions: ["documents.read"], ratelimits }
  const get = async (path: string, key?: string, init: RequestInit = {}, from = gateway) => {
    const authorization = key === undefined ? {} : { Authorization: `Bearer ${key}` }
    const headers = { ...authorization, ...Object(init.headers) }
    return fetch(`${from.url}${path}`, { ...init, headers })
  }

  test("passes a valid key on, and tells the application whose it is", async () => {
    await keyward.ok("identities.createIdentity", { externalId: "user 42" })
    const { key, keyId } = await createKey(keyward, { ...reader, externalId: "user 42" })
    const passed = await get("/documents?permissions=everything", key, {
      headers: { ...forged[program], Cookie: "c".repeat(12_288) },
    })
    expect([passed.status, await passed.json()]).toEqual([
      200,
      expect.objectContaining({ "keyward-key-id": keyId, "keyward-external-id": "user%2042" }),
    ])
    const nameless = await createKey(keyward, reader)
    const received = await (await get("/", nameless.key, { headers: forged[program] })).json()
    expect(received["keyward-key-id"]).toBe(nameless.keyId)
    expect(JSON.stringify(received)).not.toContain("forged")
    const body = "x".repeat(100_000)
    const posted = await get("/upload", key, { method: "POST", body })
    expect(await posted.json()).toMatchObject({ method: "POST", body })
  })

  test("lets no client take away what the application is told", async () => {
    await keyward.ok("identities.createIdentity", { externalId: "user 43" })
    const { key, keyId } = await createKey(keyward, { ...reader, externalId: "user 43" })
    const send = (...connection: readonly string[]) =>
      sendRaw(gateway, {
        target: "/",
        headers: [
          ["Host", new URL(gateway.url).host],
          ["Authorization", `Bearer ${key}`],
          ...connection.map((value) => ["Connection", value] as const),
        ],
      })
    const owner = { "keyward-key-id": keyId, "keyward-external-id": "user%2043" }
    expect((await send("keep-alive")).body).toMatchObject(owner)
    for (const named of ["close, Keyward-External-Id, Keyward-Key-Id", "KEYWARD-KEY-ID,keep-alive"]) {
      const { status, body } = await send("keep-alive", named)
      // nginx removes no headers that Connection names.
      if (program === "nginx") expect(body).toMatchObject(owner)
      else expect([named, status]).toEqual([named, 400])
    }
  })

  test("refuses every other key, and says so to the client", async () => {
    const [expired, powerless, limited] = await Promise.all([
      createKey(keyward, { ...reader, expires: 1 }),
      createKey(keyward, { ratelimits }),
      createKey(keyward, { ...reader, ratelimits: [{ ...ratelimits[0], limit: 1 }] }),
    ])
    expect((await get("/", limited.key)).status).toBe(200)
    const statuses = async (keys: readonly (string | undefined)[]) =>
      Promise.all(
        keys.map(async (key) => (await get("/", key, { headers: { "Keyward-Authorization": "Bearer x" } })).status),
      )
    expect(await statuses([undefined, "nobody", expired.key, powerless.key])).toEqual([401, 401, 403, 403])
    const missing = await get("/")
    expect(missing.headers.get("www-authenticate")).toBe("Bearer")
    const later = await get("/", limited.key, { method: "POST", body: "text" })
    expect(later.status).toBe(429)
    expect(later.headers.get("retry-after")).toMatch(/^[1-6]?\d$/)
  })

  test("lets nothing through that was not verified", async () => {
    const { key } = await createKey(keyward, reader)
    for (const from of [revoked, cutOff]) {
      const { status } = await get("/", key, {}, from)
      expect([502, 503]).toContain(status)
    }
  })
})

describe("with other options", () => {
  const keyward = serveKeyward({ engine: "sqlite" })
  const application = startApplication()
  const running: Gateway[] = []
  afterAll(async () => {
    await Promise.all(running.map((gateway) => gateway.stop()))
    await application.stop(true)
  })
  const start = async (options: string, program: "haproxy" | "caddy" = "haproxy", url = keyward.url) => {
    const { rootKey } = keyward
    const places = (port: number) => ({ port, keyward: keyward.url, application: application.url.href, rootKey })
    const gateway = await startGateway(
      program,
      ({ port }) => configured(program === "caddy" ? "caddyfile" : program, places(port), options),
      {
        KEYWARD_URL: url,
        KEYWARD_KEY: rootKey,
      },
    )
    running.push(gateway)
    return gateway
  }

  test.each(["haproxy", "caddy"] as const)(
    "%s passes on the key of another header, and the client's address",
    async (program) => {
      const { url } = await start("header=X%2DAPI-Key&forwardedFor=1", program)
      const statusOf = async (...headers: [string, string][]) => (await fetch(url, { headers })).status
      const [local, remote] = await Promise.all([
        createKey(keyward, { ipAllowlist: ["127.0.0.1/32"] }),
        createKey(keyward, { ipAllowlist: ["192.0.2.0/24"] }),
      ])
      const elsewhere: [string, string] = ["X-Forwarded-For", "192.0.2.1"]
      expect(await statusOf(["X-API-Key", local.key])).toBe(200)
      expect(await statusOf(["X-API-Key", local.key], elsewhere)).toBe(200)
      expect(await statusOf(["X-API-Key", remote.key], elsewhere)).toBe(403)
      expect(await statusOf(["Authorization", `Bearer ${local.key}`])).toBe(401)
      const twice = await sendRaw(
        { url },
        {
          target: "/",
          headers: [
            ["Host", new URL(url).host],
            ["X-API-Key", local.key],
            ["X-API-Key", local.key],
          ],
        },
      )
      expect(twice.status).toBe(401)
    },
  )

  test("HAProxy finds the client behind another proxy", async () => {
    const remote = await createKey(keyward, { ipAllowlist: ["192.0.2.0/24"] })
    const behindAnother = await start("header=X-API-Key&forwardedFor=2")
    const { status } = await fetch(behindAnother.url, {
      headers: { "X-API-Key": remote.key, "X-Forwarded-For": "192.0.2.1" },
    })
    expect(status).toBe(200)
  })

  test("HAProxy tells the application everything, or refuses", async () => {
    const { url } = await start("cost=2&show=permissions")
    const permissionsOf = (count: number) =>
      Array.from({ length: count }, (_, index) => `documents.${"x".repeat(50)}${index}`)
    const [few, many] = await Promise.all(
      [25, 40].map((count) => createKey(keyward, { permissions: permissionsOf(count), credits: { remaining: 10 } })),
    )
    const get = (key = "", others = {}) => fetch(url, { headers: { Authorization: `Bearer ${key}`, ...others } })
    const told = await (await get(few?.key)).json()
    expect(told).toMatchObject({ "keyward-credits": "8", "keyward-api-id": few?.apiId })
    expect(told["keyward-permissions"].split(",").sort()).toEqual(permissionsOf(25).sort())
    const withoutList = await (await get(many?.key)).json()
    expect([withoutList["keyward-permissions"], withoutList["keyward-permissions-omitted"]]).toEqual([undefined, "1"])
    // The request leaves no room for the headers.
    expect((await get(few?.key, { Cookie: "c".repeat(15_000) })).status).toBe(503)
  })

  test("HAProxy lets nothing through after an error in Lua", async () => {
    const { key } = await createKey(keyward)
    // Without its scheme.
    const { url } = await start("cost=0", "haproxy", new URL(keyward.url).host)
    expect((await fetch(url)).status).toBe(503)
    expect((await fetch(url, { headers: { Authorization: `Bearer ${key}` } })).status).toBe(503)
  })
})
