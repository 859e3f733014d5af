import { describe, expect, test } from "bun:test"
import { sendRaw } from "../requests/raw-request.ts"
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
