import { expect, test } from "bun:test"
import { findFreePort } from "../../../scripts/test/service.ts"
import { runHere } from "../../../test/cli/cli.ts"
import { serveKeyward } from "../../../test/harness/serve-keyward.ts"

const server = serveKeyward({ engine: "sqlite" })

test("a service that is ready makes the check succeed, without a key", async () => {
  const { port } = new URL(server.url)
  expect(await runHere(["health", "--port", port])).toEqual({
    code: 0,
    stdout: `http://localhost:${port} is ready.\n`,
    stderr: "",
  })
})

test("a service that does not respond makes the check fail", async () => {
  const port = String(await findFreePort())
  const { code, stdout, stderr } = await runHere(["health"], { env: { KEYWARD_PORT: port } })
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" })
  expect(stderr).toStartWith(`http://localhost:${port} is not ready: `)
})

test("another program on the port makes the check fail", async () => {
  const other = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response("", { status: 404 }) })
  const { code, stderr } = await runHere(["health", "--port", String(other.port), "--json"])
  expect({ code, stderr }).toEqual({ code: 1, stderr: "" })
  await other.stop(true)
})
