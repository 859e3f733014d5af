import { describe, expect, test } from "bun:test"
import { sendRaw } from "../raw-request.ts"
import { expectError, list, pages, serve } from "./serve.ts"

const server = await serve()
const authorization = { Authorization: `Bearer ${server.rootKey}` }

describe("methods", () => {
  test.each(["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"])(
    "%s on an operation is 405 with Allow, without a look at the key",
    async (method) => {
      const reply = await sendRaw(server, { method, target: "/v2/apis.listApis" })
      expect(reply.status).toBe(405)
      expect(reply.headers.get("allow")).toBe("POST")
      if (method !== "HEAD") expectError(reply, 405, "application/method_not_allowed")
    },
  )

  test("a path that is served by GET is served by HEAD too, with the same headers and no body", async () => {
    for (const path of [list, "/v2/liveness", ...pages.filter((page) => page !== "/metrics")]) {
      const got = await server.request(path, { headers: authorization })
      const head = await sendRaw(server, {
        method: "HEAD",
        target: path,
        headers: [["Authorization", `Bearer ${server.rootKey}`]],
      })
      expect([head.status, head.text], path).toEqual([200, ""])
      expect(head.headers.get("content-type")).toBe(got.headers.get("content-type"))
      expect(head.headers.get("content-length"), path).toBe(String(Buffer.byteLength(got.text)))
    }
    expect((await sendRaw(server, { method: "HEAD", target: list })).status).toBe(401)
  })

  test("POST where GET is served is 405, and Allow names both", async () => {
    for (const path of [list, "/v2/liveness", ...pages]) {
      const reply = await server.request(path, { method: "POST", headers: authorization })
      expectError(reply, 405, "application/method_not_allowed")
      expect(reply.headers.get("allow")).toBe("GET, HEAD")
    }
  })

  test("a body on GET and a query on POST are ignored", async () => {
    const got = await sendRaw(server, {
      method: "GET",
      target: list,
      headers: [["Authorization", `Bearer ${server.rootKey}`]],
      body: '{"limit":',
    })
    expect(got.status).toBe(200)
    const posted = await server.request("/v2/apis.listApis?limit=0&nonsense&limit=1", {
      method: "POST",
      headers: authorization,
    })
    expect(posted.status).toBe(200)
  })
})

describe("paths", () => {
  test.each([
    "/",
    "/v2",
    "/v2/",
    "/v3/apis.listApis",
    "/v1/apis.listApis",
    "/v2/apis.listApis/",
    "//v2/apis.listApis",
    "/v2//apis.listApis",
    "/V2/apis.listApis",
    "/v2/apis.listapis",
    "/v2/apis/listApis",
    "/v2/%61pis.listApis",
    "/v2/apis%2elistApis",
    "/v2%2fapis.listApis",
    "/v2/apis.listApis%00",
    "/v2/apis.listApis;v=1",
    "/v2/apis.listApis%20",
    "/v2/__proto__",
    "/v2/constructor",
    "/__proto__",
    "/%",
    "/v2/portal.createSession",
    "/api-reference/errors-v2/service/data/__proto__",
  ])("%s is nothing, with or without a key, by any method", async (target) => {
    for (const method of ["POST", "GET"]) {
      for (const headers of [[], [["Authorization", "Basic nonsense"]] as const]) {
        const reply = await sendRaw(server, { method, target, headers, body: "{" })
        expectError(reply, 404, "application/route_not_found")
        expect(reply.headers.get("allow")).toBeNull()
      }
    }
  })

  test.each(["", "[", "a b", "x:99999", "ÿ", "user@x", "x/../y", "x?y", "%%%", "1.2.3.4.5.6", "evil.example"])(
    "the Host %j changes nothing of an answer",
    async (host) => {
      const key = ["Authorization", `Bearer ${server.rootKey}`] as const
      const headers = [["Host", host], key, ["X-Forwarded-Host", "evil.example"], ["Forwarded", "host=evil"]] as const
      const listed = await sendRaw(server, { target: "/v2/apis.listApis", headers })
      expect([listed.status, Array.isArray(listed.body?.data)]).toEqual([200, true])
      const got = await sendRaw(server, { method: "GET", target: `${list}?limit=0`, headers })
      expectError(got, 400, "application/invalid_input")
      expect(got.body.error.errors[0].location).toBe("query.limit")
      expect(new URL(got.body.error.type).origin).toBe(server.url.replace("127.0.0.1", "localhost"))
    },
  )
})
