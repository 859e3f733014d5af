import { describe, expect, test } from "bun:test"
import type { TestServer } from "../harness/harness.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { until } from "../harness/until.ts"
import { sendRaw } from "../requests/raw-request.ts"

/** Whoever is refused is logged under the address of the connection, unless a proxy that is trusted says otherwise. */

async function loggedAddress(server: TestServer, forwardedFor: readonly string[]): Promise<string> {
  const headers = [
    ...forwardedFor.map((value) => ["X-Forwarded-For", value] as const),
    ["Forwarded", "for=203.0.113.99"] as const,
    ["X-Real-IP", "203.0.113.98"] as const,
    ["CF-Connecting-IP", "203.0.113.97"] as const,
  ]
  const { body } = await sendRaw(server, { target: "/v2/keys.listKeys", headers })
  const line = await until(() => server.log.find((one) => one.includes(body.meta.requestId)))
  return JSON.parse(line).client
}

describe("without trusted proxies", () => {
  const server = serveKeyward({ engine: "sqlite" })

  test.each([[["203.0.113.9"]], [["203.0.113.9, 127.0.0.1"]], [["127.0.0.2"]], [['"}, {"client":"203.0.113.9']]])(
    "X-Forwarded-For %j is not believed",
    async (forwardedFor) => {
      expect(await loggedAddress(server, forwardedFor)).toBe("127.0.0.1")
    },
  )
})

describe("with trusted proxies", () => {
  const environment = { KEYWARD_TRUSTED_PROXIES: "127.0.0.0/8, 10.0.0.0/8" }
  const server = serveKeyward({ engine: "sqlite", environment })

  test.each([
    ["the client that the proxy saw", ["198.51.100.7"], "198.51.100.7"],
    ["the client behind two proxies", ["198.51.100.7, 10.1.2.3"], "198.51.100.7"],
    ["not what the client itself wrote", ["203.0.113.9, 198.51.100.7"], "198.51.100.7"],
    ["not what it wrote in a header of its own", ["203.0.113.9", "198.51.100.7"], "198.51.100.7"],
    ["an IPv6 client", ["2001:db8::1"], "2001:db8::1"],
    ["the connection, where the proxy said nothing", [], "127.0.0.1"],
    ["the connection, where the proxy said nonsense", ["unknown"], "127.0.0.1"],
    ["the last trusted address before nonsense", ["nonsense, 10.1.2.3"], "10.1.2.3"],
    ["nothing that would forge a line", ['198.51.100.7"} {"client":"203.0.113.9'], "127.0.0.1"],
  ] as const)("logs %s", async (_what, forwardedFor, client) => {
    expect(await loggedAddress(server, forwardedFor)).toBe(client)
  })
})
