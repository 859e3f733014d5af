import { describe, expect, test } from "bun:test"
import { createKey } from "../../../test/harness/fixtures.ts"
import { serveKeyward } from "../../../test/harness/serve-keyward.ts"
import { openConnection, type RawRequest, sendRaw } from "../../../test/requests/raw-request.ts"
import { verifierPath, verifierProtocol } from "../../contract/verifier.ts"

// As Envoy asks: the path of the client is appended, and `fetch` would resolve it before it sends it.
describe("a question of a gateway whose path leads elsewhere", () => {
  const keyward = serveKeyward({ engine: "sqlite" })

  const asGateway = (path: string, request: Partial<RawRequest> = {}): RawRequest => ({
    method: "GET",
    target: `/forward-auth${path}`,
    ...request,
    headers: [["Keyward-Authorization", `Bearer ${keyward.rootKey}`], ...(request.headers ?? [])],
  })
  const wrong = "503 UNVERIFIED application/invalid_input"
  const outcomeOf = async (request: RawRequest) => {
    const { status, headers } = await sendRaw(keyward, request)
    return [status, headers.get("keyward-code"), headers.get("keyward-error")].join(" ")
  }

  test("is refused at every page", async () => {
    expect(await outcomeOf({ method: "GET", target: "/v2/liveness" })).toBe("200  ")
    const spellings = ["..", "%2e%2e", "%2E.", ".%2e"].flatMap((dots) => [`/${dots}/`, `\\${dots}\\`, `/a/../${dots}/`])
    for (const spelling of spellings) expect(await outcomeOf(asGateway(`${spelling}v2/liveness`))).toBe(wrong)
    const pages = [
      "",
      "v2/liveness",
      "livez",
      "readyz",
      "metrics",
      "openapi.json",
      "favicon.svg",
      "reference",
      "sign-in",
    ]
    for (const page of pages) {
      for (const method of ["GET", "HEAD", "POST", "DELETE", "OPTIONS"]) {
        const { status, headers } = await sendRaw(keyward, asGateway(`/../${page}`, { method }))
        expect([page, method, status, headers.get("keyward-code")]).toEqual([page, method, 503, "UNVERIFIED"])
      }
    }
    expect(await outcomeOf(asGateway("/../unknown"))).toBe("503 UNVERIFIED application/route_not_found")
    const { headers, body } = await sendRaw(keyward, asGateway("/../v2/liveness"))
    expect([headers.get("keyward-status"), headers.get("retry-after"), headers.get("cache-control")]).toEqual([
      "503",
      "1",
      "no-store",
    ])
    expect(headers.get("keyward-error-detail")).toStartWith("header.Keyward-Authorization belongs to")
    expect(body.error).toMatchObject({ code: "UNVERIFIED", status: 503 })
  })

  test("is refused at every operation, with whatever key of the client", async () => {
    const { key, keyId } = await createKey(keyward, { credits: { remaining: 2 } })
    const calls: readonly (readonly [string, object])[] = [
      ["keys.verifyKey", { key }],
      ["keys.getKey", { keyId }],
      ["ratelimit.limit", { namespace: "requests", identifier: "a", limit: 1, duration: 60_000 }],
    ]
    for (const [operation, input] of calls) {
      const call = {
        method: "POST",
        headers: [
          ["Authorization", `Bearer ${keyward.rootKey}`],
          ["Content-Type", "application/json"],
        ],
        body: JSON.stringify(input),
      } as const
      const { status } = await sendRaw(keyward, { target: `/v2/${operation}`, ...call })
      expect([operation, status]).toEqual([operation, 200])
      // The path as it came decides which handler Bun calls.
      for (const path of ["/%2e%2e", "/.."]) {
        const requests = [
          asGateway(`${path}/v2/${operation}`, call),
          { ...asGateway("", call), target: `/v2/${operation}` },
        ]
        for (const request of requests)
          expect([request.target, await outcomeOf(request)]).toEqual([request.target, wrong])
      }
    }
    // Only the call itself has spent credits.
    expect((await keyward.ok("keys.getKey", { keyId })).credits.remaining).toBe(1)
  })

  test("is refused where its query would have the options", async () => {
    const { key } = await createKey(keyward)
    const headers = [["Authorization", `Bearer ${key}`]] as const
    const options = ["Keyward-Options", "permissions=documents.read"] as const
    for (const back of ["/../forward-auth", "/../forward-auth?cost=0", "/%2e%2e/forward-auth?cost=0"]) {
      expect(await outcomeOf(asGateway(back, { headers: [...headers, options] }))).toBe(wrong)
    }
    expect(await outcomeOf(asGateway("/documents", { headers }))).toBe(wrong)
    expect(await outcomeOf(asGateway("/documents", { headers: [...headers, options] }))).toBe(
      "403 INSUFFICIENT_PERMISSIONS ",
    )
  })

  test("is no handshake of a verifier", async () => {
    const firstLine = async (target: string, headers: readonly string[]) => {
      const connection = openConnection(keyward)
      connection.write(
        `${[`GET ${target} HTTP/1.1`, "Host: localhost", ...headers, ...handshake].join("\r\n")}\r\n\r\n`,
      )
      await connection.answered
      connection.close()
      return connection.received().split("\r\n")[0]
    }
    const handshake = [
      "Connection: Upgrade",
      "Upgrade: websocket",
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
      "Sec-WebSocket-Version: 13",
      `Sec-WebSocket-Protocol: ${verifierProtocol}`,
    ]
    expect(await firstLine(verifierPath, [])).toContain(" 101 ")
    const caller = `Keyward-Authorization: Bearer ${keyward.rootKey}`
    for (const target of [verifierPath, `/forward-auth/..${verifierPath}`])
      expect(await firstLine(target, [caller])).toContain(" 503 ")
  })
})
