import { describe, expect, test } from "bun:test"
import { connect } from "node:net"
import { startServe } from "../../../test/cli.ts"
import { halfSent } from "../../../test/half-sent.ts"
import { testFolder } from "../../../test/services/test-folder.ts"

const { newPath: newFolder } = testFolder()

const operatorKey = "operator-key-of-the-test"

describe("a signal to stop", () => {
  test.each(["SIGTERM", "SIGINT"] as const)(
    "%s lets what is in flight finish and takes nothing new",
    async (signal) => {
      const served = await startServe(["--data", newFolder()], { KEYWARD_OPERATOR_KEY: operatorKey })
      const request = await halfSent(served, operatorKey)
      served.kill(signal)
      await Bun.sleep(200)
      await expect(fetch(`http://127.0.0.1:${served.port}/readyz`)).rejects.toThrow()
      request.finish()
      await request.closed
      expect(request.received()).toStartWith("HTTP/1.1 200")
      expect(request.received()).toContain('"rootKey":"kw_root_')
      expect(await served.exit).toEqual({ code: 0, signal: null })
    },
  )

  // Beside the next two, because it takes ten seconds.
  test.concurrent("waits ten seconds and no longer for a request that does not finish", async () => {
    const served = await startServe(["--data", newFolder()], { KEYWARD_OPERATOR_KEY: operatorKey })
    await halfSent(served, operatorKey)
    const startedAt = performance.now()
    served.kill("SIGTERM")
    expect(await served.exit).toEqual({ code: 0, signal: null })
    const tookMs = performance.now() - startedAt
    expect(tookMs).toBeGreaterThan(9_000)
    expect(tookMs).toBeLessThan(13_000)
  })

  test.concurrent("ends it at once when it comes twice", async () => {
    const served = await startServe(["--data", newFolder()], { KEYWARD_OPERATOR_KEY: operatorKey })
    await halfSent(served, operatorKey)
    served.kill("SIGTERM")
    await Bun.sleep(600)
    const startedAt = performance.now()
    served.kill("SIGTERM")
    expect(await served.exit).toEqual({ code: 143, signal: null })
    expect(performance.now() - startedAt).toBeLessThan(6_000)
  })

  test.concurrent("is one signal when whoever started it passes it on besides", async () => {
    const served = await startServe(["--data", newFolder()], { KEYWARD_OPERATOR_KEY: operatorKey })
    const request = await halfSent(served, operatorKey)
    served.kill("SIGINT")
    await Bun.sleep(100)
    served.kill("SIGINT")
    await Bun.sleep(200)
    request.finish()
    await request.closed
    expect(request.received()).toStartWith("HTTP/1.1 200")
    expect(await served.exit).toEqual({ code: 0, signal: null })
  })

  test("does not wait for connections on which nothing happens", async () => {
    const served = await startServe(["--data", newFolder()], { KEYWARD_OPERATOR_KEY: operatorKey })
    await fetch(`http://127.0.0.1:${served.port}/readyz`, { keepalive: true })
    const idle = connect(served.port, "127.0.0.1")
    idle.on("error", () => {})
    await Bun.sleep(100)
    const startedAt = performance.now()
    served.kill("SIGTERM")
    expect((await served.exit).code).toBe(0)
    expect(performance.now() - startedAt).toBeLessThan(6_000)
  })
})
