import { expect, test } from "bun:test"
import { runHere } from "../../../test/cli/cli.ts"
import { selfSigned } from "../../../test/clients/certificate.ts"
import { startKeyward } from "../../../test/harness/harness.ts"

test("https against a port that speaks http says so, and no key leaves", async () => {
  const server = await startKeyward({ engine: "sqlite" })
  const url = server.url.replace("http:", "https:")
  const run = await runHere(["keys", "list", "--url", url, "--json"], { env: { KEYWARD_KEY: server.rootKey } })
  expect(run.code).toBe(1)
  expect(run.stderr).toBe(`The service at ${url} (--url) uses http, not https. Use ${server.url}.\n`)
  expect(JSON.parse(run.stdout).error.code).toBe("cli/unreachable")
  await server.stop()
})

test("http against a port that speaks https says so", async () => {
  const seen: (string | null)[] = []
  const secure = Bun.serve({
    port: 0,
    tls: selfSigned("localhost"),
    fetch(request) {
      seen.push(request.headers.get("authorization"))
      return new Response("hello")
    },
  })
  const url = `http://localhost:${secure.port}`
  const run = await runHere(["keys", "list", "--url", url], { env: { KEYWARD_KEY: "kw_root_secret" } })
  expect(run).toEqual({
    code: 1,
    stdout: "",
    stderr: `The service at ${url} (--url) uses https, not http. Use https://localhost:${secure.port}.\n`,
  })
  expect(seen).toEqual([null])
  const untrusted = await runHere(["whoami", "--url", `https://localhost:${secure.port}`], {
    env: { KEYWARD_KEY: "kw_root_secret" },
  })
  expect(untrusted.stderr).toContain("its certificate is not trusted")
  await secure.stop(true)
})
