import { describe, expect, test } from "bun:test"
import { chmodSync, writeFileSync } from "node:fs"
import { findFreePort } from "../../../scripts/test/service.ts"
import { serveCalls } from "../../../test/cli/calls.ts"
import { runHere, runProcess } from "../../../test/cli/cli.ts"
import { failure } from "../../../test/cli/failure.ts"
import { testFolder } from "../../../test/services/test-folder.ts"

const { rootKey, server } = await serveCalls()
const folder = testFolder()

describe("the way to the service", () => {
  const env = () => ({ KEYWARD_KEY: rootKey() })

  test("can be named by a flag, with or without a slash at its end", async () => {
    const args = ["keys", "list-keys", "--url"]
    expect(await runHere([...args, server.url], { env: env() })).toMatchObject({ code: 0, stdout: "None.\n" })
    expect(await runHere([...args, `${server.url}/`], { env: env() })).toMatchObject({ code: 0, stdout: "None.\n" })
  })

  test("needs a key, from the environment or a file and never from a flag", async () => {
    const none = await runHere(["keys", "list-keys", "--url", server.url])
    expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining("set KEYWARD_KEY") })
    const file = folder.newPath()
    writeFileSync(file, `${rootKey()}\n`)
    chmodSync(file, 0o600)
    expect((await runHere(["keys", "list-keys", "--url", server.url, "--key-file", file])).code).toBe(0)
    const missing = await runHere(["keys", "list-keys", "--key-file", `${file}-that-is-not-there`])
    expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining("cannot be read (ENOENT)") })
    const { code, stderr } = await runHere(["keys", "list-keys", "--key", rootKey()], { env: env() })
    expect(code).toBe(2)
    expect(stderr).toContain("There is no flag --key. Did you mean --key-file?")
    expect(stderr).not.toContain(rootKey())
  })

  test("that leads nowhere is answered with what to do", async () => {
    const url = `http://127.0.0.1:${await findFreePort()}`
    const { code, stdout, stderr } = await runProcess(["keys", "list-keys"], { ...env(), KEYWARD_URL: url })
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" })
    expect(stderr).toBe(
      `The service at ${url} (KEYWARD_URL) cannot be reached: nothing listens there. Start it with \`keyward serve\`, or name its address with KEYWARD_URL, --url or \`keyward login\`.\n`,
    )
  })

  test.each([["nowhere"], ["ftp://localhost"]])("has to be a URL, which %s is not", async (url) => {
    expect(await runHere(["keys", "list-keys", "--url", url], { env: env() })).toEqual(
      failure(2, "is not an http or https URL"),
    )
  })

  test("that leads to something else is told apart, and no redirect is followed with the key", async () => {
    const seen: string[] = []
    const elsewhere = Bun.serve({
      port: 0,
      fetch(request) {
        seen.push(request.url)
        return new Response("moved", { status: 308, headers: { Location: `${server.url}/v2/keys.listKeys` } })
      },
    })
    const url = `http://localhost:${elsewhere.port}`
    expect(await runHere(["keys", "list-keys", "--url", url], { env: env() })).toEqual(
      failure(1, `The server at ${url} (--url) is not Keyward: it returned status 308 and redirects to ${server.url}`),
    )
    expect(seen).toHaveLength(1)
    await elsewhere.stop(true)
  })
})
