import { describe, expect, test } from "bun:test"
import { createKey, disableWorkspace } from "../../../test/harness/fixtures.ts"
import { serveKeyward } from "../../../test/harness/serve-keyward.ts"
import { until } from "../../../test/harness/until.ts"
import { attach, connect, hashOf } from "../../../test/verifiers/raw-verifier.ts"

describe("/v2/verifier", () => {
  const keyward = serveKeyward({ engine: "sqlite", environment: { KEYWARD_VERIFIERS: "30" } })

  test("lends a record with its dependencies, and takes it back before a change returns", async () => {
    const { key, keyId, apiId } = await createKey(keyward, { permissions: ["a.read"], ipAllowlist: ["192.0.2.0/24"] })
    const raw = await attach(keyward.url, keyward.rootKey)
    const lease = await raw.renew()
    expect(lease).toEqual({ t: "lease", n: 1, ms: 1_000, now: expect.any(Number) })
    const { requestId, data, record } = await raw.ask(key, { ip: "192.0.2.7" })
    expect(requestId).toStartWith("req_")
    expect(data).toMatchObject({ valid: true, code: "VALID", keyId, ratelimits: [] })
    const { valid, code, ratelimits, ...facts } = data
    expect(record).toMatchObject({ hash: hashOf(key), data: facts, networks: [["192.0.2.0/24"]] })
    expect(record.on).toEqual(expect.arrayContaining([keyId, apiId, keyward.workspaceId]))
    expect(Object.keys(record)).not.toContain("refused")

    const change = keyward.ok("keys.updateKey", { keyId, enabled: false })
    const drop = await raw.next("drop")
    expect(drop).toEqual({ t: "drop", n: expect.any(Number), ids: [keyId] })
    raw.send({ t: "ack", n: drop.n })
    await change
    const after = await raw.ask(key)
    expect(after.data.code).toBe("DISABLED")
    expect(after.record.refused).toBe("DISABLED")
    raw.close()
    await raw.ended()
  })

  /** A workspace of its own, because hanging verifiers keep out others. */
  const workspaceThatHangs = async () => {
    const workspace = await keyward.createWorkspace()
    const attachingKey = () => keyward.createRootKey(["workspace.*.attach_verifier", "api.*.verify_key"], workspace)
    const { key, keyId } = await createKey(keyward, {}, workspace.rootKey)
    const rename = (name: string) => keyward.call("keys.updateKey", { keyId, name }, { key: workspace.rootKey })
    return { workspace, attachingKey, key, rename }
  }

  test("a change waits for an acknowledgement, but no longer than the lease, and then closes", async () => {
    const { attachingKey, key, rename } = await workspaceThatHangs()
    const rootKey = await attachingKey()
    const [hanging, sibling] = await Promise.all([attach(keyward.url, rootKey), attach(keyward.url, rootKey)])
    await hanging.ask(key)
    await hanging.renew()
    const startedAt = performance.now()
    expect((await rename("one")).status).toBe(200)
    // The lease was a second long, and began before.
    expect(performance.now() - startedAt).toBeGreaterThan(900)
    expect((await hanging.ended()).code).toBe(4408)
    expect((await sibling.renew()).ms).toBe(0)
    const again = await connect(keyward.url)
    again.send({ t: "hello", key: rootKey, client: "test" })
    const { code, reason } = await again.ended()
    expect([code, Number(reason) > 5]).toEqual([4429, true])
    sibling.close()
  })

  test("a lost connection is no acknowledgement, and 4000 is one", async () => {
    const { workspace, attachingKey, key, rename } = await workspaceThatHangs()
    const lost = await attach(keyward.url, await attachingKey())
    await lost.ask(key)
    await lost.renew()
    lost.close(4999)
    await lost.ended()
    const startedAt = performance.now()
    expect((await rename("one")).status).toBe(200)
    expect(performance.now() - startedAt).toBeGreaterThan(700)

    const leaving = await attach(keyward.url, workspace.rootKey)
    await leaving.ask(key)
    await leaving.renew()
    leaving.close(4000)
    await leaving.ended()
    const { headers } = await rename("two")
    expect(propagationIn(headers)).toBeLessThan(700)
  })

  test("asks what the server must decide, and lends no record for it", async () => {
    const raw = await attach(keyward.url, keyward.rootKey)
    const { apiId } = await createKey(keyward)
    const limited = { ratelimits: [{ name: "calls", limit: 5, duration: 60_000, autoApply: true }] }
    const [credits, limits, other] = await Promise.all([
      createKey(keyward, { apiId, credits: { remaining: 3 } }),
      createKey(keyward, { apiId, ...limited }),
      createKey(keyward, { apiId }),
    ])
    const spent = await raw.ask(credits.key, { credits: { cost: 2 } })
    expect([spent.data.credits, spent.record]).toEqual([1, undefined])
    const counted = await raw.ask(limits.key)
    expect([counted.data.ratelimits[0].remaining, counted.record]).toEqual([4, undefined])
    const unknown = await raw.ask("nothing", { permissions: "a" })
    expect(unknown).toMatchObject({ data: { valid: false, code: "NOT_FOUND" } })
    expect(unknown.record).toBeUndefined()
    expect((await raw.ask(other.key, { held: true })).record).toBeUndefined()
    const wrong = await raw.ask(other.key, { future: 1 })
    expect(wrong.error).toMatchObject({ status: 400 })
    const query = await raw.ask(other.key, { permissions: "a AND" })
    expect(query.error).toMatchObject({ status: 400 })
    expect(query.error.type).toEndWith("/permissions_query_syntax_error")
    raw.close()
  })

  test("answers whole batches, and only of the workspace and the APIs of the root key", async () => {
    const [own, hidden] = [await createKey(keyward), await createKey(keyward)]
    const other = await keyward.createWorkspace()
    const foreign = await createKey(keyward, {}, other.rootKey)
    const rootKey = await keyward.createRootKey(["workspace.*.attach_verifier", `api.${own.apiId}.verify_key`])
    const raw = await attach(keyward.url, rootKey)
    const keys = [own, hidden, foreign].map(({ key }) => key)
    raw.send({ t: "verify", asks: keys.map((key, i) => ({ i, hash: hashOf(key) })) })
    const answers = await until(() => {
      const all = raw.frames.filter(({ t }) => t === "verdicts").flatMap((frame) => frame.answers)
      return all.length === 3 && all.sort((one, two) => one.i - two.i)
    })
    expect(answers.map(({ data, record }) => [data.code, record !== undefined])).toEqual([
      ["VALID", true],
      ["NOT_FOUND", false],
      ["NOT_FOUND", false],
    ])
    raw.close()
  })

  test("only the root keys that may attach are let in", async () => {
    const refusal = async (key: string) => {
      const raw = await connect(keyward.url)
      raw.send({ t: "hello", key, client: "test" })
      return raw.ended()
    }
    const poor = await keyward.createRootKey(["api.*.verify_key"])
    const { key } = await createKey(keyward)
    const lacking = { code: 4403, reason: "authorization/insufficient_permissions" }
    expect(await refusal(poor)).toEqual(lacking)
    expect(await refusal(key)).toEqual(lacking)
    expect(await refusal("nothing")).toEqual({ code: 4403, reason: "authentication/key_not_found" })
    expect((await refusal(keyward.operatorKey)).code).toBe(4403)
    const expires = Date.now() + 3_600_000
    const { rootKey: dying, rootKeyId } = await keyward.ok("rootKeys.createRootKey", {
      permissions: ["workspace.*.attach_verifier"],
      expires,
    })
    await keyward.ok("rootKeys.updateRootKey", { rootKeyId, expires: Date.now() - 1 })
    expect(await refusal(dying)).toEqual({ code: 4403, reason: "authorization/key_expired" })
  })

  test("a root key that changes or expires, and its workspace, end the connection when it has forgotten", async () => {
    const other = await keyward.createWorkspace()
    const options = { key: other.rootKey }
    const { apiId } = await keyward.ok("apis.createApi", { name: "Other" }, options)
    const { key } = await keyward.ok("keys.createKey", { apiId }, options)
    const permissions = ["workspace.*.attach_verifier", "api.*.verify_key"]
    const attached = async () => {
      const made = await keyward.ok("rootKeys.createRootKey", { permissions }, options)
      const raw = await attach(keyward.url, made.rootKey)
      await raw.renew()
      expect((await raw.ask(key)).record).toBeDefined()
      return { raw, ...made }
    }
    const narrowed = await attached()
    narrowed.raw.acknowledge()
    const permissionsLeft = ["event.*.read_event"]
    await keyward.ok("rootKeys.updateRootKey", { rootKeyId: narrowed.rootKeyId, permissions: permissionsLeft }, options)
    expect((await narrowed.raw.next("drop")).ids).toBeUndefined()
    expect((await narrowed.raw.ended()).code).toBe(4401)

    const short = await attached()
    short.raw.acknowledge()
    const expires = Date.now() + 900
    await keyward.ok("rootKeys.updateRootKey", { rootKeyId: short.rootKeyId, expires }, options)
    expect((await short.raw.ended()).code).toBe(4401)

    const whole = await attached()
    whole.raw.acknowledge()
    await disableWorkspace(keyward, other.workspaceId)
    expect((await whole.raw.ended()).code).toBe(4401)
  })

  test("no lease passes the expiry of the root key, which then ends the connection", async () => {
    const expires = Date.now() + 3_000
    const permissions = ["workspace.*.attach_verifier", "api.*.verify_key"]
    const { rootKey } = await keyward.ok("rootKeys.createRootKey", { permissions, expires })
    const raw = await attach(keyward.url, rootKey)
    raw.acknowledge()
    await until(async () => (await raw.renew()) === undefined)
    expect((await raw.ended()).code).toBe(4401)
    const leases = raw.frames.filter(({ t, ms }) => t === "lease" && ms > 0)
    expect(leases.length).toBeGreaterThan(0)
    expect(leases.filter(({ now, ms }) => now + ms > expires)).toEqual([])
  })

  test("what breaks a rule of the protocol ends the connection with 4400", async () => {
    const hello = { t: "hello", key: keyward.rootKey, client: "test" }
    const before = [
      "{",
      "[]",
      "7",
      '"text"',
      '{"t":"renew","n":1}',
      '{"t":"hello","key":7,"client":"x"}',
      '{"t":"hello"}',
    ]
    for (const text of before) {
      const raw = await connect(keyward.url)
      raw.sendText(text)
      expect([text, (await raw.ended()).code]).toEqual([text, 4400])
    }
    const binary = await connect(keyward.url)
    binary.sendText(new TextEncoder().encode(JSON.stringify(hello)))
    expect((await binary.ended()).code).toBe(4400)
    const after = [
      hello,
      { t: "renew", n: -1 },
      { t: "ack", n: 1_000_000 },
      { t: "verify", asks: [] },
      { t: "verify", asks: [{ hash: "x" }] },
      { t: "verify", asks: Array.from({ length: 101 }, (_, i) => ({ i })) },
      { t: "used", rows: [{ code: "VALID" }] },
      { t: "later" },
    ]
    for (const message of after) {
      const raw = await attach(keyward.url, keyward.rootKey)
      raw.send(message)
      expect([message, (await raw.ended()).code]).toEqual([message, 4400])
    }
    const twice = await attach(keyward.url, keyward.rootKey)
    await twice.renew()
    twice.send({ t: "renew", n: 1 })
    expect((await twice.ended()).code).toBe(4400)
    const large = await attach(keyward.url, keyward.rootKey)
    large.sendText(" ".repeat(300_000))
    expect((await large.ended()).code).toBe(1009)
  })

  test("requests that are no handshake of this protocol are 400, and further verifiers are refused", async () => {
    for (const headers of [{}, { Upgrade: "websocket", Connection: "Upgrade" }]) {
      const { status, body } = await keyward.request("/v2/verifier", { headers })
      expect([status, body.error.errors[0].location]).toEqual([400, "header.Upgrade"])
    }
    const wrong = await connect(keyward.url, "keyward.verifier.2")
    expect([1002, 1006]).toContain((await wrong.ended()).code)
    const all = await Promise.all(Array.from({ length: 30 }, () => attach(keyward.url, keyward.rootKey)))
    const more = await connect(keyward.url)
    more.send({ t: "hello", key: keyward.rootKey, client: "test" })
    expect(await more.ended()).toEqual({ code: 4503, reason: "full" })
    const { text } = await keyward.request("/metrics")
    expect(text).toContain("\nkeyward_verifiers 30\n")
    for (const raw of all) raw.close()
    await Promise.all(all.map((raw) => raw.ended()))
  })

  test("local decisions count in usage, in lastUsedAt and in the log, if their ticket is authentic", async () => {
    const { key, keyId } = await createKey(keyward)
    const raw = await attach(keyward.url, keyward.rootKey)
    const { record } = await raw.ask(key)
    const last = Date.now() - 1
    const row = { ticket: record.ticket, code: "VALID", tags: ["path=/a"], count: 41, last }
    raw.send({ t: "used", rows: [row, { ...row, code: "FORBIDDEN", tags: [], count: 2, ip: "192.0.2.9" }] })
    const [body, signature] = record.ticket.split(".")
    const forged = `${Buffer.from(Buffer.from(body, "base64url").toString().replace(keyId, "key_other")).toString("base64url")}.${signature}`
    raw.send({ t: "used", rows: [{ ...row, ticket: forged, count: 1_000 }] })
    const other = await keyward.createWorkspace()
    const stranger = await attach(keyward.url, other.rootKey)
    stranger.send({ t: "used", rows: [{ ...row, count: 1_000 }] })
    const usage = () =>
      keyward.ok("usage.getVerifications", { keyId, groupBy: ["code"], granularity: "total" }).catch((error) => error)
    const counted = await until(async () => {
      const log = await keyward.ok("usage.listVerifications", { keyId })
      return log.length >= 3 && log
    })
    const weights = counted.map(({ code, weight = 1, ip }: Record<string, unknown>) => [code, weight, ip])
    expect(weights).toEqual(
      expect.arrayContaining([
        ["VALID", 41, undefined],
        ["FORBIDDEN", 2, "192.0.2.9"],
        ["VALID", 1, undefined],
      ]),
    )
    await until(async () => (await keyward.ok("keys.getKey", { keyId })).lastUsedAt !== undefined)
    expect(await usage()).toBeDefined()
    for (const each of [raw, stranger]) each.close()
  })
})

function propagationIn(headers: Headers): number {
  return Number(/dur=([\d.]+)/.exec(headers.get("server-timing") ?? "")?.[1])
}
