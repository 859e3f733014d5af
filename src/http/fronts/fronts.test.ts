import { describe, expect, test } from "bun:test"
import { createKey } from "../../../test/harness/fixtures.ts"
import type { Reply } from "../../../test/harness/harness.ts"
import { serveKeyward } from "../../../test/harness/serve-keyward.ts"
import { until } from "../../../test/harness/until.ts"
import { type RawRequest, sendRaw } from "../../../test/requests/raw-request.ts"
import { attach } from "../../../test/verifiers/raw-verifier.ts"

/** Everything but what differs between two requests. */
function comparable({ status, headers, text }: Reply) {
  const own = new Set(["date", "x-request-id", "server-timing"])
  const rest = [...headers].filter(([name]) => !own.has(name)).sort()
  return { status, headers: rest, text: text.replace(/req_\w+/g, "req_") }
}

describe("a front", () => {
  const front = serveKeyward({ engine: "sqlite", isFronted: true })
  const bearer = () => ["Authorization", `Bearer ${front.rootKey}`] as const
  const json = ["Content-Type", "application/json"] as const
  const verify = "/v2/keys.verifyKey"

  const requests: readonly (readonly [what: string, request: () => RawRequest])[] = [
    ["a readable page", () => ({ method: "GET", target: "/readyz" })],
    ["a page for people", () => ({ method: "GET", target: "/", headers: [["Accept", "text/html"]] })],
    ["HEAD of a large page", () => ({ method: "HEAD", target: "/openapi.json" })],
    ["an unknown page", () => ({ method: "GET", target: "/nothing?x=%20", headers: [["Accept", "text/html"]] })],
    ["an unknown operation", () => ({ target: "/v2/keys.verifyKeys", headers: [bearer(), json], body: "{}" })],
    ["another method", () => ({ method: "PUT", target: verify, headers: [bearer()] })],
    ["a list", () => ({ target: "/v2/apis.listApis", headers: [bearer(), json], body: '{"limit":1}' })],
    [
      "a repeated length",
      () => ({ target: "/v2/apis.listApis", headers: [bearer(), json, ["Content-Length", "2"]], body: "{}" }),
    ],
    ["a query", () => ({ method: "GET", target: "/v2/nothing.at.all", headers: [bearer()] })],
    ["no key", () => ({ target: verify, headers: [json], body: '{"key":"x"}' })],
    [
      "an unknown root key",
      () => ({ target: verify, headers: [["Authorization", "Bearer nobody"], json], body: "{}" }),
    ],
    ["two keys", () => ({ target: verify, headers: [bearer(), ["Authorization", ""], json], body: "{}" })],
    ["two hosts", () => ({ target: verify, headers: [["Host", "a"], ["Host", ""], bearer(), json], body: "{}" })],
    [
      "two hosts elsewhere",
      () => ({
        target: "/readyz",
        method: "GET",
        headers: [
          ["Host", "a"],
          ["Host", ""],
        ],
      }),
    ],
    ["an unknown key", () => ({ target: verify, headers: [bearer(), json], body: '{"key":"nobody"}' })],
    ["no JSON", () => ({ target: verify, headers: [bearer(), json], body: "{" })],
    ["another media type", () => ({ target: verify, headers: [bearer(), ["Content-Type", "text/plain"]], body: "{}" })],
    ["a wrong field", () => ({ target: verify, headers: [bearer(), json], body: '{"kee":"x","key":1}' })],
    [
      "a problem",
      () => ({ target: verify, headers: [bearer(), json, ["Accept", "application/problem+json"]], body: "[]" }),
    ],
    ["a large body", () => ({ target: verify, headers: [bearer(), json], body: `{"key":"${"x".repeat(70_000)}"}` })],
    ["too large a body", () => ({ target: verify, headers: [bearer(), json], body: " ".repeat(1_048_577) })],
    ["a wrong limit", () => ({ target: "/v2/ratelimit.limit", headers: [bearer(), json], body: '{"limit":-1}' })],
    [
      "an unknown reservation",
      () => ({
        target: "/v2/credits.commit",
        headers: [bearer(), json],
        body: '{"reservationId":"rsv_none","amount":1}',
      }),
    ],
  ]
  test.each(requests)("answers %s as the main process does", async (_what, request) => {
    const main = { url: front.mainUrl }
    const expected = comparable(await sendRaw(main, request()))
    // The second request finds what the first has loaded.
    for (const _again of [1, 2]) expect(comparable(await sendRaw(front, request()))).toEqual(expected)
  })

  test("answers for a key as the main process does, with permissions, limits and credits", async () => {
    const main = { url: front.mainUrl }
    const limits = [{ name: "calls", limit: 1_000, duration: 3_600_000 }]
    const plain = await createKey(front, { permissions: ["a.read"], expires: Date.now() + 3_600_000 })
    const limited = await createKey(front, { ratelimits: limits, credits: { remaining: 1_000 } })
    const disabled = await createKey(front, { enabled: false })
    const bodies = [
      { key: plain.key },
      { key: plain.key, permissions: "a.read AND a.write" },
      { key: plain.key, permissions: "(" },
      { key: plain.key, ip: "192.0.2.1", tags: ["x"], credits: { cost: 2 } },
      { key: plain.key, ratelimits: [{ name: "none" }] },
      { key: disabled.key },
      { key: limited.key, credits: { cost: 0 }, ratelimits: [{ name: "calls", cost: 0 }] },
    ]
    for (const body of bodies) {
      const request = { target: verify, headers: [bearer(), json], body: JSON.stringify(body) }
      const expected = comparable(await sendRaw(main, request))
      for (const _again of [1, 2]) expect(comparable(await sendRaw(front, request))).toEqual(expected)
    }
  })

  test("has the log, the metrics and the usage of one server, and counts every request once", async () => {
    const { workspaceId, rootKey } = await front.createWorkspace()
    // No other test is refused by an address.
    const { key } = await createKey(front, { ipAllowlist: ["192.0.2.1"] }, rootKey)
    for (let call = 0; call < 5; call += 1) await front.ok("keys.verifyKey", { key }, { key: rootKey })
    await until(async () => (await refused()) === 5)
    const lines = () => front.log.filter((line) => line.includes("keys.verifyKey") && line.includes(workspaceId))
    await until(() => lines().length === 5)
    const range = { workspaceId, from: Date.now() - 3_600_000, to: Date.now() + 3_600_000 }
    await until(async () => (await front.ok("usage.getVerifications", range, front.operator)).total === 5)
    await until(async () => (await front.ok("usage.listVerifications", { workspaceId }, front.operator)).length === 5)
  })

  /** The main process renders its metrics at most once a second, and the front reports twice a second. */
  const refused = async () => {
    const { text } = await front.request("/metrics")
    return Number(/keyward_verifications_total\{code="FORBIDDEN"\} (\d+)/.exec(text)?.[1])
  }

  test("passes on what the workspace limits", async () => {
    const { rootKey, workspaceId } = await front.createWorkspace()
    const { key } = await createKey(front, {}, rootKey)
    await front.ok("keys.verifyKey", { key }, { key: rootKey })
    await front.ok("workspaces.updateWorkspace", { workspaceId, limits: { requestsPerMinute: 3 } }, front.operator)
    const replies: Reply[] = []
    for (let call = 0; call < 4; call += 1) replies.push(await front.call("keys.verifyKey", { key }, { key: rootKey }))
    expect(replies.map(({ status, headers }) => [status, headers.get("ratelimit-remaining")])).toEqual([
      [200, "2"],
      [200, "1"],
      [200, "0"],
      [429, "0"],
    ])
  })

  test("counts towards a new limit of its workspace what it has not reported yet", async () => {
    const { rootKey, workspaceId } = await front.createWorkspace()
    const { key } = await createKey(front, {}, rootKey)
    const verifyFive = async () => {
      for (let call = 0; call < 5; call += 1) await front.ok("keys.verifyKey", { key }, { key: rootKey })
    }
    await verifyFive()
    const range = { workspaceId, from: Date.now() - 3_600_000, to: Date.now() + 3_600_000 }
    await until(async () => (await front.ok("usage.getVerifications", range, front.operator)).total === 5)
    await verifyFive()
    const limits = { verificationsPerMonth: 11 }
    await front.ok("workspaces.updateWorkspace", { workspaceId, limits }, front.operator)
    const statuses: number[] = []
    for (let call = 0; call < 3; call += 1) {
      statuses.push((await front.call("keys.verifyKey", { key }, { key: rootKey })).status)
    }
    expect(statuses).toEqual([200, 403, 403])
  })

  test("streams events while they happen, and ends the stream with its reader", async () => {
    const leaving = new AbortController()
    const response = await fetch(`${front.url}/v2/events.stream`, {
      headers: { Authorization: `Bearer ${front.rootKey}` },
      signal: leaving.signal,
    })
    expect(response.headers.get("content-type")).toBe("text/event-stream")
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let received = ""
    const { keyId } = await createKey(front)
    while (!received.includes(keyId)) received += (await reader?.read())?.value
    const streams = async () => /keyward_event_streams (\d+)/.exec((await front.request("/metrics")).text)?.[1]
    await until(async () => (await streams()) === "1")
    leaving.abort()
    await until(async () => (await streams()) === "0")
  })

  test("relays verifiers, which forget before a change returns", async () => {
    const { key, keyId } = await createKey(front)
    const raw = await attach(front.url, front.rootKey)
    expect((await raw.renew()).ms).toBeGreaterThan(0)
    expect((await raw.ask(key)).record).toBeDefined()
    const change = front.ok("keys.updateKey", { keyId, enabled: false })
    raw.send({ t: "ack", n: (await raw.next("drop")).n })
    await change
    expect((await raw.ask(key)).data.code).toBe("DISABLED")
    raw.sendText("no JSON")
    expect(await raw.ended()).toMatchObject({ code: 4400 })
  })
})
