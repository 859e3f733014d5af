import { describe, expect, test } from "bun:test"
import { until } from "../harness/until.ts"
import { openConnection, sendRaw } from "../requests/raw-request.ts"
import { expectError, serve } from "./serve.ts"

const server = await serve()

describe("keys", () => {
  test("count in the Authorization header only", async () => {
    const { rootKey } = server
    const elsewhere = [
      { target: `/v2/apis.listApis?key=${rootKey}&access_token=${rootKey}&authorization=Bearer%20${rootKey}` },
      {
        target: "/v2/apis.listApis",
        headers: [["Cookie", `key=${rootKey}; Authorization=Bearer ${rootKey}`]] as const,
      },
      { target: "/v2/apis.listApis", headers: [["X-API-Key", rootKey]] as const },
      { target: "/v2/apis.listApis", headers: [["Proxy-Authorization", `Bearer ${rootKey}`]] as const },
    ]
    for (const request of elsewhere) expectError(await sendRaw(server, request), 401, "authentication/missing")
  })

  test("follow the scheme in any letter case after one or more spaces", async () => {
    for (const scheme of ["Bearer ", "bearer ", "BEARER   ", "bEaReR  "]) {
      const headers = [["Authorization", `${scheme}${server.rootKey}`]] as const
      expect((await sendRaw(server, { target: "/v2/apis.listApis", headers })).status).toBe(200)
    }
  })

  test("stand there once: two headers are malformed, even if they are equal or one is empty", async () => {
    const key = ["Authorization", `Bearer ${server.rootKey}`] as const
    for (const other of [
      key,
      ["Authorization", ""],
      ["authorization", "Basic x"],
      ["AUTHORIZATION", "Bearer x"],
    ] as const) {
      for (const headers of [
        [key, other],
        [other, key],
      ]) {
        const reply = await sendRaw(server, { target: "/v2/apis.listApis", headers })
        expectError(reply, 400, "authentication/malformed")
        expect(reply.body.error.errors[0].location).toBe("header.Authorization")
      }
    }
  })
})

test("who hangs up while sending is neither a failure in the log nor in the metrics", async () => {
  const head = `POST /v2/keys.createMigration HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${server.rootKey}\r\nContent-Type: application/json\r\n`
  for (const framing of [
    "Content-Length: 100\r\n\r\n",
    "Content-Length: 100000\r\n\r\n",
    "Transfer-Encoding: chunked\r\n\r\n7\r\n",
  ]) {
    const connection = openConnection(server)
    connection.write(`${head}${framing}{"algo"`)
    await Bun.sleep(100)
    connection.close()
  }
  const logged = () => server.log.filter((line) => line.includes('"keys.createMigration"'))
  await until(() => logged().length >= 3)
  expect(logged()).toHaveLength(3)
  for (const line of logged())
    expect(JSON.parse(line)).toMatchObject({ status: 408, error: "application/request_timeout" })
  expect((await server.request("/metrics")).text).not.toContain('operation="keys.createMigration",status="500"')
  expect(await server.ok("keys.listMigrations")).toEqual([])
})
