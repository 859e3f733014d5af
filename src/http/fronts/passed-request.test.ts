import { afterAll, beforeAll, expect, test } from "bun:test"
import { join } from "node:path"
import { parse, type RawRequest, sendBytes, sendRaw } from "../../../test/requests/raw-request.ts"
import { testFolder } from "../../../test/services/test-folder.ts"
import { createPassOn } from "./pass-on.ts"
import { restoreRequest } from "./passed-request.ts"

const folder = testFolder()
const path = join(folder.path, "main.sock")
/** What a handler sees of a request. */
const describeRequest = async (request: Request) => {
  const { method, headers } = request
  const body = await request.text()
  return Response.json({ url: request.url.replace(/:\d{4,5}/, ""), method, headers: [...headers], body })
}
let servers: Bun.Server<unknown>[]
/** Without a front, and with one. */
let direct: { readonly url: string }
let fronted: { readonly url: string }

beforeAll(() => {
  const passOn = createPassOn(path)
  const main = Bun.serve({
    unix: path,
    fetch(request) {
      restoreRequest(request)
      return describeRequest(request)
    },
  })
  const at = { port: 0, hostname: "127.0.0.1" }
  const plain = Bun.serve({ ...at, fetch: describeRequest })
  const front = Bun.serve({ ...at, fetch: (request, server) => passOn(request, server) })
  servers = [front, plain, main]
  direct = { url: String(plain.url) }
  fronted = { url: String(front.url) }
})
afterAll(() => Promise.all(servers.map((server) => server.stop(true))))

test.each<[string, RawRequest]>([
  ["a repeated length", { target: "/", headers: [["Content-Length", "2"]], body: "{}" }],
  ["a value that ends in a no-break space", { target: "/", headers: [["X", "a\u00a0"]] }],
  [
    "bytes above ASCII",
    {
      target: "/ä?ö=%20",
      headers: [
        ["Connection", "close"],
        ["X", "ü\u0080"],
      ],
    },
  ],
  ["another method", { target: "/", method: "DELETE" }],
  ["a host that is none", { target: "/x?y", method: "GET", headers: [["Host", "["]] }],
  ["a long target", { target: `/?${'"%|'.repeat(2_500)}`, method: "GET" }],
])("%s arrives as it came", async (_what, request) => {
  const expected = await sendRaw(direct, request)
  expect(expected.status).toBe(200)
  expect((await sendRaw(fronted, request)).body).toEqual(expected.body)
})

test("a request of HTTP/1.0 has no host at either", async () => {
  const send = async (server: { readonly url: string }) =>
    parse(await sendBytes(server, Buffer.from("GET /x HTTP/1.0\r\n\r\n"))).body
  const expected = await send(direct)
  expect(expected.headers).toEqual([])
  expect(await send(fronted)).toMatchObject({ headers: [], method: "GET" })
})
