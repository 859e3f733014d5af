import { sha256 } from "../src/secrets/hash.ts"

/**
 * The minimum work of a verification: reads the same body, hashes both credentials, and returns JSON of the same
 * size.
 */
export async function bareHandler(request: Request): Promise<Response> {
  const bearer = request.headers.get("authorization") ?? ""
  const { key } = JSON.parse(await request.text())
  const hashes = sha256(bearer.slice(7)) + sha256(key)
  if (hashes.length === 0) return new Response(null, { status: 500 })
  return new Response(answer, { headers: { "Content-Type": "application/json", "Cache-Control": "no-store" } })
}

const answer = JSON.stringify({
  meta: { requestId: "req_1BzmjTFLHWXwiSK4y3H5iW" },
  data: {
    valid: true,
    code: "VALID",
    keyId: "key_1BzmjTFLHWXwiSK4y3H5iW",
    apiId: "api_1BzmjTFLHWXwiSK4y3H5iW",
    enabled: true,
    meta: {},
    permissions: [],
    roles: [],
    ratelimits: [],
  },
})
