import { describe, expect, test } from "bun:test"
import { createKey } from "../../../test/harness/fixtures.ts"
import { engines } from "../../../test/harness/harness.ts"
import { serveKeyward } from "../../../test/harness/serve-keyward.ts"

describe.each([...engines])("/forward-auth on %s", (engine) => {
  const clock = { now: Date.parse("2027-03-01T12:00:30Z") }
  const keyward = serveKeyward({ engine, clock })

  interface Question {
    readonly path?: string
    readonly key?: string
    readonly rootKey?: string | null
    readonly method?: string
    readonly headers?: Readonly<Record<string, string>>
    readonly body?: string
  }
  const ask = async ({ path = "/forward-auth", key, rootKey, method = "GET", headers, body }: Question) => {
    const caller = rootKey === null ? {} : { "Keyward-Authorization": `Bearer ${rootKey ?? keyward.rootKey}` }
    const presented = key === undefined ? {} : { Authorization: `Bearer ${key}` }
    const response = await fetch(`${keyward.url}${path}`, {
      method,
      headers: { ...caller, ...presented, ...headers },
      ...(body !== undefined && { body }),
    })
    const shown = Object.fromEntries(
      [...response.headers].filter(([name]) => /^(keyward|ratelimit|retry|www)/.test(name)),
    )
    return { status: response.status, headers: shown, text: await response.text(), all: response.headers }
  }
  const codeOf = async (question: Question) => {
    const { status, headers, text } = await ask(question)
    const [code, said] = [headers["keyward-code"], headers["keyward-status"]]
    if (status !== 200) expect(JSON.parse(text).error).toMatchObject({ code, status: Number(said) })
    return [status, code, said].join(" ")
  }

  test("lets a valid key through, whatever the method, and says whose it is", async () => {
    await keyward.ok("identities.createIdentity", { externalId: "Zoë, 100 %" })
    const { key, keyId, apiId } = await createKey(keyward, { externalId: "Zoë, 100 %", credits: { remaining: 9 } })
    for (const method of ["GET", "HEAD", "PUT", "DELETE", "OPTIONS"])
      expect((await ask({ key, method })).status).toBe(200)
    const { status, headers, text, all } = await ask({ key, method: "POST", body: "never read" })
    expect([status, text, all.get("cache-control")]).toEqual([200, "", "no-store"])
    expect(headers).toEqual({
      "keyward-code": "VALID",
      "keyward-status": "200",
      "keyward-key-id": keyId,
      "keyward-api-id": apiId,
      "keyward-identity-id": expect.stringMatching(/^id_/),
      "keyward-external-id": "Zo%C3%AB%2C%20100%20%25",
      "keyward-credits": "3",
    })
  })

  test("blames the client for its key only", async () => {
    const [valid, disabled, expired, poor, walled] = await Promise.all([
      createKey(keyward),
      createKey(keyward, { enabled: false }),
      createKey(keyward, { expires: 1 }),
      createKey(keyward, { credits: { remaining: 0 } }),
      createKey(keyward, { ipAllowlist: ["10.0.0.0/8"] }),
    ])
    const cases: [Question, string][] = [
      [{}, "401 MISSING 401"],
      [{ headers: { Authorization: "Basic dTpw" } }, "401 MISSING 401"],
      [{ headers: { Authorization: `Bearer ${valid.key}, Bearer ${valid.key}` } }, "401 MISSING 401"],
      [{ key: "x".repeat(513) }, "401 MISSING 401"],
      [{ key: "nobody" }, "401 NOT_FOUND 401"],
      [{ key: valid.key, path: "/forward-auth?api=api_other" }, "401 NOT_FOUND 401"],
      [{ key: disabled.key }, "403 DISABLED 403"],
      [{ key: expired.key }, "403 EXPIRED 403"],
      [{ key: valid.key, path: "/forward-auth?permissions=docs.read" }, "403 INSUFFICIENT_PERMISSIONS 403"],
      [{ key: poor.key }, "429 USAGE_EXCEEDED 429"],
      [{ key: poor.key, path: "/forward-auth?deny=403" }, "403 USAGE_EXCEEDED 429"],
      [{ key: poor.key, path: "/forward-auth?cost=0" }, "200 VALID 200"],
      [{ key: walled.key }, "403 FORBIDDEN 403"],
      [
        {
          key: walled.key,
          path: "/forward-auth?forwardedFor=2",
          headers: { "X-Forwarded-For": "192.0.2.9, 10.1.2.3, 192.0.2.1" },
        },
        "200 VALID 200",
      ],
      [
        {
          key: walled.key,
          path: "/forward-auth?forwardedFor=1",
          headers: { "X-Forwarded-For": "10.1.2.3, 192.0.2.1" },
        },
        "403 FORBIDDEN 403",
      ],
    ]
    for (const [question, outcome] of cases) expect([question, await codeOf(question)]).toEqual([question, outcome])
    expect((await ask({})).headers["www-authenticate"]).toBe("Bearer")
    expect((await ask({ key: "nobody" })).headers["www-authenticate"]).toBe('Bearer error="invalid_token"')
  })

  test("takes the key from the header that an option names, and from no other", async () => {
    const { key } = await createKey(keyward)
    const path = "/forward-auth?header=X-API-Key"
    expect(await codeOf({ path, headers: { "X-API-Key": key } })).toBe("200 VALID 200")
    expect(await codeOf({ path, key })).toBe("401 MISSING 401")
    expect(await codeOf({ headers: { "X-API-Key": key } })).toBe("401 MISSING 401")
  })

  test("below its path, takes options from a header only, because the query is the client's", async () => {
    const { key } = await createKey(keyward, { permissions: ["docs.read"] })
    const under = (query: string, options?: string): Question => ({
      key,
      path: `/forward-auth/v1/documents${query}`,
      ...(options !== undefined && { headers: { "Keyward-Options": options } }),
    })
    expect(await codeOf(under("?permissions=docs.write", "permissions=docs.read"))).toBe("200 VALID 200")
    expect(await codeOf(under("?permissions=docs.read", "permissions=docs.write"))).toBe(
      "403 INSUFFICIENT_PERMISSIONS 403",
    )
    expect(await codeOf(under("?permissions=docs.read", ""))).toBe("200 VALID 200")
    expect(await codeOf(under("?permissions=docs.read"))).toBe("503 UNVERIFIED 503")
    // At its path, only the query has options.
    expect(await codeOf({ key, headers: { "Keyward-Options": "permissions=docs.read" } })).toBe("503 UNVERIFIED 503")
  })

  test("counts limits, and says when to come back", async () => {
    const { key } = await createKey(keyward, {
      ratelimits: [{ name: "requests", limit: 2, duration: 60_000, autoApply: false }],
    })
    const path = "/forward-auth?ratelimit=requests:2&tag=path%3D/docs&deny=403"
    const passed = await ask({ key, path })
    expect([passed.status, passed.headers["ratelimit-limit"], passed.headers["ratelimit-remaining"]]).toEqual([
      200,
      "2",
      "0",
    ])
    const refused = await ask({ key, path })
    expect([refused.status, refused.headers["keyward-code"], refused.headers["keyward-status"]]).toEqual([
      403,
      "RATE_LIMITED",
      "429",
    ])
    expect(refused.headers["retry-after"]).toBe("30")
  })

  test("shows permissions if asked, up to 2 KiB", async () => {
    const path = "/forward-auth?show=permissions"
    const few = await createKey(keyward, { permissions: ["docs.read", "docs.write"] })
    expect((await ask({ key: few.key, path })).headers["keyward-permissions"]).toBe("docs.read,docs.write")
    expect((await ask({ key: few.key })).headers["keyward-permissions"]).toBeUndefined()
    const permissions = Array.from({ length: 40 }, (_, index) => `documents.${"x".repeat(50)}${index}`)
    const many = await createKey(keyward, { permissions })
    const { status, headers } = await ask({ key: many.key, path })
    expect([status, headers["keyward-permissions"], headers["keyward-permissions-omitted"]]).toEqual([
      200,
      undefined,
      "1",
    ])
  })

  test("answers everything else with 503 and the reason, and never passes or blames the client", async () => {
    const { key } = await createKey(keyward)
    const other = await keyward.createWorkspace("Other")
    const { rootKeyId, rootKey: revoked } = await keyward.ok("rootKeys.createRootKey", {
      permissions: ["api.*.verify_key"],
    })
    expect(await codeOf({ key, rootKey: revoked })).toBe("200 VALID 200")
    await keyward.ok("rootKeys.deleteRootKey", { rootKeyId })
    const cases: [Question, string][] = [
      [{ key, rootKey: null }, "authentication/missing"],
      [{ key, rootKey: "kw_nobody" }, "authentication/key_not_found"],
      [{ key, rootKey: revoked }, "authentication/key_not_found"],
      [{ key, rootKey: key }, "authorization/insufficient_permissions"],
      [{ key, rootKey: await keyward.createRootKey(["api.*.read_api"]) }, "authorization/insufficient_permissions"],
      [{ key, rootKey: keyward.operatorKey }, "authorization/insufficient_permissions"],
      [{ key, rootKey: null, headers: { Cookie: "keyward=1" } }, "authentication/missing"],
      ...[
        "permisions=a",
        "permissions=a&permissions=b",
        "permissions",
        "permissions=%ff",
        "cost=-1",
        "cost=many",
        "ratelimit=requests:1&ratelimit=requests:1",
        "header=a%20b",
        "forwardedFor=0",
        "forwardedFor=1",
        "deny=404",
        "show=meta",
        "key=secret",
      ].map((query): [Question, string] => [{ key, path: `/forward-auth?${query}` }, "application/invalid_input"]),
      [{ key, path: "/forward-auth?permissions=a%20and%20(" }, "application/permissions_query_syntax_error"],
    ]
    for (const [question, reason] of cases) {
      const { status, headers } = await ask(question)
      expect([question, status, headers["keyward-code"], headers["keyward-error"]]).toEqual([
        question,
        503,
        "UNVERIFIED",
        reason,
      ])
    }
    const { headers } = await ask({ key, path: "/forward-auth?permisions=a" })
    expect(headers["keyward-error-detail"]).toStartWith(
      "query.permisions is not an option; known are permissions, cost",
    )
    // A key of another workspace does not exist.
    expect(await codeOf({ key, rootKey: other.rootKey })).toBe("401 NOT_FOUND 401")
    await keyward.ok(
      "workspaces.disableWorkspace",
      { workspaceId: other.workspaceId, reason: "account_closure" },
      keyward.operator,
    )
    expect((await ask({ key, rootKey: other.rootKey })).headers["keyward-error"]).toBe(
      "authorization/workspace_disabled",
    )
  })

  test("counts as a request of the root key and as a verification of the key", async () => {
    const workspace = await keyward.createWorkspace("Busy")
    const { key } = await createKey(keyward, {}, workspace.rootKey)
    await keyward.ok(
      "workspaces.updateWorkspace",
      { workspaceId: workspace.workspaceId, limits: { requestsPerMinute: 1 } },
      keyward.operator,
    )
    expect(await codeOf({ key, rootKey: workspace.rootKey })).toBe("200 VALID 200")
    const { status, headers } = await ask({ key, rootKey: workspace.rootKey })
    expect([status, headers["keyward-error"], headers["retry-after"]]).toEqual([
      503,
      "limits/workspace_rate_limited",
      "30",
    ])
  })
})
