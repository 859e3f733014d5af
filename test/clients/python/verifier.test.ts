import { describe, expect, test } from "bun:test"
import { createKey } from "../../harness/fixtures.ts"
import { serveKeyward } from "../../harness/serve-keyward.ts"
import { until } from "../../harness/until.ts"
import { proxyTo } from "../../services/proxied-url.ts"

/** A client that was written from docs/verifier-protocol.md alone. */
describe("examples/python/verifier.py", () => {
  const server = serveKeyward({ engine: "sqlite" })

  test("decides in its process what a record decides, and asks about the rest, until a change returns", async () => {
    const verify = startVerifier()
    const { key, keyId } = await createKey(server, { permissions: ["notes.read"] })
    await until(async () => (await verify(key)) === "VALID local")
    expect(await verify(`${key} notes.read`)).toBe("VALID local")
    expect(await verify(`${key} notes.burn`)).toBe("INSUFFICIENT_PERMISSIONS local")
    expect(await verify(`${key} notes.read OR notes.burn`)).toBe("VALID asked")
    expect(await verify("nobody")).toBe("NOT_FOUND asked")
    const { key: metered } = await createKey(server, { credits: { remaining: 1 } })
    expect([await verify(metered), await verify(metered)]).toEqual(["VALID asked", "USAGE_EXCEEDED asked"])

    for (let round = 0; round < 20; round += 1) {
      const enabled = round % 2 === 1
      await server.ok("keys.updateKey", { keyId, enabled })
      expect(await verify(key)).toBe(`${enabled ? "VALID" : "DISABLED"} asked`)
      expect(await verify(key)).toBe(`${enabled ? "VALID" : "DISABLED"} local`)
    }
  })

  test("verifies nothing without Keyward, and attaches again when Keyward is back", async () => {
    const { proxy, url } = await proxyTo(server.url)
    const verify = startVerifier(new URL(url).origin)
    const { key } = await createKey(server)
    await until(async () => (await verify(key)) === "VALID local")
    proxy.cut()
    await until(async () => (await verify(key)).startsWith("UNVERIFIED"))
    expect(await verify(key)).toStartWith("UNVERIFIED")
    await proxy.mend()
    await until(async () => (await verify(key)) === "VALID local")
    proxy.stop()
  })

  /** Sends a line to the example, and resolves with its answer. */
  function startVerifier(url = server.url): (line: string) => Promise<string> {
    const python = process.env.KEYWARD_TEST_PYTHON
    if (!python) throw new Error("KEYWARD_TEST_PYTHON is not set: run the tests with npm test.")
    const env = { ...process.env, KEYWARD_URL: url, KEYWARD_KEY: server.rootKey }
    const command = [python, "examples/python/verifier.py"]
    const child = Bun.spawn(command, { env, stdio: ["pipe", "pipe", "inherit"] })
    const output = child.stdout.getReader()
    let text = ""
    return async (line) => {
      child.stdin.write(`${line}\n`)
      child.stdin.flush()
      while (!text.includes("\n")) {
        const { value, done } = await output.read()
        if (done) throw new Error(`The example ended with ${await child.exited}.`)
        text += new TextDecoder().decode(value)
      }
      const [answer = "", ...rest] = text.split("\n")
      text = rest.join("\n")
      return answer
    }
  }
})
