import { describe, expect, test } from "bun:test"
import { sendRaw } from "../requests/raw-request.ts"
import { expectError, list, serve } from "./serve.ts"

const server = await serve()

describe("paths", () => {
  test.each([
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
    "/v2/deployments.getDeployment",
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
